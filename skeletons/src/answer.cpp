#include "clmm/skeletons/answer.h"

namespace clmm::skeletons {

using enumerator::CheckResult;

Result<CheckResult> check_quickly(const SourcePtr& test, const model::MemoryModel& model,
                                  enumerator::CheckOptions options) {
    const auto wanted = options.engine;
    if (wanted == enumerator::EngineChoice::automatic)
        options.engine = enumerator::EngineChoice::explicit_search;
    auto result = enumerator::check(test, model, options);
    if (!result || !result->answer.declined || wanted != enumerator::EngineChoice::automatic)
        return result;
    options.engine = wanted;
    return enumerator::check(test, model, options);
}

}  // namespace clmm::skeletons
