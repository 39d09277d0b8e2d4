#include "kernel_text/walk.h"

#include <algorithm>

#include "kernel_text/print.h"

namespace clmm::hardware {
bool is_local_object(const syntax::Declarator& declarator) {
    const auto& words = declarator.type.qualifiers;
    return declarator.type.pointers.empty() && std::ranges::find(words, "local") != words.end();
}

const syntax::Call* barrier_of(const syntax::Statement& statement) {
    if (const auto* labelled = std::get_if<syntax::Labelled>(&statement.node))
        return barrier_of(*labelled->statement);
    const auto* node = std::get_if<syntax::ExpressionStatement>(&statement.node);
    const auto* call = node ? std::get_if<syntax::Call>(&node->expression->node) : nullptr;
    return call != nullptr && is_barrier(call->function) ? call : nullptr;
}

bool contains_barrier(const syntax::Statement& statement) {
    bool found = false;
    syntax::for_each_statement(statement, [&](const syntax::Statement& each) {
        found = found || barrier_of(each) != nullptr;
    });
    return found;
}

std::string label_of(const syntax::Statement& statement) {
    const auto* labelled = std::get_if<syntax::Labelled>(&statement.node);
    return labelled == nullptr ? "" : labelled->label;
}

}  // namespace clmm::hardware
