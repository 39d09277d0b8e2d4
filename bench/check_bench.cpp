#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/engines.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/model/evaluator.h"
#include "clmm/model/memory_model.h"
#include "clmm/solver/smt_engine.h"
#include "scaling/families.h"

/// The stages of one check, in the order of the pipeline, on members of the scaling families:
/// a2 and f2 are store buffering (relaxed, SC), e1 is message passing, d2 is IRIW.
namespace clmm::bench {
namespace {

/// The member that a benchmark is about; also its label.
struct Shape {
    char family;
    int n;
};

Shape shape(benchmark::State& state) {
    const Shape result{static_cast<char>(state.range(0)), static_cast<int>(state.range(1))};
    state.SetLabel(std::string(1, result.family).append(std::to_string(result.n)));
    return result;
}

SourcePtr source(const Shape& shape) {
    return std::make_shared<Source>("bench.litmus",
                                    family_text(shape.family, shape.n, Dialect::opencl));
}

litmus::EventStructure structure(const Shape& shape) {
    return litmus::unfold(litmus::read_test(source(shape)).value(), {}).value();
}

const model::MemoryModel& scoped() {
    static const model::MemoryModel model = model::shipped_model("opencl-scoped").value();
    return model;
}

void load_model(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(model::shipped_model("opencl-scoped"));
}
BENCHMARK(load_model);

void parse(benchmark::State& state) {
    const SourcePtr text = source(shape(state));
    for (auto _ : state) benchmark::DoNotOptimize(litmus::read_test(text));
}

void unfold(benchmark::State& state) {
    const auto test = litmus::read_test(source(shape(state))).value();
    for (auto _ : state) benchmark::DoNotOptimize(litmus::unfold(test, {}));
}

/// One axiom check of one finished execution, without setting up the evaluator.
void evaluate(benchmark::State& state) {
    const auto events = structure(shape(state));
    const auto answer = solver::SmtEngine().run(events, scoped(), {});
    const auto outcomes = answer.outcomes.list();
    model::Evaluator evaluator(scoped(), events);
    std::size_t at = 0;
    for (auto _ : state) {
        evaluator.evaluate(*outcomes[at++ % outcomes.size()].witness);
        benchmark::DoNotOptimize(evaluator.consistent());
    }
}

void prepare_evaluator(benchmark::State& state) {
    const auto events = structure(shape(state));
    for (auto _ : state) benchmark::DoNotOptimize(model::Evaluator(scoped(), events));
}

void engine(benchmark::State& state, enumerator::EngineChoice choice) {
    const auto events = structure(shape(state));
    auto made = enumerator::make_engine(engines::built_in().get(), choice);
    if (!made) return state.SkipWithError("this build has no such engine");
    for (auto _ : state) benchmark::DoNotOptimize((*made)->run(events, scoped(), {}));
}

void shapes(benchmark::internal::Benchmark* benchmark) {
    benchmark->Args({'a', 2})->Args({'e', 1})->Args({'f', 2})->Args({'d', 2});
    benchmark->Unit(benchmark::kMicrosecond);
}

BENCHMARK(parse)->Apply(shapes);
BENCHMARK(unfold)->Apply(shapes);
BENCHMARK(prepare_evaluator)->Apply(shapes);
BENCHMARK(evaluate)->Apply(shapes);
BENCHMARK_CAPTURE(engine, smt, enumerator::EngineChoice::smt)->Apply(shapes);
BENCHMARK_CAPTURE(engine, explicit_search, enumerator::EngineChoice::explicit_search)
    ->Apply(shapes);

}  // namespace
}  // namespace clmm::bench
