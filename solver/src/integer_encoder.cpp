#include "integer_encoder.h"

#include <algorithm>
#include <string>

#include "clmm/base/ensure.h"

namespace clmm::solver {

using litmus::Term;
using litmus::TermId;
using litmus::TermOp;

namespace {

bool is_comparison(TermOp op) {
    return op == TermOp::signed_less || op == TermOp::signed_less_equal ||
           op == TermOp::unsigned_less || op == TermOp::unsigned_less_equal;
}

bool is_strict(TermOp op) { return op == TermOp::signed_less || op == TermOp::unsigned_less; }

bool is_signed(TermOp op) { return op == TermOp::signed_less || op == TermOp::signed_less_equal; }

}  // namespace

IntegerEncoder::IntegerEncoder(z3::context& context, const litmus::TermPool& terms,
                               std::span<const TermId> together)
    : context_(context), terms_(terms), together_(together), definitions_(context) {}

z3::expr_vector IntegerEncoder::operator()() {
    find_ranges();
    z3::expr_vector out(context_);
    for (const TermId term : together_) {
        translate(term);
        out.push_back(condition(term));
    }
    for (const z3::expr& each : definitions_) out.push_back(each);
    return out;
}

model::ChoiceValues IntegerEncoder::values(const z3::model& found) const {
    model::ChoiceValues out;
    for (const auto& [term, number] : numbers_)
        if (const Term& leaf = terms_[term]; leaf.op == TermOp::choice)
            out[leaf.payload] =
                static_cast<std::uint64_t>(found.eval(number.value, true).get_numeral_int64()) &
                (~std::uint64_t{0} >> (64U - leaf.width));
    for (const auto& [term, condition] : conditions_)
        if (const Term& leaf = terms_[term]; leaf.op == TermOp::choice)
            out[leaf.payload] = found.eval(condition, true).is_true() ? 1 : 0;
    return out;
}

z3::expr IntegerEncoder::integer(Wide value) {
    const bool negative = value < 0;
    std::string digits;
    for (Wide rest = negative ? -value : value; rest != 0 || digits.empty(); rest /= 10)
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
    return context_.int_val(((negative ? "-" : "") + digits).c_str());
}

IntegerEncoder::Range IntegerEncoder::all(unsigned width, bool is_signed) {
    const Wide values = Wide{1} << width;
    return is_signed ? Range{-values / 2, values / 2 - 1} : Range{0, values - 1};
}

// ---- ranges ----

std::optional<IntegerEncoder::Range> IntegerEncoder::known_range(TermId id) const {
    const Term& term = terms_[id];
    if (term.op == TermOp::constant) {
        const Wide value = term.payload;
        const Wide as_signed =
            value > all(term.width, true).most ? value - (Wide{1} << term.width) : value;
        return Range{as_signed, as_signed};
    }
    if (term.op != TermOp::choice) return std::nullopt;
    const auto found = ranges_.find(id);
    return found == ranges_.end() ? all(term.width, true) : found->second;
}

/// Of what is not greater than something else. Where that says so, nothing is wrong in taking
/// unsigned values for signed ones.
bool IntegerEncoder::narrow(TermId lower, TermId upper, bool strict, bool is_signed) {
    const auto low = known_range(lower);
    const auto high = known_range(upper);
    if (!low || !high || terms_[lower].width == 1) return false;
    if (!is_signed && high->least < 0) return false;
    const Wide step = strict ? 1 : 0;
    bool changed = false;
    const auto set = [&](TermId id, Range old, Range range) {
        if (terms_[id].op != TermOp::choice) return;
        range = {std::max(old.least, range.least), std::min(old.most, range.most)};
        if (range.least == old.least && range.most == old.most) return;
        ranges_[id] = range;
        changed = true;
    };
    // Below a number that is not negative as a signed one lie such numbers alone.
    set(lower, *low, {is_signed ? low->least : 0, high->most - step});
    set(upper, *high, {std::max(low->least, is_signed ? low->least : 0) + step, high->most});
    return changed;
}

void IntegerEncoder::find_ranges() {
    constexpr unsigned kRounds = 4;
    conjuncts_.assign(together_.begin(), together_.end());
    for (std::size_t i = 0; i < conjuncts_.size(); ++i)
        if (const Term& term = terms_[conjuncts_[i]]; term.op == TermOp::logical_and) {
            conjuncts_.push_back(term.a);
            conjuncts_.push_back(term.b);
        }
    bool changed = true;
    for (unsigned round = 0; round < kRounds && changed; ++round) {
        changed = false;
        for (const TermId each : conjuncts_) {
            const Term* term = &terms_[each];
            const bool negated = term->op == TermOp::logical_not;
            if (negated) term = &terms_[term->a];
            if (!is_comparison(term->op)) continue;
            const bool strict = is_strict(term->op) != negated;
            changed = narrow(negated ? term->b : term->a, negated ? term->a : term->b, strict,
                             is_signed(term->op)) ||
                      changed;
        }
    }
}

// ---- terms ----

IntegerEncoder::Number IntegerEncoder::any(Range range) {
    const z3::expr made = context_.int_const(("n" + std::to_string(fresh_++)).c_str());
    definitions_.push_back(integer(range.least) <= made && made <= integer(range.most));
    return {made, range};
}

IntegerEncoder::Number IntegerEncoder::held(TermId id, bool is_signed) {
    const auto known = held_.find({id, is_signed});
    if (known != held_.end()) return known->second;
    const unsigned width = terms_[id].width;
    const Range within = all(width, is_signed);
    Number out = number(id);
    if (out.range.least < within.least || out.range.most > within.most) {
        const Wide values = Wide{1} << width;
        const auto times = [&](Wide value) {
            const Wide behind = value - within.least;
            return behind >= 0 ? behind / values : -((values - 1 - behind) / values);
        };
        const Number off = any({times(out.range.least), times(out.range.most)});
        out = {out.value - integer(values) * off.value, within};
        definitions_.push_back(integer(within.least) <= out.value &&
                               out.value <= integer(within.most));
    }
    return held_.try_emplace({id, is_signed}, out).first->second;
}

void IntegerEncoder::translate(TermId root) {
    std::vector<TermId> pending{root};
    while (!pending.empty()) {
        const TermId top = pending.back();
        const Term term = terms_[top];
        const bool is_boolean = term.width == 1;
        if (is_boolean ? conditions_.contains(top) : numbers_.contains(top)) {
            pending.pop_back();
            continue;
        }
        const std::size_t before = pending.size();
        for (const TermId operand : {term.a, term.b, term.c})
            if (operand.valid() && !conditions_.contains(operand) && !numbers_.contains(operand))
                pending.push_back(operand);
        if (pending.size() != before) continue;
        pending.pop_back();
        if (is_boolean)
            conditions_.try_emplace(top, condition(top));
        else
            numbers_.try_emplace(top, number(top));
    }
}

z3::expr IntegerEncoder::condition(TermId id) {
    if (const auto known = conditions_.find(id); known != conditions_.end()) return known->second;
    const Term& term = terms_[id];
    const auto of = [&](TermId operand) { return condition(operand); };
    switch (term.op) {
        case TermOp::constant:
            return context_.bool_val(term.payload != 0);
        case TermOp::logical_not:
            return !of(term.a);
        case TermOp::logical_and:
            return of(term.a) && of(term.b);
        case TermOp::logical_or:
            return of(term.a) || of(term.b);
        case TermOp::if_then_else:
            return z3::ite(of(term.a), of(term.b), of(term.c));
        case TermOp::equal:
            if (terms_[term.a].width == 1) return of(term.a) == of(term.b);
            return held(term.a, true).value == held(term.b, true).value;
        default:
            break;
    }
    if (!is_comparison(term.op))
        return context_.bool_const(("b" + std::to_string(fresh_++)).c_str());
    const z3::expr a = held(term.a, is_signed(term.op)).value;
    const z3::expr b = held(term.b, is_signed(term.op)).value;
    return is_strict(term.op) ? a < b : a <= b;
}

IntegerEncoder::Number IntegerEncoder::scaled(TermId id, Wide by) {
    const Number of = held(id, true);
    const Wide one = of.range.least * by;
    const Wide other = of.range.most * by;
    return {of.value * integer(by), {std::min(one, other), std::max(one, other)}};
}

/// Of a value that is not negative and a constant.
IntegerEncoder::Number IntegerEncoder::parts(const Term& term, bool wants_quotient, Wide divisor) {
    const Number of = held(term.a, false);
    const Number quotient = any({0, of.range.most / divisor});
    const Number rest = any({0, divisor - 1});
    definitions_.push_back(of.value == integer(divisor) * quotient.value + rest.value);
    return wants_quotient ? quotient : rest;
}

IntegerEncoder::Number IntegerEncoder::number(TermId id) {
    if (const auto known = numbers_.find(id); known != numbers_.end()) return known->second;
    const Term& term = terms_[id];
    if (term.op == TermOp::constant) {
        const Range range = *known_range(id);
        return {integer(range.least), range};
    }
    if (term.op == TermOp::choice) return any(*known_range(id));
    if (term.op == TermOp::if_then_else) {
        const Number yes = number(term.b);
        const Number no = number(term.c);
        return {
            z3::ite(condition(term.a), yes.value, no.value),
            {std::min(yes.range.least, no.range.least), std::max(yes.range.most, no.range.most)}};
    }
    return arithmetic(term);
}

IntegerEncoder::Number IntegerEncoder::arithmetic(const Term& term) {
    const auto constant = [&](TermId id) -> std::optional<Wide> {
        if (!terms_.is_constant(id)) return std::nullopt;
        return known_range(id)->least;
    };
    const auto shifts = [&](TermId id) {
        return terms_.is_constant(id) && terms_[id].payload < term.width;
    };
    const auto power = [&](TermId id) { return Wide{1} << terms_[id].payload; };
    constexpr Wide kFar = Wide{1} << 100U;
    switch (term.op) {
        case TermOp::add:
        case TermOp::subtract: {
            Number a = number(term.a);
            Number b = number(term.b);
            if (std::max(a.range.most, -a.range.least) > kFar) a = held(term.a, true);
            if (std::max(b.range.most, -b.range.least) > kFar) b = held(term.b, true);
            if (term.op == TermOp::add)
                return {a.value + b.value,
                        {a.range.least + b.range.least, a.range.most + b.range.most}};
            return {a.value - b.value,
                    {a.range.least - b.range.most, a.range.most - b.range.least}};
        }
        case TermOp::negate:
            return scaled(term.a, -1);
        case TermOp::multiply:
            if (const auto by = constant(term.b)) return scaled(term.a, *by);
            break;
        case TermOp::shift_left:
            if (shifts(term.b)) return scaled(term.a, power(term.b));
            break;
        case TermOp::logical_shift_right:
            if (shifts(term.b)) return parts(term, true, power(term.b));
            break;
        case TermOp::bit_and:
            if (const auto by = constant(term.b); by && *by >= 0 && (*by & (*by + 1)) == 0)
                return parts(term, false, *by + 1);
            break;
        case TermOp::zero_extend:
            return held(term.a, false);
        case TermOp::sign_extend:
            return held(term.a, true);
        case TermOp::truncate:
            return number(term.a);
        default:
            break;
    }
    return any(all(term.width, true));
}

}  // namespace clmm::solver
