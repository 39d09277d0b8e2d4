#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/litmus/kernel_file.h"
#include "exec_output.h"

namespace CLI {
class App;
}

namespace clmm::cli {

/// The command line of `clmm exec`.
struct ExecArguments {
    std::string input;
    litmus::KernelLaunch launch;  ///< of a plain kernel
    std::vector<OutputRequest> outputs;
    bool all = false;            ///< print all elements of outputs
    std::uint64_t repeat = 1;    ///< the kernel, on what its memory holds
    unsigned compute_units = 0;  ///< 0: one a processor
    bool profile = false;
    std::string trace_file;
    std::optional<std::chrono::milliseconds> timeout;
};

/// Declares the options of `clmm exec` on a subcommand; parsing fills `arguments`.
void declare_exec_options(CLI::App& command, ExecArguments& arguments);

}  // namespace clmm::cli
