#include "collection/collection.h"
namespace fovea {
class Collection::Store {};
std::optional<Document> Collection::find(std::string_view) const { return std::nullopt; }
Collection::~Collection() = default;
}
