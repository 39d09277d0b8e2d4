#include "host/code.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "clmm/language/integers.h"
#include "clmm/runtime/compile.h"
#include "host/dialect.h"
#include "host/kernel_tree.h"

namespace clmm::runtime {
namespace {

/// Adds those of `more` that are not there yet, in the order of the text.
void add_new(Diagnostics& diagnostics, const Diagnostics& more) {
    for (const Diagnostic& each : more)
        if (std::ranges::none_of(diagnostics, [&](const Diagnostic& known) {
                return known.span.begin == each.span.begin && known.message == each.message;
            }))
            diagnostics.push_back(each);
    std::ranges::stable_sort(diagnostics, {},
                             [](const Diagnostic& each) { return each.span.begin; });
}

}  // namespace

const syntax::Function* HostProgram::Code::function(const std::string& name) const {
    const auto found = std::ranges::find(tree.functions, name, &syntax::Function::name);
    return found == tree.functions.end() ? nullptr : &*found;
}

Diagnostics HostProgram::Code::compile(const std::vector<host::UnitKernel>& work_items,
                                       bool watched) {
    dialect = host::dialect_of(test);
    auto made = compiler::compile_host(tree, dialect);
    Diagnostics diagnostics = made.diagnostics();
    if (!made.ok()) return diagnostics;
    host = std::move(made).value();
    const auto program =
        runtime::compile(host::kernel_tree(tree, work_items), {.watched = watched});
    add_new(diagnostics, program.diagnostics());
    if (program.ok()) kernels = *program;
    return diagnostics;
}

namespace host {

std::uint64_t constant_of(const syntax::Expression& expression) {
    if (const auto value = language::constant_value(expression)) return value->bits;
    reject("E-TYPE", "this size is no constant", expression.span);
}

ScalarType scalar_type_of(const syntax::TypeName& name) {
    if (!name.pointers.empty()) return kPointer;
    std::string base = name.base;
    if (base.starts_with("atomic_")) base = base.substr(7);
    if (base == "flag") return {};  // of atomic_flag
    const auto type = name.is_struct ? std::nullopt : language::find_integer_type(base);
    if (!type)
        reject("E-UNSUPPORTED", "a variable of the type '" + name.base + "' is not observed",
               name.span, "there are integers and pointers");
    return {*type, false};
}

bool is_host(const syntax::Thread& thread) {
    return std::ranges::any_of(thread.placement,
                               [](const auto& place) { return place.kind == "host"; });
}

bool has_word(const syntax::InitEntry& entry, const char* word) {
    return entry.type &&
           std::ranges::find(entry.type->qualifiers, word) != entry.type->qualifiers.end();
}

}  // namespace host
}  // namespace clmm::runtime
