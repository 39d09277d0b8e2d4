#include "check/totals.h"

#include <ostream>

#include "clmm/report/json.h"
#include "clmm/report/sarif.h"
#include "output/files.h"
#include "output/problems.h"
#include "version.h"

namespace clmm::cli {

void Totals::add(const TestRun& run) {
    counts += run.counts;
    findings.insert(findings.end(), run.findings.begin(), run.findings.end());
    proofs += run.proofs;
    code = worst(code, run.code);
}

Printer::Printer(const CheckArguments& arguments, std::ostream& out, std::ostream& err)
    : json_(arguments.json && !arguments.dump && !arguments.quiet), out_(out), err_(err) {
    if (json_) out_ << report::json_header(version());
}

Printer::~Printer() {
    if (json_) out_ << report::json_footer();
    out_.flush();
}

void Printer::print(const TestRun& run) {
    // What is printed already is of the only test.
    if (json_ && !run.out.empty() && !first_) out_ << ",\n";
    if (!run.out.empty()) first_ = false;
    out_ << run.out << std::flush;
    err_ << run.err << std::flush;
}

bool use_colour(Choice choice, const std::ostream& err) {
    return choice == Choice::automatic ? shows_colours(err) : choice == Choice::always;
}

bool write_files(const CheckArguments& arguments, Totals& totals, const Diagnostics& problems,
                 std::ostream& err) {
    const auto write = [&](const std::string& path, const std::string& text) {
        const auto why = write_whole(path, text);
        if (why) err << unwritten(path, *why);
        return !why;
    };
    if (!arguments.sarif_file.empty())
        for (const Diagnostic& each : problems) totals.findings.push_back(report::finding_of(each));
    const bool sarif = arguments.sarif_file.empty() ||
                       write(arguments.sarif_file, report::to_sarif(totals.findings, version()));
    const bool junit =
        arguments.junit_file.empty() || write(arguments.junit_file, to_junit(totals.cases));
    const bool proof = arguments.proof_file.empty() || write(arguments.proof_file, totals.proofs);
    return sarif && junit && proof;
}

}  // namespace clmm::cli
