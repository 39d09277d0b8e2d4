// Integer instructions that keep the shapes of their operands. Addresses and conditions of most
// kernels are affine in the local IDs, and then cost a few scalar operations for all lanes.
#include "execute/affine.h"

#include "clmm/base/ensure.h"
#include "execute/group_run.h"
#include "execute/handlers.h"
#include "execute/pure.h"

namespace clmm::runtime {
namespace {

bool has_shape(const Register& reg) { return reg.shape != Shape::general; }

/// Both operands have shapes, one at least an affine one, and d may take one.
bool is_affine_case(Block& block, const Instruction& i) {
    const Register& a = block.reg(i.a);
    const Register& b = block.reg(i.b);
    return has_shape(a) && has_shape(b) && (a.shape == Shape::affine || b.shape == Shape::affine) &&
           block.writes_freely(i);
}

std::int64_t wrapping_product(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
std::int64_t wrapping_sum(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

Affine scaled(Affine value, std::int64_t factor) {
    value.base = wrapping_product(value.base, factor);
    for (std::int64_t& stride : value.stride) stride = wrapping_product(stride, factor);
    return value;
}

Affine sum(Affine a, const Affine& b) {
    a.base = wrapping_sum(a.base, b.base);
    for (unsigned d = 0; d < 3; ++d) a.stride[d] = wrapping_sum(a.stride[d], b.stride[d]);
    return a;
}

template <class T>
void run_add(Block& block, const Instruction& i) {
    if (!is_affine_case(block, i)) return run_pure(block, i);
    become<T>(block.reg(i.d), sum(affine_of<T>(block.reg(i.a)), affine_of<T>(block.reg(i.b))));
}

template <class T>
void run_subtract(Block& block, const Instruction& i) {
    if (!is_affine_case(block, i)) return run_pure(block, i);
    become<T>(block.reg(i.d),
              sum(affine_of<T>(block.reg(i.a)), scaled(affine_of<T>(block.reg(i.b)), -1)));
}

template <class T>
void run_multiply(Block& block, const Instruction& i) {
    const Register& a = block.reg(i.a);
    const Register& b = block.reg(i.b);
    const bool both = a.shape == Shape::affine && b.shape == Shape::affine;
    if (both || !is_affine_case(block, i)) return run_pure(block, i);
    const bool first = a.shape == Shape::affine;
    const auto factor = static_cast<std::int64_t>(*(first ? b : a).elements<T>());
    become<T>(block.reg(i.d), scaled((first ? a : b).affine, factor));
}

template <class T>
void run_shift_left(Block& block, const Instruction& i) {
    const Register& a = block.reg(i.a);
    const Register& b = block.reg(i.b);
    if (b.shape != Shape::uniform || !is_affine_case(block, i)) return run_pure(block, i);
    const auto count = static_cast<std::uint64_t>(*b.elements<T>()) % (sizeof(T) * 8);
    become<T>(block.reg(i.d),
              scaled(a.affine, static_cast<std::int64_t>(std::uint64_t{1} << count)));
}

/// Division of an affine value that stays between two multiples of a positive divisor.
template <class T, bool kRemainder>
void run_divide(Block& block, const Instruction& i) {
    const Register& a = block.reg(i.a);
    const Register& b = block.reg(i.b);
    if (b.shape != Shape::uniform || !is_affine_case(block, i)) return run_pure(block, i);
    const Wide divisor = *b.elements<T>();
    const Range range = range_of<T>(a.affine, block.group().group().size);
    if (divisor <= 0 || range.low < 0 || !fits<T>(range) ||
        range.low / divisor != range.high / divisor)
        return run_pure(block, i);
    const auto quotient = static_cast<std::int64_t>(range.low / divisor);
    Affine result{quotient, {0, 0, 0}};
    if (kRemainder) {
        result = a.affine;
        result.base -= wrapping_product(quotient, static_cast<std::int64_t>(divisor));
    }
    become<T>(block.reg(i.d), result);
}

enum class Answer { no, yes, mixed };

template <class T, class Decide>
void run_compare(Block& block, const Instruction& i, Decide decide) {
    if (!is_affine_case(block, i)) return run_pure(block, i);
    const Index3& size = block.group().group().size;
    const Range a = range_of<T>(affine_of<T>(block.reg(i.a)), size);
    const Range b = range_of<T>(affine_of<T>(block.reg(i.b)), size);
    if (!fits<T>(a) || !fits<T>(b)) return run_pure(block, i);
    const Answer answer = decide(a, b);
    if (answer == Answer::mixed) return run_pure(block, i);
    Register& d = block.reg(i.d);
    *d.elements<std::int32_t>() = answer == Answer::yes ? 1 : 0;
    d.become_uniform();
}

template <class T>
void run_less(Block& block, const Instruction& i) {
    run_compare<T>(block, i, [](const Range& a, const Range& b) {
        return a.high < b.low ? Answer::yes : a.low >= b.high ? Answer::no : Answer::mixed;
    });
}

template <class T>
void run_less_equal(Block& block, const Instruction& i) {
    run_compare<T>(block, i, [](const Range& a, const Range& b) {
        return a.high <= b.low ? Answer::yes : a.low > b.high ? Answer::no : Answer::mixed;
    });
}

bool are_apart(const Range& a, const Range& b) { return a.high < b.low || b.high < a.low; }

template <class T>
void run_equal(Block& block, const Instruction& i) {
    run_compare<T>(block, i, [](const Range& a, const Range& b) {
        return are_apart(a, b) ? Answer::no : Answer::mixed;
    });
}

template <class T>
void run_not_equal(Block& block, const Instruction& i) {
    run_compare<T>(block, i, [](const Range& a, const Range& b) {
        return are_apart(a, b) ? Answer::yes : Answer::mixed;
    });
}

/// An affine value stays affine in a type of the same or a smaller size; in a larger one if it
/// did not wrap around before.
template <class From, class To>
void run_convert(Block& block, const Instruction& i) {
    const Register& a = block.reg(i.a);
    if (a.shape != Shape::affine || !block.writes_freely(i)) return run_pure(block, i);
    if (sizeof(To) > sizeof(From) &&
        !fits<From>(range_of<From>(a.affine, block.group().group().size)))
        return run_pure(block, i);
    become<To>(block.reg(i.d), a.affine);
}

template <class From>
Handler convert_from(Scalar to) {
    switch (to) {
        case Scalar::i32:
            return &run_convert<From, std::int32_t>;
        case Scalar::u32:
            return &run_convert<From, std::uint32_t>;
        case Scalar::i64:
            return &run_convert<From, std::int64_t>;
        case Scalar::u64:
            return &run_convert<From, std::uint64_t>;
        default:
            return handlers::pure();
    }
}

/// `choose` has a handler for each integer type of 32 or 64 bits; others have no shapes to keep.
template <class Choose>
Handler by_type(Scalar scalar, Choose choose) {
    switch (scalar) {
        case Scalar::i32:
            return choose(std::int32_t{});
        case Scalar::u32:
            return choose(std::uint32_t{});
        case Scalar::i64:
            return choose(std::int64_t{});
        case Scalar::u64:
            return choose(std::uint64_t{});
        default:
            return handlers::pure();
    }
}

}  // namespace

namespace handlers {

Handler add(Scalar scalar) {
    return by_type(scalar, [](auto t) -> Handler { return &run_add<decltype(t)>; });
}
Handler subtract(Scalar scalar) {
    return by_type(scalar, [](auto t) -> Handler { return &run_subtract<decltype(t)>; });
}
Handler multiply(Scalar scalar) {
    return by_type(scalar, [](auto t) -> Handler { return &run_multiply<decltype(t)>; });
}
Handler shift_left(Scalar scalar) {
    return by_type(scalar, [](auto t) -> Handler { return &run_shift_left<decltype(t)>; });
}
Handler divide(Scalar scalar) {
    return by_type(scalar, [](auto t) -> Handler { return &run_divide<decltype(t), false>; });
}
Handler remainder(Scalar scalar) {
    return by_type(scalar, [](auto t) -> Handler { return &run_divide<decltype(t), true>; });
}
Handler less(Scalar scalar) {
    return by_type(scalar, [](auto t) -> Handler { return &run_less<decltype(t)>; });
}
Handler less_equal(Scalar scalar) {
    return by_type(scalar, [](auto t) -> Handler { return &run_less_equal<decltype(t)>; });
}
Handler equal(Scalar scalar) {
    return by_type(scalar, [](auto t) -> Handler { return &run_equal<decltype(t)>; });
}
Handler not_equal(Scalar scalar) {
    return by_type(scalar, [](auto t) -> Handler { return &run_not_equal<decltype(t)>; });
}
Handler convert(Scalar from, Scalar to) {
    switch (from) {
        case Scalar::i32:
            return convert_from<std::int32_t>(to);
        case Scalar::u32:
            return convert_from<std::uint32_t>(to);
        case Scalar::i64:
            return convert_from<std::int64_t>(to);
        case Scalar::u64:
            return convert_from<std::uint64_t>(to);
        default:
            return pure();
    }
}

}  // namespace handlers
}  // namespace clmm::runtime
