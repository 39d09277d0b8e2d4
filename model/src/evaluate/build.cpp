// From a plan to instructions, and in which order which of them have to run.
#include <algorithm>
#include <tuple>

#include "evaluate/explain.h"
#include "evaluate/state.h"

namespace clmm::model {

using Code = Instruction::Code;

namespace {

/// Of the operators that every operand is computed for.
Code code_of(NodeOp op) {
    switch (op) {
        case NodeOp::unite:
            return Code::unite;
        case NodeOp::intersect:
            return Code::intersect;
        case NodeOp::subtract:
            return Code::subtract;
        case NodeOp::complement:
            return Code::complement;
        case NodeOp::inverse:
            return Code::inverse;
        case NodeOp::transitive_closure:
            return Code::closure;
        case NodeOp::reflexive_transitive_closure:
            return Code::reflexive_closure;
        case NodeOp::optional:
            return Code::optional;
        case NodeOp::product:
            return Code::product;
        case NodeOp::identity_on:
            return Code::identity_on;
        case NodeOp::domain:
            return Code::domain;
        case NodeOp::range:
            return Code::range;
        default:
            return Code::none;
    }
}

}  // namespace

EvaluatorState::EvaluatorState(const MemoryModel& model, Facts about,
                               std::shared_ptr<const Plan> planned)
    : facts(std::move(about)),
      remembered_plan(std::move(planned)),
      plan(*remembered_plan),
      intervals(plan, facts),
      checks(model.program.checks),
      relations(plan.nodes.size()),
      sets(plan.nodes.size()),
      instructions_(plan.nodes.size()),
      input_changed_(inputs),
      computed_(plan.components.size()),
      checked_(plan.components.size()),
      total_orders_(model.program.total_orders.size()),
      levels_computed_(plan.components.size()) {
    reshape();
    build();
}

EvaluatorState::~EvaluatorState() = default;

void EvaluatorState::reshape() {
    shape = facts.shape;
    executed.reset_to(shape.n);
    for (BitMatrix* const part :
         {&reads_from_, &modification_order_, &same_location_, &barrier_pairs_})
        part->reset_to(shape.n);
    for (BitMatrix& order : total_orders_) order.reset_to(shape.n);
    for (std::uint32_t node = 0; node < plan.nodes.size(); ++node) {
        if (!plan.is_first(node)) continue;
        if (plan.nodes[node].is_set)
            sets[node].reset_to(shape.n);
        else
            relations[node].reset_to(shape.n);
    }
    levels_.clear();
    alive_.assign(shape.stride, 0);
    explainer = std::make_unique<Explainer>(*this);
    prefix_.clear();  // no instruction points into these matrices yet
}

bool EvaluatorState::has_checks_of(const Program& program) const {
    const auto asked = [](const Check& check) {
        return std::tuple(check.kind, check.negated, check.role, check.node);
    };
    return total_orders_.size() == program.total_orders.size() &&
           std::ranges::equal(checks, program.checks, {}, asked, asked);
}

/// Explanations go by the number of the evaluation, which counts on.
void EvaluatorState::reset(const MemoryModel& model, Facts about) {
    facts = std::move(about);
    checks = model.program.checks;
    if (shape.n != facts.shape.n) {
        intervals.reshape();
        reshape();
    }
    std::ranges::fill(computed_, 0);
    std::ranges::fill(checked_, 0);
    std::ranges::fill(levels_computed_, 0);
    build();
}

void EvaluatorState::build() {
    intervals.compute(facts.knowledge);
    explainer->count_sources();
    if (instructions_fit()) return;
    std::ranges::fill(instructions_, Instruction());
    build_instructions();
    build_dependencies();
    build_schedule();
}

bool EvaluatorState::is_settled(std::uint32_t node) const {
    return intervals[node].must == intervals[node].may;
}

/// What is settled has one instruction, what is not another; nothing else of the bounds counts.
bool EvaluatorState::instructions_fit() const {
    if (prefix_.empty()) return false;
    for (std::uint32_t node = 0; node < plan.nodes.size(); ++node)
        if (plan.is_first(node) && (instructions_[node].code == Code::masked) != is_settled(node))
            return false;
    return true;
}

std::uint32_t EvaluatorState::subject(const Check& check) const {
    std::uint32_t node = static_cast<std::uint32_t>(check.node.index());
    while (check.kind == CheckKind::acyclic && plan.nodes[node].op == NodeOp::transitive_closure)
        node = static_cast<std::uint32_t>(plan.nodes[node].left.index());
    return node;
}

kernels::Word* EvaluatorState::data(std::uint32_t node) {
    const std::uint32_t first = plan.same_as[node];
    if (plan.nodes[first].is_set) return sets[first].words();
    return shape.n == 0 ? nullptr : relations[first].row(0);
}

void EvaluatorState::build_instructions() {
    for (std::uint32_t node = 0; node < plan.nodes.size(); ++node) {
        const Node& of = plan.nodes[node];
        Instruction& made = instructions_[node];
        made.is_set = of.is_set;
        made.out = data(node);
        if (!plan.is_first(node)) continue;  // computed as another one
        if (is_settled(node)) {
            made.code = Code::masked;
            made.left = intervals[node].must.data();
            continue;
        }
        if (of.op == NodeOp::base || of.op == NodeOp::total_order) {
            build_base(node);
        } else if (of.op == NodeOp::sequence) {
            build_sequence(node);
        } else if (of.op == NodeOp::recursive) {
            made.code = Code::copy;
            made.left_node = plan.used[node];
            made.left = data(plan.used[node]);
        } else {
            made.code = code_of(of.op);
            build_operand(node, true);
            if (of.right.valid()) build_operand(node, false);
        }
    }
}

void EvaluatorState::build_operand(std::uint32_t node, bool left) {
    const Node& of = plan.nodes[node];
    const auto operand = static_cast<std::uint32_t>((left ? of.left : of.right).index());
    Instruction& made = instructions_[node];
    (left ? made.left_node : made.right_node) = operand;
    (left ? made.left : made.right) = data(operand);
}

/// [S];r, r;[S] and r⁻¹;s need neither [S] nor r⁻¹.
void EvaluatorState::build_sequence(std::uint32_t node) {
    const Node& of = plan.nodes[node];
    Instruction& made = instructions_[node];
    build_operand(node, true);
    build_operand(node, false);
    const Node& left = plan.nodes[of.left.index()];
    const Node& right = plan.nodes[of.right.index()];
    made.code = Code::sequence;
    if (left.op == NodeOp::identity_on || left.op == NodeOp::inverse) {
        made.code = left.op == NodeOp::identity_on ? Code::rows_of : Code::inverse_sequence;
        made.left_node = static_cast<std::uint32_t>(left.left.index());
        made.left = data(made.left_node);
    } else if (right.op == NodeOp::identity_on) {
        made.code = Code::columns_of;
        made.right_node = static_cast<std::uint32_t>(right.left.index());
        made.right = data(made.right_node);
    }
}

void EvaluatorState::build_base(std::uint32_t node) {
    const Node& of = plan.nodes[node];
    Instruction& made = instructions_[node];
    if (of.op == NodeOp::total_order) {
        // An engine may order events that only may be in the set.
        made.code = Code::within;
        made.left_node = plan.used[node];
        made.left = data(made.left_node);
        made.right = total_orders_[of.payload].row(0);
        return;
    }
    made.code = Code::copy;
    switch (static_cast<Base>(of.payload)) {
        case Base::reads_from:
            made.left = reads_from_.row(0);
            return;
        case Base::modification_order:
            made.left = modification_order_.row(0);
            return;
        case Base::same_location:
            made.left = same_location_.row(0);
            return;
        case Base::barrier_pair:
            made.left = barrier_pairs_.row(0);
            return;
        default:
            made.code = Code::rmw_event;
            return;
    }
}

EvaluatorState::Input EvaluatorState::total_order_input(std::uint32_t order) const {
    return static_cast<Input>(std::min<std::uint32_t>(in_order + order, inputs - 1));
}

void EvaluatorState::build_dependencies() {
    std::vector<std::uint32_t> mask(plan.components.size(), 1U << in_executed);
    operand_components_.assign(plan.components.size(), {});
    dependency_class_.clear();
    class_masks_.clear();
    for (std::uint32_t c = 0; c < plan.components.size(); ++c) {
        for (const std::uint32_t node : plan.components[c].nodes) {
            const Instruction& made = instructions_[node];
            for (const std::uint32_t operand : {made.left_node, made.right_node}) {
                if (operand == Instruction::kNoNode || plan.component_of[operand] == c) continue;
                operand_components_[c].push_back(plan.component_of[operand]);
                mask[c] |= mask[plan.component_of[operand]];
            }
            const Node& of = plan.nodes[node];
            if (made.code == Code::within && of.op == NodeOp::total_order)
                mask[c] |= 1U << total_order_input(of.payload);
            if (made.code != Code::copy || of.op != NodeOp::base) continue;
            switch (static_cast<Base>(of.payload)) {
                case Base::reads_from:
                    mask[c] |= 1U << in_rf;
                    break;
                case Base::modification_order:
                    mask[c] |= 1U << in_mo;
                    break;
                case Base::same_location:
                    mask[c] |= 1U << in_location;
                    break;
                default:
                    mask[c] |= 1U << in_barrier;
                    break;
            }
        }
        const auto found = std::find(class_masks_.begin(), class_masks_.end(), mask[c]);
        dependency_class_.push_back(static_cast<std::uint32_t>(found - class_masks_.begin()));
        if (found == class_masks_.end()) class_masks_.push_back(mask[c]);
    }
    class_changed_.assign(class_masks_.size(), 0);
}

/// Components that the component needs and `scheduled` does not have yet, itself included.
std::vector<std::uint32_t> EvaluatorState::unscheduled(std::uint32_t component,
                                                       std::vector<bool>& scheduled) const {
    std::vector<std::uint32_t> found;
    const auto add = [&](std::uint32_t each) {
        if (scheduled[each]) return;
        scheduled[each] = true;
        found.push_back(each);
    };
    add(component);
    for (std::size_t i = 0; i < found.size(); ++i)
        std::ranges::for_each(operand_components_[found[i]], add);
    return found;
}

void EvaluatorState::build_schedule() {
    schedule_.clear();
    prefix_.clear();
    std::vector<bool> scheduled(plan.components.size());
    for (const Check& check : checks) {
        if (check.role == CheckRole::axiom) {
            const auto needed = unscheduled(plan.component_of[subject(check)], scheduled);
            schedule_.insert(schedule_.end(), needed.begin(), needed.end());
            // Operands come before their users.
            std::sort(schedule_.end() - static_cast<std::ptrdiff_t>(needed.size()),
                      schedule_.end());
        }
        prefix_.push_back(schedule_.size());
    }
}

}  // namespace clmm::model
