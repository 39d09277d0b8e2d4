#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <tuple>

#include "alike.h"
#include "clmm/enumerator/check.h"
#include "clmm/explorer/explicit_engine.h"
#include "reports.h"
#include "support/suite.h"

/// The explicit engine against the SMT engine: the same outcomes, counts, races and other undefined
/// behaviour for all tests that it does not decline.
namespace clmm::oracle {
namespace {

namespace fs = std::filesystem;

/// As many witnesses an engine gives of one kind of undefined behaviour.
constexpr std::size_t kMostWitnesses = 8;

/// A limit that most tests exceed.
constexpr std::uint64_t kFewOutcomes = 2;
/// Finding the least of very many outcomes takes the SMT engine long.
constexpr std::size_t kMostEventsWithLimit = 12;

/// By observable a group, or -1 and a value.
using Pattern = std::vector<std::pair<int, std::uint64_t>>;

Pattern pattern_of(const model::OutcomeEntry& entry) {
    Pattern pattern;
    for (std::size_t i = 0; i < entry.values.size(); ++i) {
        const int group = entry.family ? entry.family->free_group[i] : -1;
        pattern.emplace_back(group, group < 0 ? entry.values[i] : 0);
    }
    return pattern;
}

/// Another family of which there are all members has these.
bool is_special_case(const model::OutcomeEntry& entry, const model::EngineAnswer& answer) {
    const Pattern special = pattern_of(entry);
    const auto contains = [&](const model::OutcomeEntry& family) {
        const Pattern all = pattern_of(family);
        if (family.family->extent != model::Extent::every || all == special) return false;
        std::map<int, std::pair<int, std::uint64_t>> of_group;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto [group, value] = all[i];
            const auto expected =
                group < 0 ? all[i] : of_group.emplace(group, special[i]).first->second;
            if (special[i] != expected) return false;
        }
        return true;
    };
    return std::ranges::any_of(answer.outcomes.families(), contains);
}

bool has_thin_air(const model::EngineAnswer& answer) {
    bool some = false;
    for (const model::OutcomeEntry& each : answer.outcomes) some = some || each.out_of_thin_air;
    return some;
}

/// How an outcome was reached.
using How = std::tuple<bool, bool, std::uint64_t>;

/// Which members of families are listed besides is not said.
std::map<std::vector<std::uint64_t>, How> outcomes_of(const model::EngineAnswer& answer) {
    std::map<std::vector<std::uint64_t>, How> all;
    const bool has_families = !answer.outcomes.families().empty();
    for (const model::OutcomeEntry& each : answer.outcomes)
        if (!each.family && !is_special_case(each, answer))
            all[each.values] = {each.satisfies_condition, each.out_of_thin_air,
                                has_families ? 0 : each.executions};
    return all;
}

/// Then how many of the members there are, and why.
using FamilyShape = std::tuple<Pattern, model::Extent, bool, bool>;

std::set<FamilyShape> families_of(const model::EngineAnswer& answer) {
    std::set<FamilyShape> all;
    for (const model::OutcomeEntry& each : answer.outcomes.families())
        if (!is_special_case(each, answer))
            all.emplace(pattern_of(each), each.family->extent, each.family->unspecified,
                        each.out_of_thin_air);
    return all;
}

/// By kind the places; where the limit of witnesses is reached, which ones is nobody's business.
std::map<std::string, std::set<std::vector<litmus::EventId>>> undefined_in(
    const model::EngineAnswer& answer) {
    std::map<std::string, std::set<std::vector<litmus::EventId>>> all;
    for (const model::UndefinedEntry& each : answer.undefined) all[each.kind].insert(each.events);
    for (auto& [kind, places] : all)
        if (places.size() >= kMostWitnesses) places.clear();
    return all;
}

std::string differences(const model::EngineAnswer& a, const model::EngineAnswer& b) {
    std::string text;
    const auto compare = [&](const char* what, const auto& of_a, const auto& of_b) {
        if (of_a != of_b) text += std::string(" ") + what;
    };
    compare("completeness", a.incomplete, b.incomplete);
    compare("outcomes", outcomes_of(a), outcomes_of(b));
    compare("families", families_of(a), families_of(b));
    compare("undefined", undefined_in(a), undefined_in(b));
    compare("satisfiable", a.condition_satisfiable, b.condition_satisfiable);
    compare("always", a.condition_always, b.condition_always);
    compare("race_free", a.race_free, b.race_free);
    compare("bound_reached", a.bound_reached, b.bound_reached);
    compare("endless", a.endless.empty(), b.endless.empty());
    compare("unsearched", a.unsearched, b.unsearched);
    return text;
}

class Comparison {
public:
    void add(const SourcePtr& source, const model::MemoryModel& model) {
        const auto test = litmus::read_test(source);
        if (!test) return;
        const auto structure = litmus::unfold(*test, enumerator::unfold_options(model, {}));
        if (!structure) return;
        for (const Ask what : {Ask::outcomes, Ask::executions}) compare(*structure, model, what);
        if (structure->size() <= kMostEventsWithLimit)
            compare(*structure, model, Ask::outcomes, kFewOutcomes);
    }

    /// Most are decided, and the two say the same of them.
    void check(const char* what) {
        std::cout << what << ": " << compared_ << " questions compared, " << declined_
                  << " declined\n";
        report_.check();
        EXPECT_GT(compared_, declined_);
    }

private:
    void compare(const litmus::EventStructure& structure, const model::MemoryModel& model, Ask what,
                 std::uint64_t limit = std::numeric_limits<std::uint64_t>::max()) {
        model::EngineRequest request;
        request.outcome_limit = limit;
        request.all_executions = what == Ask::executions;
        request.endless = true;
        solver::SmtEngine smt;
        std::optional<model::EngineAnswer> expected;
        for (const auto& [closing, determining] : efforts(what)) {
            explorer::ExplicitEngine engine(closing, explorer::Dividing::long_ones, determining);
            const auto answer = engine.run(structure, model, request);
            if (answer.declined) {
                ++declined_;
                return;
            }
            ++compared_;
            if (!expected) expected = smt.run(structure, model, request);
            // Which outcomes out of thin air a limit leaves out is not said.
            if (limit == kFewOutcomes && has_thin_air(*expected)) return;
            const std::string problem = differences(answer, *expected);
            report_.add(problem.empty()
                            ? ""
                            : model.name + ", closing " +
                                  std::to_string(static_cast<int>(closing)) + ", determining " +
                                  std::to_string(static_cast<int>(determining)) + ":" + problem +
                                  "\n" + litmus::to_text(structure));
        }
    }

    /// Executions are counted one by one in any case.
    using Effort = std::pair<explorer::ClosingEffort, explorer::Determining>;
    static std::vector<Effort> efforts(Ask what) {
        using explorer::ClosingEffort;
        using explorer::Determining;
        const Effort usual{ClosingEffort::usual, Determining::where_needed};
        if (what == Ask::executions) return {usual};
        return {{ClosingEffort::none, Determining::where_needed},
                usual,
                {ClosingEffort::any, Determining::where_needed},
                {ClosingEffort::usual, Determining::always}};
    }

    Report report_;
    std::uint64_t compared_ = 0;
    std::uint64_t declined_ = 0;
};

model::MemoryModel load(std::string_view name) {
    auto model = model::shipped_model(name);
    EXPECT_TRUE(model) << render(model.diagnostics());
    return std::move(model).value();
}

class EnginesOnFolders : public testing::TestWithParam<const char*> {};

TEST_P(EnginesOnFolders, GiveOneAnswer) {
    const fs::path folder = fs::path(CLMM_TESTS_DIR) / GetParam();
    std::vector<fs::path> files;
    for (const auto& each : fs::recursive_directory_iterator(folder))
        if (each.path().extension() == ".litmus") files.push_back(each.path());
    std::ranges::sort(files);
    const std::array models{load("opencl-3.0"), load("rc11")};
    Comparison comparison;
    for (const fs::path& file : files)
        for (const model::MemoryModel& model : models)
            comparison.add(std::make_shared<Source>(file.filename(), corpus::read_text(file)),
                           model);
    comparison.check(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Folders, EnginesOnFolders,
                         testing::Values("golden/races", "golden/c11", "golden/language",
                                         "golden/barrier", "golden/commands", "golden/order-S",
                                         "golden/thin-air", "golden/release-sequence",
                                         "golden/unspecified", "../examples"),
                         [](const auto& instance) {
                             return identifier(fs::path(instance.param).filename());
                         });

/// A thread of so many accesses that its writes are put in order before the search, some of them
/// guarded by what it read, and another one that reads and writes beside it.
Program long_test(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto one_of = [&](auto... choice) {
        const std::array all{choice...};
        return all[random() % all.size()];
    };
    const auto draw = [&](int value) {
        Access access{
            .kind = one_of(Kind::store, Kind::store, Kind::store, Kind::fetch_add, Kind::exchange),
            .location = one_of(0, 0, 0, 0, 1),
            .order = one_of(Order::rlx, Order::rlx, Order::sc)};
        access.value = value;
        return access;
    };
    Program test{.locations = {{}, {}}, .threads = {{}, {}}};
    test.threads[1].group = 1;
    std::vector<Access>& body = test.threads[0].body;
    const int length = 16 + static_cast<int>(random() % 4);
    for (int i = 0; i < length; ++i) {
        body.push_back(draw(i + 1));
        if (i == 2) body.push_back({.order = Order::acq, .takes = 2});
        if (i > 2 && random() % 6 == 0) body.back().guard = Guard::taken;
    }
    test.threads[0].body.push_back({.order = Order::rlx});
    test.threads[1].body = {{.order = one_of(Order::rlx, Order::acq)},
                            draw(2),
                            {.location = one_of(0, 1), .order = Order::rlx}};
    for (Access& each : test.threads[0].body)
        if (each.kind == Kind::fetch_add || each.kind == Kind::exchange) each.value %= 3;
    return test;
}

class EnginesOnGenerated : public testing::TestWithParam<const char*> {
protected:
    void compare(std::uint64_t count, Syntax syntax, Program (*draw)(std::uint64_t)) {
        const model::MemoryModel model = load(GetParam());
        Comparison comparison;
        for (std::uint64_t seed = 0; seed < limit(count, 100'000); ++seed)
            comparison.add(std::make_shared<Source>("generated.litmus",
                                                    to_litmus(draw(seed), syntax, "test").text),
                           model);
        comparison.check(GetParam());
    }
};

TEST_P(EnginesOnGenerated, AnyThreads) { compare(100, Syntax::opencl, random_test); }
TEST_P(EnginesOnGenerated, AlikeThreads) { compare(40, Syntax::opencl, alike_test); }
TEST_P(EnginesOnGenerated, LongThreads) { compare(6, Syntax::opencl, long_test); }
TEST_P(EnginesOnGenerated, Kernels) { compare(40, Syntax::kernel, kernel_test); }

INSTANTIATE_TEST_SUITE_P(Models, EnginesOnGenerated,
                         testing::Values("opencl-2.0", "opencl-3.0", "opencl-scoped", "rc11",
                                         "c11"),
                         [](const auto& instance) { return identifier(instance.param); });

/// Two threads of up to four accesses, drawn from each tier, with all tests of it where as many are
/// asked for. `CLMM_CROSS_TESTS=N` draws N of each tier, `CLMM_CROSS_SEED=S` others,
/// `CLMM_CROSS_SHARD=I/N` takes every Nth of them, from the Ith.
class EnginesOnTiers : public testing::TestWithParam<const char*> {
protected:
    static std::uint64_t setting(const char* name, std::uint64_t usual) {
        const char* given = std::getenv(name);
        return given == nullptr ? usual : std::strtoull(given, nullptr, 10);
    }

    void compare(const std::vector<Tier>& tiers, Syntax syntax) {
        const model::MemoryModel model = load(GetParam());
        const std::uint64_t most = setting("CLMM_CROSS_TESTS", limit(3, 10'000));
        const std::uint64_t seed = setting("CLMM_CROSS_SEED", 0);
        const std::uint64_t first = setting("CLMM_CROSS_SHARD", 0);
        const char* shard = std::getenv("CLMM_CROSS_SHARD");
        const char* slash = shard == nullptr ? nullptr : std::strchr(shard, '/');
        const std::uint64_t every =
            slash == nullptr ? 1 : std::max(1ULL, std::strtoull(slash + 1, nullptr, 10));
        Comparison comparison;
        std::uint64_t drawn = 0;
        for (Tier tier : tiers) {
            tier.seed = seed;
            for_each_test(tier, most, [&](const Program& test) {
                if (drawn++ % every != first % every) return;
                comparison.add(std::make_shared<Source>("generated.litmus",
                                                        to_litmus(test, syntax, "test").text),
                               model);
            });
        }
        std::cout << "seed " << seed << ", shard " << first << " of " << every << ", " << drawn
                  << " tests in all shards; ";
        comparison.check(GetParam());
    }
};

TEST_P(EnginesOnTiers, GiveOneAnswer) {
    const bool is_c = std::string_view(GetParam()).find("c11") != std::string_view::npos;
    compare(is_c ? c_tiers() : opencl_tiers(), is_c ? Syntax::c : Syntax::opencl);
}

INSTANTIATE_TEST_SUITE_P(Models, EnginesOnTiers,
                         testing::Values("opencl-2.0", "opencl-3.0", "opencl-scoped", "rc11",
                                         "c11"),
                         [](const auto& instance) { return identifier(instance.param); });

}  // namespace
}  // namespace clmm::oracle
