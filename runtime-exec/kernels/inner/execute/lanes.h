#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace clmm::runtime {

/// Work-items of a block that run together at most. A sub-group lies within one block.
inline constexpr unsigned kMostLanes = 1024;

/// A set of lanes of one block.
class LaneSet {
public:
    static constexpr unsigned kWords = kMostLanes / 64;

    static LaneSet first(unsigned count) {
        LaneSet set;
        for (unsigned word = 0; word * 64 < count; ++word) {
            const unsigned rest = count - word * 64;
            set.words_[word] = rest >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
        }
        return set;
    }

    void insert(unsigned lane) { words_[lane / 64] |= std::uint64_t{1} << (lane % 64); }
    [[nodiscard]] bool contains(unsigned lane) const {
        return (words_[lane / 64] >> (lane % 64) & 1U) != 0;
    }
    [[nodiscard]] unsigned count() const {
        unsigned sum = 0;
        // Most words are empty or full; to count the bits of others may take a call.
        for (const std::uint64_t word : words_)
            if (word != 0)
                sum += word == ~std::uint64_t{0} ? 64U : static_cast<unsigned>(std::popcount(word));
        return sum;
    }
    [[nodiscard]] bool empty() const { return *this == LaneSet{}; }

    /// One past the last lane; 0 if there is none.
    [[nodiscard]] unsigned end() const {
        for (unsigned i = kWords; i-- > 0;)
            if (words_[i] != 0)
                return i * 64 + 64 - static_cast<unsigned>(std::countl_zero(words_[i]));
        return 0;
    }
    /// The first lane, if there is one.
    [[nodiscard]] unsigned begin() const {
        for (unsigned i = 0; i < kWords; ++i)
            if (words_[i] != 0) return i * 64 + static_cast<unsigned>(std::countr_zero(words_[i]));
        return 0;
    }
    [[nodiscard]] std::uint64_t word(unsigned i) const { return words_[i]; }
    void set_word(unsigned word, std::uint64_t lanes) { words_[word] = lanes; }

    /// Calls `work` with each lane, ascending.
    template <class Work>
    void for_each(Work&& work) const {
        for (unsigned i = 0; i < kWords; ++i)
            for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1)
                work(i * 64 + static_cast<unsigned>(std::countr_zero(rest)));
    }

    LaneSet& operator|=(const LaneSet& other) {
        for (unsigned i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
        return *this;
    }
    LaneSet& operator&=(const LaneSet& other) {
        for (unsigned i = 0; i < kWords; ++i) words_[i] &= other.words_[i];
        return *this;
    }
    LaneSet& remove(const LaneSet& other) {
        for (unsigned i = 0; i < kWords; ++i) words_[i] &= ~other.words_[i];
        return *this;
    }
    friend bool operator==(const LaneSet&, const LaneSet&) = default;

private:
    std::array<std::uint64_t, kWords> words_{};
};

}  // namespace clmm::runtime
