#include <algorithm>
#include <array>
#include <bit>

#include "machines/gcn/wave.h"

/// Scalar arithmetic, masks of lanes and branches.
namespace clmm::compilers::gcn {
namespace {

constexpr std::array<std::string_view, 10> kNothing{"s_nop",
                                                    "s_clause",
                                                    "s_delay_alu",
                                                    "s_sendmsg",
                                                    "s_setprio",
                                                    "s_sleep",
                                                    "s_inst_prefetch",
                                                    "s_set_inst_prefetch_distance",
                                                    "s_waitcnt_depctr",
                                                    "s_code_end"};

struct Logic {
    std::string_view name;
    Op op;
    bool inverts_second = false;
    bool inverts_result = false;
};
constexpr std::array kLogic{Logic{"and", Op::bit_and},
                            Logic{"or", Op::bit_or},
                            Logic{"xor", Op::bit_xor},
                            Logic{"andn2", Op::bit_and, true},
                            Logic{"and_not1", Op::bit_and, true},
                            Logic{"orn2", Op::bit_or, true},
                            Logic{"or_not1", Op::bit_or, true},
                            Logic{"nand", Op::bit_and, false, true},
                            Logic{"nor", Op::bit_or, false, true},
                            Logic{"xnor", Op::bit_xor, false, true}};

struct Arithmetic {
    std::string_view name;
    Op op;
};
constexpr std::array kArithmetic{
    Arithmetic{"s_add_i32", Op::add},          Arithmetic{"s_add_co_i32", Op::add},
    Arithmetic{"s_sub_i32", Op::subtract},     Arithmetic{"s_lshl_b32", Op::shift_left},
    Arithmetic{"s_lshr_b32", Op::shift_right}, Arithmetic{"s_ashr_i32", Op::shift_right_signed}};

constexpr std::string_view kBit = "scc";

TermId inverted(Wave& wave, TermId value) {
    const unsigned width = wave.terms[value].width;
    return wave.terms.binary(Op::bit_xor, value, wave.number(~0ULL, width));
}

void set_bit(Wave& wave, TermId bit) { wave.machine.set(std::string(kBit), bit); }

TermId bit(Wave& wave) {
    const auto found = wave.machine.find(std::string(kBit));
    if (!found) refuse("it is not known what scc is here", wave.line.span);
    return *found;
}

void set_bit_if_not_zero(Wave& wave, TermId value) {
    set_bit(wave, wave.is_alone(value) ? wave.lane(value)
                                       : wave.terms.negated(wave.terms.is_zero(value)));
}

/// 64 or 32: `_b64`, `_i32_b64`.
unsigned width_of(std::string_view name) { return name.ends_with("64") ? 64 : 32; }

TermId logic(Wave& wave, const Logic& how, TermId a, TermId b) {
    const TermId made = wave.terms.binary(how.op, a, how.inverts_second ? inverted(wave, b) : b);
    return how.inverts_result ? inverted(wave, made) : made;
}

const Logic* logic_named(std::string_view name) {
    const auto found = std::ranges::find(kLogic, name, &Logic::name);
    return found == kLogic.end() ? nullptr : &*found;
}

/// s_and_saveexec_b64 D, S: D is exec, which becomes S and exec.
bool save_exec(Wave& wave, std::string_view name) {
    constexpr std::string_view kMiddle = "_saveexec_b";
    const std::size_t at = name.find(kMiddle);
    if (at == std::string_view::npos) return false;
    const Logic* const how = logic_named(name.substr(2, at - 2));
    if (how == nullptr) return false;
    const unsigned width = width_of(name);
    const Piece exec{width == 64 ? "exec" : "exec_lo", wave.line.span};
    const TermId before = wave.read(exec, width);
    const TermId made = logic(wave, *how, wave.read(1, width), before);
    wave.write(0, before);
    wave.write(exec, made);
    set_bit_if_not_zero(wave, made);
    return true;
}

bool logical(Wave& wave, std::string_view name) {
    const unsigned width = width_of(name);
    if (name == "s_not_b32" || name == "s_not_b64") {
        const TermId made = inverted(wave, wave.read(1, width));
        wave.write(0, made);
        set_bit_if_not_zero(wave, made);
        return true;
    }
    if (!name.ends_with("_b32") && !name.ends_with("_b64")) return false;
    const Logic* const how = logic_named(name.substr(2, name.size() - 6));
    if (how == nullptr) return false;
    const TermId made = logic(wave, *how, wave.read(1, width), wave.read(2, width));
    wave.write(0, made);
    set_bit_if_not_zero(wave, made);
    return true;
}

bool arithmetic(Wave& wave, std::string_view name) {
    if (name == "s_mul_i32") {
        wave.write(0, product(wave, wave.read(1, 32), wave.read(2, 32)));
        return true;
    }
    if (name == "s_add_nc_u64" || name == "s_sub_nc_u64") {
        const Op op = name == "s_add_nc_u64" ? Op::add : Op::subtract;
        wave.write(0, wave.terms.binary(op, wave.read(1, 64), wave.read(2, 64)));
        return true;
    }
    if (name == "s_addk_i32" || name == "s_addk_co_i32") {
        wave.write(0, wave.terms.binary(Op::add, wave.read(0, 32), wave.read(1, 32)));
        wave.machine.forget(std::string(kBit));
        return true;
    }
    if (name == "s_sext_i32_i16" || name == "s_sext_i32_i8") {
        const unsigned width = name.ends_with("16") ? 16 : 8;
        wave.write(0, wave.terms.resized(wave.terms.resized(wave.read(1, 32), width), 32, true));
        return true;
    }
    if (name == "s_lshl_b64" || name == "s_lshr_b64") {
        const Op op = name == "s_lshl_b64" ? Op::shift_left : Op::shift_right;
        const TermId by = wave.terms.resized(wave.read(2, 32), 64);
        wave.write(0, wave.terms.binary(op, wave.read(1, 64), by));
        wave.machine.forget(std::string(kBit));
        return true;
    }
    const auto found = std::ranges::find(kArithmetic, name, &Arithmetic::name);
    if (found == kArithmetic.end()) return false;
    const TermId made = wave.terms.binary(found->op, wave.read(1, 32), wave.read(2, 32));
    wave.write(0, made);
    wave.machine.forget(std::string(kBit));
    return true;
}

/// Bits of masks are counted and looked for where the mask is known, or the work-item's alone.
bool counting(Wave& wave, std::string_view name) {
    const bool counts = name == "s_bcnt1_i32_b64" || name == "s_bcnt1_i32_b32";
    const bool finds = name.starts_with("s_ff1_i32_b") || name.starts_with("s_ctz_i32_b");
    if (!counts && !finds) return false;
    const TermId mask = wave.read(1, width_of(name));
    if (counts && wave.is_alone(mask)) {
        const TermId made = wave.terms.resized(wave.lane(mask), 32);
        wave.write(0, made);
        set_bit_if_not_zero(wave, made);
        return true;
    }
    const auto value = wave.terms.known(mask);
    if (!value) refuse("it is not known which lanes run here", wave.line.span);
    if (finds && *value == 0) return wave.write(0, wave.number(~0ULL)), true;
    const int made = counts ? std::popcount(*value) : std::countr_zero(*value);
    wave.write(0, wave.number(static_cast<std::uint64_t>(made)));
    if (counts) set_bit(wave, wave.number(*value != 0 ? 1 : 0, 1));
    return true;
}

bool move(Wave& wave, std::string_view name) {
    if (name == "s_mov_b32" || name == "s_mov_b64") {
        wave.write(0, wave.read(1, width_of(name)));
        return true;
    }
    if (name == "s_movk_i32") return wave.write(0, wave.read(1, 32)), true;
    if (name != "s_cselect_b32" && name != "s_cselect_b64") return false;
    const unsigned width = width_of(name);
    const TermId yes = wave.read(1, width);
    const TermId no = wave.read(2, width);
    // As a mask, all lanes or none: the work-item's bit is what matters.
    if (wave.terms.known(no) == 0 &&
        wave.terms.known(yes) == wave.terms.known(wave.number(~0ULL, width)))
        wave.write(0, wave.terms.resized(bit(wave), width, true));
    else
        wave.write(0, wave.terms.if_then_else(bit(wave), yes, no));
    return true;
}

bool comparison(Wave& wave, std::string_view name) {
    for (const std::string_view prefix : {"s_cmp_", "s_cmpk_"})
        if (name.starts_with(prefix)) {
            set_bit(wave, compared(wave, name.substr(prefix.size()), 0));
            return true;
        }
    return false;
}

Next branch_on(const Wave& wave, TermId condition) {
    const Piece& label = wave.operand(0);
    return {Next::Kind::branch, label.text, label.span, condition};
}

}  // namespace

std::optional<Next> control(Wave& wave) {
    const std::string& name = wave.line.name;
    if (name == "s_endpgm") return Next{.kind = Next::Kind::leave};
    if (name == "s_setpc_b64")
        return Next{.kind = Next::Kind::go_to, .span = wave.line.span, .target = wave.read(0, 64)};
    if (name == "s_swappc_b64") {
        const TermId function = wave.read(1, 64);
        wave.write(0, wave.machine.world().code(wave.line.place + 1));
        return Next{.kind = Next::Kind::call, .span = wave.line.span, .target = function};
    }
    if (std::ranges::find(kNothing, std::string_view(name)) != kNothing.end()) return Next{};
    if (name == "s_branch") {
        const Piece& label = wave.operand(0);
        return Next{.kind = Next::Kind::jump, .label = label.text, .span = label.span};
    }
    constexpr std::string_view kPrefix = "s_cbranch_";
    if (!name.starts_with(kPrefix)) return std::nullopt;
    const std::string_view when = std::string_view(name).substr(kPrefix.size());
    if (when == "scc1") return branch_on(wave, bit(wave));
    if (when == "scc0") return branch_on(wave, wave.terms.negated(bit(wave)));
    for (const std::string_view mask : {"exec", "vcc"}) {
        if (!when.starts_with(mask)) continue;
        const bool is_wide = wave.is_gfx9();
        const std::string reg = std::string(mask) + (is_wide ? "" : "_lo");
        const TermId empty = wave.is_empty(wave.read({reg, wave.line.span}, is_wide ? 64 : 32));
        if (when.substr(mask.size()) == "z") return branch_on(wave, empty);
        if (when.substr(mask.size()) == "nz") return branch_on(wave, wave.terms.negated(empty));
    }
    return std::nullopt;
}

bool scalar(Wave& wave) {
    const std::string_view name = wave.line.name;
    if (!name.starts_with("s_")) return false;
    if (name == "s_getpc_b64")
        return wave.write(0, wave.machine.world().code(wave.line.place + 1)), true;
    return scalar_halves(wave, name) || move(wave, name) || comparison(wave, name) ||
           save_exec(wave, name) || logical(wave, name) || arithmetic(wave, name) ||
           counting(wave, name);
}

TermId compared(Wave& wave, std::string_view how, std::size_t first) {
    const std::size_t line = how.find('_');
    const std::string_view type = line == std::string_view::npos ? "" : how.substr(line + 1);
    std::string_view name = how.substr(0, line);
    const bool is_signed = type.starts_with('i');
    if (type != "i32" && type != "u32" && type != "i64" && type != "u64")
        unknown_instruction(wave.line);
    if (name == "lg") name = "ne";
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kUnsigned{
        {{"lt", "lo"}, {"le", "ls"}, {"gt", "hi"}, {"ge", "hs"}}};
    for (const auto& [one, other] : kUnsigned)
        if (!is_signed && name == one) {
            name = other;
            break;
        }
    const unsigned width = width_of(type);
    const std::string flags = "compared";
    const TermId left = wave.read(first, width);
    const TermId right = wave.read(first + 1, width);
    // A mask is compared with 0 to know whether a lane runs.
    if (wave.is_alone(left) && wave.terms.known(right) == 0 && (name == "eq" || name == "ne")) {
        const TermId empty = wave.is_empty(left);
        return name == "eq" ? empty : wave.terms.negated(empty);
    }
    wave.machine.compare(flags, left, right);
    return wave.machine.condition(flags, name, wave.line.span);
}

TermId product(Wave& wave, TermId a, TermId b) {
    if (wave.terms.known(a)) std::swap(a, b);
    const auto factor = wave.terms.known(b);
    if (factor == 1) return a;
    if (factor == 0) return wave.terms.binary(Op::bit_and, a, b);
    return wave.terms.binary(Op::multiply, a, b);
}

}  // namespace clmm::compilers::gcn
