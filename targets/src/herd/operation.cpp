#include "herd/operation.h"

#include "clmm/litmus/addresses.h"

namespace clmm::targets {

using litmus::TermId;
using litmus::TermOp;
using litmus::TermPool;

namespace {

TermId shifted(TermPool& terms, TermOp op, TermId a, TermId b) {
    const unsigned width = terms[a].width;
    return terms.binary(op, a, terms.binary(TermOp::bit_and, b, terms.constant(width - 1, width)));
}

TermId least(TermPool& terms, TermOp less, TermId a, TermId b) {
    return terms.if_then_else(litmus::compare(terms, less, a, b), a, b);
}

TermId greatest(TermPool& terms, TermOp less, TermId a, TermId b) {
    return terms.if_then_else(litmus::compare(terms, less, a, b), b, a);
}

}  // namespace

TermId computed(TermPool& terms, Operation operation, TermId a, TermId b) {
    switch (operation) {
        case Operation::add:
            return terms.binary(TermOp::add, a, b);
        case Operation::sub:
            return terms.binary(TermOp::subtract, a, b);
        case Operation::mul:
            return terms.binary(TermOp::multiply, a, b);
        case Operation::bit_and:
            return terms.binary(TermOp::bit_and, a, b);
        case Operation::bit_clear:
            if (a == b) return terms.constant(0, terms[a].width);
            return terms.binary(TermOp::bit_and, a, terms.unary(TermOp::bit_not, b));
        case Operation::bit_or:
            return terms.binary(TermOp::bit_or, a, b);
        case Operation::bit_xor:
            return terms.binary(TermOp::bit_xor, a, b);
        case Operation::shift_left:
            return shifted(terms, TermOp::shift_left, a, b);
        case Operation::shift_right:
            return shifted(terms, TermOp::logical_shift_right, a, b);
        case Operation::signed_min:
            return least(terms, TermOp::signed_less, a, b);
        case Operation::signed_max:
            return greatest(terms, TermOp::signed_less, a, b);
        case Operation::unsigned_min:
            return least(terms, TermOp::unsigned_less, a, b);
        case Operation::unsigned_max:
            return greatest(terms, TermOp::unsigned_less, a, b);
        case Operation::none:
        case Operation::exchange:
        case Operation::compare_and_swap:
            break;
    }
    return b;
}

TermId holds(TermPool& terms, Condition condition, TermId a, TermId b) {
    switch (condition) {
        case Condition::equal:
            return litmus::compare(terms, TermOp::equal, a, b);
        case Condition::not_equal:
            return terms.lnot(litmus::compare(terms, TermOp::equal, a, b));
        case Condition::greater_equal:
            return terms.lnot(litmus::compare(terms, TermOp::signed_less, a, b));
        case Condition::less_equal:
            return terms.lnot(litmus::compare(terms, TermOp::signed_less, b, a));
        case Condition::greater:
            return litmus::compare(terms, TermOp::signed_less, b, a);
        case Condition::less:
            return litmus::compare(terms, TermOp::signed_less, a, b);
        case Condition::unsigned_less:
            return litmus::compare(terms, TermOp::unsigned_less, a, b);
        case Condition::unsigned_greater_equal:
            break;
    }
    return terms.lnot(litmus::compare(terms, TermOp::unsigned_less, a, b));
}

}  // namespace clmm::targets
