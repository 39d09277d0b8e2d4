#include "walk/walker.h"

#include <algorithm>
#include <utility>

namespace clmm::compilers {
namespace {

/// Instructions on all ways together.
constexpr std::size_t kMostInstructions = 200'000;
/// Turns of other loops in a probe, and values that a probe makes unusable, one set after another.
constexpr unsigned kProbedTurns = 1;
constexpr unsigned kProbes = 8;
/// Probes of loops that are met in a probe.
constexpr unsigned kNestedProbes = 2;

}  // namespace

Walker::Walker(const Listing& listing, const InstructionSet& machine, const WalkLimits& limits)
    : listing_(listing), machine_(machine), limits_(limits) {
    for (const auto& [name, line] : listing.labels) labelled_.insert(line);
}

Ways Walker::operator()(Machine start, std::size_t line, std::vector<Frame> frames) {
    ways_ = {};
    turns_.clear();
    State state{std::move(start), line};
    state.frames = std::move(frames);
    walk(std::move(state));
    const auto endless =
        std::ranges::find_if(turns_, [&](const Turn& each) { return !is_left(each); });
    if (endless != turns_.end()) ways_.endless = endless->span;
    return std::move(ways_);
}

void Walker::walk(State state) {
    while (arrive(state) && step(state)) {
    }
}

bool Walker::step(State& state) {
    if (state.line >= listing_.lines.size()) {
        const auto size = static_cast<std::uint32_t>(listing_.file->text().size());
        refuse("the function goes on behind the end of the file", {size, size});
    }
    const Line& line = listing_.lines[state.line];
    if (++state.executed > limits_.instructions || ++executed_ > kMostInstructions)
        refuse("the function is too long to be followed", line.span);
    if (line.name.empty()) unknown_instruction(line);  // a guard of nothing
    if (is_harmless(line)) {
        ++state.line;
        return true;
    }
    Machine before = state.machine;
    try {
        const Next next = machine_.execute(state.machine, line);
        switch (next.kind) {
            case Next::Kind::on:
                ++state.line;
                return true;
            case Next::Kind::jump:
                return jump(state, next);
            case Next::Kind::branch:
                return branch(state, next);
            case Next::Kind::masked:
                return masked(state, next);
            case Next::Kind::call:
                return call(state, next);
            case Next::Kind::go_to:
                return go_to(state, next.target);
            case Next::Kind::leave:
                break;
        }
        end(state);
        return false;
    } catch (const Split& why) {
        state.machine = std::move(before);
        split(state, why.condition);
        return false;
    } catch (const NoWay&) {
        return false;
    }
}

void Walker::split(const State& state, TermId condition) {
    std::vector<State> sides;
    try {
        for (const bool is_true : {true, false}) {
            sides.push_back(state);
            if (!sides.back().machine.assume(condition, is_true)) sides.pop_back();
        }
    } catch (const Split& part) {
        return split(state, part.condition);
    }
    // They are at the same place still: it is not come to again.
    for (State& each : sides)
        if (step(each)) walk(std::move(each));
}

bool Walker::branch(State& state, const Next& next) {
    const std::size_t target = target_of(next, state.line);
    const auto is_known = state.machine.decided(next.condition);
    if (!state.machine.terms().known(next.condition))
        state.machine.branch(next.condition, listing_.lines[state.line].span);
    if (is_known) {
        if (*is_known) return go(state, target);
        ++state.line;
        return true;
    }
    // Both may have to be split, before either is followed.
    State taken = state;
    const bool goes_on = state.machine.assume(next.condition, false);
    if (taken.machine.assume(next.condition, true) && go(taken, target)) walk(std::move(taken));
    ++state.line;
    return goes_on;
}

/// The instruction is done, or it is not: two ways.
bool Walker::masked(State& state, const Next& next) {
    state.machine.branch(next.condition, listing_.lines[state.line].span);
    State done = state;
    const bool goes_on = state.machine.assume(next.condition, false);
    if (done.machine.assume(next.condition, true) && step(done)) walk(std::move(done));
    ++state.line;
    return goes_on;
}

std::size_t Walker::target_of(const Next& next, std::size_t from) const {
    if (next.label == ".+4") return from + 1;
    if (next.kind == Next::Kind::call && !listing_.labels.contains(next.label))
        refuse("the function '" + next.label + "' is not in this file", next.span,
               next.label.starts_with("__aarch64_")
                   ? "with -mno-outline-atomics compilers write libgcc's atomic functions in place"
                   : "what is called is followed where its code is seen");
    return labelled(next.label, next.span);
}

std::size_t Walker::labelled(const std::string& label, Span span) const {
    const auto found = listing_.labels.find(label);
    if (found == listing_.labels.end())
        refuse("there is no label '" + label + "' in this file", span,
               "functions that are jumped to are followed where the file has them");
    return found->second;
}

bool Walker::jump(State& state, const Next& next) {
    if (!next.label.empty()) return go(state, target_of(next, state.line));
    return choose(state, next.target, {});
}

bool Walker::choose(State& state, TermId target, const std::set<std::uint64_t>& branched) {
    Machine& machine = state.machine;
    Terms& terms = machine.terms();
    std::set<std::uint64_t> deciding = branched;
    while (const auto open = terms.find_condition(target)) {
        // All that follows depends on what chooses: a branch says so once.
        const std::set<std::uint64_t> symbols = terms.symbols(*open);
        if (!std::ranges::includes(deciding, symbols))
            machine.branch(*open, listing_.lines[state.line].span);
        deciding.insert(symbols.begin(), symbols.end());
        const auto where = [&](bool is_true) {
            return terms.replaced(target, {{*open, terms.constant(is_true ? 1 : 0, 1)}});
        };
        const auto is_known = machine.decided(*open);
        if (!is_known) {
            State taken = state;
            if (taken.machine.assume(*open, true) && choose(taken, where(true), deciding))
                walk(std::move(taken));
            if (!machine.assume(*open, false)) return false;
            machine.assume_last(*open);
        }
        target = where(is_known.value_or(false));
    }
    if (const auto label = machine.world().target(target))
        return go(state, labelled(*label, listing_.lines[state.line].span));
    return go_to(state, target);
}

bool Walker::go(State& state, std::size_t target) {
    state.line = target;
    return true;
}

std::uint64_t Walker::base_of(const State& state, TermId target) const {
    const Terms& terms = state.machine.terms();
    if (terms.is_poison(target)) throw PoisonUsed{};
    const auto address = terms.address(target);
    if (!address || address->offset != 0)
        refuse("it is not known where this goes", listing_.lines[state.line].span,
               "labels, entries of tables as they are meant, and the places behind calls are");
    return address->base;
}

std::size_t Walker::called(const State& state, const Next& next) const {
    if (!next.label.empty()) return target_of(next, state.line);
    const std::string* const label = state.machine.world().label_of(base_of(state, next.target));
    const Span span = listing_.lines[state.line].span;
    if (label == nullptr) refuse("it is not known which function is called here", span);
    return target_of({.kind = Next::Kind::call, .label = *label, .span = span}, state.line);
}

bool Walker::call(State& state, const Next& next) {
    const std::size_t function = called(state, next);
    if (std::ranges::find(state.frames, function, &Frame::function) != state.frames.end())
        refuse("a function that calls itself is not followed", listing_.lines[state.line].span);
    state.frames.push_back({function, state.line + 1, std::exchange(state.heads, {})});
    return go(state, function);
}

bool Walker::go_to(State& state, TermId target) {
    const World& world = state.machine.world();
    const Span span = listing_.lines[state.line].span;
    const std::uint64_t base = base_of(state, target);
    if (base == world.terms[world.back].value) {
        if (!state.frames.empty())
            refuse("this returns from the thread while a function is called", span);
        end(state);
        return false;
    }
    const std::size_t* const place = world.place_of(base);
    if (place == nullptr || state.frames.empty() || state.frames.back().back != *place)
        refuse("this is no return to where the function was called", span);
    state.heads = std::move(state.frames.back().heads);
    state.frames.pop_back();
    return go(state, *place);
}

/// At a label: the first time it is noted, later it is a turn of a loop.
bool Walker::arrive(State& state) {
    if (!labelled_.contains(state.line)) return true;
    const auto found = state.heads.find(state.line);
    if (found == state.heads.end()) {
        state.heads.emplace(state.line, Head{state.machine, state.machine.steps().size(), 0});
        return true;
    }
    return probe_ ? again_in_probe(state, found->second) : again(state, found->second);
}

bool Walker::again(State& state, Head& head) {
    const Span span = listing_.lines[std::min(state.line, listing_.lines.size() - 1)].span;
    if (is_redundant(state, head)) {
        turns_.push_back({span, head.at_arrival.assumptions()});
        return false;
    }
    if (++head.turns > limits_.turns) {
        if (!ways_.cut) ways_.cut = span;
        return false;
    }
    head.at_arrival = state.machine;
    head.steps = state.machine.steps().size();
    return true;
}

bool Walker::again_in_probe(State& state, Head& head) {
    if (state.line != probe_->line) {
        if (depth_ < kNestedProbes && is_redundant(state, head)) return false;
        return ++head.turns <= kProbedTurns;
    }
    const auto& steps = state.machine.steps();
    std::map<TermId, TermId> back;
    const bool is_turn =
        std::all_of(steps.begin() + static_cast<std::ptrdiff_t>(head.steps), steps.end(),
                    [&](const Step& each) { return writes_nothing(state.machine, each); });
    // What wrote something is no turn to leave out.
    if (!is_turn) throw PoisonUsed{};
    if (const auto renaming = carried(state, head))
        for (const auto& [from, to] : *renaming) back.emplace(to, from);
    if (!probe_->start.widen(state.machine, back, probe_->any)) return false;
    throw Grown{};
}

bool Walker::writes_nothing(const Machine& machine, const Step& step) {
    switch (step.kind) {
        case Step::Kind::load:
        case Step::Kind::fence:
        case Step::Kind::branch:
            return true;
        case Step::Kind::conditional:
        case Step::Kind::compare_exchange:
            return machine.decided(*step.success) == false;
        default:
            return false;
    }
}

bool Walker::is_redundant(const State& state, const Head& head) {
    const auto& steps = state.machine.steps();
    for (std::size_t i = head.steps; i < steps.size(); ++i)
        if (!writes_nothing(state.machine, steps[i])) return false;
    if (survives(state, head, {})) return true;
    const auto renaming = carried(state, head);
    return renaming && survives(state, head, *renaming);
}

/// A plain load, then a compare-exchange with what it read, which failed (or the load-exclusive of
/// one), and nothing else: the next turn expects what that read, as this one did what the load had.
std::optional<std::map<TermId, TermId>> Walker::carried(const State& state,
                                                        const Head& head) const {
    const auto& steps = state.machine.steps();
    const auto is_access = [](const Step& each) { return each.kind != Step::Kind::branch; };
    std::vector<std::size_t> accesses;
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (is_access(steps[i])) accesses.push_back(i);
    if (accesses.size() < 2) return std::nullopt;
    const Step& last = steps[accesses.back()];
    const Step& first = steps[accesses[accesses.size() - 2]];
    const bool is_weaker =
        (first.kind == Step::Kind::load && first.is_plain) ||
        (first.code.text == last.code.text && writes_nothing(state.machine, first));
    const bool is_pair =
        (last.kind == Step::Kind::compare_exchange || last.kind == Step::Kind::load) &&
        accesses.back() >= head.steps && accesses[accesses.size() - 2] < head.steps &&
        first.location == last.location && is_weaker;
    if (!is_pair || !first.result || !last.result) return std::nullopt;
    return std::map<TermId, TermId>{{*first.result, *last.result}};
}

bool Walker::survives(const State& state, const Head& head,
                      const std::map<TermId, TermId>& renaming) {
    Probe next{state.line, state.machine, state.frames};
    // Loops around this one are met anew.
    for (Frame& each : next.frames) each.heads.clear();
    next.start.poison_differences(head.at_arrival, renaming);
    for (unsigned i = 0; i < kProbes; ++i) {
        Walker probe(listing_, machine_, limits_);
        probe.probe_ = next;
        probe.executed_ = executed_;
        probe.depth_ = depth_ + 1;
        bool has_grown = false;
        try {
            (void)probe(next.start, next.line, next.frames);
        } catch (const PoisonUsed&) {
            return false;
        } catch (const Grown&) {
            has_grown = true;
        }
        executed_ = probe.executed_;
        if (!has_grown) return true;
        next = *std::move(probe.probe_);
    }
    return false;
}

bool Walker::is_left(const Turn& turn) const {
    const auto same = [](const Assumption& a, const Assumption& b) {
        return a.condition == b.condition && a.is_true == b.is_true;
    };
    return std::ranges::any_of(ways_.ways, [&](const Machine& each) {
        const auto& taken = each.assumptions();
        return taken.size() >= turn.taken.size() &&
               std::equal(turn.taken.begin(), turn.taken.end(), taken.begin(), same);
    });
}

void Walker::end(State& state) {
    Machine& machine = state.machine;
    const Address out = *machine.terms().address(machine.world().out);
    if (probe_) {
        for (const std::int64_t offset : machine.world().out_offsets)
            if (const auto value = machine.private_at({out.base, offset}))
                if (machine.terms().is_poison(*value)) throw PoisonUsed{};
        return;
    }
    if (ways_.ways.size() >= limits_.ways)
        refuse("there are more than " + std::to_string(limits_.ways) + " ways to this place",
               listing_.lines[state.line].span);
    ways_.ways.push_back(std::move(machine));
}

}  // namespace clmm::compilers
