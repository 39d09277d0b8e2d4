// Asynchronous copies of a work-group, and images.
#include <algorithm>

#include "walk.h"

namespace clmm::runtime::launches {
namespace {

constexpr std::uint64_t kMostCopied = std::uint64_t{1} << 31U;  ///< bytes

}  // namespace

bool Walk::step_transfer(State& state, std::uint32_t place) {
    const Instruction& i = code_.instructions[place];
    const std::string& name = flow_.name(place);
    if (name == "group_copy") {
        group_copy(state, i);
    } else if (name == "group_wait") {
        group_wait(state, i);
    } else if (name == "read_image") {
        read_image(state, i);
    } else if (name == "write_image") {
        write_image(state, i);
    } else if (name == "query_image") {
        write_fresh(state, i);
    } else {
        return false;
    }
    return true;
}

// ---- copies ----

/// What it reads and writes is accessed at any time until somebody has waited for its event.
///
/// Shape    operands: to, from, count, step of `to`, step of `from`, event; the result is an event.
void Walk::group_copy(State& state, const Instruction& i) {
    const WideCall& call = code_.calls.at(static_cast<std::size_t>(i.immediate));
    std::vector<TermId> operands;
    for (const std::uint32_t reg : call.operands) operands.push_back(state.registers[reg]);
    const auto known = [&](std::size_t k) { return terms_.is_constant(operands.at(k)); };
    const auto number = [&](std::size_t k) { return terms_[operands.at(k)].payload; };
    const bool has_event = known(5) && number(5) != 0;
    const std::uint64_t event = has_event ? number(5) : ++events_;
    state.registers[call.results.at(0)] =
        known(5) ? formulas_.number(event, 64) : formulas_.symbols().fresh(64, Extent::item);
    const Site& to = code_.sites.at(static_cast<std::size_t>(call.constants.at(1)));
    const Site& from = code_.sites.at(static_cast<std::size_t>(call.constants.at(2)));
    converge(state, i, "the copy to " + to.text, operands);
    const auto size = static_cast<std::uint64_t>(call.constants.at(0));
    const auto bytes = bytes_copied(state, operands[2], size);
    const bool is_plain = bytes && known(3) && number(3) == 1 && known(4) && number(4) == 1;
    if (!around_.empty() || !is_plain) {
        const char* what = is_plain ? "an asynchronous copy in a loop"
                                    : "how much an asynchronous copy copies is not known";
        obstacle({i.span, what, true, false, !is_plain});
        return;
    }
    if (terms_.is_constant(*bytes) && terms_[*bytes].payload == 0) return;
    record(state, from, operands[1], {.bytes = *bytes, .copy = event});
    record(state, to, operands[0], {.bytes = *bytes, .copy = event});
}

/// Nothing where they may be too many.
std::optional<TermId> Walk::bytes_copied(const State& state, TermId count, std::uint64_t size) {
    constexpr std::uint32_t kEffort = 4'000'000;
    const std::uint64_t most = kMostCopied / std::max<std::uint64_t>(size, 1);
    const TermId too_many = formulas_.less_equal(formulas_.number(most, 64), count, false);
    if (questions_.possible(terms_.land(guard(state), too_many), kEffort) !=
        Questions::Answer::unsatisfiable)
        return std::nullopt;
    return formulas_.product(count, formulas_.number(size, 64));
}

/// Operands: the number of events, where they are. What is not seen to be waited for goes on.
void Walk::group_wait(State& state, const Instruction& i) {
    const WideCall& call = code_.calls.at(static_cast<std::size_t>(i.immediate));
    const TermId count = state.registers[call.operands.at(0)];
    const auto places = memory_.places(state.registers[call.operands.at(1)]);
    std::vector<TermId> events;
    constexpr std::uint64_t kMost = 64;
    if (terms_.is_constant(count) && terms_[count].payload <= kMost)
        for (std::uint64_t k = 0; k < terms_[count].payload; ++k) {
            TermId event = formulas_.symbols().fresh(64, Extent::item);
            for (const MemoryMap::Place& each : places) {
                if (!terms_.is_constant(each.offset)) continue;
                const auto cell = state.cells.find(terms_[each.offset].payload + 8 * k);
                const bool own = memory_[each.memory].kind == Memory::Kind::private_memory;
                if (own && cell != state.cells.end() && formulas_.width(cell->second.value) == 64)
                    event = places.size() == 1
                                ? cell->second.value
                                : terms_.if_then_else(each.when, cell->second.value, event);
            }
            events.push_back(event);
        }
    std::vector<TermId> same = events;
    same.push_back(count);
    converge(state, i, "wait_group_events", std::move(same));
    if (!recording_ || !around_.empty()) return;
    const TermId since = terms_.lnot(guard(state));
    for (const TermId event : events) {
        if (!terms_.is_constant(event)) continue;
        for (Active& each : active_)
            if (deeds_.accesses[each.access].copy == terms_[event].payload &&
                terms_[event].payload != 0)
                each.alive = terms_.land(each.alive, since);
    }
    std::erase_if(active_, [&](const Active& each) { return terms_.is_false(each.alive); });
}

// ---- images ----

/// Where an element of one or two dimensions lies; none of images of more.
std::optional<TermId> Walk::element_of_image(const State& state, const WideCall& call,
                                             std::size_t coordinates) {
    const auto at = [&](std::size_t d) {
        return state.registers[call.operands.at(coordinates + d)];
    };
    const TermId none = at(2);
    if (!terms_.is_constant(none) || terms_[none].payload != 0) return std::nullopt;
    const auto wide = [&](std::size_t d) { return terms_.extend(at(d), 64, false); };
    return formulas_.add(wide(0), formulas_.product(wide(1), formulas_.number(1ULL << 32U, 64)));
}

void Walk::access_image(const State& state, const WideCall& call, std::size_t coordinates) {
    const Site& site = code_.sites.at(static_cast<std::size_t>(call.constants.at(2)));
    const auto element = element_of_image(state, call, coordinates);
    constexpr std::size_t kGlobal = 1;
    if (std::ranges::any_of(around_, [&](const auto& each) { return !each.unordered[kGlobal]; }))
        return obstacle(
            {site.span, "images in a loop with barriers are not followed", true, false, false});
    const TermId image = state.registers[call.operands.at(0)];
    const auto memory = memory_.memory_of(image);
    if (!element || !memory || memory_[*memory].kind != Memory::Kind::image)
        return obstacle({site.span, "which element of an image this is is not known: " + site.text,
                         true, false, false});
    Site one = site;
    one.size = 1;
    record(state, one, formulas_.add(image, *element));
}

/// Operands: image, sampler, three coordinates. With a sampler it is an image that nobody writes.
void Walk::read_image(State& state, const Instruction& i) {
    const WideCall& call = code_.calls.at(static_cast<std::size_t>(i.immediate));
    for (const std::uint32_t reg : call.results)
        state.registers[reg] =
            formulas_.symbols().fresh(code_.registers[reg].size * 8U, Extent::item);
    const bool sampled = call.constants.at(1) != 0;
    if (!sampled) access_image(state, call, 2);
}

/// Operands: image, three coordinates, what is written.
void Walk::write_image(const State& state, const Instruction& i) {
    access_image(state, code_.calls.at(static_cast<std::size_t>(i.immediate)), 1);
}

}  // namespace clmm::runtime::launches
