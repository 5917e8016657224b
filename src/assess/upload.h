// An upload on its way: a body that goes to a file beside the store, then on record, then to the check.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "assess/http.h"
#include "assess/submission_files.h"
#include "assess/submissions.h"

namespace fovea::assess {

/// Who is sending what: a group two runs at once, and a name once.
class UploadSlots : public std::enable_shared_from_this<UploadSlots> {
 public:
  /// Taken until it goes.
  class Slot {
   public:
    Slot(std::shared_ptr<UploadSlots> slots, std::string group, std::string name)
        : slots_(std::move(slots)), group_(std::move(group)), name_(std::move(name)) {}
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
    ~Slot();

   private:
    std::shared_ptr<UploadSlots> slots_;
    std::string group_, name_;
  };

  /// A slot, or the answer that refuses one.
  std::variant<Response, std::unique_ptr<Slot>> take(const std::string& group, const std::string& name);

 private:
  std::mutex mutex_;
  std::map<std::string, std::set<std::string>> names_;  ///< by group
};

class Upload : public BodySink {
 public:
  /// Puts on record what is on the disk by now, and answers.
  using Record = std::function<void(Submission, const Respond&)>;

  /// `kept`: what the group's files take already. Throws std::exception when no file can be made.
  Upload(std::unique_ptr<UploadSlots::Slot> slot, const SubmissionFiles& files, Submission submission,
         std::uint64_t kept, Record record);

  std::optional<Response> take(std::string_view piece) override;
  void finish(const Respond& respond) override;

 private:
  std::shared_ptr<UploadSlots::Slot> slot_;
  Submission submission_;
  std::uint64_t kept_;
  Record record_;
  ArrivingFile file_;
};

/// Why something could not be written: 507 when there is no room, else 503.
Response answer_of(const std::exception& fault);

}  // namespace fovea::assess
