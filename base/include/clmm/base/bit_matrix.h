#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clmm {

/// A set of small indices, as bits.
///
/// Shape    members are 0 … size-1, 64 to a word; bits beyond the size are 0. All operands of one
///          operation have the same size.
/// Errors   none, and no index is checked: whoever calls has counted.
/// Cost     a word operation for each 64 members, where no single one is named.
class BitSet {
public:
    BitSet() = default;
    explicit BitSet(std::size_t size) : size_(size), words_((size + 63) / 64) {}

    /// As if made anew; its memory is used again where it is large enough.
    void reset_to(std::size_t size) {
        size_ = size;
        words_.assign((size + 63) / 64, 0);
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool test(std::size_t i) const { return (words_[i >> 6U] >> (i & 63U)) & 1U; }
    void set(std::size_t i) { words_[i >> 6U] |= std::uint64_t{1} << (i & 63U); }
    void reset(std::size_t i) { words_[i >> 6U] &= ~(std::uint64_t{1} << (i & 63U)); }
    void clear() { words_.assign(words_.size(), 0); }
    void fill();  ///< all of 0 … size-1
    [[nodiscard]] bool none() const;
    [[nodiscard]] std::size_t count() const;

    BitSet& operator|=(const BitSet& other);
    BitSet& operator&=(const BitSet& other);
    BitSet& operator-=(const BitSet& other);
    friend bool operator==(const BitSet&, const BitSet&) = default;

    [[nodiscard]] std::uint64_t* words() { return words_.data(); }
    [[nodiscard]] const std::uint64_t* words() const { return words_.data(); }
    [[nodiscard]] std::size_t word_count() const { return words_.size(); }

    /// Calls f(i) for each member, ascending.
    template <class F>
    void for_each(F&& f) const {
        for (std::size_t w = 0; w < words_.size(); ++w)
            for (std::uint64_t bits = words_[w]; bits != 0; bits &= bits - 1)
                f(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
    }

private:
    std::size_t size_ = 0;
    std::vector<std::uint64_t> words_;
};

/// A square relation on 0 … size-1, one row of bits per source.
///
/// Shape    rows of `stride` words each, one behind the other; the rest as BitSet.
/// Cost     close_transitively and compose: a row operation for each pair, so at worst size³/64
///          words; all else size²/64.
class BitMatrix {
public:
    BitMatrix() = default;
    explicit BitMatrix(std::size_t size)
        : size_(size), stride_((size + 63) / 64), words_(size * stride_) {}

    /// As if made anew; its memory is used again where it is large enough.
    void reset_to(std::size_t size) {
        size_ = size;
        stride_ = (size + 63) / 64;
        words_.assign(size * stride_, 0);
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t stride() const { return stride_; }  ///< words a row
    [[nodiscard]] bool test(std::size_t a, std::size_t b) const {
        return (row(a)[b >> 6U] >> (b & 63U)) & 1U;
    }
    void set(std::size_t a, std::size_t b) { row(a)[b >> 6U] |= std::uint64_t{1} << (b & 63U); }
    void reset(std::size_t a, std::size_t b) {
        row(a)[b >> 6U] &= ~(std::uint64_t{1} << (b & 63U));
    }
    void clear() { words_.assign(words_.size(), 0); }
    [[nodiscard]] bool none() const;
    [[nodiscard]] std::size_t count() const;

    [[nodiscard]] std::uint64_t* row(std::size_t a) { return words_.data() + a * stride_; }
    [[nodiscard]] const std::uint64_t* row(std::size_t a) const {
        return words_.data() + a * stride_;
    }

    BitMatrix& operator|=(const BitMatrix& other);
    BitMatrix& operator&=(const BitMatrix& other);
    BitMatrix& operator-=(const BitMatrix& other);
    friend bool operator==(const BitMatrix&, const BitMatrix&) = default;

    void close_transitively();
    [[nodiscard]] bool is_irreflexive() const;

    /// Calls f(a, b) for each pair, in row order.
    template <class F>
    void for_each(F&& f) const {
        for (std::size_t a = 0; a < size_; ++a) for_each_in_row(a, [&](std::size_t b) { f(a, b); });
    }
    template <class F>
    void for_each_in_row(std::size_t a, F&& f) const {
        const std::uint64_t* bits_of = row(a);
        for (std::size_t w = 0; w < stride_; ++w)
            for (std::uint64_t bits = bits_of[w]; bits != 0; bits &= bits - 1)
                f(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
    }

private:
    std::size_t size_ = 0;
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> words_;
};

/// The relational product: a pair (x, z) where some y has (x, y) in left and (y, z) in right.
/// `result` is neither of them, and has their size.
void compose(const BitMatrix& left, const BitMatrix& right, BitMatrix& result);
/// The inverse. `result` is another matrix of the same size.
void transpose(const BitMatrix& from, BitMatrix& result);

}  // namespace clmm
