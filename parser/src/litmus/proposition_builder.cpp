// Conditions: `/\` binds tighter than `\/`, then `=>` (to the right), then `<=>`.
#include <limits>

#include "litmus/builder.h"

namespace clmm::syntax {
namespace {

template <class Node>
PropositionPtr make_proposition(Span span, Node node) {
    return std::make_unique<Proposition>(Proposition{span, std::move(node)});
}

int precedence_of(PropositionConnective op) {
    switch (op) {
        case PropositionConnective::conjunction:
            return 4;
        case PropositionConnective::disjunction:
            return 3;
        case PropositionConnective::implication:
            return 2;
        case PropositionConnective::equivalence:
            return 1;
    }
    return 0;
}

BinaryOperator relation_of(std::size_t token) {
    switch (token) {
        case Grammar::NOT_EQUAL:
        case Grammar::NOT_EQUAL_ML:
            return BinaryOperator::not_equal;
        case Grammar::LESS:
            return BinaryOperator::less;
        case Grammar::LESS_EQUAL:
            return BinaryOperator::less_equal;
        case Grammar::GREATER:
            return BinaryOperator::greater;
        case Grammar::GREATER_EQUAL:
            return BinaryOperator::greater_equal;
        default:
            return BinaryOperator::equal;
    }
}

/// Operands and the connectives between them, joined by precedence.
class PropositionJoiner {
public:
    explicit PropositionJoiner(std::vector<PropositionPtr> operands,
                               std::vector<PropositionConnective> connectives)
        : operands_(std::move(operands)), connectives_(std::move(connectives)) {}

    PropositionPtr join(int least = 1) {
        PropositionPtr left = std::move(operands_[next_]);
        while (next_ < connectives_.size() && precedence_of(connectives_[next_]) >= least) {
            const PropositionConnective op = connectives_[next_++];
            const bool right_first = op == PropositionConnective::implication;
            PropositionPtr right = join(precedence_of(op) + (right_first ? 0 : 1));
            const Span span{left->span.begin, right->span.end};
            left = make_proposition(span, PropositionBinary{op, std::move(left), std::move(right)});
        }
        return left;
    }

private:
    std::vector<PropositionPtr> operands_;
    std::vector<PropositionConnective> connectives_;
    std::size_t next_ = 0;
};

}  // namespace

Condition LitmusBuilder::condition(Grammar::ConditionContext* context) {
    Condition out;
    out.span = span_of(context);
    const bool negated = context->TILDE() || context->NOT();
    out.quantifier = context->FORALL() ? Quantifier::forall
                     : negated         ? Quantifier::not_exists
                                       : Quantifier::exists;
    out.proposition = proposition(context->proposition());
    return out;
}

PropositionPtr LitmusBuilder::proposition(Grammar::PropositionContext* context) {
    std::vector<PropositionPtr> operands;
    std::vector<PropositionConnective> connectives;
    for (Grammar::PropositionOperandContext* inner : context->propositionOperand())
        operands.push_back(proposition_operand(inner));
    for (Grammar::ConnectiveContext* inner : context->connective())
        connectives.push_back(connective(inner));
    return PropositionJoiner(std::move(operands), std::move(connectives)).join();
}

PropositionConnective LitmusBuilder::connective(Grammar::ConnectiveContext* context) {
    switch (context->getStart()->getType()) {
        case Grammar::AND_AND:
            reporter_.error(span_of(context), "'&&' does not join the parts of a condition",
                            "write '/\\'");
            return PropositionConnective::conjunction;
        case Grammar::OR_OR:
            reporter_.error(span_of(context), "'||' does not join the parts of a condition",
                            "write '\\/'");
            return PropositionConnective::disjunction;
        case Grammar::CONJUNCTION:
            return PropositionConnective::conjunction;
        case Grammar::DISJUNCTION:
            return PropositionConnective::disjunction;
        case Grammar::IMPLIES:
            return PropositionConnective::implication;
        default:
            return PropositionConnective::equivalence;
    }
}

PropositionPtr LitmusBuilder::proposition_operand(Grammar::PropositionOperandContext* context) {
    const Span span = span_of(context);
    if (context->comparison()) return comparison(context->comparison());
    if (context->TRUE() || context->FALSE())
        return make_proposition(span, PropositionConstant{context->TRUE() != nullptr});
    if (context->propositionOperand())
        return make_proposition(span,
                                PropositionNot{proposition_operand(context->propositionOperand())});
    if (!context->proposition()) return make_proposition(span, PropositionConstant{});
    PropositionPtr inner = proposition(context->proposition());
    inner->span = span;
    return inner;
}

PropositionPtr LitmusBuilder::comparison(Grammar::ComparisonContext* context) {
    const BinaryOperator op = relation_of(context->relation()->getStart()->getType());
    PropositionAtom left = atom(context->atom(0));
    return make_proposition(span_of(context),
                            Comparison{std::move(left), op, atom(context->atom(1))});
}

PropositionAtom LitmusBuilder::atom(Grammar::AtomContext* context) {
    PropositionAtom out;
    out.span = span_of(context);
    if (context->unitRegister()) {
        out.kind = PropositionAtom::Kind::reg;
        if (!context->INTEGER())
            out.unit = unit_number(context->NAME());
        else
            out.unit = small_number(context->INTEGER(), "thread number");
        unit_register(context->unitRegister(), out);
    } else if (context->NAME()) {
        out.kind =
            context->AMPERSAND() ? PropositionAtom::Kind::address : PropositionAtom::Kind::location;
        out.name = text(context->NAME());
        parts_of(context->atomPart(), out);
    } else {
        const std::uint64_t value = integer(context->INTEGER()).value;
        out.constant = static_cast<std::int64_t>(context->MINUS() ? 0 - value : value);
    }
    return out;
}

/// An element has a subscript; what lies deeper is part of the name: `s[1].f`.
void LitmusBuilder::parts_of(const std::vector<Grammar::AtomPartContext*>& parts,
                             PropositionAtom& out) {
    if (parts.size() == 1 && parts.front()->INTEGER()) {
        out.subscript = integer(parts.front()->INTEGER()).value;
        return;
    }
    for (Grammar::AtomPartContext* part : parts)
        out.name += part->INTEGER() ? "[" + std::to_string(integer(part->INTEGER()).value) + "]"
                                    : "." + text(part->NAME());
}

void LitmusBuilder::unit_register(Grammar::UnitRegisterContext* context, PropositionAtom& out) {
    out.name = text(context->NAME());
    if (context->INTEGER()) out.subscript = integer(context->INTEGER()).value;
}

}  // namespace clmm::syntax
