// Executions that are left out, and reasons that are kept from structure to structure, change no
// answer.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "clmm/generator/space.h"
#include "clmm/skeletons/view.h"
#include "fixture.h"

namespace clmm::skeletons {
namespace {

using generator::MemoryScope;
using generator::Program;
using generator::Space;

/// What a model says of a program: the states that it allows, and whether it races.
std::string answer(View& view) {
    std::string words = view.races() ? "races" : "";
    for (std::size_t i = 0; i < view.states(); ++i) {
        if (!view.has(i)) continue;
        for (const std::uint32_t value : view.state(i)) words += ' ' + std::to_string(value);
        words += ';';
    }
    return words;
}

struct Compared {
    std::size_t programs = 0, listed = 0, all = 0;  ///< executions
};

/// Every `stride`-th program of a space: by one view of all of them, whose skeletons leave out what
/// is forbidden for any orders, and by a view of each one alone.
Compared compare(const model::MemoryModel& model, const Space& space, std::size_t stride) {
    const enumerator::CheckOptions options = check_options();
    Skeletons whole(model, options);
    Skeletons parts(model, options, {&model});
    std::optional<View> kept;
    Compared made;
    std::size_t number = 0;
    generator::for_each_program(space, [&](const Program& program) {
        // Neighbours have much in common, so some of these are looked at together.
        if (number++ / 8 % stride != 0) return true;
        const Skeleton& all = whole.of(program);
        const Skeleton& listed = parts.of(program);
        EXPECT_EQ(all.is_usable, listed.is_usable) << generator::to_litmus(program);
        if (!all.is_usable || !listed.is_usable) return true;
        kept ? kept->reset(listed) : static_cast<void>(kept.emplace(model, listed));
        View alone(model, all);
        EXPECT_EQ(answer(alone), answer(*kept)) << model.name << generator::to_litmus(program);
        ++made.programs;
        made.listed += listed.candidates.size();
        made.all += all.candidates.size();
        return !testing::Test::HasFailure();
    });
    return made;
}

TEST(Skeletons, ExecutionsForbiddenForAnyOrdersAreNotMissed) {
    for (const char* name : {"c11", "rc11", "sc"}) {
        const Compared made = compare(model_of(name), {.accesses = 3, .fences = 1}, 20);
        EXPECT_GT(made.programs, 500U);
        EXPECT_LT(made.listed, made.all / 2) << name;
    }
}

TEST(Skeletons, ReadModifyWritesOfFourAccesses) {
    for (const char* name : {"c11", "rc11"}) {
        const Compared made = compare(model_of(name), {.accesses = 4, .fences = 0}, 2000);
        EXPECT_GT(made.programs, 100U);
        EXPECT_LT(made.listed, made.all / 4) << name;
    }
}

TEST(Skeletons, CompareExchangesAndDependencies) {
    Space space{.accesses = 3, .fences = 0};
    space.compare_exchange = true;
    EXPECT_GT(compare(model_of("c11"), space, 40).programs, 200U);
    space.compare_exchange = false;
    space.dependencies = true;
    EXPECT_GT(compare(model_of("rc11"), space, 40).programs, 200U);
}

TEST(Skeletons, ScopesRegionsAndBarriers) {
    Space space{.dialect = generator::Dialect::opencl, .accesses = 3, .threads = 2, .fences = 0};
    space.modifications.clear();
    space.scopes = {MemoryScope::work_group, MemoryScope::device};
    space.places = space.regions = space.barriers = true;
    const std::vector<model::MemoryModel> models{
        model_of("opencl-3.0"), model_of("opencl-2.0"), model_of("opencl-scoped"),
        model_of("opencl-3.0", {"order-S=psc", "release-sequence=c20"})};
    for (const model::MemoryModel& model : models)
        EXPECT_GT(compare(model, space, 200).programs, 60U) << model.name;
}

/// Candidates of several models: what one of them alone forbids stays.
TEST(Skeletons, SeveralModelsAreAsked) {
    const model::MemoryModel c11 = model_of("c11"), sc = model_of("sc");
    const enumerator::CheckOptions options = check_options();
    Skeletons both(c11, options, {&c11, &sc}), one(c11, options, {&sc});
    std::size_t more = 0;
    generator::for_each_program(
        {.accesses = 4, .threads = 2, .fences = 0, .plain = false, .modifications = {}},
        [&](const Program& program) {
            more += both.of(program).candidates.size();
            more -= one.of(program).candidates.size();
            View view(c11, both.of(program));
            Skeletons alone(c11, options);
            View whole(c11, alone.of(program));
            EXPECT_EQ(answer(view), answer(whole)) << generator::to_litmus(program);
            return more < 50;
        });
    EXPECT_GE(more, 50U);
}

}  // namespace
}  // namespace clmm::skeletons
