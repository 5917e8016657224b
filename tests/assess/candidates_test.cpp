// Topics in work: what authors do to them, what organisers decide, what is unlikely about them, and the files that come of it.
#include "assess/candidates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <sstream>

#include "assess/accounts.h"
#include "assess/candidate_checks.h"
#include "assess/phases.h"
#include "assess/rebuild.h"
#include "assess/selection.h"
#include "files/json.h"
#include "topics/topic_file.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

/// A store with two authors of two groups, and topics open.
class Authors {
 public:
  Authors() : store(world.open()) {
    cy = must(admit(store, "cy", {}, "Harbour", {}));
    di = must(admit(store, "di", {}, "Lighthouse", {}));
    must(change_phase(store, Phase::kTopics, {PhaseState::kOpen}, {}));
    rules.collection = &*world.collection;
    form = {"b",
            "Before",
            true,
            true,
            {{"B1", "How?", AnswerKind::kScale, {"1", "2", "3", "4", "5"}, true, false},
             {"B2", "Anything?", AnswerKind::kText, {}, false, false}}};
    rules.forms = {&form};
  }

  std::int64_t add(std::int64_t account) {
    return must(add_candidate(store, group_of(store, account), op_of(++ops), {}, {account}));
  }
  CandidateAct act(EventKind kind) {
    CandidateAct out;
    out.op = op_of(++ops);
    out.kind = kind;
    return out;
  }
  CandidateAct save(std::int64_t version, std::map<std::string, std::string, std::less<>> fields) {
    CandidateAct out = act(EventKind::kProposalSave);
    out.base_version = version;
    out.fields = std::move(fields);
    return out;
  }
  CandidateAct verdict(const std::string& doc, std::optional<bool> relevant) {
    CandidateAct out = act(EventKind::kProposalJudge);
    out.doc = doc;
    out.relevant = relevant;
    return out;
  }
  Outcome<Candidate> perform(std::int64_t id, const CandidateAct& act, std::int64_t account) {
    return act_on_candidate(store, id, act, rules, {account});
  }
  /// One that is handed in.
  std::int64_t handed_in(std::int64_t account, const std::string& title) {
    const std::int64_t id = add(account);
    must(perform(id, save(0, {{"title", title}}), account));
    must(perform(id, act(EventKind::kProposalHandIn), account));
    return id;
  }

  World world;
  Store store;
  Form form;
  CandidateRules rules;
  std::int64_t cy = 0, di = 0;
  std::uint64_t ops = 1'000;
};

Refusal reason_of(const Outcome<Candidate>& outcome) {
  const auto* const refused = std::get_if<Refused>(&outcome);
  EXPECT_NE(refused, nullptr);
  return refused == nullptr ? Refusal::kRule : refused->reason;
}

TEST(Candidates, AreSavedByVersionsAndOnlyByTheirAuthor) {
  Authors world;
  const std::int64_t id = world.add(world.cy);
  const CandidateAct first = world.save(0, {{"title", "lunar distances"}, {"narrative", "who, and why"}});
  EXPECT_EQ(must(world.perform(id, first, world.cy)).version, 1);
  EXPECT_EQ(must(world.perform(id, first, world.cy)).version, 1) << "sent again, it is there once";
  EXPECT_EQ(reason_of(world.perform(id, world.save(0, {{"title", "late"}}), world.cy)), Refusal::kConflict);
  EXPECT_EQ(reason_of(world.perform(id, world.save(1, {{"title", "theirs"}}), world.di)), Refusal::kNotFound);
  must(world.perform(id, world.save(1, {{"title", "lunars"}, {"narrative", ""}}), world.cy));
  const Candidate now = *find_candidate(world.store, id);
  EXPECT_EQ(now.version, 2);
  EXPECT_THAT(now.fields, ElementsAre(Pair("title", "lunars"))) << "what is empty is none";
  const auto versions = versions_of(world.store, now).versions;
  ASSERT_EQ(versions.size(), 2U);
  EXPECT_EQ(versions[0].fields.at("narrative"), "who, and why");
  EXPECT_EQ(versions[1].fields, now.fields);
  EXPECT_THAT(verify(world.store), IsEmpty());
}

TEST(Candidates, ListQuickSavesAsOneVersionAndKeepEachAsAnEvent) {
  Authors world;
  const std::int64_t id = world.add(world.cy);
  std::int64_t version = 0;
  const auto save_at = [&](std::int64_t now_ms, const std::string& title, bool apart = false) {
    CandidateAct act = world.save(version, {{"title", title}});
    act.apart = apart;
    version = must(act_on_candidate(world.store, id, act, world.rules, {world.cy, now_ms})).version;
  };
  const auto move_at = [&](std::int64_t now_ms, EventKind kind) {
    must(act_on_candidate(world.store, id, world.act(kind), world.rules, {world.cy, now_ms}));
  };
  const auto versions = [&](std::int64_t before = 1'000) {
    std::vector<std::pair<std::int64_t, std::string>> out;
    for (const CandidateVersion& each :
         versions_of(world.store, *find_candidate(world.store, id), before, 60'000).versions)
      out.emplace_back(each.version, each.fields.at("title"));
    return out;
  };
  save_at(0, "l");
  save_at(30'000, "lu");
  save_at(59'999, "lunar");
  EXPECT_THAT(versions(), ElementsAre(Pair(3, "lunar")));
  save_at(60'000, "lunar d");
  EXPECT_THAT(versions(), ElementsAre(Pair(3, "lunar"), Pair(4, "lunar d"))) << "a minute from the first on";
  save_at(61'000, "mine", true);
  EXPECT_THAT(versions(), ElementsAre(Pair(3, "lunar"), Pair(4, "lunar d"), Pair(5, "mine")))
      << "what another window saved is not hidden by what replaced it";
  move_at(62'000, EventKind::kProposalHandIn);
  move_at(63'000, EventKind::kProposalTakeBack);
  save_at(64'000, "after it was handed in");
  save_at(10'000, "the clock was put back");
  EXPECT_THAT(versions(), ElementsAre(Pair(3, "lunar"), Pair(4, "lunar d"), Pair(5, "mine"),
                                      Pair(6, "after it was handed in"), Pair(7, "the clock was put back")));
  EXPECT_THAT(versions(4), ElementsAre(Pair(3, "lunar")));
  EXPECT_THAT(versions(3), IsEmpty()) << "saves of a version are no versions of their own on an older page";
  EXPECT_EQ(world.store.database().number("SELECT count(*) FROM event WHERE kind = 'candidate.save'"), 7);
  EXPECT_THAT(verify(world.store), IsEmpty());
}

TEST(Candidates, KeepWhatWasSearchedAndJudgedUpToTwentyFive) {
  Authors world;
  world.rules.collection = nullptr;
  const std::int64_t id = world.add(world.cy);
  CandidateAct search = world.act(EventKind::kProposalSearch);
  search.query = "harbour lights";
  must(world.perform(id, search, world.cy));
  for (std::size_t i = 0; i < kExplored; ++i)
    must(world.perform(id, world.verdict("d" + std::to_string(i), i % 5 == 0), world.cy));
  EXPECT_EQ(reason_of(world.perform(id, world.verdict("one more", true), world.cy)), Refusal::kRule);
  must(world.perform(id, world.verdict("d0", false), world.cy));
  must(world.perform(id, world.verdict("d1", std::nullopt), world.cy));
  must(world.perform(id, world.verdict("another", true), world.cy));
  const Candidate now = *find_candidate(world.store, id);
  EXPECT_THAT(now.searches, ElementsAre("harbour lights"));
  EXPECT_EQ(now.judged.size(), kExplored);
  EXPECT_EQ(now.relevant(), 5U);
  world.rules.collection = &*world.world.collection;
  EXPECT_EQ(reason_of(world.perform(id, world.verdict("nowhere", true), world.cy)), Refusal::kNotFound);
  CandidateAct answer = world.act(EventKind::kProposalAnswer);
  answer.form = "b";
  answer.question = "B1";
  answer.value = "6";
  EXPECT_EQ(reason_of(world.perform(id, answer, world.cy)), Refusal::kRule);
  answer.value = "4";
  must(world.perform(id, answer, world.cy));
  EXPECT_EQ(find_candidate(world.store, id)->answers.at({"b", "B1"}), "4");
  EXPECT_THAT(verify(world.store), IsEmpty());
}

TEST(Candidates, AreHandedInTakenBackAndWithdrawnWhileTopicsAreOpen) {
  Authors world;
  const std::int64_t id = world.add(world.cy);
  EXPECT_EQ(reason_of(world.perform(id, world.act(EventKind::kProposalHandIn), world.cy)), Refusal::kRule)
      << "without a title";
  must(world.perform(id, world.save(0, {{"title", "lunars"}}), world.cy));
  must(world.perform(id, world.act(EventKind::kProposalHandIn), world.cy));
  EXPECT_EQ(reason_of(world.perform(id, world.save(1, {{"title", "x"}}), world.cy)), Refusal::kLocked);
  must(world.perform(id, world.act(EventKind::kProposalTakeBack), world.cy));
  must(world.perform(id, world.save(1, {{"title", "lunars again"}}), world.cy));
  must(world.perform(id, world.act(EventKind::kProposalHandIn), world.cy));
  must(change_phase(world.store, Phase::kTopics, {PhaseState::kClosed}, {}));
  EXPECT_EQ(reason_of(world.perform(id, world.act(EventKind::kProposalTakeBack), world.cy)),
            Refusal::kLocked);
  EXPECT_TRUE(
      std::holds_alternative<Refused>(add_candidate(world.store, "Harbour", op_of(1), {}, {world.cy})));
  must(change_phase(world.store, Phase::kTopics, {PhaseState::kOpen}, {}));
  must(world.perform(id, world.act(EventKind::kProposalWithdraw), world.cy));
  EXPECT_EQ(find_candidate(world.store, id)->state, CandidateState::kWithdrawn);
  EXPECT_THAT(verify(world.store), IsEmpty());
}

TEST(Selection, ChoosesOrdersAndNumbersAndTellsAuthorsWhenItIsClosed) {
  Authors world;
  std::vector<std::int64_t> ids;
  for (const char* title :
       {"lunar distances", "harbour dues", "lunar distances at sea", "fog horns", "knots"})
    ids.push_back(world.handed_in(ids.size() % 2 == 0 ? world.cy : world.di, title));
  const std::int64_t draft = world.add(world.cy);
  EXPECT_EQ(reason_of(decide(world.store, ids[0], CandidateState::kChosen, "", {})), Refusal::kLocked)
      << "before the phase is open";
  must(change_phase(world.store, Phase::kSelection, {PhaseState::kOpen}, {}));
  EXPECT_EQ(reason_of(decide(world.store, draft, CandidateState::kChosen, "", {})), Refusal::kNotFound);
  for (const std::size_t i : {0, 1, 3}) must(decide(world.store, ids[i], CandidateState::kChosen, "", {}));
  must(decide(world.store, ids[2], CandidateState::kRejected, "as topic 1", {}));
  EXPECT_TRUE(put_in_order(world.store, {ids[0], ids[1]}, {})) << "not all of them";
  EXPECT_TRUE(put_in_order(world.store, {ids[0], ids[1], ids[1]}, {}));
  EXPECT_FALSE(put_in_order(world.store, {ids[3], ids[0], ids[1]}, {}));
  EXPECT_TRUE(number_topics(world.store, "first", {}));
  EXPECT_TRUE(number_topics(world.store, "a b1", {}));
  EXPECT_FALSE(number_topics(world.store, "2010099", {}));
  std::vector<std::string> topics;
  for (const Topic& topic : chosen_topics(world.store)) topics.push_back(topic.id + " " + topic.title);
  EXPECT_THAT(topics, ElementsAre("2010099 fog horns", "2010100 lunar distances", "2010101 harbour dues"));
  EXPECT_EQ(chosen_topics(world.store)[0].castitle, "//*[about(., fog horns)]");
  EXPECT_EQ(chosen_topics(world.store)[0].candidate, std::to_string(ids[3]));
  const auto seen = [&](std::int64_t id) { return as_told(world.store, *find_candidate(world.store, id)); };
  EXPECT_EQ(seen(ids[2]).state, CandidateState::kHandedIn) << "not told yet";
  EXPECT_EQ(seen(ids[2]).reason, "");
  EXPECT_EQ(seen(ids[3]).number, "");
  must(change_phase(world.store, Phase::kSelection, {PhaseState::kClosed}, {}));
  EXPECT_EQ(seen(ids[2]).state, CandidateState::kRejected);
  EXPECT_EQ(seen(ids[2]).reason, "as topic 1");
  EXPECT_EQ(seen(ids[3]).number, "2010099");
  EXPECT_THAT(verify(world.store), IsEmpty());
  world.store.database().run("UPDATE candidate SET line = replace(line, 'fog', 'dog')");
  EXPECT_THAT(verify(world.store), ElementsAre("1 topics in work are not what the events say"));
}

TEST(Selection, CountsOnInTheLastDigits) {
  EXPECT_EQ(number_after("2010001"), "2010002");
  EXPECT_EQ(number_after("9"), "10");
  EXPECT_EQ(number_after("ct-099"), "ct-100");
  EXPECT_EQ(number_after("ct-99"), "ct-100");
  EXPECT_EQ(number_after("ct-"), std::nullopt);
  EXPECT_EQ(number_after(""), std::nullopt);
}

TEST(Selection, FromFilesGivesTheSameTopics) {
  Authors world;
  std::vector<std::int64_t> ids;
  for (const char* title : {"one thing", "another", "third"}) ids.push_back(world.handed_in(world.cy, title));
  std::string lines;
  for (const Candidate& each : all_candidates(world.store)) lines += to_json_line(each) + "\n";
  must(change_phase(world.store, Phase::kSelection, {PhaseState::kOpen}, {}));
  must(decide(world.store, ids[2], CandidateState::kChosen, "", {}));
  must(decide(world.store, ids[0], CandidateState::kChosen, "", {}));
  must(decide(world.store, ids[1], CandidateState::kRejected, "too short", {}));
  EXPECT_FALSE(number_topics(world.store, "2026001", {}));
  Diagnostics said;
  auto candidates = read_candidates(InputFile::from_memory("candidates.jsonl", lines), said);
  const std::string decisions = "# in their order\n3\tchosen\n1\tchosen\n2\trejected\ttoo short\n";
  apply_decisions(InputFile::from_memory("decisions.tsv", decisions), "2026001", candidates, said);
  EXPECT_TRUE(said.ok());
  const auto bytes = [](std::vector<Candidate> all, CandidateState state) {
    std::string out;
    write_topics(topics_in(std::move(all), state), topic_formats::kInex,
                 [&](std::string_view piece) { out += piece; });
    return out;
  };
  for (const CandidateState state : {CandidateState::kChosen, CandidateState::kRejected})
    EXPECT_EQ(bytes(candidates, state), bytes(all_candidates(world.store), state));
  EXPECT_THAT(bytes(candidates, CandidateState::kChosen), HasSubstr(R"(<topic id="2026001" ct_no="3">)"));
  apply_decisions(InputFile::from_memory("d",
                                         "9\tchosen\n1\tperhaps\n2\tchosen\n2\tchosen\n3\n"
                                         "3\trejected\ttrop \xE9troit\n"),
                  "1", candidates, said);
  std::vector<std::string> messages;
  for (const Diagnostic& each : said.kept()) messages.push_back(to_string(each));
  EXPECT_THAT(
      messages,
      ElementsAre("d:1:1: found '9', expected the id of a candidate that was handed in",
                  "d:2:1: found 'perhaps', expected id<TAB>chosen or rejected, then a reason if you like",
                  "d:4:1: found '2' again, expected one decision on a candidate",
                  "d:5:1: found no decision, expected id<TAB>chosen or rejected, then a reason if you like",
                  "d:6:17: found '\\xe9', expected well-formed UTF-8"));
}

/// Words by hand: what stands between characters that are no ASCII letters or digits.
double naive_share(const std::string& a, const std::string& b) {
  const auto words = [](std::string text) {
    for (char& c : text)
      c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? static_cast<char>(std::tolower(c)) : ' ';
    std::istringstream in(text);
    std::set<std::string> out;
    for (std::string word; in >> word;) out.insert(word);
    return out;
  };
  const auto first = words(a);
  const auto second = words(b);
  if (first.empty() || second.empty()) return 0;
  std::size_t both = 0;
  for (const std::string& word : first) both += second.count(word);
  return static_cast<double>(both) / static_cast<double>(std::max(first.size(), second.size()));
}

TEST(Checks, ShareWordsAsCountedByHand) {
  EXPECT_EQ(shared_words("Lunar distances, at SEA", "lunar \"distances at sea\""), 1);
  EXPECT_EQ(shared_words("a b c d e", "a b c d x"), 0.8);
  EXPECT_EQ(shared_words("ÄRGER im Öl", "ärger öl im"), 1);
  EXPECT_EQ(shared_words("", "a"), 0);
  std::mt19937 random(20261116);
  for (int i = 0; i < 2000; ++i) {
    std::string texts[2];
    for (std::string& text : texts) {
      for (auto size = random() % 24; size > 0; --size) text += "abAB12 -,\""[random() % 10];
    }
    ASSERT_EQ(shared_words(texts[0], texts[1]), naive_share(texts[0], texts[1]))
        << texts[0] << " | " << texts[1];
  }
}

TEST(Checks, NameTheCharacterWhereACastitleIsWrong) {
  EXPECT_FALSE(fault_of_castitle(""));
  EXPECT_FALSE(fault_of_castitle("//sec[about(., lunar distances)]"));
  const auto fault = fault_of_castitle("//sec[about(., ö)");
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->column, 18U) << "characters, not bytes";
  EXPECT_THAT(fault->message, HasSubstr("expected"));
}

TEST(Checks, WarnAndNeverRefuse) {
  Candidate candidate{"1"};
  candidate.fields["title"] = "lunar distances at sea today";
  candidate.fields["castitle"] = "//[";
  const Form form{"b", "B", true, true, {{"B1", "?", AnswerKind::kText, {}, true, false}}};
  const std::vector<const Form*> forms{&form};
  Titles others;
  others.add("1", "lunar distances at sea today");
  others.add("2", "lunar distances at sea now");
  others.add("3", "harbours");
  const auto codes = [&] {
    std::vector<std::string> out;
    for (const CandidateWarning& each : check_candidate(candidate, others, nullptr, forms))
      out.push_back(each.code);
    return out;
  };
  EXPECT_THAT(codes(), ElementsAre("empty", "castitle", "same-title", "explored", "unanswered"));
  candidate.fields = {{"title", "fog"}, {"description", "d"}, {"narrative", "n"}};
  candidate.answers[{"b", "B1"}] = "x";
  for (std::size_t i = 0; i < kExplored; ++i) candidate.judged.emplace_back(std::to_string(i), i < 1);
  EXPECT_THAT(codes(), ElementsAre("few-relevant"));
  for (std::size_t i = 0; i < 2; ++i) candidate.judged[i].second = true;
  EXPECT_THAT(codes(), IsEmpty()) << "two are enough";
  for (std::size_t i = 0; i < 20; ++i) candidate.judged[i].second = true;
  EXPECT_THAT(codes(), IsEmpty()) << "twenty are not too many";
  candidate.judged[20].second = true;
  EXPECT_THAT(codes(), ElementsAre("many-relevant"));
}

TEST(CandidateFiles, AreReadBackAsTheyWereWritten) {
  std::mt19937 random(20261117);
  const auto word = [&] {
    return std::string(1 + random() % 5, static_cast<char>('a' + random() % 26)) + "\"\\ä\t";
  };
  for (int i = 0; i < 300; ++i) {
    Candidate one{word()};
    for (const std::string_view name : kCandidateFields) {
      if (random() % 2 == 0) one.fields[std::string(name)] = word();
    }
    one.author = word();
    one.group = random() % 2 == 0 ? "" : word();
    one.state = static_cast<CandidateState>(random() % 5);
    one.version = static_cast<std::int64_t>(random() % 1000);
    for (auto n = random() % 4; n > 0; --n) one.searches.push_back(word());
    for (auto n = random() % 4; n > 0; --n) one.judged.emplace_back(word(), random() % 2 == 0);
    for (auto n = random() % 4; n > 0; --n) one.answers[{word(), word()}] = word();
    one.place = static_cast<std::int64_t>(random() % 9);
    one.number = random() % 2 == 0 ? "" : word();
    one.reason = random() % 2 == 0 ? "" : word();
    Diagnostics said;
    const auto read = read_candidates(InputFile::copy_of("c", to_json_line(one) + "\n"), said);
    ASSERT_EQ(said.errors(), 0U) << to_json_line(one);
    ASSERT_THAT(read, ElementsAre(one)) << to_json_line(one);
  }
}

TEST(CandidateFiles, MayBeAnyTopicFileAndNameFaultsWithTheirPlaces) {
  Diagnostics said;
  const auto topics = read_candidates(
      InputFile::from_memory("t.xml",
                             "<inex-topic-file><topic id=\"7\"><title>fog</title></topic></inex-topic-file>"),
      said);
  ASSERT_EQ(topics.size(), 1U);
  EXPECT_EQ(topics[0].field("title"), "fog");
  EXPECT_EQ(topics[0].state, CandidateState::kHandedIn);
  const auto bad = read_candidates(
      InputFile::from_memory(
          "c",
          "{\"id\":\"1\",\"state\":\"new\"}\n{\"id\":\"1\"}\n{\"title\":\"x\"}\n{\"id\":\"2\",\"judged\":[[1]]}\n"),
      said);
  EXPECT_EQ(bad.size(), 2U);
  std::vector<std::string> places;
  for (const Diagnostic& each : said.kept()) places.push_back(to_string(each));
  EXPECT_THAT(places,
              ElementsAre(HasSubstr("c:1:"), HasSubstr("c:2:"), HasSubstr("c:3:"), HasSubstr("c:4:")));
}

TEST(Candidates, AnswersOfAnAuthorHoldWhenTheyAssessTheTopic) {
  Authors world;
  const std::int64_t id = world.add(world.cy);
  must(world.perform(id, world.save(0, {{"title", "lunars"}}), world.cy));
  CandidateAct answer = world.act(EventKind::kProposalAnswer);
  answer.form = "b";
  answer.question = "B1";
  answer.value = "4";
  must(world.perform(id, answer, world.cy));
  must(world.perform(id, world.act(EventKind::kProposalHandIn), world.cy));
  must(change_phase(world.store, Phase::kSelection, {PhaseState::kOpen}, {}));
  must(decide(world.store, id, CandidateState::kChosen, "", {}));
  // The pool of the small world has a topic of this number, which nobody judges yet.
  EXPECT_FALSE(number_topics(world.store, "2", {}));
  JudgingRules rules{.collection = &*world.world.collection, .forms = {world.form}};
  const Assignment own = must(world.store.assign("2", world.cy, Part::kSecond, {}));
  const Assignment other = must(world.store.assign("2", world.di, Part::kMain, {}));
  EXPECT_THAT(world.store.answers(own.id), ElementsAre(Pair(Pair("b", "B1"), "4")));
  EXPECT_THAT(world.store.answers(other.id), IsEmpty());
  EXPECT_TRUE(is_author(world.store, rules, own));
  EXPECT_FALSE(is_author(world.store, rules, other)) << "who wrote it is known, and is somebody else";
  // Nobody is asked again: neither who has answered nor who did not write it.
  for (const Assignment& each : {own, other}) {
    for (const char* const doc : {"a", "b"}) {
      must(
          world.store.act(each.id, world.world.verdict(Status::kNotRelevant, 0, doc), rules, {each.account}));
    }
    EXPECT_FALSE(world.store.finish(each.id, rules, {each.account}));
  }
  rules.authors = {{"2", "di"}};
  EXPECT_TRUE(is_author(world.store, rules, other)) << "the track file has the last word";
  EXPECT_THAT(verify(world.store), IsEmpty());
}

}  // namespace
}  // namespace fovea::assess
