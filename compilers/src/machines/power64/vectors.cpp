#include <algorithm>
#include <array>

#include "machines/power64/execution.h"

/// Vector-scalar registers as far as compilers move integers in them: four words, the lowest first
/// as in memory, of which an access of memory is as many. The architecture promises of an aligned
/// doubleword that it is accessed at once, of more nothing.
namespace clmm::compilers::ppc64 {
namespace {

struct VectorAccess {
    std::string_view name;
    std::size_t words;
    std::array<std::size_t, 4> places;  ///< in the register, of the words of memory
    bool is_indexed = true;
    bool is_altivec = false;
};
constexpr std::array kVectorLoads{VectorAccess{"lxv", 4, {0, 1, 2, 3}, false},
                                  VectorAccess{"lxvx", 4, {0, 1, 2, 3}},
                                  VectorAccess{"lxvd2x", 4, {2, 3, 0, 1}},
                                  VectorAccess{"lxvw4x", 4, {3, 2, 1, 0}},
                                  VectorAccess{"lvx", 4, {0, 1, 2, 3}, true, true},
                                  VectorAccess{"lfd", 2, {2, 3}, false},
                                  VectorAccess{"lxsdx", 2, {2, 3}},
                                  VectorAccess{"lxsd", 2, {2, 3}, false, true},
                                  VectorAccess{"lfiwzx", 1, {2}},
                                  VectorAccess{"lxsiwzx", 1, {2}}};
constexpr std::array kVectorStores{VectorAccess{"stxv", 4, {0, 1, 2, 3}, false},
                                   VectorAccess{"stxvx", 4, {0, 1, 2, 3}},
                                   VectorAccess{"stxvd2x", 4, {2, 3, 0, 1}},
                                   VectorAccess{"stxvw4x", 4, {3, 2, 1, 0}},
                                   VectorAccess{"stvx", 4, {0, 1, 2, 3}, true, true},
                                   VectorAccess{"stfd", 2, {2, 3}, false},
                                   VectorAccess{"stxsdx", 2, {2, 3}},
                                   VectorAccess{"stxsd", 2, {2, 3}, false, true},
                                   VectorAccess{"stfiwx", 1, {2}},
                                   VectorAccess{"stxsiwx", 1, {2}}};

struct Wordwise {
    std::string_view name;
    Op op;
    bool inverts_second = false;
    bool inverts_result = false;
    bool is_double = false;
};
constexpr std::array kWordwise{Wordwise{"xxlor", Op::bit_or},
                               Wordwise{"xxland", Op::bit_and},
                               Wordwise{"xxlxor", Op::bit_xor},
                               Wordwise{"xxlandc", Op::bit_and, true},
                               Wordwise{"xxlorc", Op::bit_or, true},
                               Wordwise{"xxlnor", Op::bit_or, false, true},
                               Wordwise{"xxlnand", Op::bit_and, false, true},
                               Wordwise{"xxleqv", Op::bit_xor, false, true},
                               Wordwise{"vor", Op::bit_or},
                               Wordwise{"vand", Op::bit_and},
                               Wordwise{"vxor", Op::bit_xor},
                               Wordwise{"vandc", Op::bit_and, true},
                               Wordwise{"vnor", Op::bit_or, false, true},
                               Wordwise{"vadduwm", Op::add},
                               Wordwise{"vsubuwm", Op::subtract},
                               Wordwise{"vaddudm", Op::add, false, false, true},
                               Wordwise{"vsubudm", Op::subtract, false, false, true}};

}  // namespace

/// Altivec's registers are the upper half of all.
std::string Execution::vector_register(std::size_t at, bool is_altivec) const {
    const Piece& piece = operand(at);
    std::string_view text = piece.text;
    for (const std::string_view prefix : {"vs", "f", "v"})
        if (text.starts_with(prefix)) {
            text.remove_prefix(prefix.size());
            break;
        }
    const auto number = number_in(text);
    if (!number || *number < 0 || *number > (is_altivec ? 31 : 63))
        refuse("unknown register '" + piece.text + "'", piece.span);
    return "vs" + std::to_string(*number + (is_altivec ? 32 : 0));
}

bool Execution::vector() {
    return vector_access() || vector_move() || vector_between() || vector_bytes() ||
           vector_compute();
}

bool Execution::vector_access() {
    const auto load = std::ranges::find(kVectorLoads, line_.name, &VectorAccess::name);
    const auto store = std::ranges::find(kVectorStores, line_.name, &VectorAccess::name);
    const bool is_load = load != kVectorLoads.end();
    if (!is_load && store == kVectorStores.end()) return false;
    const VectorAccess& how = is_load ? *load : *store;
    const std::string reg = vector_register(0, how.is_altivec);
    const TermId where = how.is_indexed ? at_sum(1) : address(1);
    if (is_load) {
        const Words loaded = load_words(machine_, where, how.words, kLoad, line_.span);
        if (how.words < 4) write_words(machine_, reg, {});
        for (std::size_t i = 0; i < how.words; ++i)
            write_word(machine_, reg, how.places[i], loaded[i]);
        return true;
    }
    const Words all = read_words(machine_, reg, 4);
    Words stored;
    for (std::size_t i = 0; i < how.words; ++i) stored.push_back(all[how.places[i]]);
    store_words(machine_, where, stored, kStore, line_.span);
    return true;
}

/// To and from general registers.
bool Execution::vector_move() {
    const std::string& name = line_.name;
    const TermId zero = terms_.constant(0, 32);
    const auto put = [&](const Words& words) {
        write_words(machine_, vector_register(0), words);
        return true;
    };
    if (name == "mtvsrd" || name == "mtfprd") {
        const Words from = words_of(terms_, read(1));
        return put({zero, zero, from[0], from[1]});
    }
    if (name == "mtvsrwz" || name == "mtfprwz") return put({zero, zero, low(read(1)), zero});
    if (name == "mtvsrws") return put(Words(4, low(read(1))));
    if (name == "mtvsrdd") {
        const Words upper = words_of(terms_, base(operand(1).text, operand(1).span));
        const Words lower = words_of(terms_, read(2));
        return put({lower[0], lower[1], upper[0], upper[1]});
    }
    const bool is_word = name == "mfvsrwz" || name == "mffprwz";
    const bool is_lower = name == "mfvsrld";
    if (!is_word && !is_lower && name != "mfvsrd" && name != "mffprd") return false;
    const Words from = read_words(machine_, vector_register(1), 4);
    return write(0, is_word ? from[2] : from_words(terms_, from, is_lower ? 0 : 2, 2)), true;
}

bool Execution::vector_between() {
    const std::string& name = line_.name;
    if (name == "xxswapd") {
        const Words from = read_words(machine_, vector_register(1), 4);
        return write_words(machine_, vector_register(0), {from[2], from[3], from[0], from[1]}),
               true;
    }
    if (name != "vmr" && name != "xxmr") return false;
    const bool is_altivec = name == "vmr";
    const Words from = read_words(machine_, vector_register(1, is_altivec), 4);
    return write_words(machine_, vector_register(0, is_altivec), from), true;
}

bool Execution::vector_compute() {
    const auto found = std::ranges::find(kWordwise, line_.name, &Wordwise::name);
    if (found == kWordwise.end()) return false;
    expect_operands(line_, 3);
    const bool is_altivec = line_.name.starts_with('v');
    const std::string to = vector_register(0, is_altivec);
    const Words ones(4, terms_.constant(~0ULL, 32));
    if (found->op == Op::bit_xor && operand(1).text == operand(2).text)
        return write_words(machine_, to, found->inverts_result ? ones : Words{}), true;
    const Words left = read_words(machine_, vector_register(1, is_altivec), 4);
    Words right = read_words(machine_, vector_register(2, is_altivec), 4);
    if (found->inverts_second) right = computed(terms_, Op::bit_xor, right, ones);
    Words made;
    for (std::size_t i = 0; found->is_double && i < 4; i += 2) {
        const TermId sum = terms_.binary(found->op, from_words(terms_, left, i, 2),
                                         from_words(terms_, right, i, 2));
        std::ranges::copy(words_of(terms_, sum), std::back_inserter(made));
    }
    if (!found->is_double) made = computed(terms_, found->op, left, right);
    if (found->inverts_result) made = computed(terms_, Op::bit_xor, made, ones);
    return write_words(machine_, to, made), true;
}

}  // namespace clmm::compilers::ppc64
