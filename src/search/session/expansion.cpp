#include "search/session/expansion.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

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
  // Scores say nothing where all are 0, as those of a query whose words are in every document.
  for (double& share : shares) share = sum > 0 ? share / sum : 1 / static_cast<double>(documents.size());
  return shares;
}

std::map<std::string, double> relevance_model(const std::vector<FeedbackDocument>& documents,
                                              bool log_scores) {
  const std::vector<double> shares = shares_of_documents(documents, log_scores);
  std::map<std::string, double> model;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    for (const auto& [term, tf] : documents[i].tfs())
      model[term] += shares[i] * (static_cast<double>(tf) / documents[i].length);
  }
  return model;
}

using CountsOfTerms = std::map<std::string, TermCounts>;

CountsOfTerms by_term(const CountedTerms& counted) {
  CountsOfTerms counts;
  for (std::size_t i = 0; i < counted.query.terms.size(); ++i)
    counts[counted.query.terms[i].words.front()] = counted.counts.terms[i];
  return counts;
}

std::map<std::string, double> rocchio_vector(const std::vector<FeedbackDocument>& documents, double units,
                                             const CountsOfTerms& counts) {
  std::map<std::string, double> mean;
  const auto idf = [&](const std::string& term) {
    return std::log(units / static_cast<double>(std::max<std::uint64_t>(counts.at(term).documents, 1)));
  };
  for (const FeedbackDocument& document : documents) {
    const auto tfs = document.tfs();
    double square = 0;
    for (const auto& [term, tf] : tfs) square += tf * idf(term) * (tf * idf(term));
    for (const auto& [term, tf] : tfs) {
      if (square > 0)
        mean[term] += tf * idf(term) / std::sqrt(square) / static_cast<double>(documents.size());
    }
  }
  return mean;
}

using NGramCounts = std::map<std::vector<std::string>, double>;

/// The most frequent sequences of `length` words that no stop word begins or ends.
void add_ngrams(const std::vector<FeedbackDocument>& documents, std::size_t length, std::size_t most,
                std::vector<std::pair<std::vector<std::string>, double>>& chosen) {
  NGramCounts counts;
  for (const FeedbackDocument& document : documents) {
    for (std::size_t i = 0; i + length <= document.words.size(); ++i) {
      if (document.words[i].stop || document.words[i + length - 1].stop) continue;
      std::vector<std::string> words;
      for (std::size_t j = 0; j < length; ++j) words.push_back(document.words[i + j].term);
      ++counts[std::move(words)];
    }
  }
  std::vector<std::pair<std::vector<std::string>, double>> best(counts.begin(), counts.end());
  std::ranges::stable_sort(best, [](const auto& a, const auto& b) { return a.second > b.second; });
  if (best.size() > most) best.resize(most);
  chosen.insert(chosen.end(), best.begin(), best.end());
}

/// |q|: how often the query mentions words that a document has.
double known_mentions(const Query& query, const QueryCounts& counts) {
  double mentions = 0;
  for (std::size_t i = 0; i < query.terms.size(); ++i) {
    if (!query.terms[i].tag && counts.terms[i].occurrences > 0) mentions += query.terms[i].weight;
  }
  return mentions;
}

/// What a term of the query keeps of its weight; nothing where all words are unknown.
double original_part(const Expansion& expansion, double weight, double mentions) {
  return mentions > 0 ? expansion.original * weight / mentions : 0;
}

Query expand_by_ngrams(const Query& query, const Expansion& expansion, const Feedback& feedback,
                       const QueryCounts& counts) {
  std::vector<std::pair<std::vector<std::string>, double>> chosen;
  add_ngrams(feedback.documents, 1, expansion.terms, chosen);
  add_ngrams(feedback.documents, 2, expansion.bigrams, chosen);
  add_ngrams(feedback.documents, 3, expansion.trigrams, chosen);
  double frequencies = 0;
  for (const auto& each : chosen) frequencies += each.second;
  const double mentions = known_mentions(query, counts);
  Query expanded = query;
  for (QueryTerm& term : expanded.terms) term.set_weight(original_part(expansion, term.weight, mentions));
  for (const auto& [words, frequency] : chosen) {
    const double weight = (1 - expansion.original) * frequency / frequencies;
    const std::uint32_t insertions = words.size() > 1 ? 1 : 0;
    const auto same = std::ranges::find_if(expanded.terms, [&, &gram = words](const QueryTerm& term) {
      return term.words == gram && term.insertions == insertions && !term.tag;
    });
    if (same == expanded.terms.end()) {
      expanded.terms.push_back({words, 1, false, insertions});
      expanded.terms.back().set_weight(weight);
    } else {
      same->set_weight(same->weight + weight);
    }
  }
  return expanded;
}

double weight_in(const TermWeights& weights, const QueryTerm& term) {
  if (term.is_phrase()) return 0;
  const auto found = std::ranges::find(weights, term.words.front(), &TermWeights::value_type::first);
  return found == weights.end() ? 0 : found->second;
}

}  // namespace

Query terms_to_count(const Feedback& feedback, const Expansion& expansion) {
  Query query;
  if (expansion.kind != Expansion::Kind::kRocchio && expansion.kind != Expansion::Kind::kKl) return query;
  std::set<std::string> terms;
  for (const FeedbackDocument& document : feedback.documents) {
    for (const FeedbackWord& word : document.words) {
      if (!word.stop) terms.insert(word.term);
    }
  }
  for (const std::string& term : terms) query.terms.push_back({{term}});
  return query;
}

Query expand(const Query& query, const Expansion& expansion, const Feedback& feedback,
             const QueryCounts& counts, const CountedTerms& counted, bool log_scores) {
  if (feedback.documents.empty()) return query;
  if (expansion.kind == Expansion::Kind::kNgrams) return expand_by_ngrams(query, expansion, feedback, counts);
  const bool rocchio = expansion.kind == Expansion::Kind::kRocchio;
  const CountsOfTerms of_terms = by_term(counted);
  std::map<std::string, double> weights =
      rocchio ? rocchio_vector(feedback.documents, static_cast<double>(counts.documents), of_terms)
              : relevance_model(feedback.documents, log_scores);
  if (expansion.kind == Expansion::Kind::kKl) {
    for (auto& [term, weight] : weights) {
      const double share = static_cast<double>(std::max<std::uint64_t>(of_terms.at(term).occurrences, 1)) /
                           static_cast<double>(counts.words);
      weight = std::max(0.0, weight * std::log(weight / share));
    }
    std::erase_if(weights, [](const auto& each) { return each.second == 0; });
  }
  TermWeights best = best_terms(weights, expansion.terms);
  if (best.empty()) return query;
  if (!rocchio) scale_to_one(best);

  const double mentions = known_mentions(query, counts);
  const auto combined = [&](double in_query, double lent) {
    return rocchio ? in_query + expansion.beta * lent
                   : original_part(expansion, in_query, mentions) + (1 - expansion.original) * lent;
  };
  Query expanded = query;
  for (QueryTerm& term : expanded.terms) term.set_weight(combined(term.weight, weight_in(best, term)));
  for (const auto& [term, weight] : best) {
    const std::vector<std::string> words{term};
    if (std::ranges::find(query.terms, words, &QueryTerm::words) != query.terms.end()) continue;
    expanded.terms.push_back({words});
    expanded.terms.back().set_weight(combined(0, weight));
  }
  return expanded;
}

}  // namespace fovea::search
