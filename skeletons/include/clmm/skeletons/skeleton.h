#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "clmm/enumerator/check.h"
#include "clmm/generator/program.h"
#include "clmm/skeletons/candidates.h"

namespace clmm::skeletons {

class AnyOrders;

/// What programs that differ in the orders of their operations alone have in common.
///
/// Shape    candidates, states and operations by number, as the members say.
struct Skeleton {
    bool is_usable = false;  ///< else the programs are to be decided in another way
    litmus::EventStructure structure;
    /// Without those that all models that are asked forbid whatever the orders are.
    std::vector<Candidate> candidates;
    std::vector<generator::State> states;  ///< by candidate
    /// Candidates that end in the same state, by that state, ascending.
    std::vector<std::vector<std::size_t>> by_state;
    /// By operation, as the program's text has them: its events.
    std::vector<std::vector<std::size_t>> events;
};

/// Whether a compare-exchange is one read, whether it fails or succeeds.
[[nodiscard]] bool is_one_read(const generator::Statement& compare_exchange);

/// Equal for programs that differ in the orders of their operations alone; of compare-exchanges
/// that differ in how many reads they are, in more.
[[nodiscard]] std::string skeleton_key(const generator::Program& program);

/// Skeletons of source programs, made once each as long as they are kept. The last one's structure
/// has the orders of the program that was asked for.
///
/// Errors   none: what does not fit is not usable (is_usable).
/// Threads  one at a time.
/// Tests    tests/unit/lowering/sweep_test.cpp holds the structures against those of the
///          programs' own texts.
class Skeletons {
public:
    /// `asked`: the models that will be asked about candidates. Candidates that all of them forbid
    /// for any orders of the operations may be left out; none: no candidate is.
    Skeletons(const model::MemoryModel& model, const enumerator::CheckOptions& options,
              std::vector<const model::MemoryModel*> asked = {});
    ~Skeletons();
    Skeletons(Skeletons&&) noexcept;
    Skeletons& operator=(Skeletons&&) = delete;

    [[nodiscard]] const Skeleton& of(const generator::Program& program);
    /// … with this order of all events, whether a program may have it or not.
    [[nodiscard]] const Skeleton& of(const generator::Program& program,
                                     generator::MemoryOrder order);

private:
    [[nodiscard]] Skeleton made(const generator::Program& program);
    [[nodiscard]] bool find_candidates(const generator::Program& program, Skeleton& skeleton);
    [[nodiscard]] Skeleton& looked_up(const generator::Program& program);
    void forget();

    const model::MemoryModel& model_;
    const enumerator::CheckOptions& options_;
    std::vector<AnyOrders> asked_;  ///< by model that is asked; empty: each candidate is kept
    std::unordered_map<std::string, Skeleton> known_;
    std::size_t candidates_ = 0;  ///< of all that are known
};

}  // namespace clmm::skeletons
