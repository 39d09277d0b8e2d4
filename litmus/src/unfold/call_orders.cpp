// Calls in one expression are indeterminately sequenced: the full expression is evaluated in each
// order that C allows, and a free choice says which of them an execution takes.

#include <algorithm>

#include "clmm/parser/tree_walk.h"
#include "host/calls.h"
#include "unfold/interpreter.h"
#include "unfold/value_functions.h"

namespace clmm::litmus {
namespace {

using syntax::UnaryOperator;

/// As many as four calls have.
constexpr std::size_t kMostOrders = 24;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> prefixes) {
    return std::ranges::any_of(prefixes, [&](auto prefix) { return name.starts_with(prefix); });
}

/// Built-in functions that neither touch memory nor order it.
bool is_silent(std::string_view name) {
    if (is_value_function(name)) return !stores_a_result(name);
    if (name.starts_with("get_pipe")) return false;
    return is_one_of(name, {"get_", "to_", "local_array", "ndrange_", "is_valid_", "prefetch"});
}

/// A call in whose arguments there is none, or what is assigned to a name: it comes after all that
/// stands in it.
bool is_one_call(const syntax::Expression& expression) {
    const auto* assigned = std::get_if<syntax::Assignment>(&expression.node);
    if (assigned != nullptr && !std::holds_alternative<syntax::Name>(assigned->target->node))
        return false;
    const auto* call =
        std::get_if<syntax::Call>(assigned != nullptr ? &assigned->value->node : &expression.node);
    return call != nullptr && std::ranges::none_of(call->arguments, [](const auto& argument) {
               return has_call(*argument);
           });
}

bool is_collective(std::string_view name) {
    return name == "barrier" ||
           is_one_of(name, {"work_group_", "sub_group_", "async_work_group_", "wait_group_events"});
}

}  // namespace

/// The evaluation of one full expression in one order.
struct Interpreter::OrderedEvaluation {
    /// The events of a step, and how many calls came before it.
    struct Placed {
        std::size_t step;
        std::size_t calls;
        std::size_t begin, end;
    };
    const syntax::Expression* root = nullptr;
    const Sequencing* sequencing = nullptr;
    std::size_t* orders_left = nullptr;
    Progress progress = {};
    std::size_t calls = 0;
    StepValues values = {};
    std::vector<Placed> placed = {};
};

Value Interpreter::in_every_order(const syntax::Expression& expression) {
    const StepValues* const outer = std::exchange(step_values_, nullptr);
    struct Restore {
        const StepValues*& values;
        const StepValues* outer;
        ~Restore() { values = outer; }
    } restore{step_values_, outer};
    if (!has_call(expression) || is_one_call(expression)) return evaluate(expression);
    const Sequencing sequencing = sequencing_of(expression, meanings_in(expression));
    if (sequencing.too_many) {
        leave_other_orders(expression.span);
        return evaluate(expression);
    }
    if (!sequencing.leaves_orders_open()) return evaluate(expression);
    std::size_t orders_left = kMostOrders;
    OrderedEvaluation start{
        .root = &expression, .sequencing = &sequencing, .orders_left = &orders_left};
    perform_hidden(start);
    return continue_in_every_order(std::move(start));
}

/// The elements of a list come in any order, but one after another (C11 6.7.9 p23); here they are
/// evaluated from left to right.
bool Interpreter::leave_orders_open(const std::vector<InitialPart>& parts) {
    if (parts.size() < 2) return false;
    std::size_t visible = 0;
    bool changes = false;
    for (const InitialPart& part : parts) {
        const auto steps = sequencing_of(*part.value, meanings_in(*part.value)).steps;
        if (std::ranges::any_of(steps, &Step::visible)) ++visible;
        changes = changes || std::ranges::any_of(steps, [](const Step& step) {
                      return step.visible && step.kind != Step::Kind::access;
                  });
    }
    return changes && visible > 1;
}

/// One of the executions that are not followed takes another order.
void Interpreter::leave_other_orders(Span span) {
    const TermId here = fresh_choice();
    const Flow before = flow_;
    flow_.live = terms().land(before.live, terms().lnot(here));
    leave_here(span, UnrollBound::Limit::orders);
    flow_ = before;
    flow_.live = terms().land(before.live, here);
    narrow_traces(before.live);
}

Value Interpreter::continue_in_every_order(OrderedEvaluation evaluation) {
    const Advances moves = next_moves(*evaluation.sequencing, evaluation.progress);
    if (!moves.complete) leave_other_orders(evaluation.root->span);
    return take_one_of(moves.moves, 0, std::move(evaluation));
}

/// The move at `first` or a later one, as a choice says.
Value Interpreter::take_one_of(const std::vector<Advance>& moves, std::size_t first,
                               OrderedEvaluation evaluation) {
    if (first + 1 == moves.size()) return take(moves[first], std::move(evaluation));
    if (*evaluation.orders_left <= 1) {
        leave_other_orders(evaluation.root->span);
        return take(moves[first], std::move(evaluation));
    }
    --*evaluation.orders_left;
    const TermId choice = fresh_choice();
    for (std::size_t other = first + 1; other < moves.size(); ++other)
        note_order(evaluation, moves[first], moves[other], choice);
    if (first + 2 == moves.size())
        note_order(evaluation, moves[first + 1], moves[first], terms().lnot(choice));
    std::optional<Value> one;
    std::optional<Value> other;
    const std::size_t begin = event_count();
    std::size_t middle = begin;
    branch(
        truth_value(choice, dependencies().empty()),
        [&] {
            one = take(moves[first], evaluation);
            middle = event_count();
        },
        [&] { other = take_one_of(moves, first + 1, evaluation); });
    unfolding_.recorder.exclude(begin, middle, event_count());
    if (!one || !other) return one ? *one : other ? *other : number(0, int_type());
    if (one->type->kind == TypeKind::void_type) return *one;
    return choose(choice, *one, *other);
}

/// Says which of two calls runs first, where moves differ in that.
void Interpreter::note_order(const OrderedEvaluation& evaluation, const Advance& first,
                             const Advance& other, TermId when) {
    if (!first.call || !other.call || *first.call == *other.call) return;
    const auto& steps = evaluation.sequencing->steps;
    const syntax::Expression& runs = *steps[*first.call].node;
    const auto* earlier = std::get_if<syntax::Call>(&runs.node);
    const auto* later = std::get_if<syntax::Call>(&steps[*other.call].node->node);
    if (earlier == nullptr || later == nullptr) return;
    unfolding_.structure.choices.push_back(
        {.text = "the call of " + earlier->function + " runs before " +
                 (earlier->function == later->function ? "the other one"
                                                       : "the call of " + later->function),
         .when = terms().land(flow_.live, when),
         .span = runs.span});
}

Value Interpreter::take(const Advance& move, OrderedEvaluation evaluation) {
    for (const std::size_t step : move.steps) {
        perform(step, evaluation);
        perform_hidden(evaluation);
    }
    if (move.call) {
        perform(*move.call, evaluation);
        ++evaluation.calls;
        perform_hidden(evaluation);
        return continue_in_every_order(std::move(evaluation));
    }
    unsequence_steps(evaluation);
    step_values_ = &evaluation.values;
    Value value = evaluate(*evaluation.root);
    step_values_ = nullptr;
    return value;
}

void Interpreter::perform_hidden(OrderedEvaluation& evaluation) {
    for (;;) {
        const auto ready = ready_hidden(*evaluation.sequencing, evaluation.progress);
        if (ready.empty()) return;
        for (const std::size_t step : ready) perform(step, evaluation);
    }
}

void Interpreter::perform(std::size_t step, OrderedEvaluation& evaluation) {
    const syntax::Expression& node = *evaluation.sequencing->steps[step].node;
    const std::size_t begin = event_count();
    pending_.clear();
    step_values_ = &evaluation.values;
    std::optional<Value> value;
    reach(*evaluation.root, node, [&] {
        value =
            std::visit([&](const auto& inner) { return evaluate(inner, node.span); }, node.node);
    });
    step_values_ = nullptr;
    pending_.clear();
    if (value) evaluation.values.insert_or_assign(&node, *value);
    evaluation.progress.done |= std::uint64_t{1} << step;
    evaluation.placed.push_back({step, evaluation.calls, begin, event_count()});
}

/// Does the work on the paths on which `node`, which is in `from`, is evaluated. What decides
/// that has been evaluated.
void Interpreter::reach(const syntax::Expression& from, const syntax::Expression& node,
                        const Work& work) {
    if (&from == &node) return work();
    const auto within = [&](const syntax::ExpressionPtr& part) {
        return part && is_in(*part, node);
    };
    if (const auto* binary = std::get_if<syntax::Binary>(&from.node)) {
        if (within(binary->left)) return reach(*binary->left, node, work);
        const bool is_and = binary->op == syntax::BinaryOperator::logical_and;
        if (!is_and && binary->op != syntax::BinaryOperator::logical_or)
            return reach(*binary->right, node, work);
        const Value left = evaluate(*binary->left);
        const TypePtr other = type_if_known(*binary->right);
        // Of vectors, both operands are evaluated. [OpenCL C, "Logical Operators"]
        if (is_vector(left.type) || (other && is_vector(other)))
            return reach(*binary->right, node, work);
        const TermId first = truth(left, binary->left->span);
        return under(is_and ? first : terms().lnot(first), left.reads,
                     [&] { reach(*binary->right, node, work); });
    }
    if (const auto* conditional = std::get_if<syntax::Conditional>(&from.node)) {
        if (within(conditional->condition)) return reach(*conditional->condition, node, work);
        const bool yes = within(conditional->when_true);
        const syntax::Expression& branch = yes ? *conditional->when_true : *conditional->when_false;
        const Value condition = evaluate(*conditional->condition);
        if (is_vector(condition.type)) return reach(branch, node, work);
        const TermId chosen = truth(condition, conditional->condition->span);
        return under(yes ? chosen : terms().lnot(chosen), condition.reads,
                     [&] { reach(branch, node, work); });
    }
    for (const syntax::Expression* part : parts_of(from))
        if (is_in(*part, node)) return reach(*part, node, work);
}

/// Between the same calls, only what C sequences is in order; a side effect is not before what
/// uses the value of its expression.
void Interpreter::unsequence_steps(const OrderedEvaluation& evaluation) {
    const Sequencing& sequencing = *evaluation.sequencing;
    const auto& events = unfolding_.structure.events;
    const auto& placed = evaluation.placed;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const Step& step = sequencing.steps[placed[i].step];
        if (step.kind == Step::Kind::call) continue;
        for (std::size_t j = i + 1; j < placed.size(); ++j) {
            if (placed[i].calls != placed[j].calls) continue;
            if (sequencing.steps[placed[j].step].kind == Step::Kind::call) continue;
            const bool ordered = sequencing.ordered(placed[i].step, placed[j].step);
            if (ordered && (step.kind == Step::Kind::access || step.sealed)) continue;
            for (std::size_t a = placed[i].begin; a < placed[i].end; ++a)
                for (std::size_t b = placed[j].begin; b < placed[j].end; ++b)
                    if (!ordered || events[a].kind == EventKind::write)
                        unfolding_.recorder.unsequence_pair(a, b);
        }
    }
}

// ---- what names and functions are ----

Meanings Interpreter::meanings_in(const syntax::Expression& expression) {
    const NameSet named = exposed_names(expression);
    const NameSet written = written_names(expression);
    const auto object = [this, named, written](const syntax::Expression& place) {
        using Object = Meanings::Object;
        const auto* name = std::get_if<syntax::Name>(&root_of(place).node);
        const TypePtr type = type_if_known(place);
        if (type && is_array(type)) return Object::none;
        if (name == nullptr) return Object::exposed;
        const Binding* binding = find(name->text);
        if (binding == nullptr || binding->block) return Object::none;
        if (binding->object || named.contains(name->text) || exposed_.contains(binding->variable))
            return Object::exposed;
        return written.contains(name->text) ? Object::hidden : Object::none;
    };
    return {object, [this](const syntax::Call& call) { return effects_of(call); }};
}

Meanings::Effects Interpreter::effects_of(const syntax::Call& call) {
    if (const Binding* binding = find(call.function); binding != nullptr && binding->block)
        return effects_of(*binding->block->body);
    const auto& functions = unfolding_.code.tree.functions;
    const auto found = std::ranges::find(functions, call.function, &syntax::Function::name);
    if (found != functions.end()) return effects_of(found->body);
    const auto api = language::api_names(is_host());
    if (std::ranges::find(api, call.function) != api.end())
        return {.is_step = !is_silent(call.function), .opaque = true};
    if (call.function == "assert" || call.function == "clmm_assume") return {.visible = false};
    if (call.function == "printf" || prototype_of(call.function) != nullptr)
        return {.is_step = false, .visible = false};
    if (is_silent(call.function)) return {.is_step = false, .visible = false};
    return {.collective = is_collective(call.function)};
}

/// Of a function or block of the test: visible where it may touch memory, or calls itself.
Meanings::Effects Interpreter::effects_of(const syntax::Block& body) {
    const auto [known, fresh] = effects_.try_emplace(&body);
    if (!fresh) return known->second;
    Meanings::Effects effects{.visible = false};
    syntax::CodeVisitor visitor;
    visitor.call = [&](const syntax::Call& call, Span) {
        const Meanings::Effects inner = effects_of(call);
        effects.visible = effects.visible || (inner.is_step && inner.visible);
        effects.collective = effects.collective || inner.collective;
    };
    visitor.expression = [&](const syntax::Expression& expression) {
        const auto* name = std::get_if<syntax::Name>(&expression.node);
        const auto* unary = std::get_if<syntax::Unary>(&expression.node);
        const auto* member = std::get_if<syntax::Member>(&expression.node);
        if ((name != nullptr && (unfolding_.code.variables.contains(name->text) ||
                                 unfolding_.code.device_objects.contains(name->text))) ||
            (unary != nullptr && unary->op == UnaryOperator::dereference) ||
            (member != nullptr && member->arrow) ||
            std::holds_alternative<syntax::Subscript>(expression.node))
            effects.visible = true;
    };
    walk(body, visitor);
    return effects_[&body] = effects;
}

}  // namespace clmm::litmus
