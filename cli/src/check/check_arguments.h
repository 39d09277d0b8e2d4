#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "clmm/litmus/kernel_file.h"

namespace CLI {
class App;
}

namespace clmm::cli {

enum class Choice { automatic, always, never };
enum class Dump { tree, test, events, relations, smt2, executions, structure };

/// Part `index` of `count` parts, counted from 1.
struct Shard {
    std::size_t index = 1;
    std::size_t count = 1;

    /// The number, among all, of the i-th of this part.
    [[nodiscard]] std::size_t number_of(std::size_t i) const { return index - 1 + i * count; }
};

/// The command line of `clmm check`.
struct CheckArguments {
    std::vector<std::string> inputs;
    std::vector<std::string> models;  ///< names or cat files; empty: by the test's language
    std::vector<std::string> variants;
    std::vector<std::string> without;  ///< axioms that models are to lack
    enumerator::CheckOptions check = {.engines = engines::built_in()};  ///< no budget, no progress
    unsigned jobs = 0;                                                  ///< 0: one a processor
    std::uint64_t memory_limit_mib = 0;                                 ///< 0: none
    Shard shard;
    std::string state;               ///< a file of what was found; may be empty
    std::vector<std::string> parts;  ///< files of all parts: what was found is taken from them
    /// The command line, without what may differ from part to part and without `others`.
    std::function<std::vector<std::string>(const std::vector<std::string>& others)> words;
    std::vector<enumerator::Claim> claims;
    litmus::KernelLaunch launch;  ///< of plain kernels
    std::vector<enumerator::Property> properties;
    bool outcomes = false;  ///< of plain kernels too
    std::string expected_file;
    std::string sarif_file;
    std::string junit_file;
    std::string stdin_name;               ///< what messages call the standard input; may be empty
    std::string proof_file;               ///< `check.proof` is set where there is one
    std::optional<std::uint64_t> states;  ///< most final states to list; nullopt: by their number
    bool ambiguities = false;             ///< check under every other value of each switch as well
    std::optional<Dump> dump;
    Choice witness = Choice::automatic;
    Choice colour = Choice::automatic;
    Choice progress = Choice::automatic;
    bool json = false;
    bool time = false;
    bool verbose = false;
    bool quiet = false;
    bool warnings_are_errors = false;
    std::string provoked;  ///< `segv:b.litmus`: what happens to the tests whose path ends so
};

/// What a path is called: the standard input may have a name of its own.
[[nodiscard]] const std::string& name_of(const CheckArguments& arguments, const std::string& path);

/// Whether a file is plain OpenCL C or launches such, and is no litmus test.
[[nodiscard]] bool is_kernel_file(const CheckArguments& arguments, const std::string& path);

/// What is given of a kernel's launch or properties, where a file is a litmus test and has none.
/// Errors   E-USAGE, with the options.
[[nodiscard]] Diagnostics about_kernels_alone(const CheckArguments& arguments,
                                              const SourcePtr& source);

/// Declares what every command takes that runs a kernel: which, over which NDRange, its arguments
/// (`argument_help` says what these may be), macros.
void declare_launch_options(CLI::App& command, litmus::KernelLaunch& launch,
                            const std::string& group, const std::string& argument_help);

/// … of these what compilers take as well: macros, folders for #include.
void declare_compiler_options(CLI::App& command, litmus::KernelLaunch& launch,
                              const std::string& group);

// What help puts options under.
inline constexpr const char* kModelGroup = "Model and engine";
inline constexpr const char* kOutputGroup = "Output";

/// Declares what every command that decides litmus tests takes: model and limits.
void declare_litmus_options(CLI::App& command, CheckArguments& arguments);
// … of these, the model alone: --model, --variant; --ambiguities; --engine; how it is read; and
// limits of a test.
void declare_model_choice(CLI::App& command, CheckArguments& arguments);
void declare_ambiguities(CLI::App& command, CheckArguments& arguments);
void declare_model_engine(CLI::App& command, CheckArguments& arguments);
void declare_readings(CLI::App& command, CheckArguments& arguments);
void declare_limits(CLI::App& command, CheckArguments& arguments);
/// Where --outcome-limit is not given.
void list_all_outcomes(CheckArguments& arguments);

/// … what a search over made tests takes: engine, time.
void declare_search_limits(CLI::App& command, CheckArguments& arguments);
/// … those of every test, and the launch of a kernel.
void declare_test_options(CLI::App& command, CheckArguments& arguments);
/// … the latter alone.
void declare_kernel_options(CLI::App& command, CheckArguments& arguments);

/// … what commands over many tests take: --jobs, --memory-limit, --shard.
void declare_common_limits(CLI::App& command, CheckArguments& arguments);
void declare_memory_limit(CLI::App& command, std::uint64_t& mebibytes);
void declare_max_events(CLI::App& command, std::optional<std::size_t>& limit,
                        const std::string& group);
void declare_jobs(CLI::App& command, CheckArguments& arguments);
/// … what makes a command one of several that share the work, and says which.
void declare_part_of_all(CLI::App& command, CheckArguments& arguments);
void declare_shard(CLI::App& command, CheckArguments& arguments);
/// For `arguments.words`; the options of the command are asked for then, not now.
void keep_words(const CLI::App& command, CheckArguments& arguments);
void declare_progress(CLI::App& command, CheckArguments& arguments, const std::string& group);
/// … what calls the standard input by a name: --stdin-filename.
void declare_stdin_name(CLI::App& command, CheckArguments& arguments, const std::string& group);
/// … what must be true of tests: --expect, --expected.
void declare_expectations(CLI::App& command, CheckArguments& arguments);

/// Declares the options of `clmm check` on a subcommand; parsing fills `arguments`.
/// `about_launches` follows the options of launches, when they are declared.
void declare_check_options(CLI::App& command, CheckArguments& arguments,
                           const std::function<void()>& about_launches);

}  // namespace clmm::cli
