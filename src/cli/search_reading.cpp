#include "cli/search_reading.h"

#include <fmt/format.h>

#include <cstdlib>

#include "cli/console.h"
#include "cli/terminal_output.h"
#include "files/output_file.h"
#include "report/tables/found_page.h"
#include "text/escape.h"

namespace fovea::cli {

namespace {

/// A terminal that has not been asked to be plain, see no-color.org.
bool wants_colour() {
  const char* const plain = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe): nothing here sets it
  const char* const terminal = std::getenv("TERM");   // NOLINT(concurrency-mt-unsafe): nor this
  const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  return prints_to_terminal() && (plain == nullptr || *plain == '\0') && !dumb;
}

std::string as_text(const std::vector<TopicAnswer>& answers, const ReadingOptions& options) {
  const bool here = options.output == "-";
  const FoundLayout layout{here ? output_width() : FoundLayout().width, here && wants_colour(),
                           options.sections};
  std::string text;
  for (const TopicAnswer& answer : answers) {
    if (!text.empty()) text += "\n";
    if (answers.size() > 1)
      text += fmt::format("topic {}: {}\n\n", visible(answer.topic), visible(answer.query));
    text += to_text(answer, layout);
  }
  return text;
}

}  // namespace

void write_reading(const std::vector<TopicAnswer>& answers, const Collection& collection,
                   const ReadingOptions& options) {
  if (options.form == ReadingForm::kText && options.output == "-")
    return print_styled(as_text(answers, options));
  OutputFile out(options.output);
  switch (options.form) {
    case ReadingForm::kText:
      out.write(as_text(answers, options));
      break;
    case ReadingForm::kJson:
      out.write(to_json(answers, options.sections));
      break;
    case ReadingForm::kHtml:
      out.write(to_html(answers, &collection, {.sections = options.sections}));
      break;
  }
  out.commit();
}

}  // namespace fovea::cli
