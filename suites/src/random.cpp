#include "clmm/suites/random.h"

#include <numeric>
#include <random>
#include <set>

#include "clmm/separation/separate.h"
#include "oracle.h"

namespace clmm::suites {
namespace {

constexpr std::uint64_t kMostPrograms = 20'000'000;

/// Different numbers below `below`, all sets of so many equally likely (Floyd).
std::set<std::uint64_t> chosen(std::uint64_t count, std::uint64_t below, std::mt19937_64& random) {
    std::set<std::uint64_t> numbers;
    if (count >= below) count = below;
    for (std::uint64_t i = below - count; i < below; ++i)
        if (!numbers.insert(random() % (i + 1)).second) numbers.insert(i);
    return numbers;
}

}  // namespace

RandomTests random_tests(const generator::Space& space, std::uint64_t count, std::uint64_t seed,
                         const model::MemoryModel& model, const enumerator::CheckOptions& check) {
    RandomTests made;
    made.programs = generator::count_programs(space, kMostPrograms + 1);
    made.is_cut = made.programs > kMostPrograms;
    if (made.is_cut) made.programs = kMostPrograms;
    std::mt19937_64 random(seed);
    const std::set<std::uint64_t> numbers = chosen(count, made.programs, random);
    Oracle oracle(model, check);
    std::uint64_t number = 0;
    auto next = numbers.begin();
    generator::for_each_draft(space, [&](const generator::Draft& draft) {
        if (next == numbers.end() || check.budget.exceeded()) return false;
        if (number++ != *next) return true;
        ++next;
        const generator::Program program = draft.program();
        const auto states = oracle.conceivable_states(program);
        if (states.empty()) return true;
        StateTest test{program, states[random() % states.size()], {}};
        test.program.name = separation::name_of(program);
        test.shown.resize(test.state.size());
        std::iota(test.shown.begin(), test.shown.end(), std::size_t{0});
        made.tests.push_back(std::move(test));
        return true;
    });
    return made;
}

}  // namespace clmm::suites
