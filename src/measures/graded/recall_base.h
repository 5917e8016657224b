// The recall base of a topic: its relevant elements, in the trees they stand in.
//
// Nodes are the elements assessed as relevant and all their ancestors, relevant or not; everything else is
// worth nothing to any metric, and whether a result contains or lies in a relevant element is decided by the
// nearest node above it. They are numbered in document order, documents in the order of the judgements, so
// that the descendants of node n are the nodes n+1 … end(n)-1, and every question about a subtree is a walk
// over an array.
//
// Contract: paths and ids are views into what the base was built from. Immutable once built, and shared
// between threads.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "measures/graded/quantisation.h"
#include "text/span.h"

namespace fovea {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = std::numeric_limits<NodeId>::max();

struct RecallNode {
  std::string_view path;
  NodeId parent = kNoNode;  ///< kNoNode for a root
  NodeId end = 0;           ///< the first node that is no descendant
  std::uint32_t document = 0;
  Grade grade;
  /// Characters; nothing when neither a collection nor the judgements tell.
  std::optional<Offset> size;
  /// Where its text begins in the document; 0 without a collection.
  Offset begin = 0;

  bool relevant() const { return grade.relevant(); }
};

struct RecallDocument {
  std::string_view id;
  NodeId first = 0, end = 0;
};

class RecallBase {
 public:
  std::span<const RecallNode> nodes() const { return nodes_; }
  const RecallNode& operator[](NodeId node) const { return nodes_[node]; }
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  std::span<const RecallDocument> documents() const { return documents_; }
  /// The size of the full recall base: nodes that were judged relevant.
  std::uint64_t relevant_elements() const {
    return static_cast<std::uint64_t>(std::ranges::count_if(nodes_, &RecallNode::relevant));
  }

  /// Whether `node` is `ancestor` or stands below it.
  bool at_or_below(NodeId node, NodeId ancestor) const {
    return ancestor <= node && node < nodes_[ancestor].end;
  }

  /// The document with relevant elements of this id, or nothing.
  std::optional<std::uint32_t> find_document(std::string_view id) const;
  /// The element itself if it is a node; kNoNode if not.
  NodeId find(std::uint32_t document, std::string_view path) const;
  /// The element itself or its nearest ancestor that is a node; kNoNode if no ancestor is.
  NodeId nearest(std::uint32_t document, std::string_view path) const;

 private:
  friend class RecallBaseBuilder;
  std::vector<RecallNode> nodes_;
  std::vector<RecallDocument> documents_;
  absl::flat_hash_map<std::string_view, std::uint32_t> document_index_;
  absl::flat_hash_map<std::pair<std::uint32_t, std::string_view>, NodeId> node_index_;
  std::size_t longest_path_ = 0;
};

/// Where an element stands in its document, and how long it is.
struct LocatedElement {
  std::uint32_t order = 0;  ///< its place in document order
  Span span;
};
/// Finds an element of one document by its path; nothing when there is no such element.
using ElementLocator = std::function<std::optional<LocatedElement>(std::string_view path)>;

/// Builds a recall base document by document, in the order of the judgements.
class RecallBaseBuilder {
 public:
  /// Adds the assessed elements of one document, in any order. Without a locator the tree is made from the
  /// paths alone: siblings stand in the order in which the judgements mention them first, and sizes are those
  /// the judgements give, if any. Faults are reported at their place in `file` and the element left out:
  /// grades of which only one is 0, a path that is none, a path assessed twice, a path the locator does not
  /// find. Elements too small to be graded (2005–2008) are not relevant.
  void add(std::string_view document, std::span<const ElementGrade> elements, const ElementLocator* locate,
           const std::string& file, Diagnostics& diagnostics);
  RecallBase finish() && { return std::move(base_); }

 private:
  RecallBase base_;
};

}  // namespace fovea
