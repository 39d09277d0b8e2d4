#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/hardware/device.h"
#include "clmm/parser/litmus_tree.h"
#include "kernel_text/exchange.h"
#include "kernel_text/types.h"

namespace clmm::hardware {

/// What all the code of a test has in common.
struct CodeNames {
    bool c11_atomics = true;
    bool generic_address_space = true;
    bool is_c = false;                           ///< the test is in herd's C dialect
    std::map<std::string, std::string> objects;  ///< variables of file scope, as each function has
                                                 ///< them: `g` is `(clmm_v_g->v)`
    std::set<std::string> functions;             ///< of the test: each gets those variables
    std::set<std::string> undeclared;            ///< objects, which units must declare to use
    std::vector<std::string> hidden_parameters;  ///< `global struct clmm_s_g* clmm_v_g`
    std::vector<std::string> hidden_arguments;   ///< `clmm_v_g`
    CodeTypes types;
    std::shared_ptr<ExchangeFunctions> exchanges = std::make_shared<ExchangeFunctions>();
};

/// Prints code of a test as OpenCL C for a device, with names replaced.
///
/// Errors   Rejected for what the device or the harness does not execute.
class CodePrinter {
public:
    explicit CodePrinter(const CodeNames& names) : names_(names) { scopes_.emplace_back(); }

    /// What a declared name is called from here to the end of the scope, and its type.
    void rename(const std::string& name, std::string text, TypePtr type) {
        scopes_.back()[name] = {std::move(text), std::move(type)};
    }
    void open_scope() { scopes_.emplace_back(); }
    void close_scope() { scopes_.pop_back(); }
    /// Declarations of these names assign to variables declared elsewhere, called so.
    void hoist(const std::string& name, std::string text) { hoisted_[name] = std::move(text); }
    /// What a declaration without an initialiser starts with; else 0.
    void starts_with(const std::string& name, std::string value) {
        initial_[name] = std::move(value);
    }
    /// What stands in place of a `return` without a value; empty: `return;`.
    void on_return(std::string text) { on_return_ = std::move(text); }

    /// As the device's compiler knows it. `at`: where the test asks for it.
    [[nodiscard]] std::string type(const TypePtr& type, Span at) const;
    [[nodiscard]] std::string type(const syntax::TypeName& name) const;
    /// `global int* x`, `int a[4]`.
    [[nodiscard]] std::string declaration(const syntax::Declarator& declarator,
                                          const std::string& name) const;
    /// The same, of something else than the declarator's own type.
    [[nodiscard]] std::string declaration(const TypePtr& element,
                                          const syntax::Declarator& declarator,
                                          const std::string& name) const;
    /// The same for a private variable. An atomic one becomes plain: private memory is that of one
    /// work-item, and compilers let atomic objects of it be neither initialised nor accessed.
    [[nodiscard]] std::string variable(const syntax::Declarator& declarator,
                                       const std::string& name) const;
    [[nodiscard]] TypePtr variable_type(const syntax::Declarator& declarator) const;
    /// Not one value: an array, a struct, or what a list initialises.
    [[nodiscard]] bool is_compound(const syntax::Declarator& declarator) const;
    [[nodiscard]] std::string expression(const syntax::Expression& expression);
    [[nodiscard]] std::string statement(const syntax::Statement& statement, unsigned depth);
    [[nodiscard]] std::string block(const syntax::Block& block, unsigned depth);

    /// A declaration as an assignment to a variable declared elsewhere, called `variable` from here
    /// on.
    [[nodiscard]] std::string assignment(const syntax::Declarator& declarator,
                                         const std::string& variable, unsigned depth);
    /// A barrier with its flags and scope.
    [[nodiscard]] std::string barrier(const syntax::Call& call);

    /// What a name is called here.
    [[nodiscard]] std::string name(const std::string& text) const;

private:
    struct Statements;
    struct Declared {
        std::string text;
        TypePtr type;
    };
    [[nodiscard]] const Declared* declared(const std::string& name) const;
    [[nodiscard]] TypePtr type_of(const syntax::Expression& expression) const;
    [[nodiscard]] std::string spelt(const TypePtr& type, const std::string& name, Span at) const;
    [[nodiscard]] TypePtr on_device(const TypePtr& type, Span at) const;
    /// The pointer type to access an atomic object with; empty: it is none, or needs none.
    [[nodiscard]] std::string plain_pointer(const syntax::Expression& expression) const;
    struct ExpressionText;
    std::string print(const syntax::Expression& expression, bool as_object);
    /// The argument of an atomic function that points to the object.
    std::string object(const syntax::Call& call);
    std::string compare_exchange(const syntax::Call& call);
    std::string call(const syntax::Call& call);
    std::string atomic_call(const syntax::Call& call);
    std::string old_atomic_call(const syntax::Call& call);
    std::string operand(const syntax::Expression& expression, bool as_object = false);
    std::string item(const syntax::Expression& expression);  ///< of a list with commas
    /// From the n-th on; a comma stands before each but the first of all.
    std::string arguments(const syntax::Call& call, std::size_t from = 0);
    std::string declare(const syntax::Declarator& declarator, unsigned depth);
    std::string initial(const syntax::Declarator& declarator);
    std::string name(const std::string& text, Span span) const;

    const CodeNames& names_;
    std::vector<std::map<std::string, Declared>> scopes_;
    std::map<std::string, std::string> hoisted_;
    std::map<std::string, std::string> initial_;
    std::string on_return_;
};

/// Whether a call is of barrier, work_group_barrier or sub_group_barrier.
[[nodiscard]] bool is_barrier(std::string_view function);

[[nodiscard]] std::string indent(unsigned depth);

}  // namespace clmm::hardware
