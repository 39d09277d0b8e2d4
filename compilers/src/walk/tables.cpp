#include <algorithm>

#include "walk/machine.h"

/// Data of the file from which a value chooses: tables of numbers, and of where to jump.
namespace clmm::compilers {
namespace {

/// Values of what chooses.
constexpr std::uint64_t kMostChoices = 256;

/// How many values, from 0 on, a comparison leaves to one of its sides.
struct Bound {
    TermId side;
    std::uint64_t first = 0, end = 0;
};
std::optional<Bound> bound_of(const Terms& terms, TermId condition, bool is_true) {
    const Term of = terms[condition];
    const auto left = of.op == Op::unsigned_less ? terms.known(of.a) : std::nullopt;
    const auto right =
        of.op == Op::unsigned_less || of.op == Op::equal ? terms.known(of.b) : std::nullopt;
    if (of.op == Op::equal && right && is_true) return Bound{of.a, *right, *right + 1};
    if (of.op == Op::unsigned_less && right && is_true) return Bound{of.a, 0, *right};
    if (left && *left < kMostChoices && !is_true) return Bound{of.b, 0, *left + 1};
    return std::nullopt;
}

}  // namespace

TermId Machine::index_in(TermId value) const {
    const Terms& all = terms();
    for (;;) {
        const Term& term = all[value];
        const bool extends = term.op == Op::zero_extend || term.op == Op::sign_extend;
        const bool computes = term.op == Op::add || term.op == Op::multiply ||
                              term.op == Op::shift_left || term.op == Op::shift_right;
        if (!extends && !computes) return value;
        const bool is_left = extends || all.symbols(term.b).empty();
        if (!is_left && !all.symbols(term.a).empty()) return value;
        value = is_left ? term.a : term.b;
    }
}

std::optional<std::vector<TermId>> Machine::possible_values(TermId term) {
    const unsigned width = terms()[term].width;
    std::optional<std::set<std::uint64_t>> values;
    const auto take = [&](const Bound& bound) {
        if (values || bound.end - bound.first > kMostChoices) return;
        std::set<std::uint64_t> found;
        for (std::uint64_t each = bound.first; each != bound.end; ++each)
            if (const auto value = terms().solved(bound.side, term, each)) found.insert(*value);
        // What is computed otherwise from it bounds nothing.
        if (terms().solved(bound.side, term, bound.first)) values = std::move(found);
    };
    for (const auto& [condition, is_true] : known_)
        if (const auto bound = bound_of(terms(), condition, is_true)) take(*bound);
    if (terms().possible_bits(term) < kMostChoices)
        take({term, 0, terms().possible_bits(term) + 1});
    if (!values) return std::nullopt;
    std::vector<TermId> left;
    for (const std::uint64_t each : left_by_equalities(term, *values)) {
        const TermId value = terms().constant(each, width);
        const bool is_possible = std::ranges::all_of(known_, [&](const auto& fact) {
            const Term& looked_up = terms()[fact.first];
            if (looked_up.op == Op::equal && terms().origin(looked_up.a) == term &&
                terms().known(looked_up.b))
                return true;
            const auto is = terms().known(terms().replaced(fact.first, {{term, value}}));
            return !is || (*is != 0) == fact.second;
        });
        if (is_possible) left.push_back(value);
    }
    return left;
}

/// Most of what is known are numbers that it is or is not: each is looked up once.
std::set<std::uint64_t> Machine::left_by_equalities(TermId term, std::set<std::uint64_t> values) {
    for (const auto& [condition, is_true] : known_) {
        const Term fact = terms()[condition];
        if (fact.op != Op::equal || terms().origin(fact.a) != term) continue;
        const auto number = terms().known(fact.b);
        if (!number) continue;
        const auto value = terms().solved(fact.a, term, *number);
        const bool is_one = value && values.contains(*value);
        if (is_true)
            values = is_one ? std::set{*value} : std::set<std::uint64_t>{};
        else if (is_one)
            values.erase(*value);
    }
    return values;
}

bool Machine::is_possible(TermId comparison) {
    const Term of = terms()[comparison];
    const bool compares =
        of.op == Op::equal || of.op == Op::unsigned_less || of.op == Op::signed_less;
    if (!compares || (!terms().known(of.a) && !terms().known(of.b))) return true;
    const TermId index = index_in(terms().known(of.a) ? of.b : of.a);
    if (terms().symbols(index).empty()) return true;
    const auto values = possible_values(index);
    return !values || !values->empty();
}

void Machine::assume_last(TermId comparison) {
    const Term of = terms()[comparison];
    if (of.op != Op::equal || !terms().known(of.b)) return;
    const auto values = possible_values(of.a);
    if (!values || values->size() != 1) return;
    (void)assume(terms().binary(Op::equal, of.a, values->front()), true);
}

TermId Machine::load_constant(const std::string& label, std::int64_t offset, unsigned width,
                              Span span) {
    const auto found = datum_at(*listing_, label, offset, width);
    const std::string where = offset == 0 ? "at " : std::to_string(offset) + " bytes behind ";
    if (!found) refuse("it is not known what is " + where + label, span, "constants are read");
    if (const auto* const number = std::get_if<std::uint64_t>(&*found))
        return terms().constant(*number, width);
    const auto& code = std::get<CodeOffset>(*found);
    if (code.from.empty() && code.shift == 0 && width == 64) return world_->label(code.label);
    return world_->code_offset(code, width);
}

std::optional<TermId> Machine::load_chosen(TermId address, unsigned width, Span span) {
    if (terms().is_poison(address) || terms().address(address)) return std::nullopt;
    const TermId index = index_in(address);
    if (terms().symbols(index).empty() || terms().has_base(index)) return std::nullopt;
    const auto with = [&](TermId value) {
        return terms().address(terms().replaced(address, {{index, value}}));
    };
    const auto first = with(terms().constant(0, terms()[index].width));
    const std::string* const label = first ? world_->label_of(first->base) : nullptr;
    if (label == nullptr) return std::nullopt;
    const auto values = possible_values(index);
    if (!values)
        refuse("it is not known how far behind " + *label + " this reads", span,
               "a value that chooses an entry is compared with their number before");
    if (values->empty()) throw NoWay{};
    std::optional<TermId> made;
    // What is read depends on what chooses, also where that has one value on this way.
    if (values->size() == 1) made = terms().constant(0, width);
    for (auto each = values->rbegin(); each != values->rend(); ++each) {
        const TermId entry = load_constant(*label, with(*each)->offset, width, span);
        made = made ? terms().if_then_else(terms().binary(Op::equal, index, *each), entry, *made)
                    : entry;
    }
    return made;
}

}  // namespace clmm::compilers
