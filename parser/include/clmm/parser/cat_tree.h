#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/base/source.h"

/// The syntax of memory models: a dialect of herd's cat.
///
///     statement   let [rec] binding (and binding)*
///                 [flag | undefined_unless] [~](acyclic | irreflexive | empty) e [as name]
///                 show e [as name] (, …)*       unshow …        include "file"
///                 with name from total_order(e)
///                 variant "key=value"           (a default: see Variant)
///                 if condition statement* [else statement*] end
///     binding     f = e    f x = e    f(x, y) = e
///     condition   "key=value"  with  not, &&, || and parentheses
///     e           let [rec] … in e      if condition then e else e
///                 infix, loosest first: |  ;  \  &  *     (a * that nothing follows closes)
///                 ~e      then postfix  * + ? ^-1      then application  f x  f(x, y)
///                 name  _  0  {}  [e]  (e)
///
/// Comments are `(* … *)`, nested, and `// …`. The file may begin with its name, a word or a
/// quoted string.
namespace clmm::syntax {

struct CatExpression;
using CatExpressionPtr = std::unique_ptr<CatExpression>;

enum class CatInfix : std::uint8_t { unite, sequence, subtract, intersect, product };
enum class CatPostfix : std::uint8_t {
    transitive_closure,
    reflexive_transitive_closure,
    optional,
    inverse
};

struct CatNameUse {
    std::string name;
};
/// `0` or `{}`.
struct CatEmpty {};
/// Operands from left to right, at least two. `\` and `*` group to the left.
struct CatInfixExpression {
    CatInfix op = CatInfix::unite;
    std::vector<CatExpressionPtr> operands;
};
/// `~` as often as `complements` says around `operand` with its postfix operators in order.
struct CatUnaryExpression {
    std::uint32_t complements = 0;
    CatExpressionPtr operand;
    std::vector<CatPostfix> postfixes;
    std::vector<std::uint32_t> postfix_ends;  ///< byte offset after each
};
/// `f(x, y)`; arguments in parentheses, or one without.
struct CatApplication {
    CatExpressionPtr function;
    std::vector<CatExpressionPtr> arguments;
};
/// `[e]`
struct CatIdentityOn {
    CatExpressionPtr set;
};
/// `(x, y)` where no function takes it.
struct CatTuple {
    std::vector<CatExpressionPtr> elements;
};

struct CatName {
    Span span;
    std::string text;
};

/// `f(x, y) = body`
struct CatBinding {
    Span span;
    CatName name;
    std::vector<CatName> parameters;
    CatExpressionPtr body;
};
struct CatBindings {
    bool recursive = false;
    std::vector<CatBinding> bindings;
};

/// `let … in body`
struct CatLocal {
    CatBindings bindings;
    CatExpressionPtr body;
};

struct CatCondition;
using CatConditionPtr = std::unique_ptr<CatCondition>;
/// `test`: the variant is on; otherwise of `operands`: all, any, or (of one) not.
struct CatCondition {
    enum class Op : std::uint8_t { test, all, any, negation };
    Span span;
    Op op = Op::test;
    std::string variant;
    std::vector<CatConditionPtr> operands;
};

/// `if condition then yes else no`
struct CatSelection {
    CatConditionPtr condition;
    CatExpressionPtr yes, no;
};

struct CatExpression {
    Span span;
    std::variant<CatNameUse, CatEmpty, CatInfixExpression, CatUnaryExpression, CatApplication,
                 CatIdentityOn, CatTuple, CatLocal, CatSelection>
        node;
};

// ---- statements ----

struct CatStatement;

struct CatDefinition {
    CatBindings bindings;
};
enum class CatCheckKind : std::uint8_t { acyclic, irreflexive, empty };
enum class CatCheckRole : std::uint8_t { axiom, flag, undefined_unless };
struct CatCheck {
    CatCheckRole role = CatCheckRole::axiom;
    bool negated = false;
    CatCheckKind kind = CatCheckKind::acyclic;
    CatExpressionPtr expression;
    std::optional<CatName> name;
};
struct CatShow {
    bool hide = false;  ///< `unshow`
    CatExpressionPtr expression;
    std::optional<CatName> name;
};
struct CatInclude {
    CatName file;
};
/// `with S from total_order(over)`
struct CatChoice {
    CatName name;
    CatExpressionPtr over;
};
/// `variant "key=value"`: on, unless the user (or an earlier statement) chose another value
/// of the key.
struct CatVariant {
    CatName variant;
};
struct CatConditional {
    CatConditionPtr condition;
    std::vector<CatStatement> yes, no;
};

struct CatStatement {
    Span span;
    std::string citation;  ///< the comment that ends on the line above (or the same line)
    std::variant<CatDefinition, CatCheck, CatShow, CatInclude, CatChoice, CatVariant,
                 CatConditional>
        node;
};

struct CatTree {
    SourcePtr source;
    std::optional<CatName> title;
    std::string documentation;  ///< the first comment, if nothing but the title precedes it
    std::vector<CatStatement> statements;
};

/// Errors   E-CAT-SYNTAX, several at once; nesting is bounded (kDeepestCat).
/// Cost     linear; no prediction beyond one token.
[[nodiscard]] Result<CatTree> parse_cat(const SourcePtr& source);

/// Brackets, `let … in` and `if … then` inside one another.
inline constexpr std::size_t kDeepestCat = 200;

}  // namespace clmm::syntax
