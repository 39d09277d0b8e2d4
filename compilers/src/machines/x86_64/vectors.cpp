#include <algorithm>
#include <array>

#include "machines/x86_64/execution.h"

/// SSE registers as far as compilers move integers in them: four words, of which an access of
/// memory is as many. The manual promises that aligned 8 bytes are accessed at once, of more it
/// promises nothing; tests whose plain accesses do not race cannot tell.
namespace clmm::compilers::x86 {
namespace {

bool is_vector(std::string_view text) { return text.starts_with("%xmm"); }

struct Bitwise {
    std::string_view name;
    Op op;
};
constexpr std::array kBitwise{
    Bitwise{"pxor", Op::bit_xor}, Bitwise{"xorps", Op::bit_xor}, Bitwise{"xorpd", Op::bit_xor},
    Bitwise{"por", Op::bit_or},   Bitwise{"orps", Op::bit_or},   Bitwise{"orpd", Op::bit_or},
    Bitwise{"pand", Op::bit_and}, Bitwise{"andps", Op::bit_and}, Bitwise{"andpd", Op::bit_and},
    Bitwise{"paddd", Op::add},    Bitwise{"psubd", Op::subtract}};

/// How many words a move of this name moves.
std::size_t words_moved(std::string_view name) {
    for (const std::string_view each : {"movaps", "movups", "movapd", "movupd", "movdqa", "movdqu"})
        if (name == each) return 4;
    if (name == "movq" || name == "movsd" || name == "movlps" || name == "movlpd") return 2;
    return name == "movd" || name == "movss" ? 1 : 0;
}

/// Where each word of the result comes from: 0 to 3 of the first operand, 4 to 7 of the second.
struct Shuffle {
    std::string_view name;
    std::array<std::size_t, 4> from;
};
constexpr std::array kShuffles{
    Shuffle{"punpckldq", {0, 4, 1, 5}},  Shuffle{"unpcklps", {0, 4, 1, 5}},
    Shuffle{"punpckhdq", {2, 6, 3, 7}},  Shuffle{"unpckhps", {2, 6, 3, 7}},
    Shuffle{"punpcklqdq", {0, 1, 4, 5}}, Shuffle{"unpcklpd", {0, 1, 4, 5}},
    Shuffle{"movlhps", {0, 1, 4, 5}},    Shuffle{"punpckhqdq", {2, 3, 6, 7}},
    Shuffle{"unpckhpd", {2, 3, 6, 7}},   Shuffle{"movhlps", {6, 7, 2, 3}}};

}  // namespace

std::string Execution::vector_register(const Piece& piece) const {
    const auto number =
        is_vector(piece.text) ? number_in(std::string_view(piece.text).substr(4)) : std::nullopt;
    if (!number || *number < 0 || *number > 15)
        refuse("unknown register '" + piece.text + "'", piece.span);
    return piece.text.substr(1);
}

Words Execution::vector_value(const Piece& piece, std::size_t words) {
    if (is_vector(piece.text)) return read_words(machine_, vector_register(piece), words);
    if (is_memory(piece)) return load_words(machine_, address(piece), words, kLoad, line_.span);
    return words_of(terms_, value(piece, static_cast<unsigned>(32 * words)));
}

bool Execution::vector() {
    const bool has_vector =
        std::ranges::any_of(line_.operands, [](const Piece& each) { return is_vector(each.text); });
    if (!has_vector) return false;
    return vector_move() || vector_part() || vector_compute() || vector_shuffle();
}

bool Execution::vector_move() {
    const std::size_t words = words_moved(line_.name);
    if (words == 0) return false;
    expect_operands(line_, 2);
    const Piece& from = operand(0);
    const Piece& to = operand(1);
    const Words moved = vector_value(from, words);
    if (is_memory(to)) {
        store_words(machine_, address(to), moved, kStore, line_.span);
    } else if (!is_vector(to.text)) {
        write(reg(to), from_words(terms_, moved, 0, words));
    } else {
        // Between registers these two keep what is above; so do the halves from memory.
        const bool keeps = line_.name == "movlps" || line_.name == "movlpd" ||
                           (!is_memory(from) && (line_.name == "movss" || line_.name == "movsd"));
        Words made = moved;
        if (keeps) {
            made = read_words(machine_, vector_register(to), 4);
            std::ranges::copy(moved, made.begin());
        }
        write_words(machine_, vector_register(to), made);
    }
    return true;
}

/// The upper half alone; one word or half by its number.
bool Execution::vector_part() {
    const std::string_view name = line_.name;
    if (name == "movhps" || name == "movhpd") {
        if (is_memory(operand(1))) {
            const Words all = read_words(machine_, vector_register(operand(0)), 4);
            store_words(machine_, address(operand(1)), {all[2], all[3]}, kStore, line_.span);
            return true;
        }
        const Words loaded = vector_value(operand(0), 2);
        for (std::size_t i = 0; i < 2; ++i)
            write_word(machine_, vector_register(operand(1)), 2 + i, loaded[i]);
        return true;
    }
    const bool inserts = name == "pinsrd" || name == "pinsrq";
    if (!inserts && name != "pextrd" && name != "pextrq") return false;
    const std::size_t words = name.ends_with('q') ? 2 : 1;
    const auto index = immediate(operand(0));
    if (!index || *index < 0 || *index > 3) return false;
    const std::size_t first = static_cast<std::size_t>(*index) * words % 4;
    if (inserts) {
        const Words made = vector_value(operand(1), words);
        for (std::size_t i = 0; i < words; ++i)
            write_word(machine_, vector_register(operand(2)), first + i, made[i]);
        return true;
    }
    const Words all = read_words(machine_, vector_register(operand(1)), 4);
    if (is_memory(operand(2)))
        store_words(machine_, address(operand(2)),
                    Words(all.begin() + static_cast<std::ptrdiff_t>(first),
                          all.begin() + static_cast<std::ptrdiff_t>(first + words)),
                    kStore, line_.span);
    else
        write(reg(operand(2)), from_words(terms_, all, first, words));
    return true;
}

bool Execution::vector_compute() {
    const auto found = std::ranges::find(kBitwise, line_.name, &Bitwise::name);
    if (found == kBitwise.end()) return false;
    const std::string to = vector_register(operand(1));
    if (found->op == Op::bit_xor && operand(0).text == operand(1).text)
        return write_words(machine_, to, {}), true;
    const Words right = vector_value(operand(0), 4);
    write_words(machine_, to, computed(terms_, found->op, read_words(machine_, to, 4), right));
    return true;
}

bool Execution::vector_shuffle() {
    const bool is_one = line_.name == "pshufd";
    if (is_one || line_.name == "shufps") {
        const auto how = immediate(operand(0));
        if (!how) return false;
        const Words from = vector_value(operand(1), 4);
        const std::string to = vector_register(operand(2));
        const Words low = is_one ? from : read_words(machine_, to, 4);
        Words made;
        for (unsigned i = 0; i < 4; ++i)
            made.push_back((i < 2 ? low : from)[(static_cast<std::size_t>(*how) >> (2 * i)) & 3U]);
        return write_words(machine_, to, made), true;
    }
    const auto found = std::ranges::find(kShuffles, line_.name, &Shuffle::name);
    if (found == kShuffles.end()) return false;
    const Words other = vector_value(operand(0), 4);
    const std::string to = vector_register(operand(1));
    Words all = read_words(machine_, to, 4);
    all.insert(all.end(), other.begin(), other.end());
    Words made;
    for (const std::size_t from : found->from) made.push_back(all[from]);
    return write_words(machine_, to, made), true;
}

}  // namespace clmm::compilers::x86
