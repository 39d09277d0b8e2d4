#include "lsp/command.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <ostream>
#include <utility>

#include "clmm/lsp/server.h"
#include "clmm/report/problems.h"
#include "inputs.h"
#include "launch/launch_words.h"
#include "output/problems.h"
#include "selection.h"
#include "version.h"

namespace clmm::cli {
namespace {

/// Options of `clmm check` that say how a kernel runs.
Result<litmus::KernelLaunch> read_launch(const std::vector<std::string>& words) {
    litmus::KernelLaunch launch;
    if (auto wrong = read_launch_words(words, launch))
        return Result<litmus::KernelLaunch>::failure(
            {Severity::error,
             "E-USAGE",
             std::move(*wrong),
             "this line has the options of clmm check for a kernel: --global 8 --local 4 --args "
             "\"data[8]=any\"",
             nullptr,
             {}});
    return launch;
}

}  // namespace

LspArguments::LspArguments() { check.check.timeout = std::chrono::seconds(5); }

void declare_lsp_options(CLI::App& command, LspArguments& arguments) {
    declare_litmus_options(command, arguments.check);
    command.footer("Editors start it; docs/editors.md says how.");
}

ExitCode run_lsp(const LspArguments& arguments, std::istream& in, std::ostream& out,
                 std::ostream& err) {
    if (arguments.check.models.size() > 1)
        return rejected({selection("an editor shows one model's verdict", "name one with --model")},
                        err);
    ModelStore models(arguments.check.variants);
    lsp::ServerOptions options;
    options.version = version();
    if (!arguments.check.models.empty()) options.model = arguments.check.models.front();
    options.check = arguments.check.check;
    options.models = [&models](const std::string& word) { return models.get(word); };
    options.launch = read_launch;
    options.claim_problem = report::claim_problem;
    return lsp::serve(in, out, options) ? ExitCode::as_expected : ExitCode::expectation_failed;
}

}  // namespace clmm::cli
