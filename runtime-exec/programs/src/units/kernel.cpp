#include "units/kernel.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "host/dialect.h"

namespace clmm::runtime::host {
namespace {

class KernelOfUnit {
public:
    KernelOfUnit(const HostProgram::Code& code, const syntax::Thread& thread)
        : code_(code), thread_(thread), observed_(observed_names(code.tree, thread.number)) {}

    UnitKernel operator()() {
        kernel_.thread = &thread_;
        kernel_.name = "P" + std::to_string(thread_.number);
        for (const syntax::Declarator& parameter : thread_.parameters) {
            kernel_.spaces.push_back(space_of(parameter));
            see(parameter, nullptr);
        }
        statements(thread_.body);
        return std::move(kernel_);
    }

private:
    /// A pointer that names no address space points to where its object is.
    [[nodiscard]] std::string space_of(const syntax::Declarator& parameter) const {
        if (parameter.type.pointers.empty() && parameter.dimensions.empty()) return "";
        for (const char* space : {"global", "local", "constant", "private"})
            if (std::ranges::find(parameter.type.qualifiers, space) !=
                parameter.type.qualifiers.end())
                return "";
        const auto at =
            std::ranges::find_if(code_.test.locations, [&](const litmus::Location& location) {
                return location.name == parameter.name || location.name == parameter.name + "[0]";
            });
        const bool local =
            at != code_.test.locations.end() && at->space == litmus::AddressSpace::local;
        return local ? "local" : "global";
    }

    [[nodiscard]] bool is_observed(const std::string& name) const {
        return std::ranges::find(observed_, name) != observed_.end();
    }

    /// Leaves the address of a variable that is observed.
    void see(const syntax::Declarator& declarator, const syntax::Statement* behind) {
        if (!is_observed(declarator.name)) return;
        const auto known = std::ranges::find(kernel_.seen, declarator.name, &SeenRegister::name);
        const auto index = static_cast<std::size_t>(known - kernel_.seen.begin());
        const ScalarType type = scalar_type_of(declarator.type);
        if (known == kernel_.seen.end())
            kernel_.seen.push_back({declarator.name, type});
        else if (known->type != type)
            reject(
                "E-UNSUPPORTED",
                quote(declarator.name) + " is declared twice, with different types, and observed",
                declarator.span);
        kernel_.stores.push_back({behind, index, declarator.name});
    }

    void statements(const syntax::Block& block) {
        for (const auto& statement : block.statements) visit(*statement);
    }

    void visit(const syntax::Statement& statement) {
        const auto inner = [&](const syntax::StatementPtr& each) {
            if (each) visit(*each);
        };
        if (const auto* declaration = std::get_if<syntax::DeclarationStatement>(&statement.node)) {
            declare(*declaration, statement);
        } else if (const auto* block = std::get_if<syntax::Block>(&statement.node)) {
            statements(*block);
        } else if (const auto* choice = std::get_if<syntax::If>(&statement.node)) {
            inner(choice->when_true);
            inner(choice->when_false);
        } else if (const auto* loop = std::get_if<syntax::While>(&statement.node)) {
            inner(loop->body);
        } else if (const auto* again = std::get_if<syntax::DoWhile>(&statement.node)) {
            inner(again->body);
        } else if (const auto* steps = std::get_if<syntax::For>(&statement.node)) {
            check_for(*steps);
            inner(steps->body);
        } else if (const auto* cases = std::get_if<syntax::Switch>(&statement.node)) {
            inner(cases->body);
        } else if (const auto* labelled = std::get_if<syntax::Labelled>(&statement.node)) {
            inner(labelled->statement);
        }
    }

    void declare(const syntax::DeclarationStatement& declaration,
                 const syntax::Statement& statement) {
        for (const syntax::Declarator& declarator : declaration.declarators) {
            if (std::ranges::find(declarator.type.qualifiers, "local") !=
                    declarator.type.qualifiers.end() &&
                declarator.type.pointers.empty())
                reject("E-UNSUPPORTED",
                       quote(declarator.name) +
                           " is a local variable of a single work-item's "
                           "body, which is not executed",
                       declarator.span,
                       "make it an object of the test: a parameter that points to local memory");
            see(declarator, &statement);
        }
    }

    void check_for(const syntax::For& loop) {
        const auto* declaration = std::get_if<syntax::DeclarationStatement>(&loop.init->node);
        if (declaration == nullptr) return;
        for (const syntax::Declarator& declarator : declaration->declarators)
            if (is_observed(declarator.name))
                reject("E-UNSUPPORTED",
                       quote(declarator.name) +
                           " is the variable of a loop, which is not observed at the end",
                       declarator.span, "declare it before the loop");
    }

    const HostProgram::Code& code_;
    const syntax::Thread& thread_;
    std::vector<std::string> observed_;
    UnitKernel kernel_;
};

}  // namespace

UnitKernel unit_kernel(const HostProgram::Code& code, const syntax::Thread& thread) {
    return KernelOfUnit(code, thread)();
}

void check_initial_state(const syntax::LitmusTree& tree) {
    for (const syntax::InitEntry& entry : tree.initial_state) {
        if (!entry.unit) continue;
        const auto thread = std::ranges::find(tree.threads, *entry.unit, &syntax::Thread::number);
        if (thread != tree.threads.end() && is_host(*thread)) continue;
        const bool is_parameter =
            thread != tree.threads.end() &&
            std::ranges::find(thread->parameters, entry.name, &syntax::Declarator::name) !=
                thread->parameters.end();
        if (!is_parameter)
            reject("E-UNSUPPORTED",
                   quote(entry.name) +
                       " has an initial value but is no parameter, which is not "
                       "executed",
                   entry.span, "make it a parameter, or assign to it");
    }
}

}  // namespace clmm::runtime::host
