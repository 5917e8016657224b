#include "assess/upload.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

namespace fovea::assess {

GroupQuota::Hold::~Hold() {
  const std::scoped_lock lock(quota_->mutex_);
  const auto found = quota_->counts_.find(group_);
  if (--found->second.holds == 0) quota_->counts_.erase(found);
}

bool GroupQuota::Hold::take(std::uint64_t bytes) {
  const std::scoped_lock lock(quota_->mutex_);
  std::uint64_t& taken = quota_->counts_[group_].bytes;
  if (bytes > quota_->most_ || taken > quota_->most_ - bytes) return false;
  taken += bytes;
  return true;
}

std::uint64_t GroupQuota::Hold::take_up_to(std::uint64_t bytes) {
  const std::scoped_lock lock(quota_->mutex_);
  std::uint64_t& taken = quota_->counts_[group_].bytes;
  const std::uint64_t given = std::min(bytes, quota_->most_ - std::min(quota_->most_, taken));
  taken += given;
  return given;
}

void GroupQuota::Hold::give_back(std::uint64_t bytes) {
  const std::scoped_lock lock(quota_->mutex_);
  quota_->counts_[group_].bytes -= bytes;
}

std::unique_ptr<GroupQuota::Hold> GroupQuota::hold(const std::string& group, std::uint64_t kept) {
  const std::scoped_lock lock(mutex_);
  Count& count = counts_[group];
  // With others at work, what they have taken counts, whether it is on the disk by now or not.
  if (count.holds++ == 0) count.bytes = kept;
  return std::make_unique<Hold>(shared_from_this(), group);
}

std::optional<Response> refuse_bytes(GroupQuota::Hold& hold, const std::string& folder, std::uint64_t bytes,
                                     const Limits& limits) {
  if (!hold.take(bytes))
    return error_response(413, fmt::format("the runs of your group take more than {} MB", limits.group_mb));
  if (free_for_runs(folder, limits) < bytes)
    return error_response(507, "the server's disk is nearly full: nothing of the run was kept");
  return std::nullopt;
}

UploadSlots::Slot::~Slot() {
  const std::scoped_lock lock(slots_->mutex_);
  const auto found = slots_->names_.find(group_);
  found->second.erase(name_);
  if (found->second.empty()) slots_->names_.erase(found);
}

std::variant<Response, std::unique_ptr<UploadSlots::Slot>> UploadSlots::take(
    const std::string& group, const std::string& name, const std::set<std::string>& waiting) {
  const std::scoped_lock lock(mutex_);
  const auto found = names_.find(group);
  std::set<std::string> all = found == names_.end() ? std::set<std::string>() : found->second;
  const std::size_t sending = all.size();
  if (all.contains(name))
    return error_response(409, fmt::format("the run {} is being sent already", quote(name)));
  if (sending >= at_once_) {
    return error_response(
        429, fmt::format("your group is sending {} runs already: wait until one has arrived", at_once_));
  }
  // Those that are sent hold their slots until they are answered, and most of them wait, too.
  all.insert(waiting.begin(), waiting.end());
  if (all.size() >= most_waiting_) {
    return error_response(
        429, fmt::format("{} runs of your group wait to be checked: send more when they are", all.size()));
  }
  names_[group].insert(name);
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

Upload::Upload(UploadClaims claims, const SubmissionFiles& files, Submission submission, const Limits& limits,
               Record record)
    : claims_(std::make_shared<UploadClaims>(std::move(claims))),
      submission_(std::move(submission)),
      limits_(limits),
      record_(std::move(record)),
      file_(files.run(submission_.key)) {}

std::optional<Response> Upload::take(std::string_view piece) {
  if (file_.size() + piece.size() > megabytes(limits_.upload_mb))
    return error_response(413, fmt::format("a run has at most {} MB, packed or not", limits_.upload_mb));
  if (auto refusal = refuse_bytes(*claims_->hold, file_.folder(), piece.size(), limits_)) return refusal;
  try {
    file_.write(piece);
  } catch (const std::exception& fault) {
    return answer_of(fault);
  }
  return std::nullopt;
}

void Upload::finish(const Respond& respond) {
  // The name is taken until the run is on record, or refused; whoever has the answer may send it again.
  const Respond release = [respond, held = std::make_shared<std::shared_ptr<UploadClaims>>(
                                        std::move(claims_))](Response response) {
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
