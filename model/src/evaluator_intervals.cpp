#include "evaluator_intervals.h"

namespace clmm::model {

namespace k = kernels;

Intervals::Intervals(const Plan& plan, const Facts& facts)
    : plan_(plan), facts_(facts), shape_(facts.shape), implied_(shape_.words(false)),
      diagonal_(shape_.words(true)), scratch_(shape_.words(false)), other_(shape_.words(false)) {
    for (const Node& node : plan.nodes)
        bounds_.push_back({Words(shape_.words(node.is_set)), Words(shape_.words(node.is_set))});
}

void Intervals::compute(const Knowledge& knowledge) {
    knowledge_ = &knowledge;
    k::inverse(shape_, knowledge.implies.data(), implied_.data());
    k::clear(diagonal_.size(), diagonal_.data());
    for (std::size_t a = 0; a < shape_.n; ++a)
        if (k::test(shape_, knowledge.possible.data(), a, a)) k::put(diagonal_.data(), a);
    for (std::size_t i = 0; i < plan_.components.size(); ++i) {
        if (!selected_.empty() && !selected_[i]) continue;
        const Component& component = plan_.components[i];
        if (component.recursive)
            compute_recursion(component);
        else
            compute(component.nodes[0]);
    }
}

void Intervals::compute_recursion(const Component& component) {
    for (const std::uint32_t node : component.nodes)
        for (Words* words : {&bounds_[node].must, &bounds_[node].may}) k::clear(words->size(), words->data());
    for (bool changed = true; changed;) {
        changed = false;
        for (const std::uint32_t node : component.nodes)
            if (plan_.nodes[node].op != NodeOp::recursive) compute(node);
        for (const std::uint32_t node : component.nodes) {
            if (plan_.nodes[node].op != NodeOp::recursive) continue;
            const Interval& body = bounds_[plan_.used[node]];
            changed = changed || body.must != bounds_[node].must || body.may != bounds_[node].may;
            bounds_[node] = body;
        }
    }
}

void Intervals::compute(std::uint32_t node) {
    switch (plan_.nodes[node].op) {
        case NodeOp::base: return compute_base(node);
        case NodeOp::total_order: return compute_total_order(node);
        case NodeOp::empty: return;
        case NodeOp::recursive: bounds_[node] = bounds_[plan_.used[node]]; return;
        case NodeOp::unite:
        case NodeOp::intersect:
        case NodeOp::subtract:
        case NodeOp::complement: return compute_boolean(node);
        case NodeOp::transitive_closure:
        case NodeOp::reflexive_transitive_closure: return compute_closure(node);
        case NodeOp::domain:
        case NodeOp::range: return compute_projection(node);
        default: return compute_relational(node);
    }
}

void Intervals::keep_possible(Words& words) {
    const Words& possible = words.size() == diagonal_.size() && shape_.n > 1 ? diagonal_ : knowledge_->possible;
    k::intersect(words.size(), words.data(), possible.data(), words.data());
}

void Intervals::compute_base(std::uint32_t node) {
    const auto base = static_cast<Base>(plan_.nodes[node].payload);
    Interval& out = bounds_[node];
    switch (base) {
        case Base::reads_from: out = knowledge_->reads_from; return;
        case Base::modification_order: out = knowledge_->modification_order; return;
        case Base::same_location: out = knowledge_->same_location; return;
        case Base::barrier_pair: out = knowledge_->barrier_pair; return;
        case Base::rmw_event: return compute_rmw_event(node);
        default: break;
    }
    out.must = facts_.bases[plan_.nodes[node].payload];
    keep_possible(out.must);
    out.may = out.must;
}

void Intervals::compute_rmw_event(std::uint32_t node) {
    Interval& out = bounds_[node];
    for (Words* words : {&out.must, &out.may}) k::clear(words->size(), words->data());
    for (std::size_t read = 0; read < shape_.n; ++read)
        k::for_each(shape_, facts_.read_modify_write.data() + read * shape_.stride, [&](std::size_t write) {
            if (!k::test(shape_, knowledge_->possible.data(), read, write)) return;
            k::put(out.may.data(), read);
            k::put(out.may.data(), write);
            if (k::test(shape_, knowledge_->implies.data(), read, write)) k::put(out.must.data(), read);
            if (k::test(shape_, knowledge_->implies.data(), write, read)) k::put(out.must.data(), write);
        });
}

void Intervals::compute_total_order(std::uint32_t node) {
    Interval& out = bounds_[node];
    const Words& over = bounds_[plan_.used[node]].may;
    k::clear(out.must.size(), out.must.data());
    k::product(shape_, over.data(), over.data(), out.may.data());
    keep_possible(out.may);
    for (std::size_t a = 0; a < shape_.n; ++a) k::drop(out.may.data() + a * shape_.stride, a);
}

void Intervals::compute_boolean(std::uint32_t node) {
    const Node& of = plan_.nodes[node];
    Interval& out = bounds_[node];
    const Interval& left = bounds_[of.left.index()];
    const std::size_t words = out.must.size();
    if (of.op == NodeOp::complement) {
        const Words& all = of.is_set ? diagonal_ : knowledge_->possible;
        k::subtract(words, all.data(), left.may.data(), out.must.data());
        k::subtract(words, all.data(), left.must.data(), out.may.data());
        return;
    }
    const Interval& right = bounds_[of.right.index()];
    if (of.op == NodeOp::subtract) {
        k::subtract(words, left.must.data(), right.may.data(), out.must.data());
        k::subtract(words, left.may.data(), right.must.data(), out.may.data());
        return;
    }
    const auto combine = of.op == NodeOp::unite ? k::unite : k::intersect;
    combine(words, left.must.data(), right.must.data(), out.must.data());
    combine(words, left.may.data(), right.may.data(), out.may.data());
}

void Intervals::must_sequence(const Words& left, const Words& right, Words& out) {
    const std::size_t words = scratch_.size();
    k::intersect(words, left.data(), knowledge_->implies.data(), scratch_.data());
    k::sequence(shape_, scratch_.data(), right.data(), out.data());
    k::intersect(words, right.data(), implied_.data(), scratch_.data());
    Words& half = other_;
    k::sequence(shape_, left.data(), scratch_.data(), half.data());
    k::unite(words, out.data(), half.data(), out.data());
    keep_possible(out);
}

void Intervals::compute_closure(std::uint32_t node) {
    const Node& of = plan_.nodes[node];
    Interval& out = bounds_[node];
    const Interval& operand = bounds_[of.left.index()];
    out = operand;
    k::close_transitively(shape_, out.may.data());
    keep_possible(out.may);
    for (Words longer(out.must.size());;) {
        must_sequence(out.must, out.must, longer);
        k::unite(longer.size(), longer.data(), out.must.data(), longer.data());
        if (longer == out.must) break;
        out.must = longer;
    }
    if (of.op == NodeOp::transitive_closure) return;
    k::add_identity(shape_, diagonal_.data(), out.must.data());
    k::add_identity(shape_, diagonal_.data(), out.may.data());
}

void Intervals::compute_projection(std::uint32_t node) {
    const Node& of = plan_.nodes[node];
    const bool domain = of.op == NodeOp::domain;
    Interval& out = bounds_[node];
    const Interval& operand = bounds_[of.left.index()];
    // The other end of a pair has to take place whenever the projected one does.
    const Words& implied = domain ? knowledge_->implies : implied_;
    k::intersect(scratch_.size(), operand.must.data(), implied.data(), scratch_.data());
    (domain ? k::domain : k::range)(shape_, scratch_.data(), out.must.data());
    (domain ? k::domain : k::range)(shape_, operand.may.data(), out.may.data());
}

void Intervals::compute_relational(std::uint32_t node) {
    const Node& of = plan_.nodes[node];
    Interval& out = bounds_[node];
    const Interval& left = bounds_[of.left.index()];
    const Interval& right = of.right.valid() ? bounds_[of.right.index()] : left;
    switch (of.op) {
        case NodeOp::sequence:
            must_sequence(left.must, right.must, out.must);
            k::sequence(shape_, left.may.data(), right.may.data(), out.may.data());
            return keep_possible(out.may);
        case NodeOp::inverse:
            k::inverse(shape_, left.must.data(), out.must.data());
            return k::inverse(shape_, left.may.data(), out.may.data());
        case NodeOp::optional:
            out = left;
            k::add_identity(shape_, diagonal_.data(), out.must.data());
            return k::add_identity(shape_, diagonal_.data(), out.may.data());
        case NodeOp::product:
            k::product(shape_, left.must.data(), right.must.data(), out.must.data());
            k::product(shape_, left.may.data(), right.may.data(), out.may.data());
            keep_possible(out.must);
            return keep_possible(out.may);
        default:  // identity_on
            k::identity_on(shape_, left.must.data(), out.must.data());
            return k::identity_on(shape_, left.may.data(), out.may.data());
    }
}

}  // namespace clmm::model
