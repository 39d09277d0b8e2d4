#include "loops.h"

#include <algorithm>

namespace clmm::runtime::launches {
namespace {

constexpr unsigned kMostTurns = 64;            ///< that are counted out
constexpr std::size_t kMostCountedSites = 96;  ///< accesses that this makes

}  // namespace

/// A walk that leaves nothing behind: what it records, and which accesses are active.
class LoopWalk::Quietly {
public:
    explicit Quietly(Walk& walk) : walk_(walk), recording_(walk.recording_), active_(walk.active_) {
        walk_.recording_ = false;
    }
    ~Quietly() {
        walk_.recording_ = recording_;
        walk_.active_ = std::move(active_);
    }
    Quietly(const Quietly&) = delete;
    Quietly& operator=(const Quietly&) = delete;

private:
    Walk& walk_;
    bool recording_;
    std::vector<Walk::Active> active_;
};

Exits LoopWalk::operator()(State in) {
    if (auto exits = counted_out(in)) return std::move(*exits);
    find_invariants(in);
    if (walk_.questions_.late() || walk_.too_long_) return {};
    return loop_.has_barrier ? ordered_loop(std::move(in)) : free_loop(std::move(in));
}

// ---- turns that are known ----

bool LoopWalk::is_countable(const State& in, unsigned& turns) {
    std::size_t sites = 0;
    for (std::uint32_t i = loop_.head; i < loop_.end; ++i)
        sites += walk_.flow_.name(i) == "watch" ? 1 : 0;
    const Quietly quiet(walk_);
    const auto mark = walk_.formulas_.mark();
    State state = in;
    bool ended = false;
    for (turns = 0; turns < kMostTurns && !ended; ++turns) {
        if (!loop_.has_barrier && sites * turns > kMostCountedSites) break;
        Exits exits = body(std::move(state));
        const auto back = exits.find(loop_.head);
        if (back == exits.end()) {
            ended = true;
            break;
        }
        // It goes on for certain.
        if (exits.size() > 1 || back->second.path != in.path) break;
        state = std::move(back->second);
    }
    walk_.formulas_.forget_since(mark);
    return ended;
}

std::optional<Exits> LoopWalk::counted_out(const State& in) {
    unsigned turns = 0;
    if (!is_countable(in, turns)) return std::nullopt;
    State state = in;
    for (;;) {
        Exits exits = body(std::move(state));
        const auto back = exits.find(loop_.head);
        if (back == exits.end()) return exits;
        state = std::move(back->second);
    }
}

// ---- heads ----

LoopWalk::Head LoopWalk::make_head(const State& in) {
    Symbols& symbols = walk_.formulas_.symbols();
    Head head{
        .state = in, .turn = symbols.fresh(64, Extent::item), .pass = LoopPass{++walk_.passes_}};
    head.first_choice = terms_[head.turn].payload;
    for (const auto& [reg, plan] : plans_) {
        TermId& value = head.state.registers[reg];
        const unsigned width = walk_.formulas_.width(value);
        switch (plan.kind) {
            case Kind::kept:
                break;
            case Kind::counter:
                value = walk_.formulas_.add(
                    value,
                    walk_.formulas_.low_bits(
                        walk_.formulas_.product(head.turn, terms_.extend(plan.step, 64, true)),
                        width));
                break;
            case Kind::pointer:
                value = walk_.formulas_.add(walk_.memory_[plan.memory].base,
                                            symbols.fresh(64, Extent::item));
                break;
            default:
                value = symbols.fresh(width, Extent::item);
        }
    }
    for (const std::uint32_t reg : loop_.written)
        if (!plans_.contains(reg))
            head.state.registers[reg] =
                symbols.fresh(walk_.code_.registers[reg].size * 8U, Extent::item);
    if (loop_.stores_privately) head.state.cells.clear();
    head.state.passed = {terms_.boolean(false), terms_.boolean(false)};
    return head;
}

/// The invariants, as far as they are known or tried.
void LoopWalk::know_head(const State& in, const Head& head) {
    Formulas& formulas = walk_.formulas_;
    const TermId entered = walk_.guard(in);
    // No loop takes longer.
    formulas.know(formulas.less(head.turn, formulas.number(std::uint64_t{1} << 62U, 64), false),
                  head.first_choice);
    for (const Condition& condition : conditions_)
        formulas.know(formulas.implies(entered, condition(head.state.registers, head.turn)),
                      head.first_choice);
    std::vector<LoopPass> passes = walk_.passes_around();
    passes.push_back(head.pass);
    std::vector<Knowledge::Alike>& alike = formulas.knowledge().alike;
    alike.push_back({entered, head.turn, passes, {}});
    for (const std::uint32_t reg : alike_)
        alike.push_back({entered, head.state.registers[reg], passes, {}});
}

LoopWalk::Trial LoopWalk::attempt(const State& in) {
    Trial out{.head = make_head(in), .back = {}};
    know_head(in, out.head);
    const Quietly quiet(walk_);
    walk_.around_.push_back({out.head.pass, {true, true}});
    Exits exits = body(out.head.state);
    walk_.around_.pop_back();
    if (const auto back = exits.find(loop_.head); back != exits.end()) {
        out.back = std::move(back->second);
        out.goes_back = true;
    }
    return out;
}

/// The first turn is one that every head stands for.
void LoopWalk::expect_first_turn(const State& in, const Head& head) {
    if (!walk_.recording_) return;
    Expectation first{.span = walk_.code_.instructions[loop_.head].span,
                      .otherwise = "what is known of this loop contradicts itself",
                      .entered = walk_.guard(in),
                      .what = terms_.boolean(true),
                      .equal = {{head.turn, walk_.formulas_.number(0, 64)}}};
    for (const auto& [reg, plan] : plans_)
        first.equal.emplace_back(head.state.registers[reg], in.registers[reg]);
    walk_.deeds_.expectations.push_back(std::move(first));
}

// ---- what the loop does ----

/// What is added each turn, where that does not depend on the turn.
std::optional<TermId> LoopWalk::step_of(const Head& head, TermId now, TermId next) {
    Formulas& formulas = walk_.formulas_;
    const unsigned width = formulas.width(now);
    // Through conversions there and back.
    TermId sum = next;
    const Term cut = terms_[next];
    if (cut.op == TermOp::truncate) sum = formulas.low_bits(cut.a, width);
    auto summands = formulas.summands(sum);
    TermId known = formulas.number(0, width);
    for (const auto& [term, plus] : formulas.summands(now)) {
        if (terms_.is_constant(term)) {  // it has become a part of another one
            known = plus ? formulas.subtract(known, term) : formulas.add(known, term);
            continue;
        }
        const auto same = std::ranges::find(summands, std::pair{term, plus});
        if (same == summands.end()) return std::nullopt;
        summands.erase(same);
    }
    const TermId step = formulas.add(formulas.sum(summands, width), known);
    for (const std::uint64_t choice : formulas.symbols().choices(step))
        if (choice >= head.first_choice) return std::nullopt;
    return step;
}

/// Whether the trial agrees with the plans; else they are changed.
bool LoopWalk::classify(const State& in, const Trial& trial) {
    bool agrees = true;
    for (auto& [reg, plan] : plans_) {
        const TermId entry = in.registers[reg];
        const TermId now = trial.head.state.registers[reg];
        const TermId next = trial.back.registers[reg];
        const auto become = [&](Kind kind) {
            agrees = agrees && plan.kind == kind;
            plan.kind = kind;
        };
        const bool keeps = plan.kind == Kind::kept ? next == entry : next == now;
        if (keeps && !plan.was_kept) {
            become(Kind::kept);
            continue;
        }
        if (plan.kind == Kind::kept) plan.was_kept = true;
        const auto memory = walk_.memory_.memory_of(entry);
        const auto step = step_of(trial.head, now, next);
        if (step && !plan.was_counter) {
            agrees = agrees && plan.kind == Kind::counter && plan.step == *step;
            // A step that changes with the plans is none.
            if (plan.kind == Kind::counter && plan.step != *step) plan.was_counter = true;
            plan.kind = plan.was_counter ? Kind::free : Kind::counter;
            plan.step = *step;
            continue;
        }
        if (plan.kind == Kind::counter) plan.was_counter = true;
        const bool points = memory && walk_.memory_.memory_of(next) == memory;
        plan.memory = memory.value_or(0);
        become(points ? Kind::pointer : Kind::free);
    }
    return agrees;
}

void LoopWalk::find_invariants(const State& in) {
    constexpr unsigned kMostTrials = 12;
    for (const std::uint32_t reg : loop_.written)
        if (walk_.flow_.is_live(loop_.head, reg)) {
            const auto memory = walk_.memory_.memory_of(in.registers[reg]);
            plans_[reg] = {.kind = memory ? Kind::pointer : Kind::free,
                           .memory = memory.value_or(0)};
        }
    for (unsigned trials = 0; trials < kMostTrials; ++trials) {
        const auto mark = walk_.formulas_.mark();
        const Trial trial = attempt(in);
        goes_back_ = trial.goes_back;
        const bool done = !goes_back_ || walk_.questions_.late() || settle(in, trial);
        walk_.formulas_.forget_since(mark);
        if (done) return;
    }
    // Nothing is known but that.
    conditions_.clear();
    alike_.clear();
    for (auto& [reg, plan] : plans_) plan = {};
    same_turns_ = false;
    ordered_ = {};
}

/// Whether everything that was assumed of the head holds after a turn.
bool LoopWalk::settle(const State& in, const Trial& trial) {
    if (!classify(in, trial)) {
        conditions_.clear();
        alike_.clear();
        has_candidates_ = false;
        return false;
    }
    if (!has_candidates_) {
        add_candidates(in, trial);
        has_candidates_ = true;
        drop_at_entry(in);
        return false;
    }
    const bool unary = drop_after_turn(trial);
    const bool related = drop_alike(in, trial);
    if (!unary || !related) return false;
    for (std::size_t region = 0; region < 2; ++region)
        ordered_[region] = is_always_passed(trial, region);
    return true;
}

bool LoopWalk::is_always_passed(const Trial& trial, std::size_t region) {
    const TermId around = terms_.lnot(trial.back.passed[region]);
    if (terms_.is_true(around)) return false;
    return walk_.questions_.possible(terms_.land(walk_.guard(trial.back), around), 4'000'000) ==
           Questions::Answer::unsatisfiable;
}

// ---- passes ----

/// The states behind the loop. It ends, so that where there is but one way on nothing more is known
/// than that it was entered, and how it was left.
Exits LoopWalk::left(const State& in, Exits exits, const Exits& first, TermId entered,
                     std::uint64_t first_choice) {
    Exits out;
    TermId some = terms_.boolean(false);
    for (auto& [target, state] : exits) {
        if (target == loop_.head) continue;
        some = terms_.lor(some, walk_.guard(state));
        walk_.join(out, target, std::move(state));
    }
    if (!exits.empty()) {
        walk_.formulas_.know(walk_.formulas_.implies(entered, some), first_choice);
        if (walk_.recording_)
            walk_.deeds_.expectations.push_back({walk_.code_.instructions[loop_.head].span,
                                                 "it is not seen how this loop ends",
                                                 entered,
                                                 some,
                                                 {}});
    }
    for (const auto& [target, state] : first)
        if (target != loop_.head) walk_.join(out, target, state);
    if (out.size() == 1) out.begin()->second.path = in.path;
    for (auto& [target, state] : out)
        for (std::size_t region = 0; region < 2; ++region)
            state.passed[region] = terms_.lor(state.passed[region], in.passed[region]);
    return out;
}

Exits LoopWalk::free_loop(State in) {
    if (!goes_back_) return body(std::move(in));
    if (walk_.recording_) {
        Head any = make_head(in);
        know_head(in, any);
        expect_first_turn(in, any);
        walk_.around_.push_back({any.pass, {true, true}});
        static_cast<void>(body(std::move(any.state)));
        walk_.around_.pop_back();
    }
    if (!same_turns_) alike_.clear();
    Head last = make_head(in);
    const std::size_t alike = walk_.formulas_.knowledge().alike.size();
    know_head(in, last);
    // The numbers of the last turns are the same only if they leave together.
    if (!same_turns_) walk_.formulas_.knowledge().alike.resize(alike);
    Exits exits;
    {
        const Quietly quiet(walk_);
        exits = body(std::move(last.state));
    }
    exits.erase(loop_.head);
    return left(in, std::move(exits), {}, walk_.guard(in), last.first_choice);
}

/// What is ordered from turn to turn stays active under a condition only.
void LoopWalk::restrict_active(TermId condition) {
    for (auto& each : walk_.active_)
        if (is_ordered(each.access)) each.alive = terms_.land(each.alive, condition);
    std::erase_if(walk_.active_, [&](const auto& each) { return terms_.is_false(each.alive); });
}

Exits LoopWalk::ordered_loop(State in) {
    for (std::size_t region = 0; region < 2; ++region)
        if (!ordered_[region]) ++walk_.unordered_[region];
    Exits out = in_turns(in);
    for (std::size_t region = 0; region < 2; ++region)
        if (!ordered_[region]) --walk_.unordered_[region];
    return out;
}

Exits LoopWalk::in_turns(const State& in) {
    Walk& walk = walk_;
    auto before = walk.active_;
    const bool canonical = walk.canonical_;
    walk.canonical_ = canonical && !goes_back_;
    Exits first = body(in);
    walk.canonical_ = canonical;
    const auto back = first.find(loop_.head);
    if (!goes_back_ || back == first.end()) return first;
    const State first_back = back->second;
    first.erase(back);
    // Who does not enter the loop comes to no barrier of it.
    restrict_active(terms_.lor(terms_.lnot(walk.guard(in)), leaves(first)));
    auto after_first = std::move(walk.active_);
    // What stands before the loop is ordered before any turn but the first, or it never is.
    std::erase_if(before, [&](const auto& each) { return is_ordered(each.access); });

    // Any turn, and the next.
    walk.active_ = before;
    Head any = make_head(in);
    know_head(in, any);
    expect_first_turn(in, any);
    Exits turned = turn(any.state, any);
    if (const auto again = turned.find(loop_.head); again != turned.end()) {
        if (walk.recording_ && canonical)
            walk.deeds_.convergences.push_back({walk.code_.instructions[loop_.head].span,
                                                "loop with a barrier", walk.guard(in),
                                                walk.guard(again->second)});
        static_cast<void>(next_turn(first_back, in, again->second, any));
    }

    // The last turn but one, and the last: what is active then is active behind the loop.
    auto unordered = std::move(walk.active_);
    std::erase_if(unordered, [&](const auto& each) { return is_ordered(each.access); });
    walk.active_.clear();
    Head last = make_head(in);
    know_head(in, last);
    const bool meeting = walk.meeting_;
    walk.meeting_ = false;
    walk.canonical_ = false;
    turned = turn(last.state, last);
    Exits next;
    if (const auto again = turned.find(loop_.head); again != turned.end())
        next = next_turn(first_back, in, again->second, last);
    walk.meeting_ = meeting;
    walk.canonical_ = canonical;
    next.erase(loop_.head);
    restrict_active(leaves(next));
    walk.active_.insert(walk.active_.end(), unordered.begin(), unordered.end());
    walk.active_.insert(walk.active_.end(), after_first.begin(), after_first.end());
    return left(in, std::move(next), first, walk.guard(first_back), last.first_choice);
}

TermId LoopWalk::leaves(const Exits& exits) {
    TermId out = terms_.boolean(false);
    for (const auto& [target, state] : exits)
        if (target != loop_.head) out = terms_.lor(out, walk_.guard(state));
    return out;
}

/// Whether a barrier orders it in each turn.
bool LoopWalk::is_ordered(std::size_t access) const {
    const Access& one = walk_.deeds_.accesses[access];
    const std::size_t region = walk_.memory_[one.memory].is_local() ? 0 : 1;
    return ordered_[region] && walk_.is_ordered_by_barrier(one, region);
}

Exits LoopWalk::turn(State state, const Head& head) {
    walk_.around_.push_back({head.pass, {!ordered_[0], !ordered_[1]}});
    Exits out = body(std::move(state));
    walk_.around_.pop_back();
    return out;
}

/// The turn after any turn, whose accesses it meets, and how it leaves the loop.
Exits LoopWalk::next_turn(const State& first_back, const State& in, State turned,
                          const Head& head) {
    Formulas& formulas = walk_.formulas_;
    const TermId came = walk_.guard(turned);
    const TermId next = formulas.add(head.turn, formulas.number(1, 64));
    for (const Condition& condition : conditions_)
        formulas.know(formulas.implies(came, condition(turned.registers, next)), head.first_choice);
    // A turn comes after the first one only.
    const TermId once = walk_.conjunction(first_back.path, in.path.size());
    if (!terms_.is_true(once)) turned.path.push_back(once);
    for (std::size_t region = 0; region < 2; ++region)
        turned.passed[region] = terms_.boolean(ordered_[region]);
    const bool canonical = walk_.canonical_;
    walk_.canonical_ = false;
    Exits exits = turn(std::move(turned), head);
    walk_.canonical_ = canonical;
    return exits;
}

}  // namespace clmm::runtime::launches
