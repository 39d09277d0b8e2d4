// The persistent map against std::map.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "check/races/clock_map.h"

namespace clmm::runtime::check::test {
namespace {

using Plain = std::map<std::uint64_t, std::uint32_t>;

TEST(RacesClockMap, EqualsAPlainMap) {
    Account account = 0;
    {
        std::mt19937_64 random(3);
        std::vector<std::pair<ClockMap, Plain>> all(1);
        for (int i = 0; i < 2000; ++i) {
            auto [map, plain] = all[random() % all.size()];
            const std::uint64_t key = (random() % 4) << 35U | random() % 16;
            switch (random() % 4) {
                case 0: {
                    const auto& [more, more_plain] = all[random() % all.size()];
                    map = map.joined(more, account);
                    for (const auto& [k, n] : more_plain) plain[k] = std::max(plain[k], n);
                    break;
                }
                case 1:
                    map = map.without(key, 35, account);
                    std::erase_if(plain, [&](const auto& e) { return e.first >> 35 == key >> 35; });
                    break;
                default: {
                    const auto count = static_cast<std::uint32_t>(1 + random() % 9);
                    map = map.raised(key, count, account);
                    plain[key] = std::max(plain[key], count);
                }
            }
            for (std::uint64_t launch = 0; launch < 4; ++launch)
                for (std::uint64_t number = 0; number < 16; ++number) {
                    const auto found = plain.find(launch << 35U | number);
                    ASSERT_EQ(map.get(launch << 35U | number),
                              found == plain.end() ? 0 : found->second);
                }
            all.emplace_back(map, plain);
        }
        EXPECT_GT(account, 0U);
    }
    EXPECT_EQ(account, 0U);
}

}  // namespace
}  // namespace clmm::runtime::check::test
