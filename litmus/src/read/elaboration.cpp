#include "clmm/litmus/litmus_test.h"
#include "clmm/litmus/test_tree.h"
#include "clmm/parser/litmus_tree.h"
#include "read/condition.h"
#include "read/diagnose.h"
#include "read/enumerators.h"
#include "read/expectation.h"
#include "read/objects.h"
#include "read/placement.h"
#include "read/test_code.h"

namespace clmm::litmus {
namespace {

std::optional<Quantifier> quantifier_of(const syntax::LitmusTree& tree) {
    if (!tree.condition) return std::nullopt;
    switch (tree.condition->quantifier) {
        case syntax::Quantifier::exists:
            return Quantifier::exists;
        case syntax::Quantifier::not_exists:
            return Quantifier::not_exists;
        case syntax::Quantifier::forall:
            break;
    }
    return Quantifier::forall;
}

void check_functions(const syntax::LitmusTree& tree, Reporter& reporter) {
    for (auto function = tree.functions.begin(); function != tree.functions.end(); ++function)
        for (auto earlier = tree.functions.begin(); earlier != function; ++earlier)
            if (earlier->name == function->name)
                reporter.error("E-NAME", "the function '" + function->name + "' is defined twice",
                               function->name_span);
}

}  // namespace

Result<LitmusTest> read_test(SourcePtr source) {
    auto parsed = syntax::parse_litmus(source);
    if (!parsed) return Result<LitmusTest>::failure(parsed.diagnostics());
    Reporter reporter(source);
    for (const Diagnostic& warning : parsed.diagnostics()) reporter.add(warning);
    auto code = std::make_shared<TestCode>();
    code->tree = std::move(parsed).value();

    LitmusTest test;
    test.source = source;
    test.language = code->tree.dialect == syntax::Dialect::c ? Language::c : Language::opencl;
    test.name = code->tree.name;
    test.documentation = code->tree.documentation;
    check_functions(code->tree, reporter);
    replace_enumerators(code->tree, reporter);
    test.units = place_units(code->tree, reporter);
    test.locations = collect_objects(*code, test.units, reporter);
    resolve_condition(*code, test.units, reporter);
    test.quantifier = quantifier_of(code->tree);
    test.condition_text = condition_text(code->tree);
    test.expectations = read_expectations(code->tree, reporter);
    if (reporter.failed()) return Result<LitmusTest>::failure(reporter.take());
    test.code = std::move(code);
    return {std::move(test), reporter.take()};
}

const syntax::LitmusTree& tree_of(const LitmusTest& test) { return test.code->tree; }

language::TypePtr type_named(const LitmusTest& test, const syntax::TypeName& name) {
    return test.code->types.resolve(name);
}

Result<std::string> dump_tree(SourcePtr source) {
    auto parsed = syntax::parse_litmus(std::move(source));
    if (!parsed) return Result<std::string>::failure(parsed.diagnostics());
    return {syntax::to_text(*parsed), parsed.diagnostics()};
}

}  // namespace clmm::litmus
