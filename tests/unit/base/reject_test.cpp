#include "clmm/base/reject.h"

#include <gtest/gtest.h>

#include <memory>

namespace clmm {
namespace {

Rejected rejected(const char* hint) {
    try {
        reject("E-TYPE", "no number", {2, 3}, hint);
    } catch (const Rejected& caught) {
        return caught;
    }
}

TEST(Reject, WhoCatchesSaysWhichSource) {
    const auto source = std::make_shared<const Source>("a.cl", "x=y");
    const Diagnostic told = rejected("write 1").in(source);
    EXPECT_EQ(told.severity, Severity::error);
    EXPECT_EQ(told.code, "E-TYPE");
    EXPECT_EQ(told.message, "no number");
    EXPECT_EQ(told.hint, "write 1");
    EXPECT_EQ(told.source, source);
    EXPECT_EQ(told.span.begin, 2U);
}

TEST(Reject, AnotherSourceStaysTheOneItIsAbout) {
    const auto argument = std::make_shared<const Source>("argument", "x=y");
    Rejected about = rejected("");
    about.diagnostic.source = argument;
    EXPECT_EQ(about.in(std::make_shared<const Source>("a.cl", "")).source, argument);
}

TEST(Reject, WhatHoldsIsNotRejected) {
    EXPECT_NO_THROW(require(true, "E-TYPE", "no number", {}));
    EXPECT_THROW(require(false, "E-TYPE", "no number", {}), Rejected);
}

}  // namespace
}  // namespace clmm
