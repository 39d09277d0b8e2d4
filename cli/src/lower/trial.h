#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "clmm/compilers/command.h"
#include "clmm/generator/program.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/model/memory_model.h"
#include "clmm/report/sarif.h"
#include "inputs.h"
#include "lower/command.h"

namespace clmm::cli {

/// What became of one test by one compiler.
enum class Fate : std::uint8_t { sound, broken, undefined, unknown, not_read, not_compiled };
inline constexpr std::array<const char*, 6> kFates{"sound",   "broken",   "undefined-source",
                                                   "unknown", "not read", "not compiled"};

struct Cell {
    Fate fate = Fate::unknown;
    std::string why;  ///< the first extra state; the reason; what is not understood
    friend bool operator==(const Cell&, const Cell&) = default;
};

/// What else is told of a trial, in a page or in SARIF.
struct TrialDetails {
    std::string log;  ///< what the compiler said
    std::string assembly;
    std::string told;  ///< tests, states and executions, where it is decided
    std::vector<report::Finding> findings;
};

[[nodiscard]] std::string in_one_line(const Diagnostics& problems);

/// Compiles a program, reads it back and decides. Safe to share among threads.
class CompilerTrial {
public:
    explicit CompilerTrial(const LowerArguments& arguments)
        : arguments_(arguments),
          models_(arguments.check.variants),
          target_models_(arguments.target_variants) {}

    /// The model that the source is held against. Errors are those of loading it.
    [[nodiscard]] ModelStore::Loaded source_model(const litmus::LitmusTest& test,
                                                  const generator::Program& program);
    /// A compiler's command, which is known to be one; its machine is perhaps named by --arch.
    [[nodiscard]] compilers::CompilerCommand command(const std::string& word,
                                                     generator::Dialect dialect) const;
    /// `details`, where not null, gets what there is; findings are about the test as `written`.
    [[nodiscard]] Cell operator()(const generator::Program& program,
                                  const model::MemoryModel& model,
                                  const compilers::CompilerCommand& command,
                                  TrialDetails* details = nullptr,
                                  const SourcePtr& written = nullptr);

private:
    const LowerArguments& arguments_;
    ModelStore models_;
    ModelStore target_models_;
};

}  // namespace clmm::cli
