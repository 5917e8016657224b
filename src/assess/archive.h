// Everything that a store holds, in one .tar.gz: what an organiser keeps, or gives away.
//
//     judgements/main.qrels … second.jsonl   every format that can be written, of either assessor
//     suggestions/NAME.jsonl                 what machines said, apart from people
//     events.jsonl                           the whole log, with the chain
//     submissions.jsonl                      every version of every run that was sent in, with SHA-256 and what the check said
//     answers.jsonl                          to the questions of forms
//     pool.jsonl                             where the server knows it
//     progress.json                          per assignment
//     manifest.json                          SHA-256 and size of each, what a format could not say, the last event and its chain
//
// Of one moment, and the same bytes for the same moment.
#pragma once

#include <string>

#include "assess/store.h"
#include "collection/collection.h"
#include "pools/pool.h"

namespace fovea::assess {

struct ArchiveParts {
  const Collection* collection = nullptr;  ///< formats that carry text need it; may be nullptr
  const pools::Pool* pool = nullptr;       ///< may be nullptr
};

/// Throws StoreError, or std::bad_alloc.
std::string everything(Store& store, const ArchiveParts& parts);

}  // namespace fovea::assess
