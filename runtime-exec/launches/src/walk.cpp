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
    if (name == "any_value") return write_fresh(state, i);
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
    converge(state, i, site(i).text);
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

// ---- private memory ----

void Walk::forget_cells(State& state, TermId address, std::uint64_t size) {
    const auto places = memory_.places(address);
    if (places.empty()) state.cells.clear();
    for (const MemoryMap::Place& each : places) {
        if (memory_[each.memory].kind != Memory::Kind::private_memory) continue;
        if (!terms_.is_constant(each.offset)) {
            state.cells.clear();
            return;
        }
        const std::uint64_t begin = terms_[each.offset].payload;
        std::erase_if(state.cells, [&](const auto& cell) {
            return cell.first < begin + size && begin < cell.first + cell.second.size;
        });
    }
}

void Walk::load(State& state, std::uint32_t place) {
    const Instruction& i = code_.instructions[place];
    const unsigned width = i.sizes[0] * 8U;
    const std::string scalar = split_name(flow_.name(place)).scalar;
    const TermId address = formulas_.add(
        state.registers[i.a], formulas_.number(static_cast<std::uint64_t>(i.immediate), 64));
    const auto places = memory_.places(address);
    if (places.size() != 1) return write_fresh(state, i);
    const Memory& memory = memory_[places.front().memory];
    const TermId offset = places.front().offset;
    if (memory.kind == Memory::Kind::private_memory && terms_.is_constant(offset) &&
        scalar != "f16") {
        const auto cell = state.cells.find(terms_[offset].payload);
        if (cell != state.cells.end() && cell->second.size * 8U == width)
            return void(state.registers[i.d] = cell->second.value);
        write_fresh(state, i);
        forget_cells(state, address, width / 8);
        state.cells[terms_[offset].payload] = {width / 8, state.registers[i.d]};
        return;
    }
    if (memory.written) {
        write_fresh(state, i);
        // Who writes it between two that read it, with no barrier between these, races with one.
        if (memory.is_shared())
            formulas_.knowledge().alike.push_back(
                {guard(state), state.registers[i.d], passes_around(), offset});
        return;
    }
    state.registers[i.d] = formulas_.function(
        width, {offset}, memory.name + " " + std::to_string(memory.parameter) + " " + scalar);
    if (memory.kind == Memory::Kind::program && scalar != "f16")
        state.registers[i.d] = read_constant(offset, width, state.registers[i.d]);
}

void Walk::store(State& state, std::uint32_t place) {
    const Instruction& i = code_.instructions[place];
    const TermId address = formulas_.add(
        state.registers[i.a], formulas_.number(static_cast<std::uint64_t>(i.immediate), 64));
    const std::string scalar = split_name(flow_.name(place)).scalar;
    const std::uint32_t size = i.sizes[2];
    forget_cells(state, address, size);
    const auto places = memory_.places(address);
    if (places.size() != 1 || scalar == "f16") return;
    const bool own = memory_[places.front().memory].kind == Memory::Kind::private_memory;
    if (own && terms_.is_constant(places.front().offset))
        state.cells[terms_[places.front().offset].payload] = {size, state.registers[i.b]};
}

// ---- accesses ----

void Walk::watch(State& state, const Instruction& i) {
    state.registers[i.d] = state.registers[i.a];
    record(state, site(i), state.registers[i.a]);
}

void Walk::record(const State& state, const Site& site, TermId address, int step) {
    record(state, site, address, {.bytes = formulas_.number(site.size, 64), .step = step});
}

/// `as`: how many bytes it accesses, and what kind of access it is.
void Walk::record(const State& state, const Site& site, TermId address, const Access& as) {
    if (!recording_) return;
    const TermId at =
        formulas_.add(address, formulas_.number(static_cast<std::uint64_t>(site.offset), 64));
    const auto places = places_of(state, at);
    if (places.empty()) {
        if (site.writes) counters_.write();
        const bool own = site.space == AddressSpace::private_memory;
        obstacle({site.span, "it is not known into which object this points: " + site.text, !own,
                  false, true});
        // A number may be near null, which a run shows.
        if (canonical_ && memory_.is_number(at))
            deeds_.limits.push_back({site.span, site.text, guard(state)});
        return;
    }
    for (const MemoryMap::Place& place : places) {
        const TermId when = terms_.land(guard(state), place.when);
        if (terms_.is_false(when)) continue;
        const TermId inside = within(site, place, as.bytes);
        if (canonical_ && !terms_.is_true(inside))
            deeds_.limits.push_back({site.span, site.text, terms_.land(when, terms_.lnot(inside))});
        const Memory& memory = memory_[place.memory];
        if (!memory.is_shared()) continue;
        Access access = as;
        access.span = site.span;
        access.text = site.text;
        access.guard = when;
        access.offset = place.offset;
        access.within = inside;
        access.memory = place.memory;
        access.reads = site.reads;
        access.writes = site.writes;
        access.atomic = site.kind == SiteKind::atomic;
        access.variable = variable_of(site, memory);
        access.scope = site.scope;
        access.around = around_;
        access.canonical = canonical_;
        add_access(std::move(access));
    }
}

void Walk::add_access(Access access) {
    note_write(access);
    if (!memory_[access.memory].written) return;
    const std::size_t index = deeds_.accesses.size();
    const auto may_conflict = [&](const Active& each) {
        return deeds_.accesses[each.access].memory == access.memory &&
               (deeds_.accesses[each.access].writes || access.writes);
    };
    for (const Active& each : active_)
        if (meeting_ && may_conflict(each))
            deeds_.meetings.push_back({.first = each.access,
                                       .second = index,
                                       .alive = each.alive,
                                       .by_one = deeds_.accesses[each.access].copy != 0});
    // The work-items of a group make one copy together.
    if (meeting_ && access.writes && access.copy == 0)
        deeds_.meetings.push_back({index, index, terms_.boolean(true)});
    deeds_.accesses.push_back(std::move(access));
    active_.push_back({index, terms_.boolean(true)});
}

/// Where the object begins and how many bytes it has.
std::optional<std::pair<std::uint64_t, TermId>> Walk::object_of(const Site& site,
                                                                const MemoryMap::Place& place) {
    const Memory& memory = memory_[place.memory];
    if (memory.kind == Memory::Kind::buffer || memory.kind == Memory::Kind::local_argument) {
        const auto size = sizes_.find(memory.parameter);
        if (size == sizes_.end()) return std::nullopt;
        return std::pair{std::uint64_t{0}, size->second};
    }
    const auto known = [&](std::uint64_t offset, std::uint64_t size) {
        return std::pair{offset, formulas_.number(size, 64)};
    };
    if (memory.kind == Memory::Kind::nowhere) return known(0, 0);
    if (site.root.kind != Root::Kind::unknown && site.root.kind != Root::Kind::parameter)
        return known(site.root.offset, site.root.size);
    const std::vector<CodeObject>& objects =
        memory.kind == Memory::Kind::local     ? code_.local_objects
        : memory.kind == Memory::Kind::program ? code_.program_objects
                                               : code_.private_objects;
    // A constant offset is in one of them; of a single one it is the question.
    if (objects.size() == 1) return known(objects.front().offset, objects.front().size);
    if (terms_.is_constant(place.offset))
        for (const CodeObject& each : objects) {
            const std::uint64_t at = terms_[place.offset].payload;
            if (at >= each.offset && at - each.offset < each.size)
                return known(each.offset, each.size);
        }
    obstacle({site.span, "it is not known into which object this points: " + site.text, false,
              false, true});
    return std::nullopt;
}

/// Whether an access stays within its object. Elements outside of an image are none, by its
/// functions.
TermId Walk::within(const Site& site, const MemoryMap::Place& place, TermId bytes) {
    const Memory::Kind kind = memory_[place.memory].kind;
    const bool is_bounded = kind != Memory::Kind::value && kind != Memory::Kind::image;
    const auto object = is_bounded ? object_of(site, place) : std::nullopt;
    if (!object) return terms_.boolean(true);
    const auto [begin, size] = *object;
    const TermId offset = formulas_.subtract(place.offset, formulas_.number(begin, 64));
    return terms_.land(formulas_.less_equal(bytes, size, false),
                       formulas_.less_equal(offset, formulas_.subtract(size, bytes), false));
}

}  // namespace clmm::runtime::launches
