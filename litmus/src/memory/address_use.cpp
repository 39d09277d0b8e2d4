#include "memory/address_use.h"

#include <algorithm>
#include <vector>

#include "clmm/litmus/addresses.h"
#include "clmm/litmus/opencl_events.h"

namespace clmm::litmus {
namespace {

/// What a value may be. A set of these; empty: a number.
using Kinds = std::uint8_t;
constexpr Kinds kAddress = 1;      ///< of an object, at any offset
constexpr Kinds kUnspecified = 2;  ///< made of addresses

class AddressUse {
public:
    explicit AddressUse(const EventStructure& structure)
        : structure_(structure),
          terms_(structure.terms),
          // C says what a pointer's difference from another is, and which is less, of those into
          // one object alone; else the behaviour is undefined. [C11 6.5.6 p9, 6.5.8 p5]
          is_typed_(dynamic_cast<const OpenClData*>(structure.own.get()) != nullptr),
          of_term_(terms_.size()),
          of_location_(structure.locations.size()),
          of_read_(structure.size()) {
        if (is_typed_)
            for (const Location& each : structure.locations)
                if (each.is_pointer) of_location_[each.id.index()] = kAddress;
        find_alignment();
        do spread_through_terms();
        while (spread_through_memory());
    }

    [[nodiscard]] Kinds of(TermId term) const { return term.valid() ? of_term_[term.index()] : 0; }

private:
    void find_alignment() {
        for (const Location& each : structure_.locations)
            alignment_ = std::min<std::uint64_t>(alignment_, std::max(each.width / 8U, 1U));
    }

    void spread_through_terms() {
        for (std::size_t i = 0; i < of_term_.size(); ++i) of_term_[i] = kinds(TermId(i));
    }

    /// A location holds what is written to it, a read yields what its locations hold.
    bool spread_through_memory() {
        for (const Event& event : structure_.events)
            if (event.kind == EventKind::write)
                for (const Target& target : event.targets)
                    of_location_[target.location.index()] |= of(event.value);
        bool grows = false;
        for (const Event& event : structure_.events) {
            if (event.kind != EventKind::read) continue;
            Kinds& own = of_read_[event.id.index()];
            const Kinds before = own;
            for (const Target& target : event.targets) own |= of_location_[target.location.index()];
            grows = grows || own != before;
        }
        return grows;
    }

    [[nodiscard]] Kinds kinds(TermId id) const {
        const Term& term = terms_[id];
        switch (term.op) {
            case TermOp::constant:
                return is_address(terms_, id) ? kAddress : 0;
            case TermOp::read_value:
                return of_read_[term.payload];
            case TermOp::final_value:
                return of_location_[term.payload];
            case TermOp::if_then_else:
                return (of(term.a) & kUnspecified) | of(term.b) | of(term.c);
            default:
                return computed(term);
        }
    }

    [[nodiscard]] Kinds computed(const Term& term) const {
        const Kinds a = of(term.a);
        const Kinds b = of(term.b);
        const Kinds unspecified = (a | b) & kUnspecified;
        if (((a | b) & kAddress) == 0) return unspecified;
        return unspecified | of_addresses(term, (a & kAddress) != 0, (b & kAddress) != 0);
    }

    [[nodiscard]] Kinds of_addresses(const Term& term, bool left, bool right) const {
        const bool both = left && right;
        switch (term.op) {
            case TermOp::equal:
                return 0;
            case TermOp::unsigned_less:
            case TermOp::unsigned_less_equal:
            case TermOp::signed_less:
            case TermOp::signed_less_equal:
                return is_typed_ ? 0 : kUnspecified;
            case TermOp::zero_extend:
            case TermOp::sign_extend:
                return kAddress;
            case TermOp::truncate:
                return !is_typed_ && term.width >= 32 ? kAddress : kUnspecified;
            case TermOp::add:
                return both ? kUnspecified : kAddress;
            case TermOp::subtract:
                if (both) return is_typed_ ? 0 : kUnspecified;
                return left ? kAddress : kUnspecified;
            default:
                return of_low_bits(term);
        }
    }

    /// A constant changes, or leaves, nothing but bits that are known of every address.
    [[nodiscard]] Kinds of_low_bits(const Term& term) const {
        if (!term.b.valid() || !terms_.is_constant(term.b) || is_address(terms_, term.b))
            return kUnspecified;
        const std::uint64_t value = terms_[term.b].payload;
        const auto is_low = [&](std::uint64_t bits) { return bits < alignment_; };
        const unsigned unused = 64U - term.width;
        if (term.op == TermOp::bit_and && is_low(value)) return 0;
        if (term.op == TermOp::bit_and && is_low(~value << unused >> unused)) return kAddress;
        if (term.op == TermOp::unsigned_remainder && value != 0 && (value & (value - 1)) == 0 &&
            is_low(value - 1))
            return 0;
        const bool changes = term.op == TermOp::bit_or || term.op == TermOp::bit_xor;
        return changes && is_low(value) ? kAddress : kUnspecified;
    }

    const EventStructure& structure_;
    const TermPool& terms_;
    std::uint64_t alignment_ = 8;  ///< of every address, at least
    bool is_typed_;
    std::vector<Kinds> of_term_;
    std::vector<Kinds> of_location_;
    std::vector<Kinds> of_read_;
};

bool has_addresses(const EventStructure& structure) {
    const TermPool& terms = structure.terms;
    if (std::ranges::any_of(structure.locations, &Location::is_pointer)) return true;
    for (std::size_t i = 0; i < terms.size(); ++i)
        if (is_address(terms, TermId(i))) return true;
    return false;
}

struct Problem {
    std::string what;
    Span span;
};

std::optional<Problem> of_events(const EventStructure& structure, const AddressUse& use) {
    for (const Event& event : structure.events) {
        if ((use.of(event.guard) & kUnspecified) != 0)
            return Problem{"whether this takes place", event.span};
        for (const Target& target : event.targets)
            if ((use.of(target.when) & kUnspecified) != 0)
                return Problem{"where this access goes", event.span};
    }
    for (const BarrierPair& pair : structure.barriers)
        if ((use.of(pair.when) & kUnspecified) != 0)
            return Problem{"whether this waits", structure[pair.entry].span};
    for (const UndefinedBehaviour& each : structure.undefined)
        if ((use.of(each.when) & kUnspecified) != 0)
            return Problem{"whether there is " + each.message, each.span};
    for (const UnrollBound& each : structure.bounds)
        if ((use.of(each.reached) & kUnspecified) != 0)
            return Problem{"how often this is done", each.span};
    return std::nullopt;
}

std::optional<Problem> of_question(const EventStructure& structure, const AddressUse& use) {
    for (const TermId constraint : structure.constraints)
        if ((use.of(constraint) & kUnspecified) != 0) return Problem{"what happens", {}};
    for (const TermId asked : {structure.condition, structure.filter})
        if ((use.of(asked) & kUnspecified) != 0) return Problem{"what the condition asks for", {}};
    for (const Observable& each : structure.observables)
        if ((use.of(each.value) & kUnspecified) != 0)
            return Problem{"the value of " + each.name, {}};
    return std::nullopt;
}

/// Where the final state is asked about, which the structure does not say.
Span place_of_question(const SourcePtr& source) {
    const std::string_view text = source == nullptr ? std::string_view() : source->text();
    for (const std::string_view word : {"exists", "forall", "locations"})
        if (const std::size_t at = text.rfind(word); at != std::string_view::npos)
            return {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + word.size())};
    return {};
}

}  // namespace

std::optional<Diagnostic> check_address_use(EventStructure& structure, const SourcePtr& source) {
    if (!has_addresses(structure)) return std::nullopt;
    const AddressUse use(structure);
    auto problem = of_events(structure, use);
    if (!problem) {
        problem = of_question(structure, use);
        if (problem) problem->span = place_of_question(source);
    }
    if (problem)
        return Diagnostic{
            Severity::error,
            "E-ADDRESS",
            problem->what + " depends on the numbers of addresses, which no text says",
            "an address may be moved, stored, given an offset, and compared for "
            "equality with others",
            source,
            problem->span};
    for (Observable& each : structure.observables)
        each.is_pointer = each.is_pointer || (use.of(each.value) & kAddress) != 0;
    return std::nullopt;
}

}  // namespace clmm::litmus
