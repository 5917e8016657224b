#include "search/ranking/expansion.h"

#include <algorithm>
#include <cmath>

#include "search/analysis/analyser.h"
#include "search/analysis/stop_words.h"

namespace fovea::search {

namespace {

using TermWeights = std::vector<std::pair<std::string, double>>;

/// The best terms, best first.
TermWeights best_terms(const std::map<std::string, double>& weights, std::size_t terms) {
  TermWeights best(weights.begin(), weights.end());
  std::ranges::stable_sort(best, [](const auto& a, const auto& b) { return a.second > b.second; });
  if (best.size() > terms) best.resize(terms);
  return best;
}

void scale_to_one(TermWeights& weights) {
  double sum = 0;
  for (const auto& each : weights) sum += each.second;
  for (auto& each : weights) each.second /= sum;
}

/// How much each document counts; together 1.
std::vector<double> shares_of_documents(const std::vector<FeedbackDocument>& documents, bool log_scores) {
  std::vector<double> shares;
  double sum = 0;
  for (const FeedbackDocument& document : documents) {
    shares.push_back(log_scores ? std::exp(document.score - documents.front().score) : document.score);
    sum += shares.back();
  }
  for (double& share : shares) share /= sum;
  return shares;
}

std::map<std::string, double> relevance_model(const std::vector<FeedbackDocument>& documents,
                                              bool log_scores) {
  const std::vector<double> shares = shares_of_documents(documents, log_scores);
  std::map<std::string, double> model;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    for (const auto& [term, tf] : documents[i].tfs)
      model[term] += shares[i] * (static_cast<double>(tf) / documents[i].length);
  }
  return model;
}

std::map<std::string, double> rocchio_vector(const std::vector<FeedbackDocument>& documents,
                                             const QueryCounts& counts, const TermCounter& count_term) {
  std::map<std::string, double> idf;
  std::map<std::string, double> mean;
  for (const FeedbackDocument& document : documents) {
    double square = 0;
    for (const auto& [term, tf] : document.tfs) {
      const auto [found, fresh] = idf.emplace(term, 0);
      if (fresh) {
        found->second = std::log(static_cast<double>(counts.documents) /
                                 static_cast<double>(std::max<std::uint64_t>(count_term(term).documents, 1)));
      }
      square += tf * found->second * (tf * found->second);
    }
    for (const auto& [term, tf] : document.tfs) {
      if (square > 0)
        mean[term] += tf * idf[term] / std::sqrt(square) / static_cast<double>(documents.size());
    }
  }
  return mean;
}

double weight_in(const TermWeights& weights, const QueryTerm& term) {
  if (term.is_phrase()) return 0;
  const auto found = std::ranges::find(weights, term.words.front(), &TermWeights::value_type::first);
  return found == weights.end() ? 0 : found->second;
}

}  // namespace

std::vector<FeedbackDocument> read_feedback(const Collection& collection,
                                            const std::vector<const Index*>& indexes,
                                            const std::vector<Answer>& best, std::size_t documents) {
  AnalysisSettings settings = indexes.front()->facts().analysis;
  Diagnostics none;
  const auto stop = stop_list("snowball", none);
  settings.stop_words.insert(settings.stop_words.end(), stop->begin(), stop->end());
  Analyser analyser(settings);
  AnalysedDocument analysed;
  std::vector<FeedbackDocument> feedback;
  for (const Answer& each : best) {
    if (feedback.size() == documents) break;
    const auto document = collection.find(each.id);
    if (!document) continue;
    FeedbackDocument lent;
    lent.score = each.score;
    for (const Index* index : indexes) {
      if (const auto number = index->find(each.id)) lent.length = index->length(*number);
    }
    analyser.analyse(document->text(), document->tree(), analysed);
    for (const AnalysedWord& word : analysed.words) {
      if (word.term != kStopped) ++lent.tfs[std::string(analyser.term(word.term))];
    }
    if (lent.length > 0) feedback.push_back(std::move(lent));
  }
  return feedback;
}

Query expand(const Query& query, const Expansion& expansion, const std::vector<FeedbackDocument>& documents,
             const QueryCounts& counts, const TermCounter& count_term, bool log_scores) {
  if (documents.empty()) return query;
  const bool rocchio = expansion.kind == Expansion::Kind::kRocchio;
  std::map<std::string, double> weights =
      rocchio ? rocchio_vector(documents, counts, count_term) : relevance_model(documents, log_scores);
  if (expansion.kind == Expansion::Kind::kKl) {
    for (auto& [term, weight] : weights) {
      const double share = static_cast<double>(std::max<std::uint64_t>(count_term(term).occurrences, 1)) /
                           static_cast<double>(counts.words);
      weight = std::max(0.0, weight * std::log(weight / share));
    }
    std::erase_if(weights, [](const auto& each) { return each.second == 0; });
  }
  TermWeights best = best_terms(weights, expansion.terms);
  if (best.empty()) return query;
  if (!rocchio) scale_to_one(best);

  double mentions = 0;
  for (const QueryTerm& term : query.terms) mentions += term.weight;
  const auto combined = [&](double in_query, double lent) {
    return rocchio ? in_query + expansion.beta * lent
                   : expansion.original * in_query / mentions + (1 - expansion.original) * lent;
  };
  Query expanded = query;
  expanded.expanded = true;
  for (QueryTerm& term : expanded.terms) term.weight = combined(term.weight, weight_in(best, term));
  for (const auto& [term, weight] : best) {
    const std::vector<std::string> words{term};
    if (std::ranges::find(query.terms, words, &QueryTerm::words) == query.terms.end())
      expanded.terms.push_back({words, combined(0, weight), false});
  }
  return expanded;
}

}  // namespace fovea::search
