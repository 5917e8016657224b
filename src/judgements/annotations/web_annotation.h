// What the reader and the writer of Web Annotations agree on beyond the standard.
#pragma once

#include <string_view>

namespace fovea {

/// The text of a body with purpose "assessing" on a target without selector: the document was judged, and
/// nothing in it is relevant.
inline constexpr std::string_view kNotRelevantBody = "not relevant";

}  // namespace fovea
