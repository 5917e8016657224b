#include "measures/documents/trec_eval_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "files/diagnostics.h"
#include "text/numbers.h"

namespace fovea {

namespace {

std::vector<std::string_view> split_at_commas(std::string_view text) {
  std::vector<std::string_view> items;
  while (true) {
    const std::size_t comma = text.find(',');
    items.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return items;
    text.remove_prefix(comma + 1);
  }
}

bool refuse(std::string& why, std::string_view found, std::string_view expected) {
  why = fmt::format("found {}, expected {}", quote(found), expected);
  return false;
}

/// The shortest spelling, which names are compared by.
std::string shortest(double number) {
  return fmt::format("{}", number);
}

}  // namespace

FromTrecEval numbers_for(std::vector<std::string_view> parameters) {
  return [parameters = std::move(parameters)](std::string_view text, MeasureName& name, std::string& why) {
    const auto items = split_at_commas(text);
    if (items.size() != parameters.size()) {
      return refuse(why, text, fmt::format("{} numbers with commas between them", parameters.size()));
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto number = parse_number(items[i]);
      if (!number) return refuse(why, items[i], "a number");
      name.parameters.emplace_back(parameters[i], shortest(*number));
    }
    return true;
  };
}

FromTrecEval number_list_for(std::string_view parameter) {
  return [parameter](std::string_view text, MeasureName& name, std::string& why) {
    std::string list;
    for (const std::string_view item : split_at_commas(text)) {
      const auto number = parse_number(item);
      if (!number) return refuse(why, item, "a number");
      list += fmt::format("{}{}", list.empty() ? '{' : ',', *number);
    }
    name.parameters.emplace_back(parameter, list + "}");
    return true;
  };
}

FromTrecEval pairs_for(std::vector<std::string_view> parameters, bool gains) {
  return [parameters = std::move(parameters), gains](std::string_view text, MeasureName& name,
                                                     std::string& why) {
    std::string table;
    for (const std::string_view item : split_at_commas(text)) {
      const std::size_t equals = item.find('=');
      const std::string_view key = item.substr(0, equals);
      const auto value =
          parse_number(equals == std::string_view::npos ? std::string_view() : item.substr(equals + 1));
      const bool grade = gains && parse_offset(key).has_value();
      const bool known = std::find(parameters.begin(), parameters.end(), key) != parameters.end();
      if (!value || (!grade && !known)) {
        return refuse(why, item, gains ? "a pair such as 1=3, a grade and its gain" : "a pair such as p=0.8");
      }
      if (known) {
        name.parameters.emplace_back(key, shortest(*value));
      } else {
        table += fmt::format("{}{}:{}", table.empty() ? '{' : ',', key, *value);
      }
    }
    if (!table.empty()) name.parameters.emplace_back("gains", table + "}");
    return true;
  };
}

}  // namespace fovea
