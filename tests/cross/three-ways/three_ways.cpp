#include "three_ways.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace clmm::oracle {
namespace {

/// Not more than one in so many of a tier's combinations, where no shard is asked for.
constexpr std::uint64_t kSample = 20'011;
constexpr std::uint64_t kSampleDrawn = 5;
constexpr std::uint64_t kDrawn = 100'000;

bool asks_smt() { return std::getenv("CLMM_CROSS_ENGINES") == nullptr; }

}  // namespace

Shard shard_asked_for() {
    const char* given = std::getenv("CLMM_CROSS_SHARD");
    const char* slash = given == nullptr ? nullptr : std::strchr(given, '/');
    if (slash == nullptr) return {.every = kSample, .drawn = kSampleDrawn * kSample};
    const char* drawn = std::getenv("CLMM_CROSS_TESTS");
    Shard shard{.drawn = drawn == nullptr ? kDrawn : std::strtoull(drawn, nullptr, 10),
                .is_sample = false};
    shard.every = std::max(1ULL, std::strtoull(slash + 1, nullptr, 10));
    shard.first = std::strtoull(given, nullptr, 10) % shard.every;
    return shard;
}

std::vector<AnyReading> any_readings() {
    std::vector<AnyReading> all;
    for (const OpenclSetting& reading : opencl_settings()) all.push_back({reading});
    all.push_back({{"opencl-3.0", opencl_local_as_written, "local-scope=as-written"}});
    all.push_back({{"rc11", rc11}, Syntax::c});
    all.push_back({{"sc", sc}, Syntax::c});
    return all;
}

ThreeWays::ThreeWays(const AnyReading& asked)
    : name_(asked.reading.test_name()),
      model_(asked.reading.load()),
      decide_(asked.reading.decide),
      syntax_(asked.syntax) {
    EXPECT_TRUE(model_) << render(model_.diagnostics());
}

void ThreeWays::add(const Program& test, const Asked& printed) {
    const Answer expected = decide_(test);
    std::string problem = disagreement(explicit_, *model_, printed, expected);
    if (problem.empty() && asks_smt()) problem = disagreement(smt_, *model_, printed, expected);
    differences_ += problem.empty() ? 0 : 1;
    report_.add(problem);
    ++tests_;
}

void ThreeWays::check(const std::string& what) const {
    std::cout << name_ << ", " << what << ": " << tests_ << " tests, " << differences_
              << " differ\n";
    if (tests_ != 0 || shard_asked_for().is_sample) report_.check();
}

}  // namespace clmm::oracle
