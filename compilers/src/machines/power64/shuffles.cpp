#include <algorithm>
#include <array>

#include "machines/power64/execution.h"

/// Instructions that move bytes of vector registers. The manual counts bytes and elements from the
/// highest one on, and so do these: `from_left` has a register's bytes in that order.
namespace clmm::compilers::ppc64 {
namespace {

constexpr std::size_t kRegister = 16;  ///< bytes

enum class How : std::uint8_t { high, low, even, odd, pack };
struct Merge {
    std::string_view name;
    How how;
    std::size_t element;
};
constexpr std::array kMerges{
    Merge{"vmrghb", How::high, 1},  Merge{"vmrglb", How::low, 1},   Merge{"vmrghh", How::high, 2},
    Merge{"vmrglh", How::low, 2},   Merge{"vmrghw", How::high, 4},  Merge{"vmrglw", How::low, 4},
    Merge{"xxmrghw", How::high, 4}, Merge{"xxmrglw", How::low, 4},  Merge{"xxmrghd", How::high, 8},
    Merge{"xxmrgld", How::low, 8},  Merge{"vmrgew", How::even, 4},  Merge{"vmrgow", How::odd, 4},
    Merge{"vpkuhum", How::pack, 1}, Merge{"vpkuwum", How::pack, 2}, Merge{"vpkudum", How::pack, 4}};

struct Sized {
    std::string_view name;
    std::size_t element;
};
template <std::size_t N>
std::size_t element_of(const std::array<Sized, N>& all, std::string_view name) {
    const auto found = std::ranges::find(all, name, &Sized::name);
    return found == all.end() ? 0 : found->element;
}

Bytes joined(Bytes left, const Bytes& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

Bytes part(const Bytes& bytes, std::size_t first, std::size_t count) {
    const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(first);
    return {from, from + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

Bytes Execution::from_left(std::size_t at) {
    const std::string reg = vector_register(at, line_.name.starts_with('v'));
    Bytes made = bytes_of(read_words(machine_, reg, kRegister / 4));
    std::ranges::reverse(made);
    return made;
}

bool Execution::put_from_left(Bytes bytes) {
    std::ranges::reverse(bytes);
    const std::string reg = vector_register(0, line_.name.starts_with('v'));
    write_words(machine_, reg, words_from(terms_, bytes));
    return true;
}

bool Execution::vector_bytes() {
    return vector_merge() || vector_permute() || vector_repeat() || vector_element() ||
           vector_reverse();
}

bool Execution::vector_merge() {
    const auto found = std::ranges::find(kMerges, line_.name, &Merge::name);
    if (found == kMerges.end()) return false;
    expect_operands(line_, 3);
    const Bytes both = joined(from_left(1), from_left(2));
    const std::size_t size = found->element;
    const std::size_t count = kRegister / size;
    Bytes made;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t of_second = i % 2 * count;
        const std::size_t place = found->how == How::high   ? i / 2 + of_second
                                  : found->how == How::low  ? count / 2 + i / 2 + of_second
                                  : found->how == How::even ? i / 2 * 2 + of_second
                                  : found->how == How::odd  ? i / 2 * 2 + 1 + of_second
                                                            : 2 * i + 1;
        made = joined(made, part(both, place * size, size));
    }
    return put_from_left(made);
}

/// Bytes behind one another, doublewords by a number, bytes by known places.
bool Execution::vector_permute() {
    const std::string& name = line_.name;
    const bool is_words = name == "xxsldwi";
    if (is_words || name == "vsldoi") {
        expect_operands(line_, 4);
        const std::size_t from = is_words ? 4 * small(3, 3) : small(3, 15);
        return put_from_left(part(joined(from_left(1), from_left(2)), from, kRegister));
    }
    if (name == "xxpermdi") {
        expect_operands(line_, 4);
        const unsigned how = small(3, 3);
        return put_from_left(joined(part(from_left(1), how > 1 ? 8 : 0, 8),
                                    part(from_left(2), how % 2 == 1 ? 8 : 0, 8)));
    }
    const bool is_old = name == "vperm";
    if (!is_old && name != "xxperm") return false;
    expect_operands(line_, is_old ? 4 : 3);
    const Bytes both = joined(from_left(1), from_left(is_old ? 2 : 0));
    const Bytes places = from_left(is_old ? 3 : 2);
    Bytes made;
    for (const Byte& each : places) {
        const auto word = terms_.known(each.word);
        if (!word) refuse("it is not known which bytes are chosen here", line_.span);
        made.push_back(both[(*word >> (8 * each.at)) & 31U]);
    }
    return put_from_left(made);
}

/// One element everywhere.
bool Execution::vector_repeat() {
    static constexpr std::array kSplats{Sized{"vspltb", 1}, Sized{"vsplth", 2}, Sized{"vspltw", 4},
                                        Sized{"xxspltw", 4}, Sized{"xxspltd", 8}};
    static constexpr std::array kNumbers{Sized{"vspltisb", 1}, Sized{"vspltish", 2},
                                         Sized{"vspltisw", 4}, Sized{"xxspltib", 1}};
    static constexpr std::array kLoads{Sized{"lxvwsx", 4}, Sized{"lxvdsx", 8}};
    const std::string& name = line_.name;
    std::size_t size = element_of(kSplats, name);
    Bytes element;
    if (size != 0) {
        expect_operands(line_, 3);
        const auto most = static_cast<std::int64_t>(kRegister / size - 1);
        element = part(from_left(1), small(2, most) * size, size);
    } else if (size = element_of(kNumbers, name); size != 0) {
        element = part(bytes_of({low(number(1))}), 0, size);
        std::ranges::reverse(element);
    } else if (size = element_of(kLoads, name); size != 0) {
        element = bytes_of(load_words(machine_, at_sum(1), size / 4, kLoad, line_.span));
        std::ranges::reverse(element);
    } else {
        return false;
    }
    Bytes made;
    while (made.size() < kRegister) made = joined(made, element);
    return put_from_left(made);
}

/// One element by its place: into a vector, into another place of one, into a general register.
bool Execution::vector_element() {
    static constexpr std::array kInserts{Sized{"vinsertb", 1}, Sized{"vinserth", 2},
                                         Sized{"vinsertw", 4}, Sized{"vinsertd", 8},
                                         Sized{"xxinsertw", 4}};
    static constexpr std::array kExtracts{Sized{"vextubrx", 1}, Sized{"vextuhrx", 2},
                                          Sized{"vextuwrx", 4}, Sized{"vextublx", 1},
                                          Sized{"vextuhlx", 2}, Sized{"vextuwlx", 4}};
    const std::string& name = line_.name;
    if (const std::size_t size = element_of(kInserts, name); size != 0) {
        expect_operands(line_, 3);
        const Bytes from = from_left(1);
        Bytes made = from_left(0);
        const std::size_t first = small(2, static_cast<std::int64_t>(kRegister - size));
        // What is inserted ends where the upper half does.
        std::ranges::copy(part(from, size == 8 ? 0 : 8 - size, size),
                          made.begin() + static_cast<std::ptrdiff_t>(first));
        return put_from_left(made);
    }
    const std::size_t size = element_of(kExtracts, name);
    if (size == 0) return false;
    expect_operands(line_, 3);
    const auto place = terms_.known(read(1));
    if (!place) refuse("it is not known which element is taken here", line_.span);
    const std::size_t at = *place % kRegister;
    if (at + size > kRegister) return false;
    const std::size_t first = name[name.size() - 2] == 'r' ? kRegister - size - at : at;
    Bytes bytes = part(from_left(2), first, size);
    std::ranges::reverse(bytes);
    while (bytes.size() < 4) bytes.push_back({terms_.constant(0, 32), 0});
    return write(0, words_from(terms_, bytes)[0]), true;
}

/// Bytes of each element in the opposite order.
bool Execution::vector_reverse() {
    static constexpr std::array kNames{Sized{"xxbrh", 2}, Sized{"xxbrw", 4}, Sized{"xxbrd", 8},
                                       Sized{"xxbrq", 16}};
    const std::size_t size = element_of(kNames, line_.name);
    if (size == 0) return false;
    expect_operands(line_, 2);
    const Bytes from = from_left(1);
    Bytes made;
    for (std::size_t i = 0; i < kRegister; ++i)
        made.push_back(from[i / size * size + size - 1 - i % size]);
    return put_from_left(made);
}

}  // namespace clmm::compilers::ppc64
