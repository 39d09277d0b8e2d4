#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "check/check_arguments.h"
#include "clmm/generator/space.h"
#include "exit_code.h"

namespace CLI {
class App;
}

namespace clmm::cli {

/// The command line of `clmm generate`.
struct GenerateArguments {
    GenerateArguments();

    CheckArguments check;  ///< of `models` at most one
    generator::Space space;
    std::string language;               ///< `C`, `OPENCL`; empty: by the model
    std::vector<std::string> cycles;    ///< each `PodWW Rfe PodRR Fre`
    std::vector<std::string> families;  ///< `MP`, `all`
    std::string relaxations;            ///< of which cycles are made; may be empty
    std::optional<std::uint64_t> random;
    std::uint64_t seed = 1;
    bool has_orders = false;  ///< orders were named, not only those that there are
    bool minimal_suite = false;
    bool mutants = false;
    std::vector<std::string> against;  ///< files that mutants are held against; may be empty
    std::string output;                ///< a folder for the tests; may be empty
};

void declare_generate_options(CLI::App& command, GenerateArguments& arguments);

/// Makes suites of tests.
[[nodiscard]] ExitCode run_generate(const GenerateArguments& arguments, std::ostream& out,
                                    std::ostream& err);

}  // namespace clmm::cli
