#include "symbols.h"

#include <algorithm>

namespace clmm::runtime::launches {

const std::vector<std::uint64_t>& Symbols::choices(TermId term) {
    choices_.resize(terms_.size());
    known_.resize(terms_.size());
    std::vector<TermId> pending{term};
    while (!pending.empty()) {
        const TermId top = pending.back();
        const Term& node = terms_[top];
        const std::size_t before = pending.size();
        if (!known_[top.index()])
            for (const TermId operand : {node.a, node.b, node.c})
                if (operand.valid() && !known_[operand.index()]) pending.push_back(operand);
        if (pending.size() != before) continue;
        pending.pop_back();
        if (known_[top.index()]) continue;
        std::vector<std::uint64_t> all;
        if (node.op == TermOp::choice) all.push_back(node.payload);
        for (const TermId operand : {node.a, node.b, node.c}) {
            if (!operand.valid()) continue;
            const auto& more = choices_[operand.index()];
            all.insert(all.end(), more.begin(), more.end());
        }
        std::ranges::sort(all);
        all.erase(std::unique(all.begin(), all.end()), all.end());
        choices_[top.index()] = std::move(all);
        known_[top.index()] = true;
    }
    return choices_[term.index()];
}

TermId rebuilt(TermPool& terms, const Term& node, TermId a, TermId b, TermId c) {
    switch (node.op) {
        case TermOp::bit_not:
        case TermOp::negate:
        case TermOp::logical_not:
            return terms.unary(node.op, a);
        case TermOp::zero_extend:
        case TermOp::truncate:
            return terms.extend(a, node.width, false);
        case TermOp::sign_extend:
            return terms.extend(a, node.width, true);
        case TermOp::if_then_else:
            return terms.if_then_else(a, b, c);
        default:
            return terms.binary(node.op, a, b);
    }
}

}  // namespace clmm::runtime::launches
