#include "clmm/separation/separate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include "clmm/engines/built_in.h"

namespace clmm::separation {
namespace {

using generator::Kind;
using generator::MemoryOrder;
using generator::Program;
using generator::Statement;

/// Straight threads without places: what the naive search is about.
using Threads = std::vector<std::vector<Statement>>;

std::string words(const Statement& each, std::map<std::string, std::string>& names) {
    std::string text = std::to_string(static_cast<int>(each.kind)) + "," +
                       std::to_string(static_cast<int>(each.order));
    if (each.location.empty()) return text + ";";
    const auto [found, is_new] = names.try_emplace(each.location, std::to_string(names.size()));
    return text + "@" + found->second + ";";
}

/// The least text over all orders of the threads.
std::string canonical(const Threads& threads) {
    std::vector<std::size_t> order(threads.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::string least;
    do {
        std::map<std::string, std::string> names;
        std::string text;
        for (const std::size_t thread : order) {
            for (const Statement& each : threads[thread]) text += words(each, names);
            text += "|";
        }
        if (least.empty() || text < least) least = text;
    } while (std::ranges::next_permutation(order).found);
    return least;
}

/// A test by itself: registers and values are given anew.
Program program_of(const Threads& threads) {
    Program program{.dialect = generator::Dialect::c};
    std::map<std::string, std::int64_t> next;
    for (std::size_t i = 0; i < threads.size(); ++i) {
        program.threads.push_back({static_cast<std::uint32_t>(i), {0, std::uint32_t(i), 0}, {}});
        int registers = 0;
        for (Statement each : threads[i]) {
            if (each.kind == Kind::load) each.result = "r" + std::to_string(registers++);
            if (each.kind != Kind::fence) {
                auto& value = next.try_emplace(each.location, 1).first->second;
                if (each.kind == Kind::store) {
                    each.value = generator::Value::number(value);
                    value *= 2;
                }
            }
            program.threads.back().body.push_back(std::move(each));
        }
    }
    for (const auto& [name, value] : next) program.locations.push_back({.name = name});
    return program;
}

/// All tests of loads, stores and fences by loops over everything, and each step that makes one
/// smaller; nothing of it is shared with the search but check().
class Naive {
public:
    Naive(const model::MemoryModel& first, const model::MemoryModel& second, std::size_t accesses,
          bool has_fences)
        : models_{&first, &second}, accesses_(accesses), has_fences_(has_fences) {
        check_.engines = engines::built_in();
    }

    std::set<std::string> operator()() {
        extend({{}, {}}, 0);
        std::set<std::string> minimal;
        for (const auto& [key, threads] : tests_)
            if (separates(threads) && !has_smaller(threads)) minimal.insert(key);
        return minimal;
    }
    [[nodiscard]] std::size_t tests() const { return tests_.size(); }

private:
    void extend(const Threads& made, std::size_t count) {
        if (is_test(made)) tests_.emplace(canonical(made), made);
        if (count == accesses_) return;
        for (std::size_t thread = 0; thread < made.size(); ++thread)
            for (const char* location : {"x", "y"})
                for (const Statement& each : forms()) {
                    Threads more = made;
                    more[thread].push_back(each);
                    more[thread].back().location = location;
                    extend(more, count + 1);
                    if (!has_fences_ || made[thread].empty() || fences_of(made) > 0) continue;
                    more[thread].insert(more[thread].end() - 1,
                                        {.kind = Kind::fence, .order = MemoryOrder::seq_cst});
                    extend(more, count + 1);
                }
    }

    /// Of larger tests fewer orders: there are as many as these to the power of four.
    [[nodiscard]] std::vector<Statement> forms() const {
        std::vector<Statement> all{{.kind = Kind::load},
                                   {.kind = Kind::load, .order = MemoryOrder::seq_cst},
                                   {.kind = Kind::store},
                                   {.kind = Kind::store, .order = MemoryOrder::seq_cst}};
        if (accesses_ > 3) return all;
        all.push_back({.kind = Kind::load, .order = MemoryOrder::acquire});
        all.push_back({.kind = Kind::store, .order = MemoryOrder::release});
        return all;
    }

    static std::size_t fences_of(const Threads& threads) {
        std::size_t count = 0;
        for (const auto& each : threads)
            count +=
                static_cast<std::size_t>(std::ranges::count(each, Kind::fence, &Statement::kind));
        return count;
    }

    /// Each location is used by two threads and written; fences are between accesses.
    static bool is_test(const Threads& threads) {
        std::map<std::string, std::set<std::size_t>> users;
        std::set<std::string> written;
        for (std::size_t i = 0; i < threads.size(); ++i) {
            if (threads[i].empty() || threads[i].front().kind == Kind::fence ||
                threads[i].back().kind == Kind::fence)
                return false;
            for (const Statement& each : threads[i]) {
                if (each.kind == Kind::fence) continue;
                users[each.location].insert(i);
                if (each.kind == Kind::store) written.insert(each.location);
            }
        }
        return std::ranges::all_of(users, [&](const auto& each) {
            return each.second.size() > 1 && written.contains(each.first);
        });
    }

    bool separates(const Threads& threads) {
        const std::string key = canonical(threads);
        if (const auto found = known_.find(key); found != known_.end()) return found->second;
        const auto text =
            std::make_shared<Source>("naive", generator::to_litmus(program_of(threads)));
        std::array<std::set<std::string>, 2> states;
        for (const std::size_t i : {0U, 1U}) {
            const auto result = enumerator::check(text, *models_[i], check_);
            EXPECT_TRUE(result.ok()) << render(result.diagnostics());
            for (const model::OutcomeEntry& each : result->answer.outcomes) {
                std::string state;
                for (const std::uint64_t value : each.values) state += std::to_string(value) + ",";
                states[i].insert(state);
            }
        }
        const bool found = !std::ranges::includes(states[1], states[0]);
        known_.emplace(key, found);
        return found;
    }

    /// Whether a chain of steps leads to a test that separates.
    bool has_smaller(const Threads& threads) {
        return std::ranges::any_of(smaller(threads), [&](const Threads& each) {
            const std::string key = canonical(each);
            const auto found = reaches_.find(key);
            if (found != reaches_.end()) return found->second;
            const bool reaches = (is_test(each) && separates(each)) || has_smaller(each);
            return reaches_[key] = reaches;
        });
    }

    static std::vector<MemoryOrder> weaker(MemoryOrder order, Kind kind) {
        if (order == MemoryOrder::relaxed || kind == Kind::fence) return {};
        if (order != MemoryOrder::seq_cst) return {MemoryOrder::relaxed};
        return {kind == Kind::load ? MemoryOrder::acquire : MemoryOrder::release,
                MemoryOrder::relaxed};
    }

    static std::vector<Threads> smaller(const Threads& threads) {
        std::vector<Threads> all;
        for (std::size_t i = 0; i < threads.size(); ++i)
            for (std::size_t j = 0; j < threads[i].size(); ++j) {
                Threads fewer = threads;
                fewer[i].erase(fewer[i].begin() + static_cast<std::ptrdiff_t>(j));
                all.push_back(fewer);
                for (const MemoryOrder each : weaker(threads[i][j].order, threads[i][j].kind)) {
                    Threads weak = threads;
                    weak[i][j].order = each;
                    all.push_back(weak);
                }
            }
        return all;
    }

    std::array<const model::MemoryModel*, 2> models_;
    std::size_t accesses_;
    bool has_fences_;
    enumerator::CheckOptions check_;
    std::map<std::string, Threads> tests_;
    std::map<std::string, bool> known_, reaches_;
};

SeparateOptions options_of(std::size_t accesses, std::size_t fences) {
    SeparateOptions options;
    options.space = {.accesses = accesses, .threads = 2, .fences = fences, .plain = false};
    options.space.modifications.clear();
    options.space.fence_orders = {MemoryOrder::seq_cst};
    options.check.engines = engines::built_in();
    return options;
}

std::set<std::string> found_by(const SeparateResult& result) {
    std::set<std::string> keys;
    for (const Separation& each : result.found) {
        Threads threads;
        for (const generator::Thread& thread : each.program.threads) threads.push_back(thread.body);
        EXPECT_TRUE(keys.insert(canonical(threads)).second) << each.program.name;
    }
    return keys;
}

/// The same tests, each once up to names, and none that is larger than needed.
TEST(Separate, FindsWhatANaiveSearchFinds) {
    const auto c11 = model::shipped_model("c11");
    const auto rc11 = model::shipped_model("rc11");
    const auto sc = model::shipped_model("sc");
    for (const auto& [first, second, accesses] :
         {std::tuple{&*c11, &*rc11, std::size_t{4}}, std::tuple{&*rc11, &*sc, std::size_t{4}},
          std::tuple{&*rc11, &*c11, std::size_t{3}}}) {
        const std::size_t fences = accesses == 3 ? 1 : 0;
        SeparateOptions options = options_of(accesses, fences);
        if (accesses > 3)
            options.space.load_orders =
                options.space.store_orders = {MemoryOrder::relaxed, MemoryOrder::seq_cst};
        const auto found = separate(*first, *second, options);
        ASSERT_TRUE(found.ok()) << render(found.diagnostics());
        EXPECT_TRUE(found->is_complete());
        Naive naive(*first, *second, accesses, fences > 0);
        EXPECT_EQ(found_by(*found), naive()) << first->name << " " << second->name;
        EXPECT_EQ(found->tests, naive.tests());
    }
}

TEST(Separate, ListingAgreesWithAnEngine) {
    const auto first = model::shipped_model("opencl-3.0");
    const auto second = model::shipped_model("opencl-scoped");
    SeparateOptions options = options_of(4, 0);
    options.space.dialect = generator::Dialect::opencl;
    options.space.scopes = {generator::MemoryScope::work_group, generator::MemoryScope::device};
    options.space.places = true;
    options.both = true;
    options.shard = 7;
    options.shards = 1000;
    const auto quick = separate(*first, *second, options);
    options.check.engine = enumerator::EngineChoice::explicit_search;
    const auto sure = separate(*first, *second, options);
    ASSERT_TRUE(quick.ok() && sure.ok());
    EXPECT_GT(quick->decided, 50U);
    EXPECT_EQ(found_by(*quick), found_by(*sure));
}

/// A search that ended in the middle goes on where it was.
TEST(Separate, GoesOnFromWhatWasFound) {
    const auto c11 = model::shipped_model("c11");
    const auto rc11 = model::shipped_model("rc11");
    SeparateOptions options = options_of(4, 0);
    const auto whole = separate(*c11, *rc11, options);
    ASSERT_TRUE(whole.ok());
    std::atomic<bool> stop{false};
    options.progress = [&](const SeparateResult& now) { stop = now.tests > 600; };
    options.check.budget.set_interrupt(std::shared_ptr<std::atomic<bool>>(&stop, [](auto*) {}));
    auto part = separate(*c11, *rc11, options);
    ASSERT_TRUE(part.ok());
    EXPECT_FALSE(part->is_complete());
    EXPECT_LT(part->tests, whole->tests);
    options.so_far = &*part;
    options.progress = {};
    options.check.budget = Budget();
    const auto rest = separate(*c11, *rc11, options);
    ASSERT_TRUE(rest.ok());
    EXPECT_TRUE(rest->is_complete());
    EXPECT_EQ(rest->tests, whole->tests);
    EXPECT_EQ(found_by(*rest), found_by(*whole));
}

TEST(Separate, NamesAreTheFields) {
    const auto rc11 = model::shipped_model("rc11");
    const auto sc = model::shipped_model("sc");
    SeparateOptions options = options_of(4, 0);
    options.space.load_orders = options.space.store_orders = {MemoryOrder::relaxed};
    const auto found = separate(*rc11, *sc, options);
    ASSERT_TRUE(found.ok());
    std::set<std::string> names;
    for (const Separation& each : found->found) names.insert(each.program.name);
    EXPECT_EQ(names, (std::set<std::string>{"2+2W", "MP", "R", "S", "SB"}));
}

}  // namespace
}  // namespace clmm::separation
