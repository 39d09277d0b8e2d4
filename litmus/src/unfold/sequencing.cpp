#include "unfold/sequencing.h"

#include <algorithm>
#include <bit>

namespace clmm::litmus {
namespace {

using syntax::BinaryOperator;
using syntax::UnaryOperator;
using Set = std::uint64_t;  ///< of steps

constexpr int kMostOptional = 8;  ///< steps beside one call whose subsets are tried

Set bit(std::size_t step) { return Set{1} << step; }

class Collector {
public:
    explicit Collector(const Meanings& meanings) : meanings_(meanings) {}

    Sequencing take() { return std::move(out_); }

    Set value(const syntax::Expression& expression) {
        return std::visit([&](const auto& node) { return value(expression, node); },
                          expression.node);
    }

private:
    using Expression = syntax::Expression;

    Set value(const Expression& self, const syntax::Name&) { return read(self, 0); }
    Set value(const Expression& self, const syntax::Unary& node) {
        switch (node.op) {
            case UnaryOperator::dereference:
                return read(self, value(*node.operand));
            case UnaryOperator::address_of:
                return place(*node.operand);
            case UnaryOperator::pre_increment:
            case UnaryOperator::pre_decrement:
            case UnaryOperator::post_increment:
            case UnaryOperator::post_decrement:
                return assignment(self, *node.operand, place(*node.operand));
            default:
                return value(*node.operand);
        }
    }
    Set value(const Expression&, const syntax::Binary& node) {
        const Set left = value(*node.left);
        const bool in_order = node.op == BinaryOperator::comma ||
                              node.op == BinaryOperator::logical_and ||
                              node.op == BinaryOperator::logical_or;
        const Set right = value(*node.right);
        if (in_order) sequence(left, right);
        return left | right;
    }
    Set value(const Expression& self, const syntax::Assignment& node) {
        const Set operands = place(*node.target) | value(*node.value);
        return assignment(self, *node.target, operands);
    }
    /// One of the two is evaluated, so that their order says nothing.
    Set value(const Expression&, const syntax::Conditional& node) {
        const Set condition = value(*node.condition);
        const Set yes = value(*node.when_true);
        const Set no = value(*node.when_false);
        sequence(condition, yes | no);
        sequence(yes, no);
        return condition | yes | no;
    }
    Set value(const Expression& self, const syntax::Call& node) {
        const Meanings::Effects effects = meanings_.call(node);
        Set arguments = 0;
        if (!effects.opaque)
            for (const auto& argument : node.arguments) arguments |= value(*argument);
        seal(arguments);
        if (!effects.is_step) return arguments;
        const Step step{.node = &self,
                        .kind = Step::Kind::call,
                        .visible = effects.visible,
                        .collective = effects.collective};
        return arguments | add(step, arguments);
    }
    Set value(const Expression& self, const syntax::Subscript& node) {
        return read(self, value(*node.array) | value(*node.index));
    }
    Set value(const Expression& self, const syntax::Member& node) {
        if (!node.arrow && std::holds_alternative<syntax::Call>(node.object->node))
            return value(*node.object);
        return read(self, place(self));
    }
    Set value(const Expression&, const syntax::Cast& node) { return value(*node.operand); }
    /// Literals; what is not evaluated; what has no value.
    template <class Other>
    Set value(const Expression&, const Other&) {
        return 0;
    }

    Set place(const Expression& expression) {
        if (std::holds_alternative<syntax::Name>(expression.node)) return 0;
        if (const auto* node = std::get_if<syntax::Unary>(&expression.node);
            node != nullptr && node->op == UnaryOperator::dereference)
            return value(*node->operand);
        if (const auto* node = std::get_if<syntax::Subscript>(&expression.node))
            return value(*node->array) | value(*node->index);
        if (const auto* node = std::get_if<syntax::Member>(&expression.node))
            return node->arrow ? value(*node->object) : place(*node->object);
        return value(expression);
    }

    Set read(const Expression& self, Set inside) {
        const auto object = meanings_.object(self);
        if (object == Meanings::Object::none) return inside;
        return inside |
               add({.node = &self, .visible = object == Meanings::Object::exposed}, inside);
    }

    Set assignment(const Expression& self, const Expression& target, Set inside) {
        const bool visible = meanings_.object(target) == Meanings::Object::exposed;
        const Step step{.node = &self, .kind = Step::Kind::assignment, .visible = visible};
        return inside | add(step, inside);
    }

    Set add(const Step& step, Set before) {
        if (out_.steps.size() == Sequencing::kMostSteps) {
            out_.too_many = true;
            return 0;
        }
        if (step.collective)
            for (std::size_t i = 0; i < out_.steps.size(); ++i)
                if (out_.steps[i].collective) before |= bit(i) | out_.before[i];
        out_.steps.push_back(step);
        out_.before.push_back(before);
        return bit(out_.steps.size() - 1);
    }

    void sequence(Set first, Set second) {
        seal(first);
        for (std::size_t i = 0; i < out_.steps.size(); ++i)
            if ((second & bit(i)) != 0) out_.before[i] |= first;
    }

    void seal(Set steps) {
        for (std::size_t i = 0; i < out_.steps.size(); ++i)
            if ((steps & bit(i)) != 0) out_.steps[i].sealed = true;
    }

    const Meanings& meanings_;
    Sequencing out_;
};

bool is_visible_call(const Step& step) { return step.kind == Step::Kind::call && step.visible; }

Set visible_calls(const Sequencing& sequencing) {
    Set calls = 0;
    for (std::size_t i = 0; i < sequencing.steps.size(); ++i)
        if (is_visible_call(sequencing.steps[i])) calls |= bit(i);
    return calls;
}

std::vector<std::size_t> members(Set set) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < Sequencing::kMostSteps; ++i)
        if ((set & bit(i)) != 0) out.push_back(i);
    return out;
}

/// The steps of `chosen` bring those with them that are before them.
bool is_closed(const Sequencing& sequencing, Set chosen, Set candidates) {
    return std::ranges::all_of(members(chosen), [&](std::size_t step) {
        return (sequencing.before[step] & candidates & ~chosen) == 0;
    });
}

/// The subsets of `optional` that can come together, the one from left to right first: what
/// stands left of the call.
std::vector<Set> choices(const Sequencing& sequencing, Set optional, std::size_t call) {
    const Set usual = optional & (bit(call) - 1);
    std::vector<Set> out{usual};
    for (Set chosen = optional;; chosen = (chosen - 1) & optional) {
        if (chosen != usual && is_closed(sequencing, chosen, optional)) out.push_back(chosen);
        if (chosen == 0) return out;
    }
}

}  // namespace

bool Sequencing::leaves_orders_open() const {
    for (std::size_t call = 0; call < steps.size(); ++call) {
        if (!is_visible_call(steps[call])) continue;
        for (std::size_t other = 0; other < steps.size(); ++other)
            if (other != call && steps[other].visible && !ordered(call, other)) return true;
    }
    return false;
}

Sequencing sequencing_of(const syntax::Expression& expression, const Meanings& meanings) {
    Collector collector(meanings);
    (void)collector.value(expression);
    return collector.take();
}

Advances next_moves(const Sequencing& sequencing, const Progress& progress) {
    const Set calls = visible_calls(sequencing) & ~progress.done;
    Set visible = 0;
    for (std::size_t i = 0; i < sequencing.steps.size(); ++i)
        if (sequencing.steps[i].visible && !progress.has(i)) visible |= bit(i);
    if (calls == 0) return {{{members(visible), std::nullopt}}};
    Set available = 0;
    for (const std::size_t step : members(visible & ~calls))
        if ((sequencing.before[step] & calls) == 0) available |= bit(step);
    Advances out;
    for (const std::size_t call : members(calls)) {
        if ((sequencing.before[call] & calls) != 0) continue;
        const Set required = available & sequencing.before[call];
        Set optional = available & ~required;
        if (std::popcount(optional) > kMostOptional) {
            out.complete = false;
            out.moves.push_back({members(required | (optional & (bit(call) - 1))), call});
            continue;
        }
        for (const Set chosen : choices(sequencing, optional, call))
            out.moves.push_back({members(required | chosen), call});
    }
    return out;
}

std::vector<std::size_t> ready_hidden(const Sequencing& sequencing, const Progress& progress) {
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < sequencing.steps.size(); ++i)
        if (!sequencing.steps[i].visible && !progress.has(i) &&
            (sequencing.before[i] & ~progress.done) == 0)
            ready.push_back(i);
    return ready;
}

// ---- the syntax ----

namespace {

struct Parts {
    using List = std::vector<const syntax::Expression*>;
    static List of(std::initializer_list<const syntax::ExpressionPtr*> parts) {
        List out;
        for (const auto* part : parts)
            if (*part) out.push_back(part->get());
        return out;
    }
    static List of(const std::vector<syntax::ExpressionPtr>& parts) {
        List out;
        for (const auto& part : parts) out.push_back(part.get());
        return out;
    }
    List operator()(const syntax::Unary& node) const { return of({&node.operand}); }
    List operator()(const syntax::Binary& node) const { return of({&node.left, &node.right}); }
    List operator()(const syntax::Assignment& node) const {
        return of({&node.target, &node.value});
    }
    List operator()(const syntax::Conditional& node) const {
        return of({&node.condition, &node.when_true, &node.when_false});
    }
    List operator()(const syntax::Call& node) const { return of(node.arguments); }
    List operator()(const syntax::Subscript& node) const { return of({&node.array, &node.index}); }
    List operator()(const syntax::Member& node) const { return of({&node.object}); }
    List operator()(const syntax::Cast& node) const { return of({&node.operand}); }
    List operator()(const syntax::InitializerList& node) const { return of(node.elements); }
    /// Literals and names; the operand of sizeof and the body of a block are evaluated elsewhere
    /// or not at all.
    template <class Leaf>
    List operator()(const Leaf&) const {
        return {};
    }
};

bool steps_object(UnaryOperator op) {
    return op == UnaryOperator::pre_increment || op == UnaryOperator::pre_decrement ||
           op == UnaryOperator::post_increment || op == UnaryOperator::post_decrement;
}

void add_root(const syntax::Expression& place, NameSet& names) {
    if (const auto* name = std::get_if<syntax::Name>(&root_of(place).node))
        names.insert(name->text);
}

void collect_exposed(const syntax::Expression& expression, NameSet& names) {
    const auto* unary = std::get_if<syntax::Unary>(&expression.node);
    if (unary != nullptr && unary->op == UnaryOperator::address_of)
        add_root(*unary->operand, names);
    for (const syntax::Expression* part : parts_of(expression)) collect_exposed(*part, names);
}

void collect_written(const syntax::Expression& expression, NameSet& names) {
    const auto* unary = std::get_if<syntax::Unary>(&expression.node);
    if (unary != nullptr && steps_object(unary->op)) add_root(*unary->operand, names);
    if (const auto* assignment = std::get_if<syntax::Assignment>(&expression.node))
        add_root(*assignment->target, names);
    for (const syntax::Expression* part : parts_of(expression)) collect_written(*part, names);
}

}  // namespace

std::vector<const syntax::Expression*> parts_of(const syntax::Expression& expression) {
    return std::visit(Parts{}, expression.node);
}

bool is_in(const syntax::Expression& whole, const syntax::Expression& part) {
    if (&whole == &part) return true;
    return std::ranges::any_of(parts_of(whole),
                               [&](const auto* each) { return is_in(*each, part); });
}

bool has_call(const syntax::Expression& expression) {
    return std::holds_alternative<syntax::Call>(expression.node) ||
           std::ranges::any_of(parts_of(expression),
                               [](const auto* part) { return has_call(*part); });
}

NameSet exposed_names(const syntax::Expression& expression) {
    NameSet names;
    collect_exposed(expression, names);
    return names;
}

NameSet written_names(const syntax::Expression& expression) {
    NameSet names;
    collect_written(expression, names);
    return names;
}

const syntax::Expression& root_of(const syntax::Expression& place) {
    const auto* member = std::get_if<syntax::Member>(&place.node);
    return member != nullptr && !member->arrow ? root_of(*member->object) : place;
}

}  // namespace clmm::litmus
