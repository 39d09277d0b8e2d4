#include <algorithm>
#include <utility>

#include "names/names.h"

namespace clmm::lsp {
namespace {

using namespace syntax;

/// Collects the names of one model. A name means what was last bound to it.
class CatCollector {
public:
    explicit CatCollector(const CatTree& tree) : tree_(tree) {}

    Names operator()() {
        visit(tree_.statements);
        return std::move(names_);
    }

private:
    [[nodiscard]] std::uint32_t end_of_text() const {
        return static_cast<std::uint32_t>(tree_.source->text().size()) + 1;
    }

    std::size_t bind(const CatName& name, std::string detail, std::string note, Span scope) {
        names_.symbols.push_back({name.text,
                                  SymbolKind::relation,
                                  std::move(detail),
                                  std::move(note),
                                  name.span,
                                  scope,
                                  {name.span}});
        bound_.push_back(names_.symbols.size() - 1);
        return bound_.back();
    }

    void visit(const std::vector<CatStatement>& statements) {
        for (const CatStatement& statement : statements)
            std::visit([&](const auto& node) { visit(node, statement); }, statement.node);
    }
    void visit(const CatDefinition& definition, const CatStatement& statement) {
        const auto add_parts = [&](const CatBinding& binding) {
            names_.parts.push_back(
                {binding.name.text, "", Part::Kind::relation, binding.span, binding.name.span});
        };
        for (const CatBinding& binding : definition.bindings.bindings) add_parts(binding);
        visit(definition.bindings, end_of_text(), statement.citation);
    }
    void visit(const CatCheck& check, const CatStatement& statement) {
        visit(check.expression);
        if (!check.name) return;
        names_.parts.push_back({check.name->text,
                                check.role == CatCheckRole::axiom ? "axiom" : "flag",
                                Part::Kind::axiom, statement.span, check.name->span});
    }
    void visit(const CatShow& show, const CatStatement& /*statement*/) { visit(show.expression); }
    void visit(const CatInclude& include, const CatStatement& /*statement*/) {
        names_.includes.push_back(include.file);
    }
    void visit(const CatChoice& choice, const CatStatement& statement) {
        visit(choice.over);
        bind(choice.name, text_of(statement.span), statement.citation,
             {choice.name.span.begin, end_of_text()});
    }
    void visit(const CatVariant& /*variant*/, const CatStatement& /*statement*/) {}
    void visit(const CatConditional& conditional, const CatStatement& /*statement*/) {
        visit(conditional.yes);
        visit(conditional.no);
    }

    /// The bindings of one `let`: recursive ones see one another, others what was before.
    void visit(const CatBindings& bindings, std::uint32_t end, const std::string& note) {
        const auto bind_all = [&] {
            for (const CatBinding& binding : bindings.bindings)
                bind(binding.name, "let " + text_of(binding.span), note,
                     {binding.name.span.begin, end});
        };
        if (bindings.recursive) bind_all();
        for (const CatBinding& binding : bindings.bindings) {
            const std::size_t before = bound_.size();
            for (const CatName& parameter : binding.parameters)
                bind(parameter, "parameter of " + binding.name.text, {}, binding.span);
            visit(binding.body);
            bound_.resize(before);
        }
        if (!bindings.recursive) bind_all();
    }

    void visit(const CatExpressionPtr& expression) {
        if (!expression) return;
        std::visit([&](const auto& node) { visit(node, expression->span); }, expression->node);
    }
    void visit(const CatNameUse& use, Span span) {
        for (std::size_t i = bound_.size(); i-- > 0;) {
            Symbol& symbol = names_.symbols[bound_[i]];
            if (symbol.name != use.name) continue;
            symbol.uses.push_back(span);
            return;
        }
    }
    void visit(const CatEmpty& /*empty*/, Span /*span*/) {}
    void visit(const CatInfixExpression& infix, Span /*span*/) {
        for (const CatExpressionPtr& each : infix.operands) visit(each);
    }
    void visit(const CatUnaryExpression& unary, Span /*span*/) { visit(unary.operand); }
    void visit(const CatApplication& application, Span /*span*/) {
        visit(application.function);
        for (const CatExpressionPtr& each : application.arguments) visit(each);
    }
    void visit(const CatIdentityOn& identity, Span /*span*/) { visit(identity.set); }
    void visit(const CatTuple& tuple, Span /*span*/) {
        for (const CatExpressionPtr& each : tuple.elements) visit(each);
    }
    void visit(const CatLocal& local, Span span) {
        const std::size_t before = bound_.size();
        visit(local.bindings, span.end, {});
        visit(local.body);
        bound_.resize(before);
    }
    void visit(const CatSelection& selection, Span /*span*/) {
        visit(selection.yes);
        visit(selection.no);
    }

    [[nodiscard]] std::string text_of(Span span) const {
        return std::string(tree_.source->text().substr(span.begin, span.end - span.begin));
    }

    const CatTree& tree_;
    Names names_;
    std::vector<std::size_t> bound_;  ///< symbols, the latest last
};

}  // namespace

Names names_of(const CatTree& tree) {
    Names names = CatCollector(tree)();
    for (Symbol& symbol : names.symbols)
        std::ranges::sort(symbol.uses, {}, [](Span span) { return span.begin; });
    return names;
}

}  // namespace clmm::lsp
