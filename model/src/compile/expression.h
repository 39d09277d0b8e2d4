#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "compile/typing.h"
#include "compile/variants.h"

namespace clmm::model {

/// Turns expressions into nodes. Functions are inlined at each use; equal uses are looked up.
///
/// Errors   to the report; the value is then unknown, which fits everywhere.
class ExpressionCompiler {
public:
    ExpressionCompiler(NodeBuilder& nodes, Environment& environment, CompileReport& report,
                       const Variants& variants, std::vector<RecursiveDefinition>& recursive)
        : nodes_(nodes),
          environment_(environment),
          report_(report),
          variants_(variants),
          recursive_(recursive),
          typing_(nodes, report) {}

    Value compile(const syntax::CatExpression& expression, Scope scope, std::uint16_t source);

    /// What the bindings bind, on top of `scope`.
    Scope bind(const syntax::CatBindings& bindings, Scope scope, std::uint16_t source);

    [[nodiscard]] Typing& typing() { return typing_; }

    /// What the applications of functions so far came to, as Program::applications.
    [[nodiscard]] std::vector<Definition> take_applications() { return std::move(applications_); }

private:
    using Expression = syntax::CatExpression;

    /// Where an expression is evaluated.
    struct Context {
        Scope scope = 0;
        std::uint16_t source = 0;
    };

    Value evaluate(const Expression& expression, Context context);
    Operand operand(const Expression& expression, Context context);
    Value evaluate_node(const Expression& expression, Context context);
    Value name_use(const Expression& expression, const std::string& name, Context context);
    [[nodiscard]] std::string hint_for(const std::string& name, Context context) const;
    Value infix(const syntax::CatInfixExpression& node, Context context);
    Value unary(const syntax::CatUnaryExpression& node, SourcePlace place, Context context);
    Value application(const syntax::CatApplication& node, SourcePlace place, Context context);
    Value apply(std::uint32_t function, std::vector<Operand> arguments, SourcePlace place);
    void note_application(const Function& function, NodeId node);
    Value apply_predefined(const syntax::CatApplication& node, SourcePlace place, Context context);
    bool right_number(std::string_view function, std::size_t parameters, std::size_t arguments,
                      SourcePlace place);

    Value bound_value(const syntax::CatBinding& binding, Context context);
    Value make_function(const syntax::CatBinding& binding, Context context);
    bool may_be_recursive(const syntax::CatBindings& bindings, Context context);
    Scope bind_unknown(const syntax::CatBindings& bindings, Scope scope);
    Scope bind_recursive(const syntax::CatBindings& bindings, Context context);
    std::vector<Value::Kind> infer_kinds(const syntax::CatBindings& bindings, Context context);
    void add_recursive(const syntax::CatBindings& bindings, const std::vector<Value>& names,
                       Scope inner, Context context);

    bool within_limits(SourcePlace place);
    static SourcePlace place_of(const Expression& expression, Context context) {
        return {expression.span, context.source};
    }

    NodeBuilder& nodes_;
    Environment& environment_;
    CompileReport& report_;
    const Variants& variants_;
    std::vector<RecursiveDefinition>& recursive_;
    Typing typing_;
    std::map<std::pair<std::uint32_t, std::vector<Value>>, Value> applied_;
    std::vector<Definition> applications_;
    std::uint32_t groups_ = 0;
    std::size_t depth_ = 0;
    std::size_t steps_ = 0;
    bool recursion_open_ = false;
    bool too_large_ = false;
};

}  // namespace clmm::model
