#include "clmm/base/bit_matrix.h"

#include <algorithm>
#include <numeric>

namespace clmm {
namespace {

template <class Words, class F>
void combine(Words& into, const Words& other, F&& f) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = f(into[i], other[i]);
}

template <class Words>
std::size_t population(const Words& words) {
    return std::accumulate(words.begin(), words.end(), std::size_t{0},
                           [](std::size_t n, std::uint64_t w) {
                               return n + static_cast<std::size_t>(std::popcount(w));
                           });
}

template <class Words>
bool all_zero(const Words& words) {
    return std::all_of(words.begin(), words.end(), [](std::uint64_t w) { return w == 0; });
}

constexpr auto kUnion = [](std::uint64_t a, std::uint64_t b) { return a | b; };
constexpr auto kIntersection = [](std::uint64_t a, std::uint64_t b) { return a & b; };
constexpr auto kDifference = [](std::uint64_t a, std::uint64_t b) { return a & ~b; };

}  // namespace

void BitSet::fill() {
    std::fill(words_.begin(), words_.end(), ~std::uint64_t{0});
    if (size_ % 64 != 0) words_.back() = (std::uint64_t{1} << (size_ % 64)) - 1;
}
bool BitSet::none() const { return all_zero(words_); }
std::size_t BitSet::count() const { return population(words_); }
BitSet& BitSet::operator|=(const BitSet& other) {
    combine(words_, other.words_, kUnion);
    return *this;
}
BitSet& BitSet::operator&=(const BitSet& other) {
    combine(words_, other.words_, kIntersection);
    return *this;
}
BitSet& BitSet::operator-=(const BitSet& other) {
    combine(words_, other.words_, kDifference);
    return *this;
}

bool BitMatrix::none() const { return all_zero(words_); }
std::size_t BitMatrix::count() const { return population(words_); }
BitMatrix& BitMatrix::operator|=(const BitMatrix& other) {
    combine(words_, other.words_, kUnion);
    return *this;
}
BitMatrix& BitMatrix::operator&=(const BitMatrix& other) {
    combine(words_, other.words_, kIntersection);
    return *this;
}
BitMatrix& BitMatrix::operator-=(const BitMatrix& other) {
    combine(words_, other.words_, kDifference);
    return *this;
}

void BitMatrix::close_transitively() {
    for (std::size_t via = 0; via < size_; ++via) {
        const std::uint64_t* from_via = row(via);
        for (std::size_t a = 0; a < size_; ++a) {
            if (!test(a, via)) continue;
            std::uint64_t* target = row(a);
            for (std::size_t w = 0; w < stride_; ++w) target[w] |= from_via[w];
        }
    }
}

bool BitMatrix::is_irreflexive() const {
    for (std::size_t a = 0; a < size_; ++a)
        if (test(a, a)) return false;
    return true;
}

void compose(const BitMatrix& left, const BitMatrix& right, BitMatrix& result) {
    result.clear();
    const std::size_t stride = left.stride();
    for (std::size_t a = 0; a < left.size(); ++a) {
        std::uint64_t* target = result.row(a);
        left.for_each_in_row(a, [&](std::size_t via) {
            const std::uint64_t* from = right.row(via);
            for (std::size_t w = 0; w < stride; ++w) target[w] |= from[w];
        });
    }
}

void transpose(const BitMatrix& from, BitMatrix& result) {
    result.clear();
    from.for_each([&](std::size_t a, std::size_t b) { result.set(b, a); });
}

}  // namespace clmm
