// `fovea._native`: the library, for python/fovea.
#include <nanobind/nanobind.h>

#include "native.h"

NB_MODULE(_native, module) {
  namespace nb = nanobind;
  using namespace fovea::python;
  // What is kept for the life of the process (measures, enumerations) is no leak.
  nb::set_leak_warnings(false);
  module.attr("version") = FOVEA_VERSION;
  bind_measures(module);
  bind_judgements(module);
  bind_runs(module);
  bind_scores(module);
  bind_evaluate(module);
  bind_report(module);
  bind_search(module);
  bind_shards(module);
  bind_collection(module);
  bind_tables(module);
  bind_tools(module);
  bind_charts(module);
  bind_topics(module);
  bind_command(module);
}
