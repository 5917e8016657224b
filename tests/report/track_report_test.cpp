#include "report/track/track_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "report/page/html_page.h"
#include "report/tables/account.h"
#include "report/tables/charts.h"
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
  const nlohmann::json points = {{{"x", 1}, {"y", 2}, {"name", "</script>\xff"}, {"group", "g"}}};
  section.blocks.emplace_back(
      Figure{"f", "A figure.", scatter_chart(points, "x", "y", {}), {{"x"}, {{"1"}}, 0}});
  report.sections.push_back(section);
  return report;
}

TEST(TrackReport, IsAFolderOfPageTablesAndFigures) {
  const TemporaryFolder folder;
  write_report(small_report(), folder / "out");
  EXPECT_EQ(read_whole(folder / "out/tables/t.csv"), "run,AP\na,0.5\nb,0.75\n");
  EXPECT_THAT(read_whole(folder / "out/tables/f.tex"), HasSubstr("\\toprule"));
  EXPECT_THAT(read_whole(folder / "out/figures/f.vl.json"), HasSubstr("\"type\": \"point\""));
  EXPECT_THAT(read_whole(folder / "out/figures/f.svg"), HasSubstr("<title>A figure.</title>"));
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

TEST(HtmlPage, ShowsRemarksApartFromFaults) {
  Report report = small_report();
  report.faults.clear();
  report.remarks = {"3 passages end past the end of their documents"};
  const std::string page = to_html(report);
  EXPECT_THAT(page, Not(HasSubstr("What is wrong with this track")));
  EXPECT_THAT(page, HasSubstr("<section class=\"box remarks\" id=\"remarks\""));
  EXPECT_THAT(page, HasSubstr("<li>3 passages end past the end of their documents</li>"));
}

TEST(HtmlPage, BreaksNamesOfMeasuresBeforeTheirDepth) {
  Report report = small_report();
  report.sections[0].blocks = {
      ReportTable{.id = "t",
                  .caption = "",
                  .table = {{"run", "IoU@10", "AgP(t2i=300)", "a run"}, {{"a", "1", "1", "1"}}, 1}}};
  const std::string page = to_html(report);
  EXPECT_THAT(page, HasSubstr("<span class=\"whole\">IoU</span><wbr><span class=\"whole\">@10</span></th>"));
  EXPECT_THAT(page,
              HasSubstr("<span class=\"whole\">AgP</span><wbr><span class=\"whole\">(t2i=300)</span></th>"));
  EXPECT_THAT(page, HasSubstr(">a run</th>"));
}

TEST(HtmlPage, MarksTheBestOfEachColumn) {
  const std::string page = to_html(small_report());
  EXPECT_THAT(page, HasSubstr("<td class=\"number best\">0.75</td>"));
  EXPECT_THAT(page, HasSubstr("<td class=\"number\">0.5</td>"));
}

TEST(HtmlPage, PutsNumbersBehindTheFirstNameWhereAsked) {
  Report report;
  report.sections.push_back({"s", "S", {}});
  report.sections[0].blocks.emplace_back(
      ReportTable{.id = "t",
                  .caption = "",
                  .table = {{"run", "participant", "task", "AP", "RR"}, {{"a", "P", "T", "0.5", "0.6"}}, 3},
                  .values_first = true});
  EXPECT_THAT(to_html(report),
              HasSubstr("<th scope=\"row\">a</th><td class=\"number\">0.5</td><td class=\"number\">0.6</td>"
                        "<td class=\"aside\">P</td><td class=\"aside\">T</td>"));
  // What is copied keeps its columns.
  EXPECT_THAT(to_html(report), HasSubstr("run,participant,task,AP,RR"));
}

TEST(HtmlPage, NamesWhatItWasMadeOf) {
  Report report = small_report();
  report.version = "1.2.3";
  report.date = "2026-11-15";
  report.inputs = {{"run", "runs/<a>.run", "ab12"}, {"grades", "grades", std::nullopt}};
  report.has_files = true;
  const std::string page = to_html(report);
  EXPECT_THAT(page, HasSubstr("Made by fovea 1.2.3 on 2026-11-15."));
  EXPECT_THAT(page, HasSubstr("<li>run: runs/&lt;a&gt;.run <code>ab12</code></li>\n<li>grades: grades</li>"));
  EXPECT_THAT(page, HasSubstr("<a href=\"tables/t.csv\">CSV</a>"));
  EXPECT_THAT(page, HasSubstr("<a href=\"figures/f.svg\">SVG</a>"));
  EXPECT_THAT(page, HasSubstr("<a href=\"figures/f.vl.json\">Vega-Lite</a>"));
}

TEST(TrackAccount, NamesFilesAsTheTrackFileDoesWithTheirSums) {
  const TemporaryFolder folder;
  Track track;
  track.judgements = {folder.write("judgements/a.qrels", "abc").substr(0, (folder / "judgements").size())};
  TrackRun run;
  run.file = folder.write("runs/a.run", "abc");
  track.runs.push_back(run);
  const auto account = account_for_track(track, folder.write("track.toml", ""));
  ASSERT_EQ(account.size(), 3);
  EXPECT_EQ(account[0].name, "track.toml");
  EXPECT_EQ(account[1].name, "judgements");
  EXPECT_EQ(account[1].sha256, std::nullopt) << "a folder has none";
  EXPECT_EQ(account[2].role, "run");
  EXPECT_EQ(account[2].name, "runs/a.run");
  EXPECT_EQ(account[2].sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Charts, LinesThatAreTheSameBecomeOne) {
  nlohmann::json rows = nlohmann::json::array();
  for (const std::string name : {"a", "b", "c"}) {
    for (const double x : {0.0, 1.0})
      rows.push_back({{"x", x}, {"y", name == "c" ? x : 0.5}, {"name", name}});
  }
  const nlohmann::json chart = line_chart(rows, "recall", "precision");
  EXPECT_EQ(chart["usermeta"]["fovea"]["legend"], (nlohmann::json{"a = b", "c"}));
  EXPECT_EQ(chart["data"]["values"].size(), 4);
}

TEST(Charts, HistogramsReachFromTheSmallestToTheLargestInBinsOfOneWidth) {
  const std::vector<std::uint64_t> few = {1, 1, 2, 6};
  const nlohmann::json single = histogram_chart(few, "passages", "articles");
  ASSERT_EQ(single["data"]["values"].size(), 6);
  EXPECT_EQ(single["data"]["values"][0]["count"], 2);
  EXPECT_EQ(single["data"]["values"][0]["bin"], "1");
  EXPECT_EQ(single["data"]["values"][5]["count"], 1);
  for (const std::uint64_t most : {30ULL, 99ULL, 2452ULL, 1'000'000'007ULL}) {
    std::vector<std::uint64_t> values;
    for (std::uint64_t i = 1; i <= 100; ++i) values.push_back(most * i * i / 10'000);
    const nlohmann::json bars = histogram_chart(values, "offset", "articles")["data"]["values"];
    EXPECT_LE(bars.size(), 25);
    const double width = bars[0]["end"].get<double>() - bars[0]["begin"].get<double>();
    std::uint64_t counted = 0;
    for (const nlohmann::json& bar : bars) {
      EXPECT_EQ(bar["end"].get<double>() - bar["begin"].get<double>(), width);
      // Against counting by hand.
      const auto inside = std::ranges::count_if(values, [&](std::uint64_t value) {
        return static_cast<double>(value) >= bar["begin"] && static_cast<double>(value) < bar["end"];
      });
      EXPECT_EQ(bar["count"], inside);
      counted += bar["count"].get<std::uint64_t>();
    }
    EXPECT_EQ(counted, values.size());
    EXPECT_GT(bars[0]["count"], 0);
    EXPECT_GT(bars.back()["count"], 0);
  }
}

}  // namespace
}  // namespace fovea
