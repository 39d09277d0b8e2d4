#include <algorithm>
#include <array>

#include "machines/power64/execution.h"

/// The condition register: eight fields of four bits, less, greater, equal and one more. A
/// comparison gives a field its first three; what has one bit for itself has it by its number.
namespace clmm::compilers::ppc64 {
namespace {

constexpr std::array<std::string_view, 3> kBits{"lt", "gt", "eq"};
constexpr unsigned kFields = 8;

std::string own_bit(unsigned number) { return "crbit" + std::to_string(number); }

struct Logic {
    std::string_view name;
    Op op;
    bool inverts_second = false;
    bool inverts = false;
};
constexpr std::array kLogic{Logic{"crand", Op::bit_and},
                            Logic{"cror", Op::bit_or},
                            Logic{"crxor", Op::bit_xor},
                            Logic{"crandc", Op::bit_and, true},
                            Logic{"crorc", Op::bit_or, true},
                            Logic{"crnand", Op::bit_and, false, true},
                            Logic{"crnor", Op::bit_or, false, true},
                            Logic{"creqv", Op::bit_xor, false, true}};

}  // namespace

std::string Execution::field(std::optional<std::size_t> at) const {
    if (!at) return "cr0";
    std::string_view text = operand(*at).text;
    if (text.starts_with("cr")) text.remove_prefix(2);
    const auto number = number_in(text);
    if (!number || *number < 0 || *number >= kFields)
        refuse("unknown condition field '" + std::string(text) + "'", operand(*at).span);
    return "cr" + std::to_string(*number);
}

/// A comparison writes all bits of its field.
void Execution::forget_bits(const std::string& field) {
    const unsigned first = 4 * static_cast<unsigned>(field.back() - '0');
    for (unsigned i = first; i < first + 4; ++i) machine_.forget(own_bit(i));
}

std::optional<TermId> Execution::find_bit(unsigned number) {
    if (const auto own = machine_.find(own_bit(number))) return own;
    const std::string prefix = "cr" + std::to_string(number / 4);
    const bool is_known = number % 4 == 2 || machine_.find(prefix + ".lt");
    if (number % 4 == 3 || !is_known || !machine_.find(prefix + ".eq")) return std::nullopt;
    return machine_.condition(prefix, kBits[number % 4], line_.span);
}

TermId Execution::bit(unsigned number) {
    const auto found = find_bit(number);
    if (!found)
        refuse("it is not known what bit " + std::to_string(number) +
                   " of the condition register is here",
               line_.span);
    return *found;
}

/// `ge` of `cr7`: by its bits, where one of them was written alone.
TermId Execution::condition(const std::string& field, std::string_view name) {
    static constexpr std::array<std::string_view, 3> kOpposites{"ge", "le", "ne"};
    const unsigned first = 4 * static_cast<unsigned>(field.back() - '0');
    for (unsigned i = 0; i < kBits.size(); ++i) {
        if ((name != kBits[i] && name != kOpposites[i]) || !machine_.find(own_bit(first + i)))
            continue;
        const TermId is = bit(first + i);
        return name == kBits[i] ? is : terms_.negated(is);
    }
    return machine_.condition(field, name, line_.span);
}

bool Execution::condition_bits() {
    const std::string_view name = line_.name;
    const auto number = [&](std::size_t at) { return small(at, 4 * kFields - 1); };
    const auto set = [&](TermId value) { machine_.set(own_bit(number(0)), value); };
    if (name == "mfocrf" || name == "mtocrf") return condition_field(name == "mfocrf");
    if (name == "mfcr") return write(0, all_conditions()), true;
    if (name == "isel") {
        const TermId yes = base(operand(1).text, operand(1).span);
        return write(0, terms_.if_then_else(bit(number(3)), yes, read(2))), true;
    }
    if (name == "crmove") return set(bit(number(1))), true;
    if (name == "crnot") return set(terms_.negated(bit(number(1)))), true;
    if (name == "crset") return set(terms_.constant(1, 1)), true;
    if (name == "crclr") return set(terms_.constant(0, 1)), true;
    const auto found = std::ranges::find(kLogic, name, &Logic::name);
    if (found == kLogic.end()) return false;
    const TermId second = bit(number(2));
    const TermId made = terms_.binary(found->op, bit(number(1)),
                                      found->inverts_second ? terms_.negated(second) : second);
    return set(found->inverts ? terms_.negated(made) : made), true;
}

/// Bits that are not known stand for what the caller left there: who uses them is refused.
TermId Execution::conditions_from(unsigned first, unsigned count) {
    TermId made = terms_.constant(0, 32);
    std::uint64_t unknown = ~std::uint64_t{0};
    for (unsigned i = first; i < first + count; ++i) {
        const auto found = find_bit(i);
        if (!found) continue;
        const TermId place = terms_.constant(31 - i, 32);
        made = terms_.binary(Op::bit_or, made,
                             terms_.binary(Op::shift_left, terms_.resized(*found, 32), place));
        unknown &= ~(std::uint64_t{1} << (31 - i));
    }
    const TermId rest = terms_.binary(Op::bit_and, low(machine_.get("the condition register")),
                                      terms_.constant(unknown, 32));
    return terms_.binary(Op::bit_or, made, rest);
}

TermId Execution::all_conditions() { return conditions_from(0, 4 * kFields); }

/// One field as four bits of a register, at its own place there.
bool Execution::condition_field(bool is_read) {
    const unsigned mask = small(is_read ? 1 : 0, 128);
    unsigned field = 0;
    while (field < kFields && mask != (128U >> field)) ++field;
    if (field == kFields) refuse("'" + line_.name + "' of several fields is not known", line_.span);
    if (is_read) return write(0, conditions_from(4 * field, 4)), true;
    const TermId from = low(read(1));
    for (unsigned i = 4 * field; i < 4 * field + 4; ++i)
        machine_.set(own_bit(i), terms_.part(from, 31 - i, 1));
    return true;
}

}  // namespace clmm::compilers::ppc64
