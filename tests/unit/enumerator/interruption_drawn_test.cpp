// Searches of drawn tests that are interrupted at a drawn question: what they report is a part of
// what the whole search finds, and is marked as such.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <random>

#include "clmm/engines/built_in.h"
#include "clmm/litmus/litmus_test.h"
#include "support/answers.h"
#include "support/counted_budget.h"
#include "support/suite.h"

namespace clmm::enumerator {
namespace {

namespace fs = std::filesystem;
using test::CountedBudget;
using Spent = CountedBudget::Spent;

/// A search that asks more often is left out, and so is a test with more events.
constexpr std::uint64_t kMostAsked = 3000;
constexpr std::size_t kMostEventsDrawn = 60;
/// Interrupted searches for one that is not.
constexpr int kDrawnOfOne = 10;

struct Mode {
    const char* name;
    void (*set)(CheckOptions&);
};
const std::array kModes{
    Mode{"outcomes and races", [](CheckOptions&) {}},
    Mode{"executions", [](CheckOptions& options) { options.all_executions = true; }},
    Mode{"verdict only", [](CheckOptions& options) { options.verdict_only = true; }},
    Mode{"witnesses", [](CheckOptions& options) { options.witnesses = model::Witnesses::all; }},
    Mode{"no witnesses",
         [](CheckOptions& options) { options.witnesses = model::Witnesses::families; }},
    Mode{"properties", [](CheckOptions& options) {
             options.properties = all_properties();
             options.outcomes = false;
         }}};

class DrawnSearches {
public:
    explicit DrawnSearches(std::uint64_t seed) : random_(seed) {
        for (const char* folder : {"golden", "../examples"})
            for (const fs::path& file : corpus::litmus_files(fs::path(CLMM_TESTS_DIR) / folder))
                files_.push_back(file);
    }

    /// Some interrupted searches of one test; how many.
    std::uint64_t interrupt_some() {
        const fs::path& file = files_[draw(files_.size())];
        const Mode& mode = kModes[draw(kModes.size())];
        CheckOptions options{.engines = engines::built_in()};
        options.engine = draw(2) == 0 ? EngineChoice::automatic : EngineChoice::explicit_search;
        mode.set(options);
        auto test =
            litmus::read_test(std::make_shared<const Source>(file, corpus::read_text(file)));
        if (!test) return 0;
        auto model = model::shipped_model(default_model(*test));
        const auto structure = unfold_for(*test, model.value(), options);
        if (!structure || structure->size() > kMostEventsDrawn) return 0;
        const CountedBudget whole(kMostAsked + 1);
        options.budget = whole.budget();
        const auto all = check(*test, model.value(), options);
        if (!all || whole.asked() == 0 || whole.asked() > kMostAsked || all->answer.declined)
            return 0;
        for (int i = 0; i < kDrawnOfOne; ++i) {
            const std::uint64_t question = 1 + draw(whole.asked());
            const CountedBudget limited(question, draw(2) == 0 ? Spent::for_good : Spent::once);
            options.budget = limited.budget();
            const auto some = check(*test, model.value(), options);
            const std::string where = file.string() + ", " + mode.name + ", " +
                                      std::string(to_string(options.engine)) + ", question " +
                                      std::to_string(question);
            EXPECT_TRUE(some) << where;
            if (!some) continue;
            for (const std::string& problem : test::torn(*some, *all))
                ADD_FAILURE() << where << ": " << problem;
            unknown_ += !is_complete(some->answer) || some->answer.undefined_incomplete;
        }
        ++by_mode_[mode.name];
        return kDrawnOfOne;
    }

    void print() const {
        std::cout << unknown_ << " of them marked as incomplete;";
        for (const auto& [mode, count] : by_mode_)
            std::cout << ' ' << mode << ' ' << count * kDrawnOfOne << ';';
        std::cout << '\n';
    }
    [[nodiscard]] std::uint64_t unknown() const { return unknown_; }

private:
    std::size_t draw(std::size_t of) {
        return static_cast<std::size_t>(random_() % of);  // the same with every library
    }

    std::mt19937_64 random_;
    std::vector<fs::path> files_;
    std::uint64_t unknown_ = 0;
    std::map<std::string, std::uint64_t> by_mode_;
};

std::uint64_t setting(const char* name, std::uint64_t usual) {
    const char* given = std::getenv(name);
    return given == nullptr ? usual : std::strtoull(given, nullptr, 10);
}

/// `CLMM_INTERRUPTED=N` interrupts N searches, `CLMM_CROSS_SEED=S` others.
TEST(DrawnInterruption, NoCheckIsTorn) {
    const std::uint64_t wanted = setting("CLMM_INTERRUPTED", 100);
    const std::uint64_t seed = setting("CLMM_CROSS_SEED", 1);
    DrawnSearches searches(seed);
    std::uint64_t runs = 0;
    while (runs < wanted) runs += searches.interrupt_some();
    std::cout << "seed " << seed << ", " << runs << " interrupted searches, ";
    searches.print();
    EXPECT_GT(searches.unknown(), runs / 2);
}

}  // namespace
}  // namespace clmm::enumerator
