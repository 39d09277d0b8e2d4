#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "program.h"

namespace clmm::cli {

/// What the program did.
struct Outcome {
    ExitCode code;
    std::string out, err;
};

inline Outcome clmm(const std::vector<std::string>& words) {
    std::vector<const char*> argv{"clmm"};
    for (const std::string& word : words) argv.push_back(word.c_str());
    std::ostringstream out, err;
    const ExitCode code = run_program(static_cast<int>(argv.size()), argv.data(), out, err);
    return {code, out.str(), err.str()};
}

}  // namespace clmm::cli
