#include "report/track/report_model.h"

namespace fovea {

std::string to_latex(const ReportTable& part) {
  return part.latex.empty() ? to_latex(part.table, part.mark_best) : part.latex;
}

}  // namespace fovea
