#include <algorithm>
#include <array>

#include "machines/gcn/wave.h"

/// Sums of 64 bits in two halves: the upper half is of the whole sum, so that an address stays one.
namespace clmm::compilers::gcn {
namespace {

struct Half {
    std::string_view name;
    bool subtracts = false;
    bool is_upper = false;
    bool is_reversed = false;
};
constexpr std::array kScalar{Half{"s_add_u32"},
                             Half{"s_add_co_u32"},
                             Half{"s_sub_u32", true},
                             Half{"s_sub_co_u32", true},
                             Half{"s_addc_u32", false, true},
                             Half{"s_add_co_ci_u32", false, true},
                             Half{"s_subb_u32", true, true},
                             Half{"s_sub_co_ci_u32", true, true}};
constexpr std::array kVector{Half{"v_add_co_u32"},
                             Half{"v_sub_co_u32", true},
                             Half{"v_subrev_co_u32", true, false, true},
                             Half{"v_addc_co_u32", false, true},
                             Half{"v_add_co_ci_u32", false, true},
                             Half{"v_subb_co_u32", true, true},
                             Half{"v_sub_co_ci_u32", true, true},
                             Half{"v_subbrev_co_u32", true, true, true},
                             Half{"v_subrev_co_ci_u32", true, true, true}};

struct Sum {
    TermId left, right;
};

/// The words of which a carry is: it is `sum < left`; a borrow is `left < right`.
std::optional<Sum> lower_half(const Terms& terms, TermId carry, bool subtracts) {
    const Term term = terms[carry];
    if (term.op != Op::unsigned_less || terms[term.a].width != 32) return std::nullopt;
    if (subtracts) return Sum{term.a, term.b};
    const Term sum = terms[term.a];
    if (sum.op == Op::add && sum.a == term.b) return Sum{sum.a, sum.b};
    if (sum.op == Op::add && sum.b == term.b) return Sum{sum.b, sum.a};
    return std::nullopt;
}

struct Done {
    TermId value;
    TermId carry;
};

Done lower(Wave& wave, bool subtracts, TermId left, TermId right) {
    Terms& terms = wave.terms;
    const TermId made = terms.binary(subtracts ? Op::subtract : Op::add, left, right);
    // What nothing is added to has no carry.
    if (terms.known(right) == 0) return {made, wave.number(0, 1)};
    return {made, subtracts ? terms.binary(Op::unsigned_less, left, right)
                            : terms.binary(Op::unsigned_less, made, left)};
}

TermId upper(Wave& wave, bool subtracts, TermId left, TermId right, TermId carry) {
    Terms& terms = wave.terms;
    const Op op = subtracts ? Op::subtract : Op::add;
    if (const auto low = lower_half(terms, carry, subtracts)) {
        const TermId whole =
            terms.binary(op, terms.joined(low->left, left), terms.joined(low->right, right));
        return terms.part(whole, 32, 32);
    }
    return terms.binary(op, terms.binary(op, left, right), terms.resized(carry, 32));
}

/// `put@rel32@lo+4` behind s_getpc_b64: the sum is where the function is, or where its address
/// lies.
bool relocated(Wave& wave) {
    const std::string_view text = wave.operand(2).text;
    const std::size_t at = text.find('@');
    if (at == std::string_view::npos) return false;
    const std::string_view what = text.substr(at + 1);
    const bool is_table = what.starts_with("gotpcrel32@");
    if (!is_table && !what.starts_with("rel32@")) return false;
    const bool is_low = what.find("@lo") != std::string_view::npos;
    const std::string name = (is_table ? kTableEntry : "") + std::string(text.substr(0, at));
    const TermId whole = wave.machine.world().label(name);
    wave.write(0, wave.terms.part(whole, is_low ? 0 : 32, 32));
    wave.machine.forget("scc");
    return true;
}

}  // namespace

bool scalar_halves(Wave& wave, std::string_view name) {
    const auto found = std::ranges::find(kScalar, name, &Half::name);
    if (found == kScalar.end()) return false;
    if (relocated(wave)) return true;
    const TermId left = wave.read(1, 32);
    const TermId right = wave.read(2, 32);
    if (!found->is_upper) {
        const Done done = lower(wave, found->subtracts, left, right);
        wave.write(0, done.value);
        wave.machine.set("scc", done.carry);
        return true;
    }
    const auto carry = wave.machine.find("scc");
    if (!carry) refuse("it is not known what scc is here", wave.line.span);
    wave.write(0, upper(wave, found->subtracts, left, right, *carry));
    wave.machine.forget("scc");
    return true;
}

/// The carry is the work-item's bit of a mask.
bool vector_halves(Wave& wave, std::string_view name) {
    const auto found = std::ranges::find(kVector, name, &Half::name);
    if (found == kVector.end()) return false;
    TermId left = wave.read(2, 32);
    TermId right = wave.read(3, 32);
    if (found->is_reversed) std::swap(left, right);
    if (!found->is_upper) {
        const Done done = lower(wave, found->subtracts, left, right);
        wave.write(0, done.value);
        wave.write_mask(wave.operand(1), done.carry);
        return true;
    }
    const unsigned width = wave.is_gfx9() ? 64 : 32;
    const TermId carry = wave.lane(wave.read(4, width));
    wave.write(0, upper(wave, found->subtracts, left, right, carry));
    if (wave.operand(1).text != "null")
        for (const std::string& each : Wave::registers(wave.operand(1))) wave.machine.forget(each);
    return true;
}

}  // namespace clmm::compilers::gcn
