// Variables that are only counted, and what is found in them; pointers that a condition gives away.
#include "counters.h"

#include <algorithm>

#include "walk.h"

namespace clmm::runtime::launches {

void Counters::count(Counter counter, int step, TermId size, bool others) {
    Way& way = all_.try_emplace(counter, Way{step, size, true}).first->second;
    const bool was_written = std::ranges::any_of(written_, [&](const Written& each) {
        return each.memory == counter.first &&
               each.variable.value_or(counter.second) == counter.second;
    });
    if (way.step != step || way.size != size || others || was_written) way.alone = false;
}

void Counters::write(std::size_t memory, std::optional<std::uint64_t> variable, bool of_group) {
    for (auto& [counter, way] : all_)
        if (counter.first == memory && variable.value_or(counter.second) == counter.second)
            way.alone = false;
    if (!of_group) written_.push_back({memory, variable});
}

bool Counters::holds(Counter counter) const {
    const auto found = all_.find(counter);
    return !anywhere_ && found != all_.end() && found->second.alone;
}

/// By how much an atomic operation counts; 0 where it does something else.
int Walk::step_of(const State& state, const Instruction& i) const {
    using handlers::AtomicOperation;
    const AtomicOperation operation = site(i).operation;
    const bool adds = operation == AtomicOperation::fetch_add;
    if ((!adds && operation != AtomicOperation::fetch_sub) || i.operands < 2) return 0;
    const Term& operand = terms_[state.registers[i.b]];
    if (operand.op != TermOp::constant) return 0;
    const std::uint64_t one = 1;
    const std::uint64_t all = ~std::uint64_t{0} >> (64U - operand.width);
    if (operand.payload == one) return adds ? 1 : -1;
    return operand.payload == all ? (adds ? -1 : 1) : 0;
}

/// Of parameters their memory is one variable.
std::optional<std::uint64_t> Walk::variable_of(const Site& site, const Memory& memory) {
    if (memory.kind == Memory::Kind::buffer || memory.kind == Memory::Kind::local_argument)
        return 0;
    const bool known = site.root.kind == Root::Kind::local || site.root.kind == Root::Kind::program;
    return known ? std::optional(site.root.offset) : std::nullopt;
}

void Walk::note_write(const Access& access) {
    if (!access.writes) return;
    const bool of_group = memory_[access.memory].is_local();
    if (access.step == 0 || !access.variable)
        return counters_.write(access.memory, access.variable, of_group);
    const bool others = std::ranges::any_of(active_, [&](const Active& each) {
        const Access& other = deeds_.accesses[each.access];
        return other.memory == access.memory && other.writes && other.step == 0 &&
               other.variable.value_or(*access.variable) == *access.variable;
    });
    counters_.count({access.memory, *access.variable}, access.step, access.bytes, others);
}

void Walk::note_count(const State& state, const Instruction& i) {
    const TermId at = formulas_.add(
        state.registers[i.a], formulas_.number(static_cast<std::uint64_t>(site(i).offset), 64));
    const auto places = places_of(state, at);
    if (places.size() != 1) return;
    const Memory& memory = memory_[places.front().memory];
    const auto variable = variable_of(site(i), memory);
    if (!memory.is_shared() || !variable) return;
    formulas_.knowledge().counts.push_back({.counter = {places.front().memory, *variable},
                                            .of_group = memory.is_local(),
                                            .when = guard(state),
                                            .offset = places.front().offset,
                                            .found = state.registers[i.d]});
}

/// What was counted is known once nothing more can be written.
void Walk::settle_counters() {
    Knowledge& knowledge = formulas_.knowledge();
    std::erase_if(knowledge.counts,
                  [&](const Knowledge::Count& each) { return !counters_.holds(each.counter); });
    knowledge.has_counters = true;
}

/// A pointer that is compared with one that is known is that one where they are equal.
std::vector<MemoryMap::Place> Walk::places_of(const State& state, TermId address) {
    if (auto places = memory_.places(address); !places.empty()) return places;
    auto summands = formulas_.summands(address);
    for (auto& [term, plus] : summands) {
        if (!plus || formulas_.width(term) != 64 || !memory_.is_number(term)) continue;
        for (const TermId condition : state.path) {
            const Term node = terms_[condition];
            if (node.op != TermOp::equal || (node.a != term && node.b != term)) continue;
            const TermId other = node.a == term ? node.b : node.a;
            if (memory_.is_number(other)) continue;
            term = other;
            return memory_.places(formulas_.sum(summands, 64));
        }
    }
    return {};
}

}  // namespace clmm::runtime::launches
