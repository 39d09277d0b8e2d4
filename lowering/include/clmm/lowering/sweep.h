#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clmm/generator/space.h"
#include "clmm/lowering/compare.h"

namespace clmm::lowering {

struct SweepResult;

/// Lowers programs in place of a mapping's code: a compiler, say.
///
/// Threads  prepare() by one at a time, and not while lower() is called; lower() by several.
class Lowerer {
public:
    Lowerer() = default;
    Lowerer(const Lowerer&) = delete;
    Lowerer& operator=(const Lowerer&) = delete;
    virtual ~Lowerer() = default;

    /// These are about to be lowered.
    virtual void prepare(const std::vector<generator::Program>& programs) = 0;
    /// Errors   why a program that was prepared is not lowered.
    [[nodiscard]] virtual Result<Lowered> lower(const generator::Program& program) const = 0;
};

/// Which programs of a space to decide, and how.
struct SweepOptions {
    generator::Space space;
    std::size_t shard = 1, shards = 1;  ///< the shard-th of so many parts, counted from 1
    unsigned jobs = 1;
    bool stop_at_first = false;  ///< … counterexample
    bool one_by_one = false;     ///< nothing is concluded of a program from what others end in
    std::set<std::size_t> about_lines;  ///< only programs that use one of these rules; empty: all
    /// What an earlier sweep with the same options had found when it ended; null: nothing. Its
    /// counterexamples need no programs.
    const SweepResult* so_far = nullptr;
    /// Its budget is the sweep's, its timeout each test's. An engine that is named decides all by
    /// itself; else one is asked of what is not small, and whether what seems broken is.
    enumerator::CheckOptions check;
    std::function<void(const SweepResult& so_far)> progress;  ///< may be empty
    /// Null: the mapping has the code. Else its rules have none, and say by what operations
    /// programs are counted.
    Lowerer* lowerer = nullptr;
};

/// A program whose lowering is broken.
struct Counterexample {
    std::uint64_t number = 0;  ///< in the order of the space
    generator::Program program;
    std::set<std::size_t> rules;  ///< lines of the mapping that it uses, by their index
};

/// What became of the programs of a space.
///
/// Shape    programs = sound + broken + undefined + unknown + not_lowered. Programs whose target
///          ends where the source does count as sound, whether or not they race. `counterexamples`
///          are the first of each kind: of those whose lines include another's, none is kept.
struct SweepResult {
    std::uint64_t programs = 0, sound = 0, broken = 0, undefined = 0, unknown = 0, not_lowered = 0;
    std::vector<std::uint64_t> uses;  ///< programs by rule
    std::vector<Counterexample> counterexamples;
    std::map<std::string, std::uint64_t> open;  ///< why programs are unknown or not lowered
    std::string ended;                          ///< why the space was not gone through; else empty
    std::uint64_t next = 0;  ///< the number of the first program that was not looked at

    [[nodiscard]] bool is_complete() const {
        return ended.empty() && unknown == 0 && not_lowered == 0;
    }
};

/// What sweeps of all parts of a space have found together: as one sweep of the whole does, but
/// for the programs of counterexamples.
[[nodiscard]] SweepResult joined(const std::vector<SweepResult>& parts);

/// Decides every program of a space under a mapping.
///
/// Errors   those of check() that say that a model is not about the language, and of reading a
///          lowered text: the mapping is wrong then.
/// Cost     a tenth of a millisecond a program of three accesses, some tenths more for each
///          different lowered text.
/// State    the same for any number of jobs.
[[nodiscard]] Result<SweepResult> sweep(const Mapping& mapping, const model::MemoryModel& source,
                                        const model::MemoryModel& target,
                                        const SweepOptions& options);

/// A mapping in which one instruction is weaker than it was, or gone; or one word of a table is
/// that of a weaker order or a narrower scope.
struct Mutant {
    Mapping mapping;
    std::set<std::size_t> rules;  ///< that are other than they were, by their index
    std::string was, is;          ///< `is` is empty where it is gone
    std::string table = {};       ///< whose word is another; else empty
};

/// By the mapping's `weaken` lines, in the order of its rules. Lines that no operation is about,
/// since others come before them, are none's.
[[nodiscard]] std::vector<Mutant> weaker_forms_of(const Mapping& mapping);

/// Those; each instruction that computes nothing and is about no location left out; each word of a
/// table of scopes or orders replaced by the next narrower scope's, the next weaker orders'.
[[nodiscard]] std::vector<Mutant> mutants_of(const Mapping& mapping);

/// One more step of a search for the weakest mapping: a mutant's change made to a mapping that may
/// be weaker already. Nullopt where the instruction is not there any more.
[[nodiscard]] std::optional<Mutant> applied(const Mutant& mutant, const Mapping& mapping);

}  // namespace clmm::lowering
