#include "report/track/track_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/page/html_page.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

Report small_report() {
  Report report;
  report.title = "A & B <script>";
  report.faults = {"found '</script>', expected peace"};
  Section section{"s", "One \"section\"", {}};
  section.blocks.emplace_back(ReportTable{.id = "t",
                                          .caption = "A table.",
                                          .table = {{"run", "AP"}, {{"a", "0.5"}, {"b", "0.75"}}, 1},
                                          .mark_best = true});
  section.blocks.emplace_back(
      Figure{"f", "A figure.", {{"mark", "bar"}, {"name", "</script>\xff"}}, {{"x"}, {{"1"}}, 0}});
  report.sections.push_back(section);
  return report;
}

TEST(TrackReport, IsAFolderOfPageTablesAndFigures) {
  const TemporaryFolder folder;
  write_report(small_report(), folder / "out");
  EXPECT_EQ(read_whole(folder / "out/tables/t.csv"), "run,AP\na,0.5\nb,0.75\n");
  EXPECT_THAT(read_whole(folder / "out/tables/f.tex"), HasSubstr("\\toprule"));
  EXPECT_THAT(read_whole(folder / "out/figures/f.vl.json"), HasSubstr("\"mark\": \"bar\""));
  EXPECT_THAT(read_whole(folder / "out/report.html"), HasSubstr("<!DOCTYPE html>"));
  EXPECT_TRUE(is_report(folder / "out"));
}

TEST(TrackReport, ReplacesAnOldOneAndLeavesNothingBeside) {
  const TemporaryFolder folder;
  Report report = small_report();
  write_report(report, folder / "out");
  report.sections.clear();
  write_report(report, folder / "out/");
  EXPECT_FALSE(fs::exists(folder / "out/tables/t.csv"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(TrackReport, TellsAReportFromOtherFolders) {
  const TemporaryFolder folder;
  EXPECT_TRUE(is_report(folder.path().string())) << "an empty folder has nothing to lose";
  folder.write("page/report.html", "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\nmine");
  EXPECT_FALSE(is_report(folder / "page"));
  folder.write("data/tables/results.csv", "");
  EXPECT_FALSE(is_report(folder / "data")) << "tables of the user's own";
  for (const std::string more : {"thesis.tex", "tables/measured.dat", "figures/photo.png"}) {
    write_report(small_report(), folder / more + "-report");
    ASSERT_TRUE(is_report(folder / more + "-report"));
    const std::string other = folder.write(more + "-report/" + more, "");
    EXPECT_FALSE(is_report(folder / more + "-report")) << more;
    EXPECT_FALSE(is_report(other));
  }
  EXPECT_FALSE(is_report(folder / "nowhere"));
}

TEST(HtmlPage, EscapesWhatWouldBeMarkup) {
  const std::string page = to_html(small_report());
  EXPECT_THAT(page, HasSubstr("<h1>A &amp; B &lt;script&gt;</h1>"));
  EXPECT_THAT(page, HasSubstr("<li>found '&lt;/script&gt;', expected peace</li>"));
  EXPECT_THAT(page, HasSubstr("\\u003c/script>"));
  EXPECT_THAT(page, Not(HasSubstr("'</script>'")));
}

TEST(HtmlPage, MarksTheBestOfEachColumn) {
  const std::string page = to_html(small_report());
  EXPECT_THAT(page, HasSubstr("<td class=\"number best\">0.75</td>"));
  EXPECT_THAT(page, HasSubstr("<td class=\"number\">0.5</td>"));
}

}  // namespace
}  // namespace fovea
