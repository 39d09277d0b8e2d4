#include <algorithm>
#include <array>

#include "machines/gcn/wave.h"

/// Vector arithmetic: lane 0 of it.
namespace clmm::compilers::gcn {
namespace {

struct Computing {
    std::string_view name;
    Op op;
    bool is_reversed = false;
};
constexpr std::array kComputing{Computing{"v_add_u32", Op::add},
                                Computing{"v_add_nc_u32", Op::add},
                                Computing{"v_sub_u32", Op::subtract},
                                Computing{"v_sub_nc_u32", Op::subtract},
                                Computing{"v_subrev_u32", Op::subtract, true},
                                Computing{"v_subrev_nc_u32", Op::subtract, true},
                                Computing{"v_and_b32", Op::bit_and},
                                Computing{"v_or_b32", Op::bit_or},
                                Computing{"v_xor_b32", Op::bit_xor},
                                Computing{"v_lshlrev_b32", Op::shift_left, true},
                                Computing{"v_lshrrev_b32", Op::shift_right, true},
                                Computing{"v_ashrrev_i32", Op::shift_right_signed, true}};

/// The first two operands by one operation, then the third by another.
struct Twofold {
    std::string_view name;
    Op first, second;
};
constexpr std::array kTwofold{Twofold{"v_add3_u32", Op::add, Op::add},
                              Twofold{"v_lshl_add_u32", Op::shift_left, Op::add},
                              Twofold{"v_add_lshl_u32", Op::add, Op::shift_left},
                              Twofold{"v_lshl_or_b32", Op::shift_left, Op::bit_or},
                              Twofold{"v_and_or_b32", Op::bit_and, Op::bit_or},
                              Twofold{"v_or3_b32", Op::bit_or, Op::bit_or},
                              Twofold{"v_xor3_b32", Op::bit_xor, Op::bit_xor},
                              Twofold{"v_xad_u32", Op::bit_xor, Op::add}};

/// Scalar registers live in a vector register's lanes where there are too few of them.
std::string lane_of(Wave& wave, std::size_t of, std::size_t index) {
    const auto found = Wave::registers(wave.operand(of));
    const auto lane = wave.terms.known(wave.read(index, 32));
    if (found.size() != 1) unknown_instruction(wave.line);
    if (!lane || *lane > 63) refuse("it is not known which lane this is", wave.operand(index).span);
    return *lane == 0 ? found[0] : found[0] + "@" + std::to_string(*lane);
}

bool lanes(Wave& wave, std::string_view name) {
    if (name == "v_readfirstlane_b32") return wave.write(0, wave.read(1, 32)), true;
    if (name == "v_writelane_b32") {
        const TermId value = wave.read(1, 32);
        wave.machine.set(lane_of(wave, 0, 2), value);
        return true;
    }
    if (name == "v_readlane_b32") {
        const std::string from = lane_of(wave, 1, 2);
        if (!wave.machine.find(from)) refuse("nothing was written to this lane", wave.line.span);
        wave.write(0, wave.read(from));
        return true;
    }
    // Lanes before the work-item's that run: none.
    if (name == "v_mbcnt_lo_u32_b32" || name == "v_mbcnt_hi_u32_b32")
        return wave.write(0, wave.read(2, 32)), true;
    return false;
}

bool vector_move(Wave& wave, std::string_view name) {
    if (name == "v_mov_b64") return wave.write(0, wave.read(1, 64)), true;
    const bool is_spill = name == "v_accvgpr_write_b32" || name == "v_accvgpr_read_b32" ||
                          name == "v_accvgpr_mov_b32";
    if (name == "v_mov_b32" || name == "v_dual_mov_b32" || is_spill) {
        wave.write(0, wave.read(1, 32));
        const auto from = Wave::registers(wave.operand(1));
        if (wave.runs_all_lanes() && from.size() == 1)
            wave.copy_lanes(from[0], Wave::registers(wave.operand(0))[0]);
        return true;
    }
    if (name == "v_not_b32") {
        wave.write(0, wave.terms.binary(Op::bit_xor, wave.read(1, 32), wave.number(~0ULL)));
        return true;
    }
    if (name != "v_cndmask_b32" && name != "v_dual_cndmask_b32") return false;
    const bool is_wide = wave.is_gfx9();
    const Piece carry{is_wide ? "vcc" : "vcc_lo", wave.line.span};
    const TermId mask =
        wave.read(wave.line.operands.size() > 3 ? wave.operand(3) : carry, is_wide ? 64 : 32);
    const TermId no = wave.read(1, 32);
    wave.write(0, wave.terms.if_then_else(wave.lane(mask), wave.read(2, 32), no));
    return true;
}

bool vector_comparison(Wave& wave, std::string_view name) {
    const bool masks = name.starts_with("v_cmpx_");
    if (!masks && !name.starts_with("v_cmp_")) return false;
    name.remove_prefix(masks ? 7 : 6);
    // v_cmpx writes exec, and before gfx10 a mask that is named as well.
    const bool names_result = wave.line.operands.size() == 3;
    const TermId bit = compared(wave, name, names_result ? 1 : 0);
    if (names_result) wave.write_mask(wave.operand(0), bit);
    if (masks) wave.write_mask({wave.is_gfx9() ? "exec" : "exec_lo", wave.line.span}, bit);
    if (!masks && !names_result) expect_operands(wave.line, 3);
    return true;
}

bool extremum(Wave& wave, std::string_view name) {
    const bool is_least = name.starts_with("v_min_");
    if (!is_least && !name.starts_with("v_max_")) return false;
    const std::string_view type = name.substr(6);
    if (type != "i32" && type != "u32") return false;
    const TermId a = wave.read(1, 32);
    const TermId b = wave.read(2, 32);
    const TermId less =
        wave.terms.binary(type == "i32" ? Op::signed_less : Op::unsigned_less, a, b);
    wave.write(0, wave.terms.if_then_else(less, is_least ? a : b, is_least ? b : a));
    return true;
}

bool multiplication(Wave& wave, std::string_view name) {
    if (name == "v_mul_lo_u32") {
        wave.write(0, product(wave, wave.read(1, 32), wave.read(2, 32)));
        return true;
    }
    if (name == "v_mul_u32_u24" || name == "v_mad_u32_u24") {
        constexpr std::uint64_t kBits = (1U << 24U) - 1;
        const auto factor = [&](std::size_t at) {
            return wave.terms.binary(Op::bit_and, wave.read(at, 32), wave.number(kBits));
        };
        const TermId made = product(wave, factor(1), factor(2));
        const bool adds = name == "v_mad_u32_u24";
        wave.write(0, adds ? wave.terms.binary(Op::add, made, wave.read(3, 32)) : made);
        return true;
    }
    // D, a carry, two words and 64 bits that are added: the lower word alone is followed.
    if (name != "v_mad_u64_u32" && name != "v_mad_co_u64_u32") return false;
    const auto to = Wave::registers(wave.operand(0));
    if (to.size() != 2) unknown_instruction(wave.line);
    const TermId factors = product(wave, wave.read(2, 32), wave.read(3, 32));
    const TermId added = wave.terms.resized(wave.read(4, 64), 32);
    wave.write(to[0], wave.terms.binary(Op::add, factors, added));
    wave.machine.forget(to[1]);
    return true;
}

bool compute(Wave& wave, std::string_view name) {
    if (name.starts_with("v_dual_")) return false;
    const auto twofold = std::ranges::find(kTwofold, name, &Twofold::name);
    if (twofold != kTwofold.end()) {
        const TermId first = wave.terms.binary(twofold->first, wave.read(1, 32), wave.read(2, 32));
        wave.write(0, wave.terms.binary(twofold->second, first, wave.read(3, 32)));
        return true;
    }
    const auto found = std::ranges::find(kComputing, name, &Computing::name);
    if (found == kComputing.end()) return false;
    TermId left = wave.read(1, 32);
    TermId right = wave.read(2, 32);
    if (found->is_reversed) std::swap(left, right);
    const bool shifts = found->op >= Op::shift_left && found->op <= Op::shift_right_signed;
    if (shifts && !wave.terms.known(right)) unknown_instruction(wave.line);
    wave.write(0, wave.terms.binary(found->op, left, right));
    return true;
}

struct Shift {
    std::string_view name;
    Op op;
};
constexpr std::array kShifts{Shift{"v_lshlrev_b64", Op::shift_left},
                             Shift{"v_lshrrev_b64", Op::shift_right},
                             Shift{"v_ashrrev_i64", Op::shift_right_signed}};

/// `v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]`: a word of each.
bool two_words(Wave& wave) {
    const std::string_view last = wave.operand(2).text;
    const std::size_t space = std::min(last.find(' '), last.size());
    const std::string_view how = trimmed(last.substr(space));
    const TermId low = wave.read(1, 64);
    const TermId high = wave.read({std::string(last.substr(0, space)), wave.line.span}, 64);
    constexpr std::string_view kSelects = "op_sel:[";
    const bool is_known = how.empty() || (how.starts_with(kSelects) && how.size() == 12 &&
                                          how[9] == ',' && how[11] == ']');
    if (!is_known) unknown_instruction(wave.line);
    const auto from = [&](std::size_t at) { return !how.empty() && how[at] == '1' ? 32U : 0U; };
    wave.write(0, wave.terms.joined(wave.terms.part(low, from(8), 32),
                                    wave.terms.part(high, from(10), 32)));
    return true;
}

bool of_64_bits(Wave& wave, std::string_view name) {
    if (name == "v_pk_mov_b32") return two_words(wave);
    if (name == "v_lshl_add_u64") {
        const TermId by = wave.terms.resized(wave.read(2, 32), 64);
        const TermId shifted = wave.terms.binary(Op::shift_left, wave.read(1, 64), by);
        wave.write(0, wave.terms.binary(Op::add, shifted, wave.read(3, 64)));
        return true;
    }
    const auto found = std::ranges::find(kShifts, name, &Shift::name);
    if (found == kShifts.end()) return false;
    const TermId by = wave.terms.resized(wave.read(1, 32), 64);
    if (!wave.terms.known(by)) unknown_instruction(wave.line);
    wave.write(0, wave.terms.binary(found->op, wave.read(2, 64), by));
    return true;
}

/// `v_dual_mov_b32 v0, 1 :: v_dual_mov_b32 v1, v0`: both read before either writes.
bool dual(Wave& wave) {
    const auto joint = std::ranges::find_if(wave.line.operands, [](const Piece& each) {
        return each.text.find("::") != std::string::npos;
    });
    if (joint == wave.line.operands.end()) return false;
    const std::size_t at = joint->text.find("::");
    const std::string_view rest = trimmed(std::string_view(joint->text).substr(at + 2));
    const std::size_t space = std::min(rest.find_first_of(" \t"), rest.size());
    const auto single = [](std::string_view name) {
        constexpr std::string_view kPrefix = "v_dual_";
        return name.starts_with(kPrefix) ? "v_" + std::string(name.substr(kPrefix.size()))
                                         : std::string(name);
    };
    Line first{single(wave.line.name), {}, {wave.line.operands.begin(), joint}, wave.line.span};
    first.operands.push_back(
        {std::string(trimmed(std::string_view(joint->text).substr(0, at))), joint->span});
    Line second{
        single(rest.substr(0, space)), {}, {joint + 1, wave.line.operands.end()}, wave.line.span};
    second.operands.insert(second.operands.begin(),
                           {std::string(trimmed(rest.substr(space))), joint->span});
    Machine after = wave.machine;
    Wave other(after, second, wave.family, wave.word);
    Wave one(wave.machine, first, wave.family, wave.word);
    if (!vector(other, second.name) || !vector(one, first.name)) return false;
    const Piece& to = other.operand(0);
    for (const std::string& each : Wave::registers(to)) one.write(each, other.read(each));
    return true;
}

}  // namespace

bool vector(Wave& wave, std::string_view name) {
    if (!name.starts_with("v_")) return false;
    if (name.starts_with("v_dual_")) return dual(wave);
    return vector_form(wave, name) || vector_halves(wave, name) || of_64_bits(wave, name) ||
           lanes(wave, name) || vector_move(wave, name) || vector_comparison(wave, name) ||
           extremum(wave, name) || multiplication(wave, name) || compute(wave, name);
}

}  // namespace clmm::compilers::gcn
