#include "measures/peers.h"

namespace fovea {

namespace {

std::string_view trec_eval_note(std::string_view name) {
  if (name == "num_q") return "printed for all topics only, as there";
  if (name == "gm_map" || name == "gm_bpref")
    return "per topic the value itself, of which trec_eval keeps the logarithm";
  if (name == "set_F") return "`set_F.x` is `SetF(beta=√x)`";
  if (name == "iprec_at_recall" || name == "11pt_avg") return "version 9 rounds up: `rounding=up`";
  if (name == "rbp")
    return "gains above 1 are scaled by the highest of the topic; trec_eval's own scaling reads memory it has not set";
  if (name == "runid" || name == "relstring") return "a text, which the mode trec_eval prints";
  return {};
}

}  // namespace

std::vector<PeerName> trec_eval_peer_names(const Registry& registry) {
  std::vector<PeerName> names;
  for (const MeasureFamily& family : registry.families()) {
    for (const MeasureRecord& record : family.records) {
      const bool rank = record.cutoff == Cutoff::kRank || record.cutoff == Cutoff::kOptionalRank;
      if (!record.trec_eval.empty()) {
        names.push_back(
            {std::string(record.trec_eval), std::string(record.name), trec_eval_note(record.trec_eval)});
      }
      if (!record.trec_eval_cut.empty()) {
        names.push_back({std::string(record.trec_eval_cut) + (rank ? ".5,10" : ".0.2,0.4"),
                         std::string(record.name) + (rank ? "@5,10" : "@0.2,0.4"),
                         trec_eval_note(record.trec_eval_cut)});
      }
    }
  }
  for (const MeasureSet& set : registry.sets()) {
    names.push_back({std::string(set.name), std::string(set.name), "a set of measures"});
  }
  return names;
}

std::vector<PeerName> ir_measures_peer_names() {
  constexpr std::string_view kTopics =
      "0 where nothing can be said; there such a topic is left out of the mean, or an error";
  return {
      {"Accuracy", "Accuracy", kTopics},
      {"alpha_DCG@20", "alpha_DCG@20", "cutoffs above 20 work too"},
      {"α_DCG@20", "alpha_DCG@20", {}},
      {"alpha_nDCG@20", "alpha_nDCG@20", "cutoffs above 20 work too"},
      {"α_nDCG@20", "alpha_nDCG@20", {}},
      {"AP", "AP", {}},
      {"MAP", "AP", {}},
      {"AP_IA", "AP_IA", {}},
      {"MAP_IA", "AP_IA", {}},
      {"BPM(max_rel=4)@10", "BPM(max_rel=4)@10", {}},
      {"Bpref", "Bpref", {}},
      {"BPref", "Bpref", {}},
      {"Compat", "Compat", "of equal scores the higher document id comes first, as everywhere here"},
      {"ERR@20", "ERR@20", "not rounded to five decimals; without a cutoff, of the whole ranking"},
      {"ERR_IA@20", "ERR_IA@20", "cutoffs above 20 work too"},
      {"infAP", "infAP", {}},
      {"INSQ(max_rel=4)", "INSQ(max_rel=4)", {}},
      {"INST(max_rel=4)", "INST(max_rel=4)", {}},
      {"IPrec@0.1", "IPrec(rounding=up)@0.1",
       "the default here is that of trec_eval 10; theirs is version 9"},
      {"Judged@10", "Judged@10", {}},
      {"nDCG@10", "nDCG@10", {}},
      {"NDCG@10", "nDCG@10", {}},
      {"nDCG(dcg='exp-log2')@10", "nDCG(dcg='exp-log2')@10", "not rounded to five decimals"},
      {"nDCG(gains={1:3,2:9})", "nDCG(gains={1:3,2:9})", "gains may have decimals"},
      {"NERR8(max_rel=4)@10", "NERR8(max_rel=4)@10", {}},
      {"NERR9(max_rel=4)@10", "NERR9(max_rel=4)@10", {}},
      {"NERR10(max_rel=4)", "NERR10(max_rel=4)", {}},
      {"NERR11(max_rel=4)", "NERR11(max_rel=4)", {}},
      {"nERR_IA@20", "nERR_IA@20", "cutoffs above 20 work too"},
      {"nNRBP", "nNRBP", {}},
      {"NRBP", "NRBP", {}},
      {"NumQ", "NumQ", {}},
      {"NumRel", "NumRel", {}},
      {"NumRelRet", "NumRelRet", {}},
      {"NumRet", "NumRet", {}},
      {"NumRet(rel=2)", "NumRet(rel=2)", {}},
      {"P@10", "P@10", {}},
      {"Precision@10", "P@10", {}},
      {"P_IA@20", "P_IA@20", "cutoffs above 20 work too"},
      {"R@10", "R@10", {}},
      {"Recall@10", "R@10", {}},
      {"RBP(rel=1)", "RBP(p=0.8,rel=1)", "the default of p here is trec_eval's, 0.9"},
      {"RBP(p=0.8)", "RBP(p=0.8)", "graded: no provider of ir_measures computes it; as in trec_eval here"},
      {"Rprec", "Rprec", {}},
      {"RPrec", "Rprec", {}},
      {"RR", "RR", {}},
      {"MRR", "RR", {}},
      {"RR@10", "RR@10", "of equal scores the higher document id comes first, as everywhere here"},
      {"SDCG(max_rel=4)@10", "SDCG(max_rel=4)@10", {}},
      {"SetAP", "SetAP", {}},
      {"SetF", "SetF", "`SetF(beta=b)` there is trec_eval's `set_F.b`, here `SetF(beta=√b)`"},
      {"SetP", "SetP", {}},
      {"SetP(relative=True)", "SetP(relative=True)", "the same as `SetRelP`"},
      {"SetRelP", "SetRelP", {}},
      {"SetR", "SetR", {}},
      {"StRecall@20", "StRecall@20", "cutoffs above 20 work too"},
      {"Success@10", "Success@10", {}},
  };
}

}  // namespace fovea
