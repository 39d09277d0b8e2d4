#include "evaluate/kernels.h"

#include <algorithm>

namespace clmm::model::kernels {

void copy(std::size_t words, const Word* from, Word* out) { std::copy_n(from, words, out); }
void clear(std::size_t words, Word* out) { std::fill_n(out, words, Word{0}); }

void unite(std::size_t words, const Word* left, const Word* right, Word* out) {
    for (std::size_t i = 0; i < words; ++i) out[i] = left[i] | right[i];
}
void intersect(std::size_t words, const Word* left, const Word* right, Word* out) {
    for (std::size_t i = 0; i < words; ++i) out[i] = left[i] & right[i];
}
void subtract(std::size_t words, const Word* left, const Word* right, Word* out) {
    for (std::size_t i = 0; i < words; ++i) out[i] = left[i] & ~right[i];
}
bool equal(std::size_t words, const Word* left, const Word* right) {
    return std::equal(left, left + words, right);
}
bool none(std::size_t words, const Word* of) {
    return std::all_of(of, of + words, [](Word w) { return w == 0; });
}

void product(Shape shape, const Word* rows, const Word* columns, Word* out) {
    clear(shape.words(false), out);
    for_each(shape, rows,
             [&](std::size_t a) { copy(shape.stride, columns, out + a * shape.stride); });
}

void rows_of(Shape shape, const Word* rows, const Word* relation, Word* out) {
    if (shape.stride == 1) {
        const Word members = *rows;
        for (std::size_t a = 0; a < shape.n; ++a) out[a] = relation[a] & -((members >> a) & 1U);
        return;
    }
    clear(shape.words(false), out);
    for_each(shape, rows, [&](std::size_t a) {
        copy(shape.stride, relation + a * shape.stride, out + a * shape.stride);
    });
}

void columns_of(Shape shape, const Word* relation, const Word* columns, Word* out) {
    if (shape.stride == 1) {
        const Word members = *columns;
        for (std::size_t a = 0; a < shape.n; ++a) out[a] = relation[a] & members;
        return;
    }
    for (std::size_t a = 0; a < shape.n; ++a)
        intersect(shape.stride, relation + a * shape.stride, columns, out + a * shape.stride);
}

void within(Shape shape, const Word* set, const Word* relation, Word* out) {
    if (shape.stride == 1) {
        const Word members = *set;
        for (std::size_t a = 0; a < shape.n; ++a)
            out[a] = relation[a] & members & -((members >> a) & 1U);
        return;
    }
    clear(shape.words(false), out);
    for_each(shape, set, [&](std::size_t a) {
        intersect(shape.stride, relation + a * shape.stride, set, out + a * shape.stride);
    });
}

void identity_on(Shape shape, const Word* set, Word* out) {
    clear(shape.words(false), out);
    add_identity(shape, set, out);
}

void add_identity(Shape shape, const Word* set, Word* out) {
    for_each(shape, set, [&](std::size_t a) { put(out + a * shape.stride, a); });
}

void sequence(Shape shape, const Word* left, const Word* right, Word* out) {
    if (shape.stride == 1) {
        for (std::size_t a = 0; a < shape.n; ++a) {
            Word reached = 0;
            for (Word bits = left[a]; bits != 0; bits &= bits - 1)
                reached |= right[std::countr_zero(bits)];
            out[a] = reached;
        }
        return;
    }
    clear(shape.words(false), out);
    for (std::size_t a = 0; a < shape.n; ++a) {
        Word* target = out + a * shape.stride;
        for_each(shape, left + a * shape.stride, [&](std::size_t via) {
            unite(shape.stride, target, right + via * shape.stride, target);
        });
    }
}

void inverse_sequence(Shape shape, const Word* left, const Word* right, Word* out) {
    clear(shape.words(false), out);
    for (std::size_t via = 0; via < shape.n; ++via) {
        const Word* from = right + via * shape.stride;
        for_each(shape, left + via * shape.stride, [&](std::size_t a) {
            unite(shape.stride, out + a * shape.stride, from, out + a * shape.stride);
        });
    }
}

void inverse(Shape shape, const Word* relation, Word* out) {
    clear(shape.words(false), out);
    for (std::size_t a = 0; a < shape.n; ++a)
        for_each(shape, relation + a * shape.stride,
                 [&](std::size_t b) { put(out + b * shape.stride, a); });
}

void close_transitively(Shape shape, Word* relation) {
    if (shape.stride == 1) {
        for (std::size_t via = 0; via < shape.n; ++via) {
            const Word from = relation[via];
            if (from == 0) continue;
            for (std::size_t a = 0; a < shape.n; ++a)
                relation[a] |= from & -((relation[a] >> via) & 1U);
        }
        return;
    }
    for (std::size_t via = 0; via < shape.n; ++via) {
        const Word* from = relation + via * shape.stride;
        for (std::size_t a = 0; a < shape.n; ++a) {
            Word* target = relation + a * shape.stride;
            if (test(target, via)) unite(shape.stride, target, from, target);
        }
    }
}

void domain(Shape shape, const Word* relation, Word* out) {
    clear(shape.stride, out);
    for (std::size_t a = 0; a < shape.n; ++a)
        if (!none(shape.stride, relation + a * shape.stride)) put(out, a);
}

void range(Shape shape, const Word* relation, Word* out) {
    clear(shape.stride, out);
    for (std::size_t a = 0; a < shape.n; ++a)
        unite(shape.stride, out, relation + a * shape.stride, out);
}

bool irreflexive(Shape shape, const Word* relation) {
    for (std::size_t a = 0; a < shape.n; ++a)
        if (test(shape, relation, a, a)) return false;
    return true;
}

namespace {

bool has_successor(Shape shape, const Word* row, const Word* alive) {
    for (std::size_t w = 0; w < shape.stride; ++w)
        if ((row[w] & alive[w]) != 0) return true;
    return false;
}

}  // namespace

/// Takes away events without successors until none is left, or all that are left have one.
/// Backwards, since the order of events extends sb.
bool acyclic(Shape shape, const Word* relation, Word* alive) {
    domain(shape, relation, alive);
    for (bool removed = true; removed;) {
        removed = false;
        for (std::size_t w = shape.stride; w-- > 0;)
            for (Word bits = alive[w]; bits != 0;) {
                const std::size_t bit = 63U - static_cast<std::size_t>(std::countl_zero(bits));
                bits &= ~(Word{1} << bit);
                if (has_successor(shape, relation + (w * 64 + bit) * shape.stride, alive)) continue;
                alive[w] &= ~(Word{1} << bit);
                removed = true;
            }
    }
    return none(shape.stride, alive);
}

}  // namespace clmm::model::kernels
