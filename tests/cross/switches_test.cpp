#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <random>

#include "candidates.h"
#include "host.h"
#include "reports.h"

/// Both readings of a switch against the oracle's, on tests drawn so that they differ on some.
namespace clmm::oracle {
namespace {

/// A test as the engine takes it, with the oracle's answer by each reading.
struct Drawn {
    Printed printed;
    Answer first, second;
};
using DrawTest = std::function<std::optional<Drawn>(std::uint64_t seed)>;

struct Switch {
    std::string name;
    std::string model;
    std::string first, second;  ///< its values
    DrawTest draw;
    bool tells_races = true;  ///< by lines, which do not tell actions of commands apart
};

constexpr std::uint64_t kMostOfSwitches = 3000;

DrawTest hosts(HostProgram (*generate)(std::uint64_t), bool all_wait, const Reading& second) {
    return [=](std::uint64_t seed) -> std::optional<Drawn> {
        const HostProgram host = generate(seed);
        const Program by_letter = encode(host);
        if (candidate_bound(by_letter) > kMostOfSwitches) return std::nullopt;
        return Drawn{to_litmus(host), opencl(by_letter, {}),
                     opencl(encode(host, all_wait), second)};
    };
}

/// Two work-items of a group with seq_cst and other operations at device scope, on local memory and
/// on global memory that is not fine-grained with atomics.
std::optional<Drawn> local_order(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    Program test;
    test.locations = {{true, true}, {below(2) == 0, true}};
    if (!test.locations[1].local) test.locations[1].memory = Memory::buffer;
    int value = 0;
    for (int thread = 0; thread < 2; ++thread) {
        Thread body;
        for (int i = 0; i < 2; ++i) {
            Access access;
            access.kind = below(8) == 0 ? Kind::fetch_add : i == 0 ? Kind::store : Kind::load;
            if (below(4) == 0) access.kind = access.kind == Kind::load ? Kind::store : Kind::load;
            access.location = static_cast<int>(
                (static_cast<std::uint64_t>(thread + i) + (below(6) == 0 ? 1 : 0)) % 2);
            access.order = below(8) == 0 ? Order::rlx : Order::sc;
            access.scope = below(8) == 0 ? Scope::wg : Scope::dev;
            access.value = ++value;
            body.body.push_back(access);
        }
        test.threads.push_back(body);
    }
    Reading reduced{false, Reading::Sc::total_2_0};
    Reading given = reduced;
    given.given_scopes = true;
    return Drawn{to_litmus(test, Syntax::opencl, "generated"), opencl(test, reduced),
                 opencl(test, given)};
}

/// Two work-items of a group on an image and a buffer, with a barrier between. None reads the image
/// after it has written it, which is a matter of fences.
std::optional<Drawn> image_accesses(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    Program test;
    test.locations = {{false, false, Memory::image}, {false, false, Memory::buffer}};
    Access barrier;
    barrier.kind = Kind::barrier;
    barrier.location = -1;
    barrier.scope = Scope::wg;
    const std::uint64_t flags = 1 + below(7);
    barrier.global_flag = (flags & 1U) != 0;
    barrier.image_flag = (flags & 2U) != 0;
    barrier.local_flag = (flags & 4U) != 0;
    int value = 0;
    for (int thread = 0; thread < 2; ++thread) {
        Thread body;
        bool has_written = false;
        const auto add = [&] {
            Access access;
            access.location = below(4) == 0 ? 1 : 0;
            const bool must_write = access.location == 0 && has_written;
            access.kind = must_write || below(2) == 0 ? Kind::store : Kind::load;
            access.value = access.kind == Kind::store ? ++value : 0;
            has_written = has_written || (access.location == 0 && access.kind == Kind::store);
            body.body.push_back(access);
        };
        if (below(4) != 0) add();
        body.body.push_back(barrier);
        for (std::uint64_t more = 1 + below(2); more > 0; --more) add();
        test.threads.push_back(body);
    }
    Reading ordered;
    ordered.image_barrier = true;
    return Drawn{to_litmus(test, Syntax::opencl, "generated"), opencl(test, {}),
                 opencl(test, ordered)};
}

std::vector<Switch> switches() {
    Reading all_mappings;
    all_mappings.unmap_ends_all = true;
    return {{"condition_S", "opencl-2.0", "condition-S=reduced-scopes", "condition-S=given-scopes",
             local_order},
            {"image_barrier", "opencl-3.0", "image-barrier=unordered", "image-barrier=ordered",
             image_accesses},
            {"unmap", "opencl-3.0", "unmap=one-mapping", "unmap=all-mappings",
             hosts(mapping_test, false, all_mappings), false},
            {"user_event", "opencl-3.0", "user-event=commands", "user-event=all-that-wait",
             hosts(user_event_test, true, {}), false}};
}

void PrintTo(const Switch& of, std::ostream* out) { *out << of.name; }

class Switches : public testing::TestWithParam<Switch> {
protected:
    static std::string difference(const model::MemoryModel& model, const std::string& value,
                                  const Printed& printed, Answer expected) {
        solver::SmtEngine engine;
        const EngineView view = ask(engine, model, printed);
        if (!GetParam().tells_races) expected.races = view.answer.races;
        if (agree(view, expected, Ask::executions)) return "";
        return value + ": disagreement on\n" + printed.text + "\noracle: " + in_words(expected) +
               "\nengine: " + (view.problem.empty() ? in_words(view.answer) : view.problem) + "\n";
    }

    static bool differ(const Answer& a, const Answer& b) {
        return a.outcomes != b.outcomes || a.racy != b.racy || a.unavailable != b.unavailable;
    }
};

TEST_P(Switches, BothReadingsAgreeWithTheOracle) {
    const Switch& of = GetParam();
    const auto first = model::shipped_model(of.model, {.variants = {of.first}, .includes = {}});
    const auto second = model::shipped_model(of.model, {.variants = {of.second}, .includes = {}});
    ASSERT_TRUE(first) << render(first.diagnostics());
    ASSERT_TRUE(second) << render(second.diagnostics());
    Report report;
    std::uint64_t tests = 0;
    std::uint64_t different = 0;
    for (std::uint64_t seed = 0; seed < limit(120, 20'000); ++seed) {
        const auto drawn = of.draw(seed);
        if (!drawn) continue;
        ++tests;
        different += differ(drawn->first, drawn->second) ? 1 : 0;
        report.add(difference(*first, of.first, drawn->printed, drawn->first));
        report.add(difference(*second, of.second, drawn->printed, drawn->second));
    }
    report.check();
    RecordProperty("tests", std::to_string(tests));
    RecordProperty("different", std::to_string(different));
    EXPECT_GT(different, tests / 50);
}

INSTANTIATE_TEST_SUITE_P(All, Switches, testing::ValuesIn(switches()),
                         [](const auto& of) { return of.param.name; });

}  // namespace
}  // namespace clmm::oracle
