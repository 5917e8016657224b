#include "files/field_names.h"

#include <algorithm>

namespace fovea {

namespace {

constexpr std::array kFieldNames = {
    FieldName{"topic", {"query_id", "qid", "q_id"}},
    FieldName{"doc", {"doc_id", "docno", "document", "source"}},
    FieldName{"begin", {"start"}},
    FieldName{"text", {"content"}},
    FieldName{"grade", {"relevance", "label"}},
    FieldName{"quotes", {"evidence", "answers"}},
};

}  // namespace

std::span<const FieldName> field_names() {
  return kFieldNames;
}

std::string_view field_meant(std::string_view name) {
  for (const FieldName& field : kFieldNames) {
    if (!name.empty() && std::ranges::find(field.aliases, name) != field.aliases.end()) return field.name;
  }
  return name;
}

void use_field_names(JsonValue& object) {
  for (JsonMember& member : object.members) {
    const std::string_view meant = field_meant(member.name);
    if (meant != member.name && object.find(meant) == nullptr) member.name = meant;
  }
}

}  // namespace fovea
