// The parts of the report that other commands use. They are built where npm is at hand; elsewhere without_report.cpp
// stands in for them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/report.h"
#include "report/tables/agreement_report.h"

namespace fovea::cli {

/// Whether the track report and its pages are in this binary.
bool has_report();

/// The licences of what the report's script contains; empty where it is not in this binary.
std::string_view report_notices();

/// The page of `compare --plot`. Only where has_report().
std::string agreement_page(std::span<const AgreementReport> reports);

}  // namespace fovea::cli
