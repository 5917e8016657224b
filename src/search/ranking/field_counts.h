// The fields of documents, counted from the positions of terms and the intervals of elements.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "search/index/index.h"
#include "search/index/positions.h"
#include "search/models/model.h"
#include "search/query/term_list.h"

namespace fovea::search {

class FieldCounts final : public FieldCounter {
 public:
  /// An index with positions, and the lists of a query's terms; both must outlive this.
  FieldCounts(const Index& index, const std::vector<TermList>& lists);

  std::array<std::uint32_t, kFields> tfs(std::size_t term, DocumentNumber document) override;
  std::array<std::uint32_t, kFields> lengths(DocumentNumber document) override;

 private:
  struct Walk {
    PostingCursor cursor;
    std::optional<PositionReader> positions;  ///< none for a phrase
  };

  void look_into(DocumentNumber document);

  const Index& index_;
  std::vector<FieldTag> tags_;
  std::vector<std::optional<Walk>> walks_;
  DocumentNumber document_ = kNoDocument;
  std::vector<ElementWords> elements_;
  DocumentFields fields_;
  std::vector<std::uint32_t> where_;
};

}  // namespace fovea::search
