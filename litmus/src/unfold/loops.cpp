#include <algorithm>

#include "groups/spin_loops.h"
#include "read/constant.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {

void Interpreter::execute(const syntax::While& node, Span span) {
    loop({.site = &node,
          .condition = node.condition.get(),
          .body = [&] { execute(node.body); },
          .span = span});
}

void Interpreter::execute(const syntax::DoWhile& node, Span span) {
    loop({.site = &node,
          .condition = node.condition.get(),
          .body = [&] { execute(node.body); },
          .body_first = true,
          .span = span});
}

void Interpreter::execute(const syntax::For& node, Span span) {
    OpenScope scope(*this);
    execute(node.init);
    loop({.site = &node,
          .condition = node.condition.get(),
          .step = node.step.get(),
          .body = [&] { execute(node.body); },
          .span = span});
}

/// Iterations run one after another on the paths that are still in the loop; the others wait in
/// exits_. Where what ends the loop is not constant, at most `unroll` iterations run.
void Interpreter::loop(const LoopParts& parts) {
    const LoopKey key{unit_, parts.site};
    LoopRecord& record = unfolding_.loops[key];
    const auto other = unfolding_.unroll.find(key);
    const unsigned unroll =
        other == unfolding_.unroll.end() ? unfolding_.options.unroll : other->second;
    record.unrolled = unroll;
    const TermId entry = flow_.live;
    exits_.push_back(
        {.is_loop = true, .live = entry, .control = flow_.control, .trace = traces_.size()});
    const bool endless = parts.condition == nullptr || constant_value(*parts.condition).has_value();
    bool is_symbolic = unfolding_.cut_loops.contains(parts.site);
    path_.emplace_back(parts.site, 0);
    unfolding_.constant_loops.emplace_back(parts.site, 0);
    std::size_t last_iteration = event_count();
    for (unsigned round = 0; !dead(); ++round) {
        path_.back().second = round;
        const Flow before = flow_;
        const std::size_t first_event = event_count();
        const std::size_t first_bound = unfolding_.structure.bounds.size();
        const std::size_t first_undefined = unfolding_.structure.undefined.size();
        begin_iteration();
        if (!parts.body_first) check_condition(parts, is_symbolic);
        if (endless && exits_.back().is_left) is_symbolic = true;
        const bool may_be_cut = !is_symbolic && exits_.back().is_left;
        unfolding_.constant_loops.back().second = may_be_cut ? round : 0;
        using Limit = UnrollBound::Limit;
        const bool at_bound = round >= (is_symbolic ? unroll : unfolding_.options.constant_unroll);
        if (at_bound)
            stop_at_bound(parts, record, last_iteration,
                          is_symbolic ? Limit::unroll : Limit::iterations);
        else if (is_cut())
            leave_here(parts.span, Limit::iterations);
        const TermId inside = flow_.live;
        run_body(parts);
        if (parts.body_first || flow_.live != inside) record.ends_inside = true;
        if (parts.body_first) check_condition(parts, is_symbolic);
        end_iteration(record, before, first_event,
                      at_bound ? unfolding_.structure.bounds.size() : first_bound);
        if (unfolding_.structure.undefined.size() != first_undefined) record.may_fail = true;
        last_iteration = first_event;
    }
    path_.pop_back();
    unfolding_.constant_loops.pop_back();
    if (exits_.back().breaks) flow_ = *exits_.back().breaks;
    end_control(entry, exits_.back().control);
    exits_.pop_back();
    rejoin_traces(entry);
}

void Interpreter::check_condition(const LoopParts& parts, bool& is_symbolic) {
    if (parts.condition == nullptr || dead()) return;
    const Value condition = full_expression(*parts.condition);
    const TermId chosen = truth(condition, parts.condition->span);
    flow_.control = dependencies().unite(flow_.control, decided_by(condition.reads));
    if (!terms().is_constant(chosen)) is_symbolic = true;
    const TermId before = flow_.live;
    Flow inside = flow_;
    inside.live = terms().land(before, chosen);
    flow_.live = terms().land(before, terms().lnot(chosen));
    park(exits_.back().breaks, exits_.back().live);
    flow_ = std::move(inside);
    narrow_traces(before);
}

void Interpreter::run_body(const LoopParts& parts) {
    const TermId inside = flow_.live;
    {
        OpenScope scope(*this);
        parts.body();
    }
    Exits& exits = exits_.back();
    if (exits.continues) {
        Trace& trace = traces_.back();
        std::set<VariableId> written = dead() ? *trace.continued : trace.written();
        std::erase_if(written, [&](VariableId id) { return !trace.continued->contains(id); });
        trace.continued.reset();
        flow_ = join(terms(), dependencies(), variables_,
                     relative_to(terms(), flow_.live, exits.live), flow_, *exits.continues);
        rejoin_traces(inside);
        trace.restart(flow_.live, std::move(written));
        exits.continues.reset();
    }
    if (parts.step != nullptr && !dead()) (void)full_expression(*parts.step);
}

void Interpreter::stop_at_bound(const LoopParts& parts, LoopRecord& record, std::size_t first_event,
                                UnrollBound::Limit limit) {
    if (dead()) return;
    record.bounds.push_back(unfolding_.structure.bounds.size());
    record.forever.push_back(terms().land(flow_.live, read_final_values(first_event)));
    leave_here(parts.span, limit);
}

void Interpreter::leave_here(Span span, UnrollBound::Limit limit) {
    if (dead()) return;
    unfolding_.structure.bounds.push_back(
        {.reached = flow_.live, .span = span, .unit = unit_, .limit = limit});
    TermId& stopped = unfolding_.stopped[unit_];
    stopped = terms().lor(stopped, flow_.live);
    flow_.live = terms().boolean(false);
}

/// Asks seldom, since limits of memory ask the system.
bool Interpreter::is_cut() {
    constexpr std::size_t kBetween = 16;
    if (!unfolding_.structure.cut && unfolding_.asked_for_budget++ % kBetween == 0)
        unfolding_.structure.cut = unfolding_.options.budget.exceeded();
    return unfolding_.structure.cut.has_value();
}

/// All reads since then have taken what is there in the end: another iteration reads nothing else.
TermId Interpreter::read_final_values(std::size_t first_event) {
    TermId all = terms().boolean(true);
    for (std::size_t i = first_event; i < event_count(); ++i) {
        const Event& event = unfolding_.structure.events[i];
        if (event.kind != EventKind::read) continue;
        TermId same = terms().lnot(event.guard);
        for (const Target& target : event.targets) {
            const unsigned width = unfolding_.structure.locations[target.location.index()].width;
            const TermId last = terms().final_value(target.location, width);
            same = terms().lor(same, terms().land(target.when, terms().equal(event.value, last)));
        }
        all = terms().land(all, same);
    }
    return all;
}

// ---- what iterations leave behind ----

bool Interpreter::Trace::has_written(VariableId variable) const {
    return std::ranges::any_of(
        levels_, [&](const Level& level) { return level.written.contains(variable); });
}

std::set<VariableId> Interpreter::Trace::written() const {
    std::set<VariableId> all;
    for (const Level& level : levels_) all.insert(level.written.begin(), level.written.end());
    return all;
}

void Interpreter::Trace::rejoin(TermId before, TermId live) {
    const auto found = std::find_if(levels_.rbegin(), levels_.rend(),
                                    [&](const Level& level) { return level.live == before; });
    if (found == levels_.rend()) return;
    levels_.erase(found.base(), levels_.end());
    levels_.back().live = live;
}

void Interpreter::narrow_traces(TermId before) {
    for (Trace& trace : traces_) trace.narrow(before, flow_.live);
}

/// Paths that were elsewhere since `before` are here again, and have not written what these have.
void Interpreter::rejoin_traces(TermId before) {
    for (Trace& trace : traces_) trace.rejoin(before, flow_.live);
}

void Interpreter::begin_iteration() { traces_.emplace_back(flow_.live, weak_exchanges_); }

void Interpreter::end_iteration(LoopRecord& record, const Flow& before, std::size_t first_event,
                                std::size_t first_bound) {
    const Trace trace = std::move(traces_.back());
    traces_.pop_back();
    if (trace.weak_exchanges != weak_exchanges_) record.spurious = true;
    for (Trace& outer : traces_) {
        for (const VariableId id : trace.read_before)
            if (!outer.has_written(id)) outer.read_before.insert(id);
    }
    const bool stopped_inside = unfolding_.structure.bounds.size() > first_bound;
    if (stopped_inside || (!dead() && !leaves_no_trace(before, trace, first_event)))
        record.pure = false;
    for (std::size_t event = first_event; event < event_count(); ++event) {
        record.events.insert(event);
        const Event& added = unfolding_.structure.events[event];
        if (added.kind == EventKind::read)
            for (const Target& target : added.targets) record.reads.insert(target.location);
    }
}

/// Whether the paths that go on to another iteration have only read, and keep nothing that an
/// iteration could hand on to the next.
bool Interpreter::leaves_no_trace(const Flow& before, const Trace& trace, std::size_t first_event) {
    for (std::size_t i = first_event; i < event_count(); ++i) {
        const Event& event = unfolding_.structure.events[i];
        if (event.kind == EventKind::read) continue;
        if (event.kind != EventKind::write || !exclude(terms(), event.guard, flow_.live))
            return false;
    }
    for (std::size_t v = 0; v < flow_.variables.size(); ++v) {
        const Cells& old =
            v < before.variables.size() ? before.variables[v] : variables_[v].initial;
        if (flow_.variables[v] == old) continue;
        const VariableId id(v);
        const bool is_shadow =
            std::ranges::any_of(shadows_, [&](const auto& shadow) { return shadow.second == id; });
        if (!is_shadow && (!trace.has_written(id) || trace.read_before.contains(id))) return false;
    }
    return true;
}

}  // namespace clmm::litmus
