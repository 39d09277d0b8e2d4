#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "check/check_arguments.h"
#include "clmm/generator/space.h"
#include "exit_code.h"

namespace CLI {
class App;
}

namespace clmm::cli {

/// The command line of `clmm separate`.
struct SeparateArguments {
    SeparateArguments();

    CheckArguments check;  ///< `inputs` are the two models: `rc11+load-buffering=allowed`
    generator::Space space;
    std::vector<std::string> tests;  ///< in place of the space: what these contain
    std::string language;            ///< `C`, `OPENCL`; empty: by the models
    bool both = false;               ///< also what the second allows and the first forbids
    bool no_races = false;
    bool only_races = false;
    bool explain = false;
    std::string output;  ///< a folder for the tests; may be empty
    std::string state;   ///< a file that says how far the search went, and goes on from there
};

void declare_separate_options(CLI::App& command, SeparateArguments& arguments);

/// The smallest tests that tell two models apart.
[[nodiscard]] ExitCode run_separate(const SeparateArguments& arguments, std::ostream& out,
                                    std::ostream& err);

}  // namespace clmm::cli
