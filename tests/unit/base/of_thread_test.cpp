#include "clmm/base/of_thread.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

namespace clmm {
namespace {

struct Kept {
    Kept() { ++made; }
    ~Kept() { ++destroyed; }
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    int value = 0;
    static inline int made = 0;
    static inline int destroyed = 0;
};

TEST(OfThread, IsOneForEachThreadAndEndsWithIt) {
    Kept* const own = of_thread<Kept>();
    EXPECT_EQ(own, of_thread<Kept>());
    const int made = Kept::made;
    const int destroyed = Kept::destroyed;
    Kept* other = nullptr;
    std::thread([&] { other = of_thread<Kept>(); }).join();
    EXPECT_NE(other, own);
    EXPECT_EQ(Kept::made, made + 1);
    EXPECT_EQ(Kept::destroyed, destroyed + 1);
}

struct OfStatic {
    int value = 1;
};

/// What a static object's destructor sees: the end of the thread's own objects has come before.
struct Static {
    ~Static() { std::_Exit(of_thread<OfStatic>() == nullptr ? 0 : 1); }
};

TEST(OfThreadDeathTest, IsNullForStaticObjectsAtTheEnd) {
    EXPECT_EXIT(
        {
            static const Static last;
            (void)of_thread<OfStatic>();
            std::exit(2);
        },
        testing::ExitedWithCode(0), "");
}

struct DestroyedLate {
    ~DestroyedLate() { is_null = of_thread<DestroyedLate>() == nullptr; }
    static inline bool is_null = false;
};

TEST(OfThread, IsNullInItsOwnDestructor) {
    std::thread([] { (void)of_thread<DestroyedLate>(); }).join();
    EXPECT_TRUE(DestroyedLate::is_null);
}

}  // namespace
}  // namespace clmm
