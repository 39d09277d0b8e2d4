#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clmm/model/evaluator.h"
#include "clmm/model/symmetry.h"

namespace clmm::model {

/// An engine's search, as those see it that ask it questions and know nothing of its solver.
///
/// Shape    a choice is a Boolean of the solver's, numbered from 1; negative: its negation. Several
///          of them are a clause ("one of these") or assumptions ("all of these"), as is said.
/// Errors   none for a spent budget: nothing is proposed then, and stopped() says why. So that
///          nothing was proposed is an answer only where nothing has stopped.
class Proposals {
public:
    using Choice = std::int32_t;
    using Choices = std::vector<Choice>;
    enum class Cycles : std::uint8_t { allowed, excluded };

    virtual ~Proposals() = default;

    [[nodiscard]] virtual Choice fresh() = 0;
    [[nodiscard]] virtual Choice holds(litmus::TermId term) = 0;
    [[nodiscard]] virtual Choice executed(EventId event) = 0;
    /// One of these holds in whatever is proposed from now on.
    virtual void require(const Choices& some) = 0;
    /// One of these, or not all of the reason.
    virtual void require(const Choices& some, const Reason& refuted) = 0;
    /// Not this execution again, whatever its values, unless the choice is false.
    virtual void exclude(Choice active, const Execution& execution) = 0;

    /// Where the choice holds, units that are alike may be brought into one order, but for those
    /// that are apart.
    virtual void put_in_order(Choice when, const std::vector<litmus::UnitId>& apart) = 0;

    /// A consistent execution with all of these, which the evaluator has evaluated last; it may be
    /// at unrolling bounds. Without cycles of reads-from and dependencies, where they are excluded.
    [[nodiscard]] virtual std::optional<Execution> next(const Choices& all, Cycles cycles) = 0;
    /// The same, where it does not take long; else nothing, with is_long().
    [[nodiscard]] virtual std::optional<Execution> next_if_quick(const Choices& all,
                                                                 Cycles cycles) {
        return next(all, cycles);
    }
    [[nodiscard]] virtual bool is_long() const { return false; }
    /// After is_long(): asks `work` of the executions in parts, several threads at once if need be.
    /// Each part has proposals that know what these do, choices included, and whose executions are
    /// those of the part; together they are all. Whether all parts were done.
    using Work = std::function<void(Proposals& proposals)>;
    [[nodiscard]] virtual bool do_apart(const Work& /*work*/) { return false; }

    [[nodiscard]] virtual bool thin_air_possible() const = 0;
    [[nodiscard]] virtual const std::optional<std::string>& stopped() const = 0;
    /// A witness that is to be reported, held against the test and the model.
    virtual void replay(const Execution& witness) = 0;

    [[nodiscard]] virtual Choice begun() = 0;  ///< nobody has been at a filter that drops it
    [[nodiscard]] virtual Evaluator& evaluator() = 0;
    [[nodiscard]] virtual const EventStructure& structure() const = 0;
    [[nodiscard]] virtual const Program& program() const = 0;
    [[nodiscard]] virtual const std::vector<Automorphism>& symmetries() const = 0;
};

/// Whether some execution has the choice, and one that has; of several one without a cycle of
/// reads-from and dependencies. Nothing is `possible` where the search has stopped.
struct Shown {
    std::optional<bool> possible;
    std::optional<Execution> execution;
    bool out_of_thin_air = false;
};
[[nodiscard]] Shown show(Proposals& proposals, Proposals::Choice wanted);

}  // namespace clmm::model
