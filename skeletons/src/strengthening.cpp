#include "clmm/skeletons/strengthening.h"

#include <algorithm>

#include "claims.h"
#include "embedding.h"

namespace clmm::skeletons {

namespace {

using model::NodeId;
using model::NodeOp;
using model::Program;

/// With all that they are made of.
std::vector<NodeId> nodes_of_axioms(const Program& program) {
    std::vector<bool> found(program.nodes.size());
    std::vector<NodeId> all;
    const auto add = [&](NodeId node) {
        if (!node.valid() || found[node.index()]) return;
        found[node.index()] = true;
        all.push_back(node);
    };
    for (const model::Check& each : program.checks)
        if (each.role == model::CheckRole::axiom) add(each.node);
    for (const model::TotalOrder& each : program.total_orders) add(each.over);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const model::Node& node = program[all[i]];
        add(node.left);
        add(node.right);
        if (node.op == NodeOp::recursive) add(program.recursive[node.payload].body);
    }
    return all;
}

}  // namespace

struct Strengthening::Facts : StructureBounds {};

Strengthening::Strengthening(const model::MemoryModel& model)
    : model_(model), nodes_(nodes_of_axioms(model.program)) {}

std::shared_ptr<const Strengthening::Facts> Strengthening::facts(litmus::EventStructure structure) {
    auto made = std::make_shared<Facts>(Facts{{std::move(structure)}});
    if (evaluator_)
        evaluator_->reset(made->structure);
    else
        evaluator_.emplace(model_, made->structure);
    made->of.resize(model_.program.nodes.size());
    for (const model::NodeId each : nodes_) made->of[each.index()] = evaluator_->bounds(each);
    return made;
}

bool Strengthening::is_stronger(const Facts& than, const Facts& structure) const {
    const auto at = embedded(than.structure, structure.structure);
    if (!at) return false;
    Claims claims(model_.program, than, structure, *at);
    // An order of more events, less these, is one of the others.
    const auto orders_as_many = [&](const model::TotalOrder& each) {
        return claims.keeps(each.over);
    };
    const auto fails_if_weaker_does = [&](const model::Check& each) {
        if (each.role != model::CheckRole::axiom) return true;
        if (!each.negated) return claims.keeps(each.node);
        return at->size() == structure.structure.size() && claims.adds_none(each.node);
    };
    return std::ranges::all_of(model_.program.total_orders, orders_as_many) &&
           std::ranges::all_of(model_.program.checks, fails_if_weaker_does);
}

}  // namespace clmm::skeletons
