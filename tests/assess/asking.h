// Requests as a browser sends them, answered by a handler without a server; and runs as they stand once they were checked.
#pragma once

#include <future>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "assess/accounts.h"
#include "assess/handler.h"
#include "assess/submission_files.h"
#include "assess/submissions.h"
#include "json_type.h"
#include "world.h"

namespace fovea::assess {

/// What was taken and given is of the types that the record of the route says.
inline void check_types(const Request& request, const Response& response) {
  const auto route = route_of(request.method, request.path());
  if (!route || response.status != 200) return;
  const std::string about = request.method + " " + request.target;
  if (!request.body.empty()) {
    EXPECT_EQ(JsonType(route->request).fault_of(nlohmann::json::parse(request.body), JsonType::Members::kAll),
              "")
        << about;
  }
  if (route->response == "file" || response.type != "application/json" || !response.file.empty()) return;
  for (const auto& [name, value] : response.headers) {
    if (name == "Content-Encoding") return;
  }
  EXPECT_EQ(JsonType(route->response).fault_of(nlohmann::json::parse(response.bytes())), "") << about;
}

inline Response answer_to(Handler& handler, const Request& request) {
  std::promise<Response> promise;
  handler.handle(request, [&](Response response) { promise.set_value(std::move(response)); });
  Response response = promise.get_future().get();
  check_types(request, response);
  return response;
}

/// As somebody who has just logged in, or as a stranger (0).
inline Request request_of(StoreWriter& writer, std::int64_t account, std::int64_t now,
                          const std::string& method, const std::string& target,
                          const nlohmann::json& body = nullptr) {
  Request request;
  request.method = method;
  request.target = target;
  request.headers["host"] = "h";
  if (method != "GET") request.headers["origin"] = "http://h";
  if (account != 0) {
    const NewLogin login =
        writer.submit([account, now](Store& store) { return log_in(store, account, now); }).get();
    request.headers["cookie"] = "fovea=" + login.token;
    request.headers["x-csrf"] = login.csrf;
  }
  if (!body.is_null()) {
    request.headers["content-type"] = "application/json";
    request.body = body.dump();
  }
  return request;
}

/// A run of a group that was sent and accepted.
inline void add_accepted_run(StoreWriter& writer, const World& world, Submission run,
                             const std::string& rows) {
  run.key = "key-" + run.name;
  ArrivingFile file(SubmissionFiles(world.path).run(run.key));
  file.write(rows);
  run.sha256 = file.put_in_place();
  writer
      .submit([&](Store& store) {
        const std::int64_t id = must(add_submission(store, run, {}, false, {})).id;
        EXPECT_FALSE(set_verdict(store, id, true, "{}", {}));
        return true;
      })
      .get();
}

}  // namespace fovea::assess
