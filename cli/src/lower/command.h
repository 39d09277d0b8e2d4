#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "check/check_arguments.h"
#include "clmm/generator/space.h"
#include "clmm/report/graph.h"
#include "exit_code.h"
#include "lower/compiled_arguments.h"

namespace clmm::cli {

/// The command line of `clmm lower`.
struct LowerArguments {
    CheckArguments check;      ///< inputs, the source's model, limits
    std::string mapping;       ///< a shipped name or a file
    std::string linked;        ///< … of one whose code is linked with it; empty: none
    std::string target_model;  ///< empty: the mapping's
    std::vector<std::string> target_variants;
    std::string output;  ///< a picture's file or folder
    report::PictureStyle style;
    std::string page;           ///< of one test
    bool list = false;          ///< the shipped mappings
    bool show = false;          ///< the mapping's text
    bool lowered_only = false;  ///< print the target's test and no more
    generator::Space space;     ///< with a size: every program of it, in place of a test
    std::size_t size = 0;
    bool minimal = false;             ///< whether weaker instructions would do
    bool mutants = false;             ///< the same of all mutants, in short
    std::vector<std::size_t> mutant;  ///< of these alone, by their number from 1; empty: all
    std::string state;           ///< a file that says how far a sweep went, and goes on from there
    CompiledArguments compiled;  ///< what compilers emit, in place of a mapping
};

void declare_lower_options(CLI::App& command, LowerArguments& arguments);
ExitCode run_lower(const LowerArguments& arguments, std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
