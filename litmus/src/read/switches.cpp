#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

struct Label {
    const syntax::Statement* statement = nullptr;
    const syntax::Expression* value = nullptr;  ///< null: default
};

std::vector<Label> labels_of(const syntax::Block& body) {
    std::vector<Label> labels;
    for (const auto& statement : body.statements) {
        if (const auto* label = std::get_if<syntax::Case>(&statement->node))
            labels.push_back({statement.get(), label->value.get()});
        else if (std::holds_alternative<syntax::Default>(statement->node))
            labels.push_back({statement.get(), nullptr});
    }
    return labels;
}

}  // namespace

/// When each label is chosen; `none` is what no case chooses.
std::map<const syntax::Statement*, TermId> Interpreter::choose_labels(const Value& subject,
                                                                      const syntax::Block& body,
                                                                      TermId& none) {
    std::map<const syntax::Statement*, TermId> chosen;
    const syntax::Statement* otherwise = nullptr;
    for (const Label& label : labels_of(body)) {
        const Span span = label.statement->span;
        if (label.value == nullptr) {
            if (otherwise != nullptr) reject("E-TYPE", "a second default label", span);
            otherwise = label.statement;
            continue;
        }
        const Value value = evaluate(*label.value);
        if (!terms().is_constant(value.term))
            reject("E-TYPE", "a case label has to be a constant", span);
        const TermId here =
            truth(operate(syntax::BinaryOperator::equal, subject, value, span), span);
        chosen[label.statement] = terms().land(none, here);
        none = terms().land(none, terms().lnot(here));
    }
    if (otherwise == nullptr) return chosen;
    chosen[otherwise] = none;
    none = terms().boolean(false);
    return chosen;
}

/// Each label lets in the paths that choose it, beside those that fall through from above.
void Interpreter::execute(const syntax::Switch& node, Span span) {
    const Value subject = full_expression(*node.subject);
    if (!is_integer(subject.type)) reject("E-TYPE", "switch needs a number", node.subject->span);
    const auto* body = std::get_if<syntax::Block>(&node.body->node);
    if (body == nullptr) reject("E-UNSUPPORTED", "a switch without braces", span);
    TermId none = terms().boolean(true);
    const auto chosen = choose_labels(subject, *body, none);

    const DependencyId control = flow_.control;
    flow_.control = dependencies().unite(control, decided_by(subject.reads));
    const Flow entry = flow_;
    const auto enter = [&](TermId when) {
        Flow arriving = entry;
        arriving.live = terms().land(entry.live, when);
        flow_ = join(terms(), dependencies(), variables_, when, arriving, flow_);
    };
    exits_.push_back({.is_loop = false, .live = entry.live, .control = control});
    flow_.live = terms().boolean(false);
    {
        OpenScope scope(*this);
        for (const auto& statement : body->statements) {
            const auto label = chosen.find(statement.get());
            if (label != chosen.end())
                enter(label->second);
            else
                execute(statement);
        }
    }
    park(exits_.back().breaks, entry.live);
    if (exits_.back().breaks) flow_ = *exits_.back().breaks;
    exits_.pop_back();
    enter(none);
    end_control(entry.live, control);
    rejoin_traces(entry.live);
}

}  // namespace clmm::litmus
