#include "generate/setup.h"

#include "compare/test.h"
#include "process/many_tests.h"
#include "search/space_options.h"
#include "search/state_file.h"

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
    return set_language(space_, is_c);
}

enumerator::CheckOptions GenerateSetup::check() const {
    return search_options(arguments_.check, watch_.flag());
}

std::string GenerateSetup::key(const Shard& shard) const {
    std::vector<std::string> texts = arguments_.check.words({"--timeout", "--json"});
    texts.push_back(std::to_string(shard.index) + "/" + std::to_string(shard.count));
    return state_key(std::move(texts), shard, {&model()});
}

}  // namespace clmm::cli
