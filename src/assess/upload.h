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
#include "assess/limits.h"
#include "assess/submission_files.h"
#include "assess/submissions.h"

namespace fovea::assess {

/// How many bytes groups keep, counted before they are written: those of all their files, and those that are on their way.
class GroupQuota : public std::enable_shared_from_this<GroupQuota> {
 public:
  explicit GroupQuota(std::uint64_t most) : most_(most) {}

  /// Something that writes files of a group; what it takes counts until all who write for the group are done, and the files are counted
  /// themselves.
  class Hold {
   public:
    Hold(std::shared_ptr<GroupQuota> quota, std::string group)
        : quota_(std::move(quota)), group_(std::move(group)) {}
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    ~Hold();
    /// Whether there is room for that many bytes; if so, they are taken.
    bool take(std::uint64_t bytes);
    /// Takes as many as there is room for, up to this number.
    std::uint64_t take_up_to(std::uint64_t bytes);
    /// Of what was taken and not written.
    void give_back(std::uint64_t bytes);

   private:
    std::shared_ptr<GroupQuota> quota_;
    std::string group_;
  };
  /// `kept`: what the group's files take now.
  std::unique_ptr<Hold> hold(const std::string& group, std::uint64_t kept);

 private:
  struct Count {
    int holds = 0;
    std::uint64_t bytes = 0;
  };
  std::uint64_t most_;
  std::mutex mutex_;
  std::map<std::string, Count> counts_;
};

/// Who is sending what: a limited number of runs of a group at once, and each name once.
class UploadSlots : public std::enable_shared_from_this<UploadSlots> {
 public:
  explicit UploadSlots(const Limits& limits)
      : at_once_(limits.uploads_at_once), most_waiting_(limits.checks_waiting) {}

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

  /// A slot, or the answer that refuses one. `waiting`: names of the group's runs that wait to be checked, or are.
  std::variant<Response, std::unique_ptr<Slot>> take(const std::string& group, const std::string& name,
                                                     const std::set<std::string>& waiting);

 private:
  std::uint64_t at_once_, most_waiting_;
  std::mutex mutex_;
  std::map<std::string, std::set<std::string>> names_;  ///< by group
};

/// What a run that is sent in has until it is on record, and its file counts itself.
struct UploadClaims {
  std::unique_ptr<UploadSlots::Slot> slot;
  std::unique_ptr<GroupQuota::Hold> hold;
};

class Upload : public BodySink {
 public:
  /// Puts on record what is on the disk by now, and answers.
  using Record = std::function<void(Submission, const Respond&)>;

  /// Throws std::exception when no file can be made.
  Upload(UploadClaims claims, const SubmissionFiles& files, Submission submission, const Limits& limits,
         Record record);

  std::optional<Response> take(std::string_view piece) override;
  void finish(const Respond& respond) override;

 private:
  std::shared_ptr<UploadClaims> claims_;
  Submission submission_;
  Limits limits_;
  Record record_;
  ArrivingFile file_;
};

/// Why that many bytes of a group's files cannot be written: its quota, or a disk that has only the reserve left. Nothing when they may be.
std::optional<Response> refuse_bytes(GroupQuota::Hold& hold, const std::string& folder, std::uint64_t bytes,
                                     const Limits& limits);

/// Why something could not be written: 507 when there is no room, else 503.
Response answer_of(const std::exception& fault);

}  // namespace fovea::assess
