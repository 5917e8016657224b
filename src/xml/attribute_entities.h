// Entities in attribute values.
//
// In text, expat hands over the entities it does not know; in attribute values it leaves them out without a
// word. Here a start tag that refers to such entities is read again, in a little document that declares them.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fovea {

class AttributeEntities {
 public:
  /// An entity that the document declares inside itself.
  void declare(std::string_view name, std::string_view value);

  /// Looks for references that expat has left out in `tag`, the bytes of a start tag. Returns the name of one
  /// that nobody knows, or an empty string. Then list() has the attributes, as expat gives them, if any was
  /// found.
  std::string_view repair(std::string_view tag);
  /// nullptr when nothing had to be repaired.
  const char* const* list() const { return list_.empty() ? nullptr : list_.data(); }

 private:
  void read_again(std::string_view tag, const std::vector<std::string_view>& undeclared);

  std::map<std::string, std::string, std::less<>> declared_;
  std::size_t declared_bytes_ = 0;
  std::vector<std::string> strings_;
  std::vector<const char*> list_;
};

}  // namespace fovea
