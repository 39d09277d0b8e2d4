#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Loops over the words of sets and relations. Here a relation is n rows of `stride` words, a set
/// is one such row; a result never overlaps its operands. With up to 64 events a row is one
/// word, and each loop has a branch for that.
namespace clmm::model::kernels {

using Word = std::uint64_t;
using Words = std::vector<Word>;

struct Shape {
    std::size_t n = 0;
    std::size_t stride = 0;

    explicit Shape(std::size_t events = 0) : n(events), stride((events + 63) / 64) {}
    [[nodiscard]] std::size_t words(bool is_set) const { return is_set ? stride : n * stride; }
};

inline bool test(const Word* row, std::size_t i) { return (row[i >> 6U] >> (i & 63U)) & 1U; }
inline void put(Word* row, std::size_t i) { row[i >> 6U] |= Word{1} << (i & 63U); }
inline void drop(Word* row, std::size_t i) { row[i >> 6U] &= ~(Word{1} << (i & 63U)); }
inline bool test(Shape shape, const Word* relation, std::size_t a, std::size_t b) {
    return test(relation + a * shape.stride, b);
}

/// Calls f(i) for each member of a row, ascending; f must not change the row's earlier words.
template <class F>
void for_each(Shape shape, const Word* row, F&& f) {
    for (std::size_t w = 0; w < shape.stride; ++w)
        for (Word bits = row[w]; bits != 0; bits &= bits - 1)
            f(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
}

void copy(std::size_t words, const Word* from, Word* out);
void clear(std::size_t words, Word* out);
void unite(std::size_t words, const Word* left, const Word* right, Word* out);
void intersect(std::size_t words, const Word* left, const Word* right, Word* out);
void subtract(std::size_t words, const Word* left, const Word* right, Word* out);
[[nodiscard]] bool equal(std::size_t words, const Word* left, const Word* right);
[[nodiscard]] bool none(std::size_t words, const Word* of);

/// {(a, b) | a, b ∈ rows × columns}
void product(Shape shape, const Word* rows, const Word* columns, Word* out);
/// The part of a relation from `rows` to anything.
void rows_of(Shape shape, const Word* rows, const Word* relation, Word* out);
/// The part of a relation from anything to `columns`.
void columns_of(Shape shape, const Word* relation, const Word* columns, Word* out);
/// The part of a relation within a set.
void within(Shape shape, const Word* set, const Word* relation, Word* out);
void identity_on(Shape shape, const Word* set, Word* out);
/// Adds (a, a) for the members of a set.
void add_identity(Shape shape, const Word* set, Word* out);
void sequence(Shape shape, const Word* left, const Word* right, Word* out);
/// left⁻¹ ; right
void inverse_sequence(Shape shape, const Word* left, const Word* right, Word* out);
void inverse(Shape shape, const Word* relation, Word* out);
void close_transitively(Shape shape, Word* relation);
void domain(Shape shape, const Word* relation, Word* out);
void range(Shape shape, const Word* relation, Word* out);
[[nodiscard]] bool irreflexive(Shape shape, const Word* relation);
/// `alive` is scratch space of one row. Afterwards it holds a superset of the events on cycles.
[[nodiscard]] bool acyclic(Shape shape, const Word* relation, Word* alive);

}  // namespace clmm::model::kernels
