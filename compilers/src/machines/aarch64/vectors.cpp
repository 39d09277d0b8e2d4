#include <algorithm>
#include <array>

#include "machines/aarch64/execution.h"

/// Vector registers as far as compilers move integers in them: four words, of which an access of
/// memory is as many. The architecture promises of each aligned 8 bytes that they are accessed at
/// once, and of their order nothing.
namespace clmm::compilers::a64 {
namespace {

/// `q1`, `d1`, `s1`: how many words of `v1`; `v1.4s`, `v1.2s`, `v1.2d`, `v1.16b`, `v1.8b`, and one
/// element, `v1.s[2]`, `v1.d[1]`.
struct Vector {
    std::string name;
    std::size_t words = 0;
    std::size_t element = 0;             ///< words of one
    std::optional<std::size_t> at = {};  ///< the word where one element begins
};

std::optional<std::string> numbered_vector(std::string_view digits) {
    const auto number = number_in(digits);
    if (!number || *number < 0 || *number > 31) return std::nullopt;
    return "v" + std::string(digits);
}

std::optional<Vector> element_named(const std::string& name, std::string_view type) {
    const std::size_t open = type.find('[');
    const std::size_t words = type[0] == 's' ? 1 : type[0] == 'd' ? 2 : 0;
    const auto index = number_in(type.substr(open + 1, type.size() - open - 2));
    if (words == 0 || open != 1 || !type.ends_with(']') || !index || *index < 0 ||
        static_cast<std::size_t>(*index) * words > 3)
        return std::nullopt;
    return Vector{name, words, words, static_cast<std::size_t>(*index) * words};
}

std::optional<Vector> vector_named(std::string_view text) {
    if (text.size() < 2) return std::nullopt;
    const std::size_t dot = text.find('.');
    const auto name = numbered_vector(text.substr(1, dot == text.npos ? dot : dot - 1));
    if (!name) return std::nullopt;
    if (dot == text.npos) {
        const std::size_t words = text[0] == 'q' ? 4 : text[0] == 'd' ? 2 : text[0] == 's' ? 1 : 0;
        return words == 0 ? std::nullopt : std::optional(Vector{*name, words, words});
    }
    if (text[0] != 'v') return std::nullopt;
    const std::string_view type = text.substr(dot + 1);
    if (type.find('[') != type.npos) return element_named(*name, type);
    if (type == "4s") return Vector{*name, 4, 1};
    if (type == "2s") return Vector{*name, 2, 1};
    if (type == "2d") return Vector{*name, 4, 2};
    if (type == "16b") return Vector{*name, 4, 1};
    if (type == "8b") return Vector{*name, 2, 1};
    return std::nullopt;
}

struct Wordwise {
    std::string_view name;
    Op op;
};
constexpr std::array kWordwise{Wordwise{"add", Op::add}, Wordwise{"sub", Op::subtract},
                               Wordwise{"and", Op::bit_and}, Wordwise{"orr", Op::bit_or},
                               Wordwise{"eor", Op::bit_xor}};

}  // namespace

/// Words of a vector, of one of its elements, or of a general register.
Words Execution::vector_value(std::size_t at) {
    const auto found = vector_named(operand(at).text);
    if (!found) return words_of(terms_, read(at));
    const std::size_t first = found->at.value_or(0);
    const Words all = read_words(machine_, found->name, first + found->words);
    return {all.begin() + static_cast<std::ptrdiff_t>(first), all.end()};
}

bool Execution::vector() {
    const bool has_vector = std::ranges::any_of(
        line_.operands, [](const Piece& each) { return vector_named(each.text).has_value(); });
    if (!has_vector) return false;
    return vector_access() || vector_move() || vector_compute();
}

bool Execution::vector_access() {
    const std::string& name = line_.name;
    const bool is_pair = name == "ldp" || name == "stp";
    const bool loads = name == "ldr" || name == "ldur" || name == "ldp";
    if (!loads && name != "str" && name != "stur" && name != "stp") return false;
    const std::size_t count = is_pair ? 2 : 1;
    TermId where = address(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto reg = vector_named(operand(i).text);
        if (!reg) return false;
        if (loads)
            write_words(machine_, reg->name,
                        load_words(machine_, where, reg->words, kLoad, line_.span));
        else
            store_words(machine_, where, vector_value(i), kStore, line_.span);
        where = terms_.binary(Op::add, where, terms_.constant(4 * reg->words));
    }
    return true;
}

bool Execution::vector_move() {
    const std::string& name = line_.name;
    const auto to = vector_named(operand(0).text);
    if (name == "movi" && to && !to->at) {
        const Words element = words_of(terms_, known_number(1, to->element == 2 ? 64U : 32U));
        if (count() > 2 || operand(0).text.ends_with('b')) return false;
        Words made;
        for (std::size_t i = 0; i < to->words; ++i) made.push_back(element[i % element.size()]);
        return write_words(machine_, to->name, made), true;
    }
    if (name == "dup" && to && !to->at) {
        const Words element = vector_value(1);
        if (element.size() < to->element) return false;
        Words made;
        for (std::size_t i = 0; i < to->words; ++i) made.push_back(element[i % to->element]);
        return write_words(machine_, to->name, made), true;
    }
    const bool moves = name == "mov" || name == "fmov" || name == "ins" || name == "umov";
    if (!moves || count() != 2) return false;
    if (!to) {
        const Register general = reg(operand(0));
        const Words moved = vector_value(1);
        if (moved.size() * 32 != general.width) return false;
        return write(general, from_words(terms_, moved, 0, moved.size())), true;
    }
    const Words moved = vector_value(1);
    if (moved.size() != to->words) return false;
    if (!to->at) return write_words(machine_, to->name, moved), true;
    for (std::size_t i = 0; i < moved.size(); ++i)
        write_word(machine_, to->name, *to->at + i, moved[i]);
    return true;
}

bool Execution::vector_compute() {
    const auto found = std::ranges::find(kWordwise, line_.name, &Wordwise::name);
    const auto to = vector_named(operand(0).text);
    if (found == kWordwise.end() || !to || to->at || count() != 3) return false;
    const bool is_bitwise = found->op >= Op::bit_and && found->op <= Op::bit_xor;
    if (to->element != 1 || (!is_bitwise && operand(0).text.ends_with('b'))) return false;
    const Words left = vector_value(1);
    const Words right = vector_value(2);
    if (left.size() != right.size()) return false;
    return write_words(machine_, to->name, computed(terms_, found->op, left, right)), true;
}

}  // namespace clmm::compilers::a64
