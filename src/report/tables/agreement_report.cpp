#include "report/tables/agreement_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "files/json_writer.h"
#include "report/tables/table.h"
#include "text/escape.h"

namespace fovea {

using stats::Agreement;
using stats::AgreementGroup;
using stats::Computed;
using stats::Correlation;
using Json = nlohmann::ordered_json;

namespace {

struct NamedCoefficient {
  std::string_view name;
  std::string_view key;
  Computed<Correlation> Agreement::*value;
};

constexpr NamedCoefficient kCoefficients[] = {
    {"Kendall tau-b", "kendall", &Agreement::kendall},
    {"tau_ap", "tau_ap", &Agreement::tau_ap},
    {"Spearman rho", "spearman", &Agreement::spearman},
    {"Pearson r", "pearson", &Agreement::pearson},
};

void add_coefficient_names(std::vector<std::string>& header) {
  for (const NamedCoefficient& coefficient : kCoefficients) {
    header.emplace_back(coefficient.name);
    header.emplace_back("p");
  }
}

Json agreement_json(const AgreementGroup& group) {
  const Agreement& agreement = group.agreement;
  Json out{{"group", group.name}, {"runs", agreement.runs}};
  for (const NamedCoefficient& coefficient : kCoefficients) {
    const Computed<Correlation>& value = agreement.*coefficient.value;
    if (!value) {
      out[coefficient.key] = {{"value", nullptr}, {"reason", value.why()}};
    } else {
      out[coefficient.key] = {{"value", value->value}, {"p", value->p ? Json(*value->p) : Json()}};
    }
  }
  if (agreement.line) {
    out["line"] = {{"intercept", agreement.line->intercept},
                   {"slope", agreement.line->slope},
                   {"intercept_error", agreement.line->intercept_error},
                   {"slope_error", agreement.line->slope_error},
                   {"r_squared", agreement.line->r_squared}};
  } else {
    out["line"] = {{"reason", agreement.line.why()}};
  }
  return out;
}

/// Why coefficients are missing, each reason once.
std::string missing(const AgreementReport& report) {
  std::set<std::string> reasons;
  for (const AgreementGroup& group : report.groups) {
    for (const NamedCoefficient& coefficient : kCoefficients) {
      const Computed<Correlation>& value = group.agreement.*coefficient.value;
      if (!value) reasons.insert(fmt::format("No correlation of {}: {}.\n", group.name, value.why()));
    }
  }
  return fmt::format("{}", fmt::join(reasons, ""));
}

}  // namespace

std::string value_cell(const stats::Computed<stats::Correlation>& correlation) {
  return correlation ? fmt::format("{:.3f}", correlation->value) : "-";
}

std::string p_cell(const stats::Computed<stats::Correlation>& correlation) {
  if (!correlation || !correlation->p) return "-";
  return *correlation->p < 0.0001 ? "<0.0001" : fmt::format("{:.4f}", *correlation->p);
}

Table to_table(std::span<const AgreementReport> reports) {
  Table table{{"first", "second", "group", "runs"}, {}, 3};
  add_coefficient_names(table.header);
  for (const AgreementReport& report : reports) {
    for (std::vector<std::string>& row : coefficients(report).rows) {
      row.insert(row.begin(), {report.first.name, report.second.name});
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

Table coefficients(const AgreementReport& report) {
  Table table{{"group", "runs"}, {}, 1};
  add_coefficient_names(table.header);
  for (const AgreementGroup& group : report.groups) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {group.name, std::to_string(group.agreement.runs)};
    for (const NamedCoefficient& coefficient : kCoefficients) {
      row.push_back(value_cell(group.agreement.*coefficient.value));
      row.push_back(p_cell(group.agreement.*coefficient.value));
    }
  }
  return table;
}

std::string line_of(const AgreementReport& report) {
  const Computed<stats::Line>& line = report.groups.front().agreement.line;
  if (!line) return "";
  return fmt::format("{} = {:.4f} {} {:.4f} * {}  (R^2 = {:.3f})", report.second.name, line->intercept,
                     line->slope < 0 ? '-' : '+', std::abs(line->slope), report.first.name, line->r_squared);
}

std::string to_text(const AgreementReport& report) {
  const std::string topics =
      report.topics ? fmt::format(", {} topic{}", *report.topics, *report.topics == 1 ? "" : "s") : "";
  std::string out = fmt::format("{} and {}: agreement over {} runs{}\n\n", report.first.name,
                                report.second.name, report.runs.size(), topics);
  out += to_columns(coefficients(report)) + missing(report);
  const std::string line = line_of(report);
  return line.empty() ? out : out + "\n" + line + "\n";
}

namespace {

/// Every digit of every coefficient.
Table csv_table(std::span<const AgreementReport> reports) {
  Table table;
  table.header = {"first", "second", "group", "runs", "topics"};
  for (const NamedCoefficient& coefficient : kCoefficients) {
    table.header.emplace_back(coefficient.key);
    table.header.push_back(fmt::format("{}_p", coefficient.key));
  }
  for (const char* column : {"intercept", "slope", "r_squared"}) table.header.emplace_back(column);
  for (const AgreementReport& report : reports) {
    for (const AgreementGroup& group : report.groups) {
      std::vector<std::string> row{report.first.name, report.second.name, group.name,
                                   fmt::format("{}", group.agreement.runs),
                                   report.topics ? fmt::format("{}", *report.topics) : ""};
      for (const NamedCoefficient& coefficient : kCoefficients) {
        const Computed<Correlation>& value = group.agreement.*coefficient.value;
        row.push_back(value ? fmt::format("{}", value->value) : "");
        row.push_back(value && value->p ? fmt::format("{}", *value->p) : "");
      }
      const Computed<stats::Line>& line = group.agreement.line;
      for (const double stats::Line::*part :
           {&stats::Line::intercept, &stats::Line::slope, &stats::Line::r_squared})
        row.push_back(line ? fmt::format("{}", (*line).*part) : "");
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

Json reports_json(std::span<const AgreementReport> reports) {
  Json out = Json::array();
  for (const AgreementReport& report : reports) {
    Json groups = Json::array();
    for (const AgreementGroup& group : report.groups) groups.push_back(agreement_json(group));
    Json points = Json::array();
    for (std::size_t i = 0; i < report.runs.size(); ++i) {
      points.push_back(
          {{"run", report.runs[i]}, {"x", report.first.means[i]}, {"y", report.second.means[i]}});
    }
    out.push_back({{"first", report.first.name},
                   {"second", report.second.name},
                   {"topics", report.topics ? Json(*report.topics) : Json()},
                   {"groups", std::move(groups)},
                   {"points", std::move(points)}});
  }
  return out;
}

}  // namespace

std::string to_csv(std::span<const AgreementReport> reports) {
  return to_csv(csv_table(reports));
}

std::string to_json(std::span<const AgreementReport> reports) {
  return json_text(reports_json(reports), 2) + "\n";
}

Table to_table(std::span<const SetAgreement> sets) {
  Table table{{"coefficient", "first", "second"}, {}, 3};
  for (const SetAgreement& set : sets) table.header.push_back(set.name);
  for (const NamedCoefficient& coefficient : kCoefficients) {
    for (std::size_t pair = 0; pair < sets.front().reports.size(); ++pair) {
      const AgreementReport& names = sets.front().reports[pair];
      std::vector<std::string>& row = table.rows.emplace_back();
      row = {std::string(coefficient.name), names.first.name, names.second.name};
      for (const SetAgreement& set : sets)
        row.push_back(value_cell(set.reports[pair].groups.front().agreement.*coefficient.value));
    }
  }
  return table;
}

std::string to_text(std::span<const SetAgreement> sets) {
  std::vector<std::string> sizes;
  for (const SetAgreement& set : sets) {
    const AgreementReport& report = set.reports.front();
    sizes.push_back(fmt::format("{} ({} runs, {} topics)", visible(set.name), report.runs.size(),
                                report.topics.value_or(0)));
  }
  std::string out =
      fmt::format("Agreement over {} sets of runs: {}\n\n", sets.size(), fmt::join(sizes, ", "));
  out += to_columns(to_table(sets));
  for (const SetAgreement& set : sets) {
    std::set<std::string> reasons;
    for (const AgreementReport& report : set.reports) reasons.insert(missing(report));
    for (const std::string& reason : reasons)
      if (!reason.empty()) out += fmt::format("{}: {}", visible(set.name), reason);
  }
  return out;
}

std::string to_csv(std::span<const SetAgreement> sets) {
  Table all;
  for (const SetAgreement& set : sets) {
    Table table = csv_table(set.reports);
    if (all.header.empty()) {
      all.header = std::move(table.header);
      all.header.insert(all.header.begin(), "set");
    }
    for (std::vector<std::string>& row : table.rows) {
      row.insert(row.begin(), set.name);
      all.rows.push_back(std::move(row));
    }
  }
  return to_csv(all);
}

std::string to_json(std::span<const SetAgreement> sets) {
  Json out = Json::array();
  for (const SetAgreement& set : sets)
    out.push_back({{"set", set.name}, {"agreements", reports_json(set.reports)}});
  return json_text(out, 2) + "\n";
}

}  // namespace fovea
