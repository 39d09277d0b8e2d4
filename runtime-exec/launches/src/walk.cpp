#include "walk.h"

#include <algorithm>

#include "loops.h"
#include "operations.h"

namespace clmm::runtime::launches {
namespace {

constexpr std::uint64_t kMostSteps = 3'000'000;

}  // namespace

Walk::Walk(const CompiledKernel& kernel, Formulas& formulas, LaunchTerms& launch, MemoryMap& memory,
           Questions& questions, const BufferSizes& sizes)
    : kernel_(kernel),
      code_(kernel.code()),
      formulas_(formulas),
      terms_(formulas.terms()),
      launch_(launch),
      memory_(memory),
      questions_(questions),
      sizes_(sizes),
      flow_(code_) {
    Symbols& symbols = formulas_.symbols();
    for (const RegisterSlot& slot : code_.registers)
        start_.registers.push_back(symbols.fresh(slot.size * 8U, Extent::item));
    for (const ConstantRegister& each : code_.constants)
        start_.registers[each.reg] =
            terms_.constant(each.bits, code_.registers[each.reg].size * 8U);
    start_.passed = {terms_.boolean(false), terms_.boolean(false)};
    for (unsigned d = 0; d < launch_.dimensions(); ++d)
        for (const TermId id : {launch_.local_id(d), launch_.group_id(d)})
            formulas_.knowledge().item.push_back(id);
    for (std::uint32_t p = 0; p < code_.parameters.size(); ++p) {
        const auto in = memory_.of_parameter(p);
        std::vector<TermId>& values = parameters_.emplace_back();
        for (const std::uint32_t reg : code_.parameters[p].registers) {
            values.push_back(in ? memory_[*in].base
                                : symbols.fresh(code_.registers[reg].size * 8U, Extent::launch));
            start_.registers[reg] = values.back();
        }
    }
}

void Walk::set_parameter(std::uint32_t parameter, TermId value) {
    parameters_[parameter].at(0) = value;
    start_.registers[code_.parameters[parameter].registers.at(0)] = value;
}

std::optional<TermId> Walk::scalar_parameter(std::uint32_t parameter) const {
    const bool one = kernel_.parameters()[parameter].kind == ParameterKind::value &&
                     code_.parameters[parameter].scalars.size() == 1;
    return one ? std::optional(parameters_[parameter].at(0)) : std::nullopt;
}

Deeds Walk::operator()() {
    if (const auto odd = flow_.odd()) {
        obstacle({code_.instructions[*odd].span, "a jump into a loop"});
        return std::move(deeds_);
    }
    static_cast<void>(run(0, static_cast<std::uint32_t>(code_.instructions.size()), start_, false));
    if (too_long_) obstacle({Span{}, "the kernel is too long with its loops counted out"});
    settle_counters();
    return std::move(deeds_);
}

void Walk::obstacle(Obstacle obstacle) {
    for (const Obstacle& known : deeds_.obstacles)
        if (known.span.begin == obstacle.span.begin && known.text == obstacle.text) return;
    deeds_.obstacles.push_back(std::move(obstacle));
}

// ---- states ----

TermId Walk::conjunction(const std::vector<TermId>& terms, std::size_t from) {
    TermId out = terms_.boolean(true);
    for (std::size_t i = from; i < terms.size(); ++i) out = terms_.land(out, terms[i]);
    return out;
}

bool Walk::is_impossible(const State& state) { return terms_.is_false(guard(state)); }

State Walk::merged(const State& a, const State& b, std::uint32_t place) {
    std::size_t same = 0;
    while (same < a.path.size() && same < b.path.size() && a.path[same] == b.path[same]) ++same;
    const TermId in_a = conjunction(a.path, same);
    const TermId in_b = conjunction(b.path, same);
    const auto choose = [&](TermId one, TermId other) {
        return one == other ? one : terms_.if_then_else(in_a, one, other);
    };
    State out;
    out.path.assign(a.path.begin(), a.path.begin() + static_cast<std::ptrdiff_t>(same));
    const TermId either = terms_.lor(in_a, in_b);
    if (!terms_.is_true(either)) out.path.push_back(either);
    for (std::uint32_t r = 0; r < a.registers.size(); ++r) {
        const bool matters = place >= code_.instructions.size() || flow_.is_live(place, r);
        out.registers.push_back(matters ? choose(a.registers[r], b.registers[r]) : a.registers[r]);
    }
    for (const auto& [offset, cell] : a.cells) {
        const auto other = b.cells.find(offset);
        if (other != b.cells.end() && other->second.size == cell.size)
            out.cells[offset] = {cell.size, choose(cell.value, other->second.value)};
    }
    for (std::size_t region = 0; region < 2; ++region)
        out.passed[region] = choose(a.passed[region], b.passed[region]);
    return out;
}

void Walk::join(Exits& exits, std::uint32_t place, State state) {
    if (is_impossible(state)) return;
    const auto known = exits.find(place);
    if (known == exits.end())
        exits.emplace(place, std::move(state));
    else
        known->second = merged(known->second, state, place);
}

// ---- control ----

/// A conditional branch splits the state; what stays goes on.
bool Walk::branches(State& state, std::uint32_t place, Exits& pending, Exits& out,
                    std::uint32_t end) {
    const Instruction& i = code_.instructions[place];
    const std::string& name = flow_.name(place);
    const auto send = [&](std::uint32_t target, State other) {
        const bool within = target > place && target < end;
        join(within ? pending : out, target, std::move(other));
    };
    const auto target = static_cast<std::uint32_t>(i.immediate);
    if (name == "jump") {
        send(target, std::move(state));
        return false;
    }
    const TermId value = state.registers[i.a];
    TermId taken = formulas_.differ(value, formulas_.number(0, formulas_.width(value)));
    if (name == "branch_false") taken = terms_.lnot(taken);
    State other = state;
    if (!terms_.is_true(taken)) other.path.push_back(taken);
    if (!terms_.is_false(taken)) send(target, std::move(other));
    if (terms_.is_true(taken)) return false;
    if (!terms_.is_false(taken)) state.path.push_back(terms_.lnot(taken));
    return !is_impossible(state);
}

Exits Walk::run(std::uint32_t begin, std::uint32_t end, State start, bool is_body) {
    Exits pending;
    Exits out;
    pending.emplace(begin, std::move(start));
    while (!pending.empty()) {
        auto next = pending.extract(pending.begin());
        std::uint32_t place = next.key();
        State state = std::move(next.mapped());
        for (;; ++place) {
            if (const auto more = pending.find(place); more != pending.end()) {
                state = merged(more->second, state, place);
                pending.erase(more);
            }
            if (place >= end) {
                join(out, place, std::move(state));
                break;
            }
            if (!flow_.matters(place)) break;
            const Loop* loop = flow_.loop_at(place);
            if (loop != nullptr && !(is_body && place == begin)) {
                for (auto& [target, left] : LoopWalk(*this, *loop)(std::move(state)))
                    join(target > place && target < end ? pending : out, target, std::move(left));
                break;
            }
            const std::string& name = flow_.name(place);
            if (name == "finish") break;
            if (name == "jump" || name.starts_with("branch_")) {
                if (!branches(state, place, pending, out, end)) break;
                continue;
            }
            if (++steps_ > kMostSteps) too_long_ = true;
            if (too_long_ || questions_.late()) return {};
            step(state, place);
        }
    }
    return out;
}

// ---- instructions ----

void Walk::step(State& state, std::uint32_t place) {
    const Instruction& i = code_.instructions[place];
    const std::string& name = flow_.name(place);
    if (name == "join") return;
    if (step_memory(state, place) || step_group(state, place) || step_transfer(state, place))
        return;
    if (name.ends_with("_id") || name.ends_with("_size") || name.ends_with("_address") ||
        name == "number_of_groups" || name == "global_offset" || name == "work_dimensions" ||
        name.ends_with("sub_groups"))
        return query(state, place);
    if (i.pure) return compute(state, place);
    if (name == "any_value" || name == "weak_failure") return write_fresh(state, i);
    if (name == "printf") {
        const std::uint32_t reg = code_.prints.at(static_cast<std::size_t>(i.immediate)).result;
        state.registers[reg] =
            formulas_.symbols().fresh(code_.registers[reg].size * 8U, Extent::item);
        return;
    }
    static constexpr std::array kNothing = {"begin_life",      "end_life",       "watch_divisor",
                                            "watch_alignment", "check_assigned", "refuse",
                                            "assert"};
    if (std::ranges::find(kNothing, name) != kNothing.end()) return;
    obstacle({i.span, "this is not followed for all launches: " + name});
    if (i.writes) write_fresh(state, i);
}

void Walk::write_fresh(State& state, const Instruction& i) {
    state.registers[i.d] = formulas_.symbols().fresh(i.sizes[0] * 8U, Extent::item);
}

bool Walk::step_memory(State& state, std::uint32_t place) {
    const Instruction& i = code_.instructions[place];
    const std::string& name = flow_.name(place);
    if (name == "watch") {
        watch(state, i);
    } else if (name.starts_with("load.")) {
        load(state, place);
    } else if (name.starts_with("store.")) {
        store(state, place);
    } else if (name == "copy" && !i.pure) {
        forget_cells(state, state.registers[i.a], static_cast<std::uint64_t>(i.immediate));
    } else if (name.starts_with("atomic_")) {
        atomic(state, i);
    } else if (name == "watch_index") {
        if (!recording_ || !canonical_) return true;
        const TermId index = state.registers[i.a];
        const TermId within =
            formulas_.less(index, formulas_.number(site(i).count, formulas_.width(index)), false);
        deeds_.limits.push_back(
            {site(i).span, site(i).text, terms_.land(guard(state), terms_.lnot(within))});
    } else {
        return false;
    }
    return true;
}

bool Walk::step_group(State& state, std::uint32_t place) {
    const Instruction& i = code_.instructions[place];
    const std::string& name = flow_.name(place);
    if (name == "barrier") {
        barrier(state, i);
    } else if (name.starts_with("group.")) {
        group_function(state, place);
    } else if (name == "sub_group_barrier" || name.starts_with("sub_group.")) {
        obstacle({i.span, "sub-groups are not followed for all launches", false, true, false});
        if (i.writes) write_fresh(state, i);
    } else if (name != "fence") {
        return false;
    }
    return true;
}

void Walk::compute(State& state, std::uint32_t place) {
    const Instruction& i = code_.instructions[place];
    const std::array<std::uint32_t, 3> names = {i.a, i.b, i.c};
    std::vector<TermId> operands;
    for (unsigned k = 0; k < i.operands; ++k) operands.push_back(state.registers[names[k]]);
    const unsigned width = i.sizes[0] * 8U;
    const auto known = operation(formulas_, flow_.name(place), operands, width);
    state.registers[i.d] = known && formulas_.width(*known) == width
                               ? *known
                               : formulas_.function(width, std::move(operands));
}

void Walk::query(State& state, std::uint32_t place) {
    using handlers::ItemQuery;
    const Instruction& i = code_.instructions[place];
    const std::string& name = flow_.name(place);
    const TermId offset = formulas_.number(static_cast<std::uint64_t>(i.immediate), 64);
    const auto at = [&](Memory::Kind kind) {
        state.registers[i.d] = formulas_.add(memory_.base(kind), offset);
    };
    if (name == "local_address") return at(Memory::Kind::local);
    if (name == "private_address") return at(Memory::Kind::private_memory);
    if (name == "program_address") return at(Memory::Kind::program);
    for (unsigned q = 0; q <= static_cast<unsigned>(ItemQuery::local_linear_id); ++q) {
        const auto what = static_cast<ItemQuery>(q);
        if (i.run == handlers::query(what)) {
            const auto value = launch_.query(what, static_cast<std::uint64_t>(i.immediate));
            if (value) return void(state.registers[i.d] = *value);
        }
        const bool of_dimension = q <= static_cast<unsigned>(ItemQuery::global_offset);
        if (!of_dimension || i.run != handlers::query_dimension(what)) continue;
        // The dimension is a value of the run.
        const TermId given = state.registers[i.a];
        TermId value = *launch_.query(what, 3);
        for (unsigned d = 3; d-- > 0;)
            value = terms_.if_then_else(
                terms_.equal(given, formulas_.number(d, formulas_.width(given))),
                *launch_.query(what, d), value);
        state.registers[i.d] = value;
        return;
    }
    write_fresh(state, i);
}

// ---- synchronisation ----

void Walk::converge(const State& state, const Instruction& i, const std::string& text,
                    std::vector<TermId> same) {
    if (!recording_ || !canonical_) return;
    deeds_.convergences.push_back(
        {i.span, text, terms_.boolean(true), guard(state), std::move(same)});
}

void Walk::barrier(State& state, const Instruction& i) {
    const Site& barrier = site(i);
    std::vector<TermId> flags;
    if (i.operands == 1) flags.push_back(state.registers[i.a]);
    converge(state, i, barrier.text, std::move(flags));
    // Flags that are not known may order nothing.
    const bool reaches = barrier.scope >= language::MemoryScope::work_group && i.operands == 0;
    const std::array<bool, 2> orders = {reaches && barrier.orders_local,
                                        reaches && barrier.orders_global};
    const TermId since = terms_.lnot(guard(state));
    for (std::size_t region = 0; region < 2; ++region) {
        if (!orders[region]) continue;
        state.passed[region] = terms_.boolean(true);
        if (!recording_ || unordered_[region] > 0) continue;
        for (Active& each : active_)
            if (is_ordered_by_barrier(deeds_.accesses[each.access], region))
                each.alive = terms_.land(each.alive, since);
    }
    std::erase_if(active_, [&](const Active& each) { return terms_.is_false(each.alive); });
}

/// A copy goes on until somebody waits for it; of images no flag is known to order them.
bool Walk::is_ordered_by_barrier(const Access& access, std::size_t region) const {
    const Memory& memory = memory_[access.memory];
    return access.copy == 0 && memory.kind != Memory::Kind::image &&
           memory.is_local() == (region == 0);
}

void Walk::group_function(State& state, std::uint32_t place) {
    const Instruction& i = code_.instructions[place];
    // "Behavior is undefined when the value of local_id is not equivalent for all work-items in the
    // work-group." [Work-group Collective Functions]
    std::vector<TermId> same;
    if (i.operands > 1) same.push_back(state.registers[i.b]);
    converge(state, i, site(i).text, std::move(same));
    write_fresh(state, i);
    if (flow_.name(place).find("scan") != std::string::npos) return;
    formulas_.knowledge().alike.push_back(
        {guard(state), state.registers[i.d], passes_around(), {}});
}

std::vector<LoopPass> Walk::passes_around() const {
    std::vector<LoopPass> out;
    for (const Access::Around& each : around_) out.push_back(each.pass);
    return out;
}

void Walk::atomic(State& state, const Instruction& i) {
    const int step = step_of(state, i);
    record(state, site(i), state.registers[i.a], step);
    forget_cells(state, state.registers[i.a], site(i).size);
    if (!i.writes) return;
    write_fresh(state, i);
    if (step != 0) note_count(state, i);
}

}  // namespace clmm::runtime::launches
