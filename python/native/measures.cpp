// Measures: the grammar of their names and what their records say.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "measures/measure_name.h"
#include "measures/registry.h"
#include "native.h"
#include "report/tables/measure_pages.h"

namespace fovea::python {

namespace {

/// The canonical names that an expression stands for.
std::vector<std::string> parsed_measures(std::string_view expression) {
  Diagnostics said;
  const auto names = parse_measures(expression, said);
  if (!names) raise("UsageError", said);
  std::vector<std::string> out;
  for (const MeasureName& name : *names) out.push_back(to_string(name));
  return out;
}

std::vector<std::string_view> all_names() {
  std::vector<std::string_view> names;
  for (const MeasureFamily& family : measure_registry().families()) {
    for (const MeasureRecord& record : family.records) {
      if (!record.text) names.push_back(record.name);
    }
  }
  return names;
}

nb::dict record_of(std::string_view name) {
  const MeasureRecord* const record = measure_registry().find(name).record;
  if (record == nullptr) throw nb::key_error(std::string(name).c_str());
  nb::list examples;
  for (const Example& example : record->examples) {
    nb::dict one;
    one["judgements"] = example.judgements;
    one["run"] = example.run;
    one["measure"] = example.measure;
    one["value"] = example.value;
    one["explanation"] = example.explanation;
    if (!example.chunking.empty()) one["chunking"] = example.chunking;
    examples.append(one);
  }
  nb::list parameters;
  for (const Parameter& parameter : record->parameters) {
    parameters.append(nb::make_tuple(parameter.name, parameter.meaning));
  }
  nb::dict out;
  out["parameters"] = parameters;
  out["name"] = record->name;
  out["summary"] = record->summary;
  out["definition"] = record->definition;
  out["formula"] = record->formula;
  out["source"] = record->source;
  out["needs_highlights"] = record->needs.highlights;
  out["examples"] = examples;
  out["description"] = measure_description(*record);
  return out;
}

}  // namespace

void bind_measures(nb::module_& module) {
  module.def("parse_measures", &parsed_measures, nb::arg("expression"));
  module.def("measure_names", &all_names);
  module.def("has_measure", [](std::string_view name) {
    return measure_registry().find(name).record != nullptr || measure_registry().find_set(name) != nullptr;
  });
  module.def("measure_record", &record_of, nb::arg("name"));
}

}  // namespace fovea::python
