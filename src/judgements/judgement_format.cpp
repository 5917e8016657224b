#include "judgements/judgement_format.h"

#include <array>

#include "files/blank_lines.h"
#include "files/json_records.h"
#include "text/trim.h"

namespace fovea {

namespace {

constexpr std::array kTable = {
#define FOVEA_FORMAT_ADDRESS(record) &judgement_formats::record,
    FOVEA_JUDGEMENT_FORMATS(FOVEA_FORMAT_ADDRESS)
#undef FOVEA_FORMAT_ADDRESS
};

}  // namespace

JudgementHead::JudgementHead(std::string_view bytes, std::string_view file)
    : bytes_(skip_blank_lines(bytes).rest), file_(file) {
  const std::size_t first = bytes.find_first_not_of(kWhiteSpace);
  if (first != std::string_view::npos) first_ = bytes[first];
}

const JsonValue* JudgementHead::record() const {
  if (!parsed_ && (first_ == '{' || first_ == '[')) record_ = first_json_record(bytes_);
  parsed_ = true;
  return record_ ? &*record_ : nullptr;
}

bool JudgementHead::has(std::string_view member) const {
  return record() != nullptr && record()->find(member) != nullptr;
}

bool JudgementHead::has_list(std::string_view member) const {
  return has(member) && record()->find(member)->is(JsonValue::Kind::kArray);
}

FormatTable<JudgementFormat> all_judgement_formats() {
  return kTable;
}

const JudgementFormat* judgement_format_named(std::string_view name) {
  return format_named(all_judgement_formats(), name);
}

const JudgementFormat* judgement_format_of(const InputFile& file) {
  return format_of(all_judgement_formats(), JudgementHead(file.bytes(), file.name()));
}

const JudgementFormat* sniff_judgements(std::string_view bytes) {
  return format_of(all_judgement_formats(), JudgementHead(bytes));
}

}  // namespace fovea
