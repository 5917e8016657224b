#include "collection/writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <lmdb.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "collection/record.h"
#include "collection/snapshot.h"
#include "files/standard_streams.h"

namespace fovea {

namespace {

constexpr std::uint64_t kMegabyte = 1U << 20;
/// Records per transaction, in bytes: large enough to make commits cheap, small enough for memory.
constexpr std::uint64_t kBatchBytes = 4 * kMegabyte;
/// Room that the tree's own pages may take in one transaction.
constexpr std::uint64_t kTreeRoom = 256 * kMegabyte;
/// A new file is opened afresh after so many batches, which lets go of the tree pages that LMDB has touched.
constexpr std::uint64_t kBatchesPerOpening = 64;

[[noreturn]] void fail(const std::string& path, int error) {
  throw std::runtime_error(fmt::format("cannot write {}: {}", path, mdb_strerror(error)));
}

/// Somebody writes to a descriptor of one of the standard streams without asking what it is, LMDB too.
constexpr const char* kStreamsClosed =
    "cannot write: standard input, output or error is closed, and its messages would go into the file";

/// Whether the file at `path` is a collection, be it damaged or of another version: only that may be replaced.
bool is_collection(const std::string& path) {
  Diagnostics found;
  return Snapshot::open(path, found) != nullptr || found.count("not-a-collection") == 0;
}

MDB_val to_val(std::string_view bytes) {
  return {bytes.size(), const_cast<char*>(bytes.data())};
}

std::string_view to_view(const MDB_val& val) {
  return {static_cast<const char*>(val.mv_data), val.mv_size};
}

void sync_folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const int fd = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

}  // namespace

/// A write transaction; gone without trace unless committed.
class CollectionWriter::Transaction {
 public:
  explicit Transaction(CollectionWriter& writer) : writer_(writer) {
    if (const int error = mdb_txn_begin(writer.env_, nullptr, 0, &handle_); error != 0)
      fail(writer.path_, error);
    if (const int error = mdb_dbi_open(handle_, nullptr, 0, &writer.database_); error != 0) {
      mdb_txn_abort(handle_);
      fail(writer.path_, error);
    }
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction() {
    if (handle_ != nullptr) mdb_txn_abort(handle_);
  }

  std::optional<std::string_view> get(std::string_view key) {
    MDB_val from = to_val(key);
    MDB_val value{};
    const int error = mdb_get(handle_, writer_.database_, &from, &value);
    if (error == MDB_NOTFOUND) return std::nullopt;
    if (error != 0) fail(writer_.path_, error);
    return to_view(value);
  }
  void put(std::string_view key, std::string_view value, unsigned flags = 0) {
    MDB_val to = to_val(key);
    MDB_val from = to_val(value);
    if (const int error = mdb_put(handle_, writer_.database_, &to, &from, flags); error != 0) {
      fail(writer_.path_, error);
    }
  }
  bool erase(std::string_view key) {
    MDB_val from = to_val(key);
    const int error = mdb_del(handle_, writer_.database_, &from, nullptr);
    if (error != 0 && error != MDB_NOTFOUND) fail(writer_.path_, error);
    return error == 0;
  }
  /// The first key from `first` on; empty when there is none.
  std::string first_key_from(std::string_view first) {
    MDB_cursor* cursor = nullptr;
    if (const int error = mdb_cursor_open(handle_, writer_.database_, &cursor); error != 0) {
      fail(writer_.path_, error);
    }
    MDB_val key = to_val(first);
    MDB_val value{};
    const int error = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
    std::string found(error == 0 ? to_view(key) : std::string_view());
    mdb_cursor_close(cursor);
    if (error != 0 && error != MDB_NOTFOUND) fail(writer_.path_, error);
    return found;
  }
  void commit() {
    MDB_txn* const handle = std::exchange(handle_, nullptr);
    if (const int error = mdb_txn_commit(handle); error != 0) fail(writer_.path_, error);
  }

 private:
  CollectionWriter& writer_;
  MDB_txn* handle_ = nullptr;
};

std::unique_ptr<CollectionWriter> CollectionWriter::create(const std::string& path, Existing existing,
                                                           Diagnostics& diagnostics) {
  const auto refuse = [&](std::string_view code, const std::string& message) {
    diagnostics.error({path}, code, message);
    return nullptr;
  };
  if (!standard_streams_are_held()) return refuse("cannot-write", kStreamsClosed);
  std::unique_ptr<CollectionWriter> writer(new CollectionWriter(behind_links(path)));
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode))
      return refuse("exists-no-file", "exists and is no file: choose another name");
    if (existing == Existing::kRefuse) {
      return refuse("exists", "exists already");
    }
    if (!is_collection(path)) {
      return refuse("exists-no-collection", "exists and is no collection: it is not replaced");
    }
    writer->replacing_ = FileLock::try_exclusive(path, FileLock::Part::kWriting);
    if (!writer->replacing_.held()) return refuse("busy", "cannot be replaced: another process writes to it");
  }
  writer->temporary_.emplace(Temporary::Kind::kFile, writer->path_);
  writer->file_ = writer->temporary_->path();
  writer->fresh_ = true;
  writer->open_environment();
  return writer;
}

std::unique_ptr<CollectionWriter> CollectionWriter::open(const std::string& path, Diagnostics& diagnostics) {
  if (!standard_streams_are_held()) {
    diagnostics.error({path}, "cannot-write", kStreamsClosed);
    return nullptr;
  }
  std::unique_ptr<CollectionWriter> writer(new CollectionWriter(path));
  {
    const auto snapshot = Snapshot::open(path, diagnostics);
    if (!snapshot) return nullptr;
    writer->writing_ = FileLock::try_exclusive(path, FileLock::Part::kWriting);
    if (!writer->writing_.held()) {
      const bool readable_only = ::access(path.c_str(), W_OK) != 0;
      diagnostics.error(
          {path}, readable_only ? "cannot-write" : "busy",
          readable_only ? "cannot write: no permission" : "another process writes to this collection");
      return nullptr;
    }
  }
  // Once more, now that nobody else can change it.
  const auto snapshot = Snapshot::open(path, diagnostics);
  if (!snapshot) return nullptr;
  try {
    snapshot->tree().check();
  } catch (const CorruptCollection& corrupt) {
    diagnostics.error({path}, "corrupt", corrupt.what());
    return nullptr;
  }
  writer->header_ = snapshot->header();
  writer->next_number_ = writer->header_.next_number;
  writer->file_ = path;
  return writer;
}

CollectionWriter::~CollectionWriter() {
  if (!fresh_ && !finished_ && env_ != nullptr) {
    try {
      discard_leftovers();
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): the next writer clears them away
    }
  }
  close_environment();
}

void CollectionWriter::open_environment() {
  if (const int error = mdb_env_create(&env_); error != 0) fail(path_, error);
  unsigned flags = MDB_NOSUBDIR;
  // Nobody else knows the new file, and it is synced once, before it gets its name.
  if (fresh_) flags |= MDB_NOLOCK | MDB_NOSYNC;
  if (const int error = mdb_env_open(env_, file_.c_str(), flags, 0666); error != 0) {
    close_environment();
    fail(path_, error);
  }
  if (!fresh_) discard_leftovers();
}

void CollectionWriter::close_environment() {
  if (env_ != nullptr) mdb_env_close(env_);
  env_ = nullptr;
}

void CollectionWriter::reserve(std::uint64_t bytes) {
  MDB_envinfo info{};
  MDB_stat stat{};
  mdb_env_info(env_, &info);
  mdb_env_stat(env_, &stat);
  const std::uint64_t used = (info.me_last_pgno + 1) * stat.ms_psize;
  const std::uint64_t needed = used + 2 * bytes + kTreeRoom;
  if (needed <= info.me_mapsize) return;
  // Twice what is needed: growing is rare, and a map is only an address range.
  if (const int error = mdb_env_set_mapsize(env_, 2 * needed); error != 0) fail(path_, error);
}

void CollectionWriter::add(PackedDocument document, Existing existing, Diagnostics& diagnostics) {
  batch_bytes_ += document.record.size() + document.id.size();
  batch_.push_back({std::move(document), existing});
  if (batch_bytes_ >= kBatchBytes) flush(diagnostics);
}

bool CollectionWriter::remove(std::string_view id) {
  if (id.empty() || id.size() > kLongestId) return false;
  if (env_ == nullptr) open_environment();
  Transaction transaction(*this);
  if (!transaction.get(StoreKey(kIdPrefix, id).view())) return false;
  removed_.emplace_back(id);
  return true;
}

void CollectionWriter::flush(Diagnostics& diagnostics) {
  if (batch_.empty()) return;
  if (fresh_ && batches_ > 0 && batches_ % kBatchesPerOpening == 0) close_environment();
  if (env_ == nullptr) open_environment();
  reserve(batch_bytes_);
  Transaction transaction(*this);
  for (const Pending& pending : batch_) store(transaction, pending, diagnostics);
  transaction.commit();
  ++batches_;
  batch_.clear();
  batch_bytes_ = 0;
}

void CollectionWriter::store(Transaction& transaction, const Pending& pending, Diagnostics& diagnostics) {
  const PackedDocument& document = pending.document;
  // A new collection is invisible as a whole; in an old one its new documents are.
  const StoreKey key(fresh_ ? kIdPrefix : kPendingPrefix, document.id);
  auto before = transaction.get(key.view());
  const bool ours = before.has_value();
  if (!ours && !fresh_) before = transaction.get(StoreKey(kIdPrefix, document.id).view());
  if (before) {
    const auto number = unpack_number(*before);
    const StoreKey old = StoreKey::of_record(number.value_or(0));
    if (pending.existing == Existing::kRefuse) {
      const auto bytes = transaction.get(old.view());
      const std::string source(bytes ? RecordView(*bytes).source() : "another file");
      diagnostics.error({document.source}, "duplicate-id",
                        fmt::format("found the document id {} again, expected it once: it is that of {} too",
                                    quote(document.id), source));
      return;
    }
    ++replaced_;
    if (ours) transaction.erase(old.view());
  }
  if (!ours) ++added_;
  transaction.put(StoreKey::of_record(next_number_).view(), document.record, MDB_APPEND);
  transaction.put(key.view(), pack_number(next_number_));
  ++next_number_;
}

void CollectionWriter::discard_leftovers() {
  reserve(0);
  Transaction transaction(*this);
  const char prefix = kPendingPrefix;
  const std::string_view pending(&prefix, 1);
  for (std::string key = transaction.first_key_from(pending); key.starts_with(pending);
       key = transaction.first_key_from(pending)) {
    transaction.erase(key);
  }
  const StoreKey first = StoreKey::of_record(header_.next_number);
  for (std::string key = transaction.first_key_from(first.view()); record_number(key);
       key = transaction.first_key_from(first.view())) {
    transaction.erase(key);
  }
  transaction.commit();
}

void CollectionWriter::publish() {
  // The tree's pages are written anew at most once each.
  MDB_stat stat{};
  mdb_env_stat(env_, &stat);
  reserve((stat.ms_branch_pages + stat.ms_leaf_pages) * stat.ms_psize);
  Transaction transaction(*this);
  const auto erase_document = [&](std::string_view id) {
    const StoreKey key(kIdPrefix, id);
    const auto value = transaction.get(key.view());
    if (!value) return false;
    const std::uint64_t number = unpack_number(*value).value_or(0);
    transaction.erase(StoreKey::of_record(number).view());
    transaction.erase(key.view());
    return true;
  };
  for (const std::string& id : removed_) header_.documents -= erase_document(id) ? 1 : 0;
  const char prefix = kPendingPrefix;
  const std::string_view pending(&prefix, 1);
  for (std::string key = transaction.first_key_from(pending); key.starts_with(pending);
       key = transaction.first_key_from(pending)) {
    const std::string number(transaction.get(key).value_or(""));
    const std::string_view id = std::string_view(key).substr(1);
    header_.documents += erase_document(id) ? 0 : 1;
    transaction.put(StoreKey(kIdPrefix, id).view(), number);
    transaction.erase(key);
  }
  if (fresh_) header_.documents = added_;
  header_.next_number = next_number_;
  transaction.put(kHeaderKey, pack_header(header_));
  transaction.commit();
}

void CollectionWriter::finish() {
  if (env_ == nullptr) open_environment();
  publish();
  if (fresh_) move_into_place();
  close_environment();
  finished_ = true;
}

void CollectionWriter::move_into_place() {
  if (const int error = mdb_env_sync(env_, 1); error != 0) fail(path_, error);
  close_environment();
  FileLock opening;
  if (replacing_.held()) opening = FileLock::exclusive(path_, FileLock::Part::kOpening);
  // Somebody else may have built one of this name meanwhile.
  if (!replacing_.held() && ::access(path_.c_str(), F_OK) == 0) fail(path_, EEXIST);
  // Readers of the old file keep its lock file; it must not meet the new one.
  ::unlink((path_ + "-lock").c_str());
  temporary_->put_in_place(replacing_.held() ? Temporary::Existing::kReplace : Temporary::Existing::kRefuse);
  sync_folder_of(path_);
}

}  // namespace fovea
