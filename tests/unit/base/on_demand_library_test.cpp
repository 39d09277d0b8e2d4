#include "clmm/base/on_demand_library.h"

#include <gtest/gtest.h>

#include <array>

#include "clmm/base/internal_error.h"

namespace clmm {
namespace {

TEST(OnDemandLibrary, OneThatIsThereHasItsFunctions) {
    std::array<void*, 2> functions{};
    const OnDemandLibrary library{.feature = Feature::z3,
                                  .file = "libno-such-library.so.0",
                                  .built_with = "libm.so.6",
                                  .names = "cos\0no_such_function\0",
                                  .functions = functions.data()};
    ASSERT_FALSE(open_library(library, "the test"));
    EXPECT_EQ(reinterpret_cast<double (*)(double)>(functions[0])(0), 1);
    EXPECT_THROW(reinterpret_cast<void (*)()>(functions[1])(), InternalError);
    EXPECT_FALSE(open_library(library, "the test"));
}

TEST(OnDemandLibrary, OneThatIsNotThereIsAnError) {
    std::array<void*, 1> functions{};
    const OnDemandLibrary library{.feature = Feature::z3,
                                  .file = "libno-such-library.so.0",
                                  .built_with = "/nowhere/libno-such-library.so",
                                  .names = "cos\0",
                                  .functions = functions.data()};
    for (int call = 0; call < 2; ++call) {
        const auto problem = open_library(library, "the test");
        ASSERT_TRUE(problem);
        EXPECT_EQ(problem->code, "E-LIBRARY");
        EXPECT_TRUE(problem->message.starts_with(
            "the test needs Z3, which cannot be opened: libno-such-library.so.0: "))
            << problem->message;
        EXPECT_EQ(functions[0], nullptr);
    }
}

}  // namespace
}  // namespace clmm
