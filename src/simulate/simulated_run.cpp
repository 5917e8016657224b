#include "simulate/simulated_run.h"

namespace fovea {

SimulatedRunBuilder::SimulatedRunBuilder(const std::string& name, const RunFormat& format)
    : builder_(name, format) {
  builder_.details().id = name;
}

void SimulatedRunBuilder::open_topic(std::string_view topic) {
  builder_.open_topic(builder_.keep(topic));
  rank_ = 0;
}

void SimulatedRunBuilder::add_passage(std::string_view doc, Span span) {
  Result result;
  result.doc = doc;
  result.span = span;
  result.kind = ResultKind::kPassage;
  add(result);
}

void SimulatedRunBuilder::add_element(std::string_view doc, std::string_view path, Span span) {
  Result result;
  result.doc = doc;
  result.path = path;
  result.span = span;
  result.kind = ResultKind::kElement;
  add(result);
}

void SimulatedRunBuilder::add_document(std::string_view doc, std::optional<Offset> length) {
  Result result;
  result.doc = doc;
  result.span = {0, length.value_or(kMaxOffset)};
  result.kind = length ? ResultKind::kPassage : ResultKind::kDocument;
  add(result);
}

void SimulatedRunBuilder::add(Result result) {
  ++rank_;
  if (result.rank == 0) result.rank = rank_;
  result.score = kTopScore - result.rank;
  result.doc = builder_.keep(result.doc);
  result.path = builder_.keep(result.path);
  result.last_path = builder_.keep(result.last_path);
  builder_.add(result);
}

}  // namespace fovea
