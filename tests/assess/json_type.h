// Types as assess/routes.h writes them, read again, and values checked against them: what the records say of a route is what it takes
// and gives.
#pragma once

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assess/routes.h"

namespace fovea::assess {

class JsonType {
 public:
  /// Throws when it is none, or names a type that there is not.
  explicit JsonType(std::string_view text) : text_(text) {
    root_ = either();
    if (at_ != text_.size()) fail("the end");
  }

  /// Where a value is not of the type, and why; empty when it is. What is asked may have members that nobody knows.
  enum class Members { kAll, kKnown };
  std::string fault_of(const nlohmann::json& value, Members allowed = Members::kKnown) const {
    return fault_of(value, root_, "value", allowed);
  }

 private:
  struct Node {
    enum class Kind {
      kAny,
      kString,
      kNumber,
      kBoolean,
      kNull,
      kLiteral,
      kNamed,
      kArray,
      kRecord,
      kObject,
      kEither
    };
    Kind kind = Kind::kAny;
    std::string text = {};  ///< of a literal, or the type that a name stands for
    std::vector<Node> parts = {};
    std::vector<std::pair<std::string, bool>> members = {};  ///< names, and whether they may be missing
  };

  [[noreturn]] void fail(const std::string& expected) const {
    throw std::runtime_error("expected " + expected + " at '" + std::string(text_.substr(at_)) + "'");
  }
  bool took(std::string_view word) {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  void need(std::string_view word) {
    if (!took(word)) fail(std::string(word));
  }
  std::string word() {
    took("");
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    if (begin == at_) fail("a name");
    return std::string(text_.substr(begin, at_ - begin));
  }
  Node either() {
    Node out{Node::Kind::kEither, {}, {array()}};
    while (took("|")) out.parts.push_back(array());
    return out;
  }
  Node array() {
    Node out = single();
    while (took("[]")) {
      Node list{Node::Kind::kArray};
      list.parts.push_back(std::move(out));
      out = std::move(list);
    }
    return out;
  }
  Node single() {
    if (took("\"")) {
      Node out{Node::Kind::kLiteral, word()};
      need("\"");
      return out;
    }
    if (took("{")) {
      Node out{Node::Kind::kObject};
      while (!took("}")) {
        if (!out.members.empty()) need(",");
        std::string name = word();
        const bool optional = took("?");
        out.members.emplace_back(std::move(name), optional);
        need(":");
        out.parts.push_back(either());
      }
      return out;
    }
    const std::string name = word();
    if (name == "Record") {
      need("<string,");
      Node out{Node::Kind::kRecord, {}, {either()}};
      need(">");
      return out;
    }
    constexpr std::pair<std::string_view, Node::Kind> kPlain[] = {{"any", Node::Kind::kAny},
                                                                  {"string", Node::Kind::kString},
                                                                  {"number", Node::Kind::kNumber},
                                                                  {"boolean", Node::Kind::kBoolean},
                                                                  {"null", Node::Kind::kNull}};
    for (const auto& [plain, kind] : kPlain) {
      if (plain == name) return {kind};
    }
    const auto known = std::ranges::find(named_types(), name, &NamedType::name);
    if (known == named_types().end()) fail("a type, not " + name);
    return {Node::Kind::kNamed, std::string(known->type)};
  }

  static std::string fault_of(const nlohmann::json& value, const Node& type, const std::string& place,
                              Members allowed) {
    const auto unless = [&](bool right, const char* expected) {
      return right ? std::string() : place + " is " + value.dump().substr(0, 100) + ", expected " + expected;
    };
    std::string fault;
    switch (type.kind) {
      case Node::Kind::kAny:
        return {};
      case Node::Kind::kString:
        return unless(value.is_string(), "a string");
      case Node::Kind::kNumber:
        return unless(value.is_number(), "a number");
      case Node::Kind::kBoolean:
        return unless(value.is_boolean(), "a boolean");
      case Node::Kind::kNull:
        return unless(value.is_null(), "null");
      case Node::Kind::kLiteral:
        return unless(value == type.text, type.text.c_str());
      case Node::Kind::kNamed:
        return fault_of(value, JsonType(type.text).root_, place, allowed);
      case Node::Kind::kEither:
        for (const Node& part : type.parts) {
          fault = fault_of(value, part, place, allowed);
          if (fault.empty()) return {};
        }
        return fault;
      case Node::Kind::kArray:
        if (!value.is_array()) return unless(false, "an array");
        for (const auto& item : value) {
          if (fault.empty()) fault = fault_of(item, type.parts.front(), place + "[]", allowed);
        }
        return fault;
      case Node::Kind::kRecord:
        if (!value.is_object()) return unless(false, "an object");
        for (const auto& [name, member] : value.items()) {
          if (fault.empty()) fault = fault_of(member, type.parts.front(), place + "." + name, allowed);
        }
        return fault;
      case Node::Kind::kObject:
        return fault_of_object(value, type, place, allowed);
    }
    return {};
  }

  static std::string fault_of_object(const nlohmann::json& value, const Node& type, const std::string& place,
                                     Members allowed) {
    if (!value.is_object()) return place + " is no object";
    for (std::size_t i = 0; i < type.members.size(); ++i) {
      const auto& [name, optional] = type.members[i];
      const std::string inside = place + "." + name;
      if (!value.contains(name)) {
        if (!optional) return inside + " is missing";
        continue;
      }
      if (std::string fault = fault_of(value[name], type.parts[i], inside, allowed); !fault.empty())
        return fault;
    }
    for (const auto& [name, member] : value.items()) {
      if (allowed == Members::kAll) break;
      if (std::ranges::find(type.members, name, &std::pair<std::string, bool>::first) == type.members.end())
        return place + "." + name + " is not in the type";
    }
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Node root_;
};

/// The route that answers a request; nothing when there is none.
inline std::optional<Route> route_of(std::string_view method, std::string_view path) {
  for (const Route& route : routes()) {
    if (route.method == method && match(route.path, path)) return route;
  }
  return std::nullopt;
}

}  // namespace fovea::assess
