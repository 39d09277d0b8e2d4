#include <algorithm>
#include <array>

#include "machines/x86_64/execution.h"

/// Instructions that move bytes from one place of vector registers to another.
namespace clmm::compilers::x86 {
namespace {

constexpr std::size_t kLaneBytes =
    16;  ///< bytes of what most instructions look at, one after another

struct Interleave {
    std::string_view name;
    std::size_t element;
    bool is_high = false;
};
constexpr std::array kInterleaves{Interleave{"punpcklbw", 1},  Interleave{"punpckhbw", 1, true},
                                  Interleave{"punpcklwd", 2},  Interleave{"punpckhwd", 2, true},
                                  Interleave{"punpckldq", 4},  Interleave{"punpckhdq", 4, true},
                                  Interleave{"unpcklps", 4},   Interleave{"unpckhps", 4, true},
                                  Interleave{"punpcklqdq", 8}, Interleave{"punpckhqdq", 8, true},
                                  Interleave{"unpcklpd", 8},   Interleave{"unpckhpd", 8, true},
                                  Interleave{"movlhps", 8}};

Bytes lane_of(const Bytes& bytes, std::size_t lane) {
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(lane);
    return {first, first + kLaneBytes};
}

void append(Bytes& made, const Bytes& bytes, std::size_t first, std::size_t count) {
    const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(first);
    made.insert(made.end(), from, from + static_cast<std::ptrdiff_t>(count));
}

/// Where words of a result come from, one after another; those of the second half from `high`.
Bytes chosen(const Bytes& low, const Bytes& high, unsigned how, std::size_t element) {
    Bytes made;
    const std::size_t count = kLaneBytes / element;
    const unsigned bits = element == 8 ? 1 : 2;
    for (std::size_t i = 0; i < count; ++i)
        append(made, i < count / 2 ? low : high, ((how >> (bits * i)) & (count - 1)) * element,
               element);
    return made;
}

}  // namespace

bool Execution::vector_interleave() {
    const std::size_t words = words_of_register(destination());
    if (vector_name_ == "movhlps") {
        const Words other = vector_value(second_source(), words);
        const Words kept = vector_value(first_source(), words);
        return put_vector({other[2], other[3], kept[2], kept[3]}), true;
    }
    const auto found = std::ranges::find(kInterleaves, vector_name_, &Interleave::name);
    if (found == kInterleaves.end()) return false;
    const Bytes second = bytes_of(vector_value(second_source(), words));
    const Bytes first = bytes_of(vector_value(first_source(), words));
    Bytes made;
    for (std::size_t lane = 0; lane < first.size(); lane += kLaneBytes)
        for (std::size_t at = 0; at < kLaneBytes / 2; at += found->element) {
            const std::size_t from = lane + (found->is_high ? kLaneBytes / 2 : 0) + at;
            append(made, first, from, found->element);
            append(made, second, from, found->element);
        }
    return put_bytes(made), true;
}

/// By a number, in each lane.
bool Execution::vector_shuffle() {
    const std::string_view name = vector_name_;
    const bool is_pair = name == "shufps" || name == "shufpd";
    const bool is_one = name == "pshufd" || name == "pshuflw" || name == "pshufhw" ||
                        name == "permilps" || name == "permilpd";
    if (!is_pair && !is_one) return false;
    const auto how = small_immediate(0);
    if (!how) return false;
    if (is_one) expect_operands(line_, 3);
    const std::size_t words = words_of_register(destination());
    const Bytes second = bytes_of(vector_value(is_one ? operand(1) : second_source(1), words));
    const Bytes first = is_one ? second : bytes_of(vector_value(first_source(1), words));
    Bytes made;
    for (std::size_t at = 0; at < first.size(); at += kLaneBytes) {
        const Bytes low = lane_of(first, at);
        const Bytes high = lane_of(second, at);
        if (name == "pshuflw" || name == "pshufhw") {
            const std::size_t half = name == "pshufhw" ? kLaneBytes / 2 : 0;
            Bytes lane = low;
            for (std::size_t i = 0; i < 8; ++i)
                lane[half + i] = low[half + ((*how >> (2 * (i / 2))) & 3U) * 2 + i % 2];
            append(made, lane, 0, kLaneBytes);
        } else {
            const bool is_double = name.ends_with('d') && name != "pshufd";
            const unsigned bits = is_double ? *how >> (at / 8) : *how;
            append(made, chosen(low, high, bits, is_double ? 8 : 4), 0, kLaneBytes);
        }
    }
    return put_bytes(made), true;
}

/// Bytes by known places, or all of them by as many places.
bool Execution::vector_bytes() {
    const std::string_view name = vector_name_;
    const std::size_t words = words_of_register(destination());
    const Byte zero{terms_.constant(0, 32), 0};
    Bytes made;
    if (name == "pshufb") {
        const Words mask = vector_value(second_source(), words);
        const Bytes from = bytes_of(vector_value(first_source(), words));
        for (std::size_t i = 0; i < from.size(); ++i) {
            const auto word = terms_.known(mask[i / 4]);
            if (!word) refuse("it is not known which bytes are chosen here", line_.span);
            const auto place = static_cast<unsigned>(*word >> (8 * (i % 4))) & 0xFFU;
            made.push_back(place > 127 ? zero
                                       : from[i / kLaneBytes * kLaneBytes + place % kLaneBytes]);
        }
        return put_bytes(made), true;
    }
    const bool aligns = name == "palignr";
    if (!aligns && name != "pslldq" && name != "psrldq") return false;
    const auto by = small_immediate(0);
    if (!by) return false;
    const Bytes nothing(4 * words, zero);
    const Bytes moved = bytes_of(vector_value(aligns   ? second_source(1)
                                              : has_v_ ? operand(1)
                                                       : destination(),
                                              words));
    const Bytes low = name == "pslldq" ? nothing : moved;
    const Bytes high = aligns             ? bytes_of(vector_value(first_source(1), words))
                       : name == "pslldq" ? moved
                                          : nothing;
    const std::size_t from =
        name == "pslldq" ? kLaneBytes - std::min<std::size_t>(*by, kLaneBytes) : *by;
    for (std::size_t i = 0; i < low.size(); ++i) {
        const std::size_t lane = i / kLaneBytes * kLaneBytes;
        const std::size_t place = from + i % kLaneBytes;
        made.push_back(place < kLaneBytes       ? low[lane + place]
                       : place < 2 * kLaneBytes ? high[lane + place - kLaneBytes]
                                                : zero);
    }
    return put_bytes(made), true;
}

/// Halves and elements across lanes.
bool Execution::vector_across() {
    const std::string_view name = vector_name_;
    const bool inserts = name == "insertf128" || name == "inserti128";
    const bool extracts = name == "extractf128" || name == "extracti128";
    const bool permutes = name == "perm2f128" || name == "perm2i128";
    if (!has_v_) return false;
    if (name == "permd" || name == "permps") {
        const std::size_t words = words_of_register(destination());
        const Words from = vector_value(second_source(), words);
        Words made;
        for (const TermId place : vector_value(first_source(), words)) {
            const auto known = terms_.known(place);
            if (!known) refuse("it is not known which words are chosen here", line_.span);
            made.push_back(from[*known % words]);
        }
        return put_vector(made), true;
    }
    const bool is_double = name == "permq" || name == "permpd";
    if (!inserts && !extracts && !permutes && !is_double) return false;
    const auto how = small_immediate(0);
    if (!how) return false;
    const auto half = [](const Words& all, unsigned which) {
        return Words(all.begin() + 4 * which, all.begin() + 4 * which + 4);
    };
    if (extracts) {
        expect_operands(line_, 3);
        const Words part = half(vector_value(operand(1), 8), *how & 1U);
        if (is_memory(operand(2)))
            return store_words(machine_, address(operand(2)), part, kStore, line_.span), true;
        return put_vector(part), true;
    }
    if (words_of_register(destination()) != 8) return false;
    Words made;
    const auto add = [&](const Words& words) {
        made.insert(made.end(), words.begin(), words.end());
    };
    if (is_double) {
        expect_operands(line_, 3);
        const Words from = vector_value(operand(1), 8);
        for (unsigned i = 0; i < 4; ++i) {
            const unsigned place = (*how >> (2 * i)) & 3U;
            add({from[2 * place], from[2 * place + 1]});
        }
        return put_vector(made), true;
    }
    const Words second = vector_value(second_source(1), inserts ? 4 : 8);
    const Words first = vector_value(first_source(1), 8);
    for (unsigned i = 0; i < 2; ++i) {
        const unsigned nibble = *how >> (4 * i);
        if (inserts)
            add(i == (*how & 1U) ? second : half(first, i));
        else if ((nibble & 8U) != 0)
            add(Words(4, terms_.constant(0, 32)));
        else
            add(half((nibble & 2U) != 0 ? second : first, nibble & 1U));
    }
    return put_vector(made), true;
}

/// Each element of one or the other.
bool Execution::vector_blend() {
    const std::string_view name = vector_name_;
    const std::size_t size = name == "pblendw"                        ? 2
                             : name == "blendps" || name == "pblendd" ? 4
                             : name == "blendpd"                      ? 8
                                                                      : 0;
    if (size == 0) return false;
    const auto how = small_immediate(0);
    if (!how) return false;
    const std::size_t words = words_of_register(destination());
    const Bytes second = bytes_of(vector_value(second_source(1), words));
    Bytes made = bytes_of(vector_value(first_source(1), words));
    for (std::size_t i = 0; i < made.size(); ++i) {
        const std::size_t element = size == 2 ? i % kLaneBytes / size : i / size;
        if (((*how >> element) & 1U) != 0) made[i] = second[i];
    }
    return put_bytes(made), true;
}

/// One element everywhere, or twice.
bool Execution::broadcast() {
    struct Broadcast {
        std::string_view name;
        std::size_t bytes;
    };
    static constexpr std::array kBroadcasts{
        Broadcast{"broadcastss", 4},    Broadcast{"broadcastsd", 8}, Broadcast{"broadcastf128", 16},
        Broadcast{"broadcasti128", 16}, Broadcast{"pbroadcastb", 1}, Broadcast{"pbroadcastw", 2},
        Broadcast{"pbroadcastd", 4},    Broadcast{"pbroadcastq", 8}, Broadcast{"movddup", 8},
        Broadcast{"movsldup", 4},       Broadcast{"movshdup", 4}};
    const auto found = std::ranges::find(kBroadcasts, vector_name_, &Broadcast::name);
    if (found == kBroadcasts.end()) return false;
    expect_operands(line_, 2);
    const std::size_t words = words_of_register(destination());
    const Piece& from = operand(0);
    Bytes made;
    if (vector_name_.starts_with("mov")) {
        const bool is_low = vector_name_ == "movddup" && is_memory(from) && words == 4;
        const Bytes all = bytes_of(vector_value(from, is_low ? 2 : words));
        const std::size_t odd = vector_name_ == "movshdup" ? 4 : 0;
        for (std::size_t i = 0; i < 4 * words; i += found->bytes)
            append(made, all, is_low ? 0 : i / (2 * found->bytes) * (2 * found->bytes) + odd,
                   found->bytes);
        return put_bytes(made), true;
    }
    Bytes element;
    if (found->bytes >= 4) {
        element = bytes_of(vector_value(from, found->bytes / 4));
    } else if (is_memory(from)) {
        const TermId loaded = machine_.load(address(from), static_cast<unsigned>(8 * found->bytes),
                                            kLoad, line_.span, true);
        element = bytes_of({terms_.resized(loaded, 32)});
    } else {
        element = bytes_of(vector_value(from, 1));
    }
    for (std::size_t i = 0; i < 4 * words; i += found->bytes)
        append(made, element, 0, found->bytes);
    return put_bytes(made), true;
}

}  // namespace clmm::compilers::x86
