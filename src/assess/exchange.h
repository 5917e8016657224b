// One request on its way to an answer.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "assess/candidates.h"
#include "assess/handler.h"
#include "files/json.h"

namespace fovea::assess {

using RouteJson = nlohmann::ordered_json;
Response json_response(const RouteJson& json);
/// 404 for what is not there and for what is another's: who may not see something does not learn that it exists.
int status_of(Refusal reason);
Response refusal(const Refused& refused);
/// The answer to an outcome: `make` turns its value into JSON.
template <class Value, class Make>
Response answer(const Outcome<Value>& outcome, const Make& make) {
  const auto* const refused = std::get_if<Refused>(&outcome);
  return refused != nullptr ? refusal(*refused) : json_response(make(std::get<Value>(outcome)));
}
/// The same for what has nothing to say when it is done.
Response answer(const std::optional<Refused>& refused);

/// Connections that read, handed out to one request each.
class Handler::Readers {
 public:
  explicit Readers(std::string path) : path_(std::move(path)) {}
  /// Given back when it goes.
  class Loan {
   public:
    Loan(Readers& readers, std::unique_ptr<Store> store) : readers_(&readers), store_(std::move(store)) {}
    Loan(Loan&&) = default;
    ~Loan() {
      if (store_) readers_->give_back(std::move(store_));
    }
    Store& operator*() { return *store_; }
    Store* operator->() { return store_.get(); }

   private:
    Readers* readers_;
    std::unique_ptr<Store> store_;
  };
  Loan take();

 private:
  void give_back(std::unique_ptr<Store> store);

  std::string path_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Store>> free_;
};

/// The time of a request is over, or the server's.
class Overdue : public std::exception {
 public:
  const char* what() const noexcept override { return "this takes too long"; }
};

/// While it lives, what a connection reads is interrupted once the request is overdue.
class ReadingTime {
 public:
  ReadingTime(Database& database, const Request& request) : database_(database) {
    constexpr int kSteps = 10'000;
    sqlite3_progress_handler(
        database.connection(), kSteps,
        [](void* of) { return static_cast<const Request*>(of)->overdue() ? 1 : 0; },
        const_cast<Request*>(&request));  // NOLINT(cppcoreguidelines-pro-type-const-cast): as SQLite has it
  }
  ReadingTime(const ReadingTime&) = delete;
  ReadingTime& operator=(const ReadingTime&) = delete;
  ~ReadingTime() { sqlite3_progress_handler(database_.connection(), 0, nullptr, nullptr); }

 private:
  Database& database_;
};

class Handler::Exchange {
 public:
  Exchange(Handler& handler, const Request& request, const Respond& respond)
      : handler_(handler),
        request_(request),
        respond_(respond),
        store_(handler.readers_->take()),
        time_(store_->database(), request) {
    now_ms_ = handler.options_.now_ms();
  }

  using Plain = void (Exchange::*)();
  using AboutAssignment = void (Exchange::*)(const Assignment&);
  using AboutCandidate = void (Exchange::*)(const Candidate&);
  using AboutRun = void (Exchange::*)(const Submission&);
  /// A route with what answers it; nothing answers an upload, which begin_upload() takes.
  struct AnsweredRoute {
    Route route;
    std::variant<std::monostate, Plain, AboutAssignment, AboutCandidate, AboutRun> answer;
  };
  using Routes = std::vector<AnsweredRoute>;
  static const Routes& answered_routes();

  /// Finds the route, checks the right to it, and answers.
  void run();
  /// Where the body of an upload goes; answered, and nothing, when it is refused.
  std::unique_ptr<BodySink> begin_upload();

 private:
  // The routes of each room of the app, in the file of their answers.
  static Routes account_routes();
  static Routes people_routes();
  static Routes candidate_routes();
  static Routes selection_routes();
  static Routes submission_routes();
  static Routes pool_routes();
  static Routes assessor_routes();
  static Routes organiser_routes();
  static Routes overview_routes();
  static Routes figure_routes();
  static Routes result_routes();

  // Each answers, or sees to it that the writer does.
  void log_in();
  void log_out();
  void accept();
  void me();
  void items(const Assignment& assignment);
  void item(const Assignment& assignment);
  void document();
  void events(const Assignment& assignment);
  void forms(const Assignment& assignment);
  void answers(const Assignment& assignment);
  void extra(const Assignment& assignment);
  void finish(const Assignment& assignment);
  void look(const Assignment& assignment);
  void progress();
  void live();
  void agreement();
  void reuse();
  void suggestions();
  void search();
  void search_page();
  void overview();
  void log();
  void verify_store();
  void storage();
  void show_pool();
  void make_pool();
  void export_judgements();
  void record_export();
  void candidates();
  void add_candidate();
  void candidate(const Candidate& candidate);
  void candidate_act(const Candidate& candidate);
  void candidate_versions(const Candidate& candidate);
  void castitle();
  void article();
  void selection();
  void decide();
  void put_in_order();
  void number_topics();
  void export_topics();
  void list_submissions();
  void show_run(const Submission& known);
  void run_file(const Submission& known);
  void run_faults(const Submission& known);
  void repaired_run(const Submission& known);
  void allowance();
  void make_token();
  void take_repaired(const Submission& known);
  void withdraw_run(const Submission& known);
  void restore_run(const Submission& known);
  void send_kept(const std::string& path, const std::string& name, std::string_view type);
  /// What a run of a group needs to be sent in; answered, and nothing, when it cannot have it.
  std::optional<UploadClaims> claim(const std::string& group, const std::string& name);
  bool may_see_results();
  void list_results();
  void result_file();
  void publish();
  void phases();
  void change_phase();
  void add_account();
  void set_roles();
  void list_people();
  void revoke();
  void set_active();
  void assign();
  void unassign();
  void lock();
  void snapshot();

  /// What is no route: a file of the page.
  void page();
  bool may_use(Access access) const;
  /// Whether Host and Origin are known; answered when not.
  bool has_known_origin();
  /// Who it is: answered with 401 when nobody.
  bool authenticate();
  bool is(std::string_view method) const { return request_.method == method; }
  bool wants(std::string_view method);

  /// The object in the body; answered when there is none.
  std::optional<JsonValue> body();
  std::optional<std::string> text(const JsonValue& object, std::string_view name);
  /// The text of a member that need not be there; answered, and false, when it is something else.
  bool may_have(const JsonValue& object, std::string_view name, std::optional<std::string>& value);
  const JudgingRules& rules() const { return handler_.track_.rules; }
  const Limits& limits() const { return handler_.track_.limits; }
  bool is_author(const Assignment& assignment);
  /// Whether the track has an index, and the texts it is of.
  bool can_search() const;
  CandidateRules candidate_rules() const {
    return {rules().collection, author_forms(rules().forms), limits()};
  }
  /// Whether the log-in may save so much now; answered when not.
  bool may_save(std::size_t acts = 1);
  /// The owner of the machine has no account.
  Actor actor() const { return {request_.local ? std::nullopt : std::optional(session_->account), now_ms_}; }

  void say(int status, std::string_view message) { send(error_response(status, message)); }
  void send(Response response) const;
  /// Throws Overdue when nobody waits for the answer any more: called between the steps of what may take long.
  void check_time() const {
    if (request_.overdue()) throw Overdue();
  }
  /// The same, for what calls it by itself.
  std::function<void()> checks() const {
    return [this] { check_time(); };
  }
  /// Whose share it takes, of whatever is shared out.
  std::string client() const { return session_ ? std::to_string(session_->account) : request_.peer; }
  void send_json(const RouteJson& json) const { send(json_response(json)); }
  /// Runs `job` in the writer; `answer` makes the response of what it gives.
  template <class Job, class Answer>
  void write(Job job, Answer answer) const;
  /// Does something to the account of a name, or to an assignment, in the writer.
  using StoreChange = std::function<std::optional<Refused>(Store&, std::int64_t, const Actor&)>;
  void change_account(const std::string& name, StoreChange change);
  void change_assignment(std::int64_t id, StoreChange change);
  /// Puts on record that something is taken out, before it is, so that what is taken out ends with it.
  void log_export(EventData data) const;

  Handler& handler_;
  const Request& request_;
  const Respond& respond_;
  Readers::Loan store_;
  ReadingTime time_;
  std::int64_t now_ms_ = 0;
  std::optional<Session> session_;
  bool by_token_ = false;  ///< of an upload: it opens the routes of submissions alone
};

/// What is wrong with a text that somebody typed: a character that XML, in which much is exported, cannot hold. Empty when nothing is.
std::string fault_of_text(std::string_view name, std::string_view text);
/// The same for all texts in a value of this name.
std::string fault_of_texts(const JsonValue& value, std::string_view name = "body");
/// When nobody waits for the answer any more.
Response late_response();
/// As an answer to a fault of the store.
Response fault_response(const std::exception_ptr& fault);

template <class Job, class Answer>
void Handler::Exchange::write(Job job, Answer answer) const {
  using Result = std::invoke_result_t<Job, Store&>;
  handler_.writer_.submit(
      std::move(job),
      [respond = respond_, answer = std::move(answer), account = session_ ? client() : std::string()](
          std::optional<Result> result, const std::exception_ptr& error) {
        Response response = error ? fault_response(error) : answer(std::move(*result));
        add_safety(response);
        response.client = account;
        respond(std::move(response));
      },
      client());
}

}  // namespace fovea::assess
