#include "clmm/litmus/term.h"

#include "clmm/base/ensure.h"
#include "clmm/litmus/addresses.h"
#include "terms/rules.h"

namespace clmm::litmus {

std::size_t TermPool::Hash::operator()(const Term& term) const noexcept {
    std::uint64_t hash = static_cast<std::uint64_t>(term.op) * 256U + term.width;
    for (const std::uint64_t part :
         {static_cast<std::uint64_t>(term.a.index()), static_cast<std::uint64_t>(term.b.index()),
          static_cast<std::uint64_t>(term.c.index()), term.payload}) {
        hash = (hash ^ part) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 29U;
    }
    return static_cast<std::size_t>(hash);
}

TermPool::TermPool()
    : true_(intern({.op = TermOp::constant, .width = 1, .payload = 1})),
      false_(intern({.op = TermOp::constant, .width = 1, .payload = 0})) {}

TermId TermPool::intern(const Term& term) {
    const auto [place, fresh] = index_.try_emplace(term, TermId(terms_.size()));
    if (fresh) terms_.push_back(term);
    return place->second;
}

TermId TermPool::constant(std::uint64_t value, unsigned width) {
    return intern({.op = TermOp::constant,
                   .width = static_cast<std::uint8_t>(width),
                   .payload = mask_to(value, width)});
}

TermId TermPool::read_value(EventId event, unsigned width) {
    return intern({.op = TermOp::read_value,
                   .width = static_cast<std::uint8_t>(width),
                   .payload = event.index()});
}

TermId TermPool::final_value(LocationId location, unsigned width) {
    return intern({.op = TermOp::final_value,
                   .width = static_cast<std::uint8_t>(width),
                   .payload = location.index()});
}

TermId TermPool::choice(unsigned width) {
    return intern(
        {.op = TermOp::choice, .width = static_cast<std::uint8_t>(width), .payload = choices_++});
}

TermId TermPool::binary(TermOp op, TermId a, TermId b) {
    ensure(terms_[a.index()].width == terms_[b.index()].width, "operands of one width");
    if (is_commutative(op) && (is_constant(a) || (!is_constant(b) && b < a))) std::swap(a, b);
    if (is_comparison(op)) {
        a = number_of(*this, a);
        b = number_of(*this, b);
    }
    if (is_address(*this, a) || is_address(*this, b)) {
        if (const auto folded = fold_address(*this, op, a, b)) return *folded;
    } else if (is_constant(a) && is_constant(b)) {
        const Term& left = terms_[a.index()];
        const Term shape{.op = op, .width = result_width(op, left.width)};
        return constant(apply(shape, left.width, left.payload, terms_[b.index()].payload, 0),
                        shape.width);
    }
    if (const auto simpler = simplify_binary(*this, op, a, b)) return *simpler;
    const auto width = result_width(op, terms_[a.index()].width);
    return intern({.op = op, .width = width, .a = a, .b = b});
}

TermId TermPool::unary(TermOp op, TermId a) {
    const Term operand = terms_[a.index()];
    const Term shape{.op = op, .width = operand.width, .a = a};
    if (is_address(*this, a)) return intern(shape);
    if (operand.op == TermOp::constant)
        return constant(apply(shape, operand.width, operand.payload, 0, 0), operand.width);
    if (operand.op == op) return operand.a;  // ~~x, --x, !!x: x
    if (has_constant_branches(*this, a))
        return if_then_else(operand.a, unary(op, operand.b), unary(op, operand.c));
    if (op == TermOp::logical_not)
        if (const auto simpler = simplify_not(*this, a)) return *simpler;
    return intern(shape);
}

TermId TermPool::extend(TermId a, unsigned width, bool is_signed) {
    const Term operand = terms_[a.index()];
    if (operand.width == width) return a;
    if (operand.width == 1) {  // a Boolean as a number: (ite b 1 0)
        const std::uint64_t one = is_signed ? ~std::uint64_t{0} : 1;
        return if_then_else(a, constant(one, width), constant(0, width));
    }
    ensure(width >= 8, "numbers have eight bits at least; compare with zero for a Boolean");
    const TermOp op = width < operand.width ? TermOp::truncate
                      : is_signed           ? TermOp::sign_extend
                                            : TermOp::zero_extend;
    const Term shape{.op = op, .width = static_cast<std::uint8_t>(width), .a = a};
    constexpr unsigned kWord = 32;  // processors' tests keep addresses in words, as herd does
    if (is_address(*this, a))
        return width < kWord ? intern(shape) : moved_to(*this, a, operand.payload, width);
    if (operand.op == TermOp::constant)
        return constant(apply(shape, operand.width, operand.payload, 0, 0), width);
    if (has_constant_branches(*this, a))
        return if_then_else(operand.a, extend(operand.b, width, is_signed),
                            extend(operand.c, width, is_signed));
    if (const auto simpler = simplify_extension(*this, shape)) return *simpler;
    return intern(shape);
}

TermId TermPool::if_then_else(TermId condition, TermId when_true, TermId when_false) {
    ensure(terms_[when_true.index()].width == terms_[when_false.index()].width,
           "branches of one width");
    if (const auto simpler = simplify_if(*this, condition, when_true, when_false)) return *simpler;
    const Term& chooser = terms_[condition.index()];
    if (chooser.op == TermOp::logical_not) {  // (ite !c a b): (ite c b a)
        condition = chooser.a;
        std::swap(when_true, when_false);
    }
    // Branches that the same condition decides again.
    const Term& yes = terms_[when_true.index()];
    if (yes.op == TermOp::if_then_else && yes.a == condition) when_true = yes.b;
    const Term& no = terms_[when_false.index()];
    if (no.op == TermOp::if_then_else && no.a == condition) when_false = no.c;
    if (const auto simpler = simplify_if(*this, condition, when_true, when_false)) return *simpler;
    return intern({.op = TermOp::if_then_else,
                   .width = terms_[when_true.index()].width,
                   .a = condition,
                   .b = when_true,
                   .c = when_false});
}

TermId TermPool::rebuild(const Term& like, TermId a, TermId b, TermId c) {
    if (like.op == TermOp::constant)
        return intern({.op = like.op,
                       .width = like.width,
                       .a = a,
                       .b = b,
                       .c = c,
                       .payload = mask_to(like.payload, like.width)});
    if (like.op == TermOp::if_then_else) return if_then_else(a, b, c);
    if (like.op == TermOp::zero_extend || like.op == TermOp::truncate)
        return extend(a, like.width, false);
    if (like.op == TermOp::sign_extend) return extend(a, like.width, true);
    return like.b.valid() ? binary(like.op, a, b) : unary(like.op, a);
}

}  // namespace clmm::litmus
