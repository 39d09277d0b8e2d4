// Harnesses that read a test or a model, and decide.
#include <chrono>
#include <ctime>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "clmm/litmus/kernel_file.h"
#include "clmm/report/comparison.h"
#include "clmm/targets/languages.h"
#include "command.h"
#include "harness.h"
#include "reading.h"

namespace clmm::fuzz {
namespace {

constexpr std::chrono::milliseconds kTime{200};
constexpr double kPatience = 20;  // seconds of the processor: sanitizers
constexpr std::uint64_t kMostOutcomes = 200;

constexpr const char* kStoreBuffering = R"(OPENCL SB
{ [x]=0; [y]=0; }
P0@wg 0, dev 0 (global atomic_int* x, global atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_device);
  int r0 = atomic_load_explicit(y, memory_order_acquire, memory_scope_device);
}
P1@wg 1, dev 0 (global atomic_int* x, global atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_release, memory_scope_device);
  int r0 = atomic_load_explicit(x, memory_order_seq_cst, memory_scope_device);
}
exists (0:r0=0 /\ 1:r0=0)
)";

enumerator::CheckOptions options(enumerator::EngineChoice engine) {
    enumerator::CheckOptions made{.engines = engines::built_in(), .engine = engine};
    made.timeout = kTime;
    made.outcome_limit = kMostOutcomes;
    return made;
}

/// What a check says, where it says all; it must say something in time.
std::optional<comparison::Answer> decided(const litmus::LitmusTest& test,
                                          const model::MemoryModel& model,
                                          enumerator::EngineChoice engine) {
    const std::clock_t begun = std::clock();
    const auto result = enumerator::check(test, model, options(engine));
    if (static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC > kPatience)
        broken("a check ends in time", enumerator::to_string(engine));
    if (!result) {
        if (render(result.diagnostics()).empty()) broken("an error has words", "check");
        return std::nullopt;
    }
    comparison::Answer answer = report::answer_of(*result);
    if (!answer.complete || !result->racy) return std::nullopt;
    answer.racy = result->racy;
    return answer;
}

void engines_agree(const litmus::LitmusTest& test, const model::MemoryModel& model) {
    const auto fast = decided(test, model, enumerator::EngineChoice::explicit_search);
    const auto slow = decided(test, model, enumerator::EngineChoice::smt);
    if (!fast || !slow) return;
    if (fast->states != slow->states) broken("engines agree on states", test.name);
    if (fast->racy != slow->racy) broken("engines agree on races", test.name);
}

const Result<model::MemoryModel>& model_of(const litmus::LitmusTest& test) {
    static std::map<std::string, Result<model::MemoryModel>, std::less<>> models;
    const std::string name(enumerator::default_model(test));
    const auto found = models.find(name);
    if (found != models.end()) return found->second;
    return models.emplace(name, model::shipped_model(name)).first->second;
}

litmus::KernelLaunch launch_of(const std::string& text) {
    litmus::KernelLaunch launch;
    launch.global = {4};
    launch.local = {2};
    SomeLaunch some = some_launch(text);
    launch.kernel = std::move(some.kernel);
    launch.arguments = std::move(some.arguments);
    return launch;
}

}  // namespace

bool eats_litmus(const std::string& text) {
    const auto test = targets::read_test(named("fuzzed.litmus", text));
    if (!is_read(test, "read_test")) return false;
    const auto& model = model_of(*test);
    if (model) engines_agree(*test, *model);
    return true;
}

bool eats_cat(const std::string& text) {
    static const auto test = targets::read_test(named("sb.litmus", kStoreBuffering));
    const auto model = model::load_model(named("fuzzed.cat", text));
    if (!is_read(model, "load_model")) return false;
    engines_agree(*test, *model);
    return true;
}

bool eats_kernel(const std::string& text) {
    const auto test = litmus::read_kernel(named("fuzzed.cl", text), launch_of(text));
    if (!is_read(test, "read_kernel")) return false;
    const auto& model = model_of(*test);
    if (model) static_cast<void>(decided(*test, *model, enumerator::EngineChoice::automatic));
    return true;
}

}  // namespace clmm::fuzz
