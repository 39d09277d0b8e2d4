#include "clmm/suites/mutants.h"

#include <algorithm>
#include <memory>
#include <set>
#include <variant>

#include "clmm/base/reject.h"
#include "clmm/parser/cat_tree.h"
#include "without.h"

namespace clmm::suites {
namespace {

using namespace syntax;  // NOLINT(google-build-using-namespace): the tree's types

/// A piece of a text that can be dropped.
struct Site {
    Mutant::Kind kind = Mutant::Kind::alternative;
    std::string definition;
    Span span;  ///< the operand
};

/// All unions and intersections of a file.
class Sites {
public:
    std::vector<Site> operator()(const std::vector<CatStatement>& statements) {
        for (const CatStatement& each : statements) visit(each);
        return std::move(made_);
    }

private:
    void visit(const CatStatement& statement) {
        std::visit([&](const auto& node) { of(node); }, statement.node);
    }
    void of(const CatDefinition& node) { bindings(node.bindings); }
    void of(const CatCheck& node) {
        if (node.role != CatCheckRole::axiom) return;
        within(node.name ? node.name->text : "a check", *node.expression);
    }
    void of(const CatConditional& node) {
        for (const auto* part : {&node.yes, &node.no})
            for (const CatStatement& each : *part) visit(each);
    }
    void of(const CatChoice& node) { within(node.name.text, *node.over); }
    void of(const CatShow&) {}
    void of(const CatInclude&) {}
    void of(const CatVariant&) {}

    void within(const std::string& name, const CatExpression& expression) {
        const std::string before = definition_;
        definition_ += (before.empty() ? "" : ", ") + name;
        visit(expression);
        definition_ = before;
    }
    void bindings(const CatBindings& node) {
        for (const CatBinding& each : node.bindings) within(each.name.text, *each.body);
    }

    void visit(const CatExpression& expression) {
        std::visit([&](const auto& node) { of(node); }, expression.node);
    }
    void of(const CatNameUse&) {}
    void of(const CatEmpty&) {}
    void of(const CatInfixExpression& node) {
        if (node.op == CatInfix::unite || node.op == CatInfix::intersect)
            for (std::size_t i = 0; i < node.operands.size(); ++i) drop(node, i);
        for (const CatExpressionPtr& each : node.operands) visit(*each);
    }
    void of(const CatUnaryExpression& node) { visit(*node.operand); }
    void of(const CatApplication& node) {
        for (const CatExpressionPtr& each : node.arguments) visit(*each);
    }
    void of(const CatIdentityOn& node) { visit(*node.set); }
    void of(const CatTuple& node) {
        for (const CatExpressionPtr& each : node.elements) visit(*each);
    }
    void of(const CatLocal& node) {
        bindings(node.bindings);
        visit(*node.body);
    }
    void of(const CatSelection& node) {
        visit(*node.yes);
        visit(*node.no);
    }

    void drop(const CatInfixExpression& node, std::size_t at) {
        made_.push_back(
            {node.op == CatInfix::unite ? Mutant::Kind::alternative : Mutant::Kind::restriction,
             definition_, node.operands[at]->span});
    }

    std::string definition_;
    std::vector<Site> made_;
};

/// With the brackets that the parts of a span have outside of it.
Span balanced(std::string_view text, Span span) {
    int depth = 0;
    int least = 0;
    for (std::uint32_t at = span.begin; at < span.end; ++at) {
        depth += static_cast<int>(text[at] == '(') - static_cast<int>(text[at] == ')');
        least = std::min(least, depth);
    }
    for (int missing = -least; missing > 0; --missing)
        while (text[--span.begin] != '(') continue;
    for (int missing = depth - least; missing > 0; --missing)
        while (text[span.end++] != ')') continue;
    return span;
}

/// On one line, without comments' worth of blanks.
std::string one_line(std::string_view text) {
    std::string line;
    for (const char each : text) {
        const bool is_blank = each == ' ' || each == '\n' || each == '\t';
        if (is_blank && (line.empty() || line.back() == ' ')) continue;
        line += is_blank ? ' ' : each;
    }
    while (line.ends_with(' ')) line.pop_back();
    return line;
}

/// A model's text, compiled again with one file changed.
class Compiler {
public:
    explicit Compiler(const model::MemoryModel& model) : sources_(model.program.sources) {
        for (const model::Switch& each : model.switches)
            options_.variants.insert(each.name + "=" + each.value);
        options_.includes = [this](std::string_view name) -> SourcePtr {
            for (std::size_t i = 0; i < sources_.size(); ++i)
                if (is_named(*sources_[i], name))
                    return changed_ && i == number_ ? changed_ : sources_[i];
            return nullptr;
        };
    }

    /// The text with another one in place of a span.
    [[nodiscard]] Result<model::MemoryModel> changed(std::size_t number, Span span,
                                                     const std::string& by) {
        std::string text(sources_[number]->text());
        text.replace(span.begin, span.end - span.begin, by);
        number_ = number;
        changed_ = std::make_shared<Source>(sources_[number]->name(), std::move(text));
        return model::load_model(number == 0 ? changed_ : sources_[0], options_);
    }

private:
    static bool is_named(const Source& source, std::string_view name) {
        return source.name() == name || source.name().ends_with("/" + std::string(name));
    }

    const std::vector<SourcePtr>& sources_;
    model::LoadOptions options_;
    std::size_t number_ = 0;
    SourcePtr changed_;
};

/// Whether two models ask the same of executions.
bool is_same(const model::Program& a, const model::Program& b) {
    const auto same_checks = [](const model::Check& x, const model::Check& y) {
        return x.kind == y.kind && x.role == y.role && x.negated == y.negated && x.node == y.node;
    };
    return a.nodes == b.nodes && std::ranges::equal(a.checks, b.checks, same_checks) &&
           a.names == b.names &&
           std::ranges::equal(a.recursive, b.recursive,
                              [](const auto& x, const auto& y) { return x.body == y.body; }) &&
           std::ranges::equal(a.total_orders, b.total_orders,
                              [](const auto& x, const auto& y) { return x.over == y.over; });
}

class Making {
public:
    explicit Making(const model::MemoryModel& model) : model_(model), compiler_(model) {}

    Result<std::vector<Mutant>> operator()() {
        axioms();
        const auto again = compiler_.changed(0, {0, 0}, "");  // numbers of nodes are a compiler's
        if (!again) return Result<std::vector<Mutant>>::failure(again.diagnostics());
        for (std::size_t i = 0; i < model_.program.sources.size(); ++i) sites(i, again->program);
        return std::move(made_);
    }

private:
    void axioms() {
        for (std::size_t i = 0; i < model_.program.checks.size(); ++i) {
            const model::Check& check = model_.program.checks[i];
            if (check.role != model::CheckRole::axiom) continue;
            const Source& source = *model_.program.sources[check.source];
            made_.push_back({Mutant::Kind::axiom, check.name,
                             one_line(source.text().substr(check.span.begin,
                                                           check.span.end - check.span.begin)),
                             source.name(), source.position(check.span.begin).line,
                             without_check(model_, i)});
        }
    }

    void sites(std::size_t number, const model::Program& whole) {
        const SourcePtr& source = model_.program.sources[number];
        const auto tree = parse_cat(source);
        if (!tree) return;
        std::vector<Site> sites = Sites()(tree->statements);
        for (Site& site : sites) {
            site.span = balanced(source->text(), site.span);
            const bool is_union = site.kind == Mutant::Kind::alternative;
            auto made =
                is_union ? compiler_.changed(number, site.span, "0") : everything(number, site);
            if (made && is_same(made->program, whole)) continue;
            made_.push_back(
                {site.kind, site.definition,
                 one_line(source->text().substr(site.span.begin, site.span.end - site.span.begin)),
                 source->name(), source->position(site.span.begin).line,
                 made ? std::move(made).value() : model::MemoryModel(),
                 made ? std::string() : made.diagnostics().front().message});
        }
    }

    /// An operand of an intersection that excludes nothing: of relations, or of sets.
    Result<model::MemoryModel> everything(std::size_t number, const Site& site) {
        if (auto made = compiler_.changed(number, site.span, "(_ * _)")) return made;
        return compiler_.changed(number, site.span, "_");
    }

    const model::MemoryModel& model_;
    Compiler compiler_;
    std::vector<Mutant> made_;
};

}  // namespace

std::string to_text(const Mutant& mutant) {
    if (mutant.kind == Mutant::Kind::axiom) return "without the axiom " + mutant.definition;
    return mutant.definition +
           (mutant.kind == Mutant::Kind::alternative ? " without " : " without & ") +
           mutant.dropped;
}

Result<std::vector<Mutant>> mutants_of(const model::MemoryModel& model) {
    if (model.program.sources.empty())
        return Result<std::vector<Mutant>>::failure(
            {Severity::error,
             "E-MODEL",
             "the text of model " + quote(model.name) + " is not known",
             {},
             nullptr,
             {}});
    return Making(model)();
}

}  // namespace clmm::suites
