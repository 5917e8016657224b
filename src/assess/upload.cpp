#include "assess/upload.h"

#include <fmt/format.h>

#include <memory>
#include <system_error>
#include <utility>

namespace fovea::assess {

UploadSlots::Slot::~Slot() {
  const std::scoped_lock lock(slots_->mutex_);
  const auto found = slots_->names_.find(group_);
  found->second.erase(name_);
  if (found->second.empty()) slots_->names_.erase(found);
}

std::variant<Response, std::unique_ptr<UploadSlots::Slot>> UploadSlots::take(const std::string& group,
                                                                             const std::string& name) {
  const std::scoped_lock lock(mutex_);
  std::set<std::string>& names = names_[group];
  if (names.contains(name))
    return error_response(409, fmt::format("the run {} is being sent already", quote(name)));
  if (names.size() >= static_cast<std::size_t>(kUploadsAtOnce)) {
    return error_response(
        429,
        fmt::format("your group is sending {} runs already: wait until one has arrived", kUploadsAtOnce));
  }
  names.insert(name);
  return std::make_unique<Slot>(shared_from_this(), group, name);
}

Response answer_of(const std::exception& fault) {
  const auto* const system = dynamic_cast<const std::system_error*>(&fault);
  const bool full =
      system != nullptr && (system->code() == std::errc::no_space_on_device ||
                            system->code() == std::errc::file_too_large || system->code().value() == EDQUOT);
  return full ? error_response(507, "the server's disk is full: nothing of the run was kept")
              : error_response(503, "the server cannot keep the run: try again later");
}

Upload::Upload(std::unique_ptr<UploadSlots::Slot> slot, const SubmissionFiles& files, Submission submission,
               std::uint64_t kept, Record record)
    : slot_(std::move(slot)),
      submission_(std::move(submission)),
      kept_(kept),
      record_(std::move(record)),
      file_(files.run(submission_.key)) {}

std::optional<Response> Upload::take(std::string_view piece) {
  if (file_.size() + piece.size() > kMostPacked)
    return error_response(413, fmt::format("a run has at most {} MB, packed or not", kMostPacked >> 20));
  if (kept_ + file_.size() + piece.size() > kQuota)
    return error_response(413, fmt::format("the runs of your group take more than {} GB", kQuota >> 30));
  try {
    file_.write(piece);
  } catch (const std::exception& fault) {
    return answer_of(fault);
  }
  return std::nullopt;
}

void Upload::finish(const Respond& respond) {
  // The name is taken until the run is on record, or refused; whoever has the answer may send it again.
  const Respond release = [respond, held = std::make_shared<std::shared_ptr<UploadSlots::Slot>>(
                                        std::move(slot_))](Response response) {
    held->reset();
    respond(std::move(response));
  };
  if (file_.size() == 0) return release(error_response(400, "the body is empty: it is the run"));
  try {
    submission_.bytes = static_cast<std::int64_t>(file_.size());
    submission_.sha256 = file_.put_in_place();
  } catch (const std::exception& fault) {
    return release(answer_of(fault));
  }
  record_(submission_, release);
}

}  // namespace fovea::assess
