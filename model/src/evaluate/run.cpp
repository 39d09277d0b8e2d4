// Computing nodes on one execution.
#include <algorithm>

#include "evaluate/explain.h"
#include "evaluate/state.h"

namespace clmm::model {

namespace k = kernels;
using Code = Instruction::Code;

void EvaluatorState::take(Input input, const BitMatrix& from, BitMatrix& into) {
    if (shape.n == 0 || from.size() != into.size()) return;
    const std::size_t words = shape.words(false);
    if (k::equal(words, from.row(0), into.row(0)) && stamp > 1) return;
    k::copy(words, from.row(0), into.row(0));
    input_changed_[input] = stamp;
}

void EvaluatorState::evaluate(const Execution& execution) {
    ++stamp;
    progress_ = 0;
    if (stamp == 1) std::fill(input_changed_.begin(), input_changed_.end(), stamp);
    if (!(executed == execution.executed)) {
        k::copy(shape.stride, execution.executed.words(), executed.words());
        input_changed_[in_executed] = stamp;
    }
    take(in_rf, execution.reads_from, reads_from_);
    take(in_mo, execution.modification_order, modification_order_);
    take(in_location, execution.same_location, same_location_);
    take(in_barrier, execution.barrier_pairs, barrier_pairs_);
    for (std::uint32_t i = 0; i < total_orders_.size(); ++i)
        take(total_order_input(i), execution.total_orders[i], total_orders_[i]);
    for (std::size_t i = 0; i < class_masks_.size(); ++i) {
        class_changed_[i] = 0;
        for (std::uint32_t input = 0; input < inputs; ++input)
            if ((class_masks_[i] >> input) & 1U)
                class_changed_[i] = std::max(class_changed_[i], input_changed_[input]);
    }
}

void EvaluatorState::refresh_if_stale(std::uint32_t component) {
    checked_[component] = stamp;
    if (computed_[component] != 0 &&
        computed_[component] >= class_changed_[dependency_class_[component]])
        return;
    computed_[component] = stamp;
    run(plan.components[component]);
}

void EvaluatorState::refresh(std::uint32_t component) {
    if (checked_[component] == stamp) return;
    for (const std::uint32_t operand : operand_components_[component]) refresh(operand);
    refresh_if_stale(component);
}

void EvaluatorState::advance(std::size_t prefix) {
    for (; progress_ < prefix; ++progress_) refresh_if_stale(schedule_[progress_]);
}

const kernels::Word* EvaluatorState::value(std::uint32_t node) {
    const std::uint32_t component = plan.component_of[node];
    if (checked_[component] != stamp) refresh(component);
    return instructions_[node].out;
}

bool EvaluatorState::holds(std::uint32_t node, std::size_t a, std::size_t b) {
    const Word* words = value(node);
    return plan.nodes[node].is_set ? k::test(words, a) : k::test(shape, words, a, b);
}

void EvaluatorState::clear_recursive(const Component& component) {
    for (const std::uint32_t node : component.nodes)
        if (plan.nodes[node].op == NodeOp::recursive)
            k::clear(shape.words(is_set(node)), instructions_[node].out);
}

bool EvaluatorState::iterate(const Component& component) {
    for (const std::uint32_t node : component.nodes)
        if (plan.nodes[node].op != NodeOp::recursive) run(instructions_[node]);
    bool changed = false;
    for (const std::uint32_t node : component.nodes) {
        if (plan.nodes[node].op != NodeOp::recursive) break;
        const Word* body = instructions_[plan.used[node]].out;
        const std::size_t words = shape.words(is_set(node));
        if (k::equal(words, body, instructions_[node].out)) continue;
        k::copy(words, body, instructions_[node].out);
        changed = true;
    }
    return changed;
}

void EvaluatorState::run(const Component& component) {
    if (!component.recursive) return run(instructions_[component.nodes[0]]);
    clear_recursive(component);
    while (iterate(component)) {
    }
}

/// A pair of a recursive node appears one level above its body's.
void EvaluatorState::compute_levels(const Component& component) {
    constexpr std::uint16_t kNever = 0xffff;
    levels_.resize(plan.nodes.size());
    for (const std::uint32_t node : component.nodes)
        levels_[node].assign(is_set(node) ? shape.n : shape.n * shape.n, kNever);
    const auto note = [&](std::uint32_t node, std::uint16_t level) {
        const std::size_t rows = is_set(node) ? 1 : shape.n;
        for (std::size_t a = 0; a < rows; ++a)
            k::for_each(shape, instructions_[node].out + a * shape.stride, [&](std::size_t b) {
                std::uint16_t& known = levels_[node][a * shape.n + b];
                if (known == kNever) known = level;
            });
    };
    clear_recursive(component);
    bool changed = true;
    for (std::uint16_t level = 0; changed; ++level) {
        changed = iterate(component);
        for (const std::uint32_t node : component.nodes)
            note(node, plan.nodes[node].op == NodeOp::recursive
                           ? static_cast<std::uint16_t>(level + 1)
                           : level);
    }
}

const std::vector<std::uint16_t>& EvaluatorState::levels(std::uint32_t node) {
    node = plan.same_as[node];
    const std::uint32_t component = plan.component_of[node];
    value(node);
    if (levels_computed_[component] != stamp) {
        levels_computed_[component] = stamp;
        compute_levels(plan.components[component]);
    }
    return levels_[node];
}

void EvaluatorState::mark_rmw_events(Word* out) {
    k::clear(shape.stride, out);
    for (std::size_t read = 0; read < shape.n; ++read) {
        if (!takes_place(read)) continue;
        k::for_each(shape, facts.read_modify_write.data() + read * shape.stride,
                    [&](std::size_t write) {
                        if (!takes_place(write)) return;
                        k::put(out, read);
                        k::put(out, write);
                    });
    }
}

void EvaluatorState::run(const Instruction& of) {
    const std::size_t words = shape.words(of.is_set);
    const Word* all = executed.words();
    switch (of.code) {
        case Code::none:
            return k::clear(words, of.out);
        case Code::masked:
            return of.is_set ? k::intersect(words, of.left, all, of.out)
                             : k::within(shape, all, of.left, of.out);
        case Code::copy:
            return k::copy(words, of.left, of.out);
        case Code::unite:
            return k::unite(words, of.left, of.right, of.out);
        case Code::intersect:
            return k::intersect(words, of.left, of.right, of.out);
        case Code::subtract:
            return k::subtract(words, of.left, of.right, of.out);
        case Code::complement:
            if (of.is_set) return k::subtract(words, all, of.left, of.out);
            k::product(shape, all, all, of.out);
            return k::subtract(words, of.out, of.left, of.out);
        default:
            return run_relational(of);
    }
}

void EvaluatorState::run_relational(const Instruction& of) {
    const std::size_t words = shape.words(false);
    switch (of.code) {
        case Code::rows_of:
            return k::rows_of(shape, of.left, of.right, of.out);
        case Code::columns_of:
            return k::columns_of(shape, of.left, of.right, of.out);
        case Code::within:
            return k::within(shape, of.left, of.right, of.out);
        case Code::sequence:
            return k::sequence(shape, of.left, of.right, of.out);
        case Code::inverse_sequence:
            return k::inverse_sequence(shape, of.left, of.right, of.out);
        case Code::inverse:
            return k::inverse(shape, of.left, of.out);
        case Code::closure:
            k::copy(words, of.left, of.out);
            return k::close_transitively(shape, of.out);
        case Code::reflexive_closure:
            k::copy(words, of.left, of.out);
            k::close_transitively(shape, of.out);
            return k::add_identity(shape, executed.words(), of.out);
        case Code::optional:
            k::copy(words, of.left, of.out);
            return k::add_identity(shape, executed.words(), of.out);
        case Code::product:
            return k::product(shape, of.left, of.right, of.out);
        case Code::identity_on:
            return k::identity_on(shape, of.left, of.out);
        case Code::domain:
            return k::domain(shape, of.left, of.out);
        case Code::range:
            return k::range(shape, of.left, of.out);
        default:
            return mark_rmw_events(of.out);
    }
}

}  // namespace clmm::model
