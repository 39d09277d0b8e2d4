#include <algorithm>
#include <array>

#include "machines/x86_64/execution.h"

/// Vector registers as far as compilers move integers in them: words, of which an access of memory
/// is as many. The manual promises that aligned 8 bytes are accessed at once, of more it promises
/// nothing; tests whose plain accesses do not race cannot tell.
namespace clmm::compilers::x86 {
namespace {

constexpr std::size_t kMostWords = 16;
constexpr std::size_t kLane = 4;  ///< words of 128 bits

bool is_vector(std::string_view text) {
    return text.starts_with("%xmm") || text.starts_with("%ymm") || text.starts_with("%zmm");
}

struct Wordwise {
    std::string_view name;
    Op op;
    bool inverts = false;  ///< the first source
    bool is_double = false;
};
constexpr std::array kWordwise{Wordwise{"pxor", Op::bit_xor},
                               Wordwise{"xorps", Op::bit_xor},
                               Wordwise{"xorpd", Op::bit_xor},
                               Wordwise{"pxord", Op::bit_xor},
                               Wordwise{"pxorq", Op::bit_xor},
                               Wordwise{"por", Op::bit_or},
                               Wordwise{"orps", Op::bit_or},
                               Wordwise{"orpd", Op::bit_or},
                               Wordwise{"pord", Op::bit_or},
                               Wordwise{"porq", Op::bit_or},
                               Wordwise{"pand", Op::bit_and},
                               Wordwise{"andps", Op::bit_and},
                               Wordwise{"andpd", Op::bit_and},
                               Wordwise{"pandd", Op::bit_and},
                               Wordwise{"pandq", Op::bit_and},
                               Wordwise{"pandn", Op::bit_and, true},
                               Wordwise{"andnps", Op::bit_and, true},
                               Wordwise{"andnpd", Op::bit_and, true},
                               Wordwise{"paddd", Op::add},
                               Wordwise{"psubd", Op::subtract},
                               Wordwise{"paddq", Op::add, false, true},
                               Wordwise{"psubq", Op::subtract, false, true},
                               Wordwise{"pcmpeqd", Op::equal},
                               Wordwise{"pcmpgtd", Op::signed_less}};

/// How many words a move of this name moves; all that the register has: 0. Nothing: it is none.
std::optional<std::size_t> words_moved(std::string_view name) {
    static constexpr std::array<std::string_view, 13> kWhole{
        "movaps",   "movups",  "movapd",   "movupd",   "movdqa",   "movdqu", "movdqa32",
        "movdqa64", "movdqu8", "movdqu16", "movdqu32", "movdqu64", "lddqu"};
    if (std::ranges::find(kWhole, name) != kWhole.end()) return 0;
    if (name == "movq" || name == "movsd" || name == "movlps" || name == "movlpd") return 2;
    if (name == "movd" || name == "movss") return 1;
    return std::nullopt;
}

}  // namespace

std::string Execution::vector_register(const Piece& piece) const {
    const auto number =
        is_vector(piece.text) ? number_in(std::string_view(piece.text).substr(4)) : std::nullopt;
    if (!number || *number < 0 || *number > 31)
        refuse("unknown register '" + piece.text + "'", piece.span);
    return "xmm" + std::to_string(*number);
}

std::size_t Execution::words_of_register(const Piece& piece) const {
    if (!is_vector(piece.text)) refuse("unknown register '" + piece.text + "'", piece.span);
    return piece.text[1] == 'x' ? kLane : piece.text[1] == 'y' ? 2 * kLane : 4 * kLane;
}

Words Execution::vector_value(const Piece& piece, std::size_t words) {
    if (is_vector(piece.text)) return read_words(machine_, vector_register(piece), words);
    if (is_memory(piece)) return load_words(machine_, address(piece), words, kLoad, line_.span);
    return words_of(terms_, value(piece, static_cast<unsigned>(32 * words)));
}

const Piece& Execution::first_source(std::size_t numbers) const {
    if (has_v_) expect_operands(line_, 3 + numbers);
    return operand(numbers + 1);
}

const Piece& Execution::second_source(std::size_t numbers) const {
    expect_operands(line_, (has_v_ ? 3 : 2) + numbers);
    return operand(numbers);
}

void Execution::put_vector(const Words& words) {
    const Piece& to = destination();
    write_words(machine_, vector_register(to), words, has_v_ ? kMostWords : words.size());
}

std::optional<unsigned> Execution::small_immediate(std::size_t at) const {
    const auto number = immediate(operand(at));
    if (!number || *number < -128 || *number > 255) return std::nullopt;
    return static_cast<unsigned>(*number) & 0xFFU;
}

bool Execution::vector() {
    const auto is_any = [](const Piece& each) { return is_vector(each.text); };
    if (!std::ranges::any_of(line_.operands, is_any)) return false;
    vector_name_ = line_.name;
    has_v_ = vector_name_.starts_with('v');
    if (has_v_) vector_name_.remove_prefix(1);
    return vector_move() || vector_half() || vector_insert() || vector_extract() ||
           vector_compute() || vector_shift() || vector_interleave() || vector_shuffle() ||
           vector_bytes() || vector_across() || vector_blend() || broadcast();
}

/// The upper halves of registers, which only some instructions can name, or all of them.
bool Execution::zero_upper() {
    if (line_.name != "vzeroupper" && line_.name != "vzeroall") return false;
    const std::size_t first = line_.name == "vzeroall" ? 0 : kLane;
    const TermId zero = terms_.constant(0, 32);
    for (int reg = 0; reg < 16; ++reg)
        for (std::size_t word = first; word < kMostWords; ++word)
            write_word(machine_, "xmm" + std::to_string(reg), word, zero);
    return true;
}

bool Execution::vector_move() {
    const auto moves = words_moved(vector_name_);
    if (!moves || line_.operands.size() > 3) return false;
    const Piece& from = operand(0);
    const Piece& to = destination();
    const bool is_store = is_memory(to);
    const std::size_t words = *moves != 0 ? *moves : words_of_register(is_store ? from : to);
    const Words moved = vector_value(from, words);
    // Between registers these two keep what is above; so do the halves from memory.
    const bool keeps =
        vector_name_ == "movlps" || vector_name_ == "movlpd" ||
        (is_vector(from.text) && (vector_name_ == "movss" || vector_name_ == "movsd"));
    if (is_store || !is_vector(to.text) || !keeps) expect_operands(line_, 2);
    if (is_store) {
        store_words(machine_, address(to), moved, kStore, line_.span);
    } else if (!is_vector(to.text)) {
        if (words > 2) return false;
        write(reg(to), from_words(terms_, moved, 0, words));
    } else {
        Words made = keeps ? vector_value(first_source(), kLane) : Words(kLane);
        if (!keeps) made.assign(std::max(words, kLane), terms_.constant(0, 32));
        std::ranges::copy(moved, made.begin());
        put_vector(made);
    }
    return true;
}

/// The upper half alone.
bool Execution::vector_half() {
    if (vector_name_ != "movhps" && vector_name_ != "movhpd") return false;
    if (is_memory(destination())) {
        expect_operands(line_, 2);
        const Words all = read_words(machine_, vector_register(operand(0)), kLane);
        store_words(machine_, address(operand(1)), {all[2], all[3]}, kStore, line_.span);
        return true;
    }
    const Words loaded = vector_value(second_source(), 2);
    const Words low = vector_value(first_source(), 2);
    return put_vector({low[0], low[1], loaded[0], loaded[1]}), true;
}

/// One element by its number.
bool Execution::vector_insert() {
    static constexpr std::array<std::string_view, 4> kNames{"pinsrb", "pinsrw", "pinsrd", "pinsrq"};
    const auto found = std::ranges::find(kNames, vector_name_);
    if (found == kNames.end()) return false;
    const std::size_t size = std::size_t{1} << (found - kNames.begin());
    const auto index = small_immediate(0);
    if (!index) return false;
    const Piece& from = second_source(1);
    Bytes made = bytes_of(vector_value(first_source(1), kLane));
    // A byte or half-word stands in a register of 32 bits.
    const bool is_small = size < 4;
    const TermId small =
        is_small && is_memory(from)
            ? machine_.load(address(from), static_cast<unsigned>(8 * size), kLoad, line_.span, true)
            : TermId{};
    const Words words = is_small && is_memory(from) ? Words{terms_.resized(small, 32)}
                                                    : vector_value(from, size == 8 ? 2 : 1);
    const Bytes inserted = bytes_of(words);
    const std::size_t first = *index * size % 16;
    for (std::size_t i = 0; i < size; ++i) made[first + i] = inserted[i];
    return put_bytes(made), true;
}

bool Execution::vector_extract() {
    static constexpr std::array<std::string_view, 5> kNames{"pextrb", "pextrw", "pextrd", "pextrq",
                                                            "extractps"};
    const auto found = std::ranges::find(kNames, vector_name_);
    if (found == kNames.end()) return false;
    expect_operands(line_, 3);
    const std::size_t place = found - kNames.begin();
    const std::size_t size = place == 4 ? 4 : std::size_t{1} << place;
    const auto index = small_immediate(0);
    if (!index) return false;
    const Words all = read_words(machine_, vector_register(operand(1)), kLane);
    const std::size_t first = *index * size % 16;
    const Piece& to = operand(2);
    if (size >= 4) {
        const TermId element = from_words(terms_, all, first / 4, size / 4);
        if (is_memory(to))
            machine_.store(address(to), element, kStore, line_.span, true);
        else
            write(reg(to), element);
        return true;
    }
    const TermId element = terms_.part(all[first / 4], static_cast<unsigned>(8 * (first % 4)),
                                       static_cast<unsigned>(8 * size));
    if (is_memory(to))
        machine_.store(address(to), element, kStore, line_.span, true);
    else
        write(reg(to), terms_.resized(element, 32));
    return true;
}

bool Execution::vector_compute() {
    const std::size_t words = words_of_register(destination());
    const auto all = [&](std::uint64_t value) {
        put_vector(Words(words, terms_.constant(value, 32)));
        return true;
    };
    // What is compared with itself, or in any case one.
    const bool is_ones = vector_name_.starts_with("pcmpeq") &&
                         first_source().text == second_source().text && vector_name_.size() == 7;
    if (is_ones) return all(~0ULL);
    if (vector_name_ == "pternlogd" || vector_name_ == "pternlogq")
        return small_immediate(0) == 255U && all(~0ULL);
    const auto found = std::ranges::find(kWordwise, vector_name_, &Wordwise::name);
    if (found == kWordwise.end()) return false;
    if (found->op == Op::bit_xor && first_source().text == second_source().text) return all(0);
    const Words right = vector_value(second_source(), words);
    Words left = vector_value(first_source(), words);
    if (found->inverts)
        left = computed(terms_, Op::bit_xor, left, Words(words, terms_.constant(~0ULL, 32)));
    Words made;
    for (std::size_t i = 0; i < words; ++i) {
        if (found->is_double) {
            const TermId sum = terms_.binary(found->op, from_words(terms_, left, i, 2),
                                             from_words(terms_, right, i, 2));
            std::ranges::copy(words_of(terms_, sum), std::back_inserter(made));
            ++i;
        } else {
            // A greater one is one that the other is less than.
            const bool swaps = found->op == Op::signed_less;
            const TermId value =
                terms_.binary(found->op, swaps ? right[i] : left[i], swaps ? left[i] : right[i]);
            made.push_back(terms_.resized(value, 32, true));
        }
    }
    return put_vector(made), true;
}

/// By a number, each element for itself.
bool Execution::vector_shift() {
    const std::string_view name = vector_name_;
    if (name.size() != 5 || (name.back() != 'd' && name.back() != 'q')) return false;
    const std::string_view how = name.substr(0, 4);
    const auto by = immediate(operand(0));
    const Op op = how == "psll"   ? Op::shift_left
                  : how == "psrl" ? Op::shift_right
                                  : Op::shift_right_signed;
    if ((how != "psll" && how != "psrl" && how != "psra") || name == "psraq" || !by || *by < 0 ||
        line_.operands.size() != (has_v_ ? 3U : 2U))
        return false;
    const std::size_t words = words_of_register(destination());
    const Words from = vector_value(has_v_ ? operand(1) : destination(), words);
    const std::size_t size = name.back() == 'q' ? 2 : 1;
    const auto width = static_cast<unsigned>(32 * size);
    const auto count = static_cast<std::uint64_t>(std::min<std::int64_t>(*by, width));
    Words made;
    for (std::size_t i = 0; i < words; i += size) {
        const TermId value =
            terms_.binary(op, from_words(terms_, from, i, size), terms_.constant(count, width));
        std::ranges::copy(words_of(terms_, value), std::back_inserter(made));
    }
    return put_vector(made), true;
}

}  // namespace clmm::compilers::x86
