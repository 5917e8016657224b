// What machines suggest about documents, by file; who sees it when; and how strongly it pulls.
//
// A suggestion is shown never, after a document was judged, or before. A tenth of the items, chosen by topic and document alone,
// never shows any: what people say there is blind whatever the track file says. Every act on a document whose suggestion could
// be seen has the names of the sources in its data ("seen"), so that figures can tell blind judgements from others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assess/document_state.h"
#include "assess/store.h"
#include "collection/collection.h"
#include "evaluate/track/track.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "stats/computed.h"

namespace fovea::assess {

/// What a source says about a document. Of its state only status, spans and entry point are set.
struct Suggestion {
  std::string source;
  SuggestionTime show = SuggestionTime::kNever;
  DocumentState state;
};

/// The documents that a file of judgements, or a run, speaks of, as judgements: what a run returns is relevant. Nothing, and the
/// reason, when it is neither.
std::optional<Judgements> read_suggestions(const std::string& file, const Collection& collection,
                                           Diagnostics& said);
/// Takes the place of what the source said before. Documents that are not to be judged are left out. How many are kept.
std::int64_t put_suggestions(Store& store, const std::string& source, SuggestionTime show,
                             const Judgements& judgements, const Actor& actor);

/// One of the tenth.
bool is_held_out(std::string_view topic, std::string_view doc);
/// What the assessor of an assignment may see about a document now.
std::vector<Suggestion> visible_suggestions(Store& store, const Assignment& assignment,
                                            const StoredDocument& document);

/// How far people and a source agree.
struct SuggestionAgreement {
  std::size_t documents = 0;
  stats::Computed<double> kappa = stats::Impossible{"there are no documents"};
  /// Of the marked characters, over all documents; nothing where nobody marks any.
  std::optional<double> text_f1 = {};
  std::optional<double> median_bep_distance = {};
  std::size_t unchanged = 0;  ///< documents where they say the same to the character
};

struct SuggestionFigures {
  std::string source;
  SuggestionAgreement blind;  ///< first verdicts of those who had not seen it
  SuggestionAgreement seen;   ///< last verdicts of those who had
};
/// By source. The pull is how much more people agree with what they have seen.
std::vector<SuggestionFigures> suggestion_figures(Store& store);

/// What a source suggests, as judgements; nothing when there is no such source.
std::optional<Judgements> suggested_judgements(Store& store, std::string_view source);

}  // namespace fovea::assess
