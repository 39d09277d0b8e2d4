#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "machines/instruction_set.h"
#include "walk/machine.h"

namespace clmm::compilers {

/// How far threads are followed.
struct WalkLimits {
    unsigned turns = 2;               ///< of a loop whose turns are not all alike
    std::size_t instructions = 4000;  ///< on a way
    std::size_t ways = 256;           ///< of a thread
};

/// All ways through a function.
///
/// Shape    `ways` are states at the function's end. `cut`, where not empty, is the place of a loop
///          that may go on: then there are more ways. `endless` is that of a loop that no way
///          leaves which comes to it as some way does: what goes there never ends.
struct Ways {
    std::vector<Machine> ways;
    std::optional<Span> cut;
    std::optional<Span> endless = {};
};

/// Follows a function from its label on, branch by branch.
///
/// A turn of a loop that writes nothing and leaves nothing behind that is used is left out: without
/// it, what follows does the same under fewer constraints. So are turns of a compare-exchange that
/// fails, where what it read takes the place of the plain load before it.
class Walker {
public:
    Walker(const Listing& listing, const InstructionSet& machine, const WalkLimits& limits);

    /// Throws Rejected.
    [[nodiscard]] Ways operator()(Machine start, std::size_t line) {
        return (*this)(std::move(start), line, {});
    }

private:
    struct Head {
        Machine at_arrival;
        std::size_t steps;
        unsigned turns = 0;
    };
    using Heads = std::map<std::size_t, Head>;
    /// A function that was called and has not returned: where it begins, where it returns to, and
    /// the loops of the one that called it.
    struct Frame {
        std::size_t function;
        std::size_t back;
        Heads heads = {};
    };
    struct State {
        Machine machine;
        std::size_t line;
        std::size_t executed = 0;
        Heads heads = {};
        std::vector<Frame> frames = {};
    };
    /// A loop whose later turns are tried with values that nobody may use.
    struct Probe {
        std::size_t line;
        Machine start;
        std::vector<Frame> frames = {};
        std::set<TermId> any = {};  ///< symbols for all values that other turns may have there
    };
    struct Grown {};
    /// A loop that was left alone after a turn, and what a way there took for granted.
    struct Turn {
        Span span;
        std::vector<Assumption> taken;
    };

    [[nodiscard]] Ways operator()(Machine start, std::size_t line, std::vector<Frame> frames);

    void walk(State state);
    /// False where the state ended.
    bool step(State& state);
    bool branch(State& state, const Next& next);
    bool masked(State& state, const Next& next);
    bool go(State& state, std::size_t target);
    /// Where values choose, each is a way.
    bool jump(State& state, const Next& next);
    bool call(State& state, const Next& next);
    /// Back from a function, the thread's own too.
    bool go_to(State& state, TermId target);
    bool arrive(State& state);
    bool again(State& state, Head& head);
    bool again_in_probe(State& state, Head& head);
    /// A jump to where a register points, as ways on each of which that is one place.
    bool choose(State& state, TermId target, const std::set<std::uint64_t>& branched);
    void split(const State& state, TermId condition);
    void end(State& state);
    /// Whether a way that ends was where this turn begins.
    [[nodiscard]] bool is_left(const Turn& turn) const;
    [[nodiscard]] std::size_t target_of(const Next& next, std::size_t from) const;
    [[nodiscard]] std::size_t labelled(const std::string& label, Span span) const;
    [[nodiscard]] std::size_t called(const State& state, const Next& next) const;
    [[nodiscard]] std::uint64_t base_of(const State& state, TermId target) const;
    [[nodiscard]] bool is_redundant(const State& state, const Head& head);
    [[nodiscard]] bool survives(const State& state, const Head& head,
                                const std::map<TermId, TermId>& renaming);
    [[nodiscard]] std::optional<std::map<TermId, TermId>> carried(const State& state,
                                                                  const Head& head) const;
    [[nodiscard]] static bool writes_nothing(const Machine& machine, const Step& step);

    const Listing& listing_;
    const InstructionSet& machine_;
    const WalkLimits& limits_;
    std::set<std::size_t> labelled_;
    Ways ways_;
    std::vector<Turn> turns_;
    std::size_t executed_ = 0;
    unsigned depth_ = 0;  ///< of probes in probes
    std::optional<Probe> probe_;
};

}  // namespace clmm::compilers
