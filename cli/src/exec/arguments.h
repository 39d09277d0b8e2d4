#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/litmus/kernel_file.h"
#include "exec/checks.h"
#include "exec/output.h"
#include "exec/schedule.h"

namespace CLI {
class App;
}

namespace clmm::cli {

class SandboxedSide;

/// The command line of `clmm exec`.
struct ExecArguments {
    std::string input;
    std::string program_file;     ///< of a kernel: the input, or what that names as a launch file
    litmus::KernelLaunch launch;  ///< of a plain kernel
    std::vector<OutputRequest> outputs;
    bool all = false;            ///< print all elements of outputs
    std::uint64_t repeat = 1;    ///< the kernel, on what its memory holds
    unsigned compute_units = 0;  ///< 0: one a processor; of tests two a device
    bool profile = false;
    DynamicChecks checks;
    std::string trace_file;
    std::optional<std::chrono::milliseconds> timeout;
    std::uint64_t memory_limit_mib = 0;  ///< 0: none

    bool sandbox = false;           ///< kernels run in a process that can do nothing else
    SandboxedSide* side = nullptr;  ///< of that process, in it

    ScheduleArguments schedule;

    // of litmus tests
    std::uint64_t runs = 1;
    bool check_model = false;  ///< compare what is observed with what the model allows
    std::vector<std::string> models;
    std::vector<std::string> variants;
    unsigned unroll = 4;
    std::optional<std::size_t> event_limit;
};

/// Declares the options of `clmm exec` on a subcommand; parsing fills `arguments`.
void declare_exec_options(CLI::App& command, ExecArguments& arguments);

}  // namespace clmm::cli
