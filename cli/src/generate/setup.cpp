#include "generate/setup.h"

#include "compare/test.h"
#include "process/many_tests.h"
#include "space_options.h"

namespace clmm::cli {

Diagnostics GenerateSetup::prepare() {
    word_ = arguments_.check.models.empty() ? "opencl-3.0" : arguments_.check.models.front();
    if (arguments_.check.models.size() > 1)
        return {selection("tests are made for one model", "NAME+SWITCH=VALUE sets a switch of it")};
    const ModelWord parsed = parse_model_word(word_);
    loaded_ = models_.get(parsed.model, parsed.switches);
    if (!*loaded_) return loaded_->diagnostics();
    space_ = arguments_.space;
    const bool is_c =
        arguments_.language.empty() ? is_about_c(parsed.model) : arguments_.language == "C";
    space_.dialect = is_c ? generator::Dialect::c : generator::Dialect::opencl;
    if (is_c && (space_.places || space_.regions || space_.barriers))
        return {selection("tests in C have no work-groups, regions and barriers",
                          "--language OPENCL is about tests in OpenCL C")};
    return {};
}

enumerator::CheckOptions GenerateSetup::check() const {
    enumerator::CheckOptions check = arguments_.check.check;
    check.timeout.reset();
    check.budget = common_budget(arguments_.check, watch_.flag());
    if (arguments_.check.check.timeout) check.budget.set_timeout(*arguments_.check.check.timeout);
    return check;
}

}  // namespace clmm::cli
