#include "reports.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace clmm::oracle {

std::uint64_t limit(std::uint64_t sample, std::uint64_t full) {
    return std::getenv("CLMM_CROSS_FULL") != nullptr ? full : sample;
}

Result<model::MemoryModel> OpenclSetting::load() const {
    model::LoadOptions options;
    if (!variant.empty()) options.variants.insert(variant);
    return model::shipped_model(model, options);
}

std::string identifier(std::string name) {
    std::replace_if(
        name.begin(), name.end(),
        [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
}

std::string OpenclSetting::test_name() const {
    return identifier(variant.empty() ? model : variant);
}

std::vector<OpenclSetting> opencl_settings() {
    return {{"opencl-scoped", opencl_scoped},
            {"opencl-2.0", opencl_text_2_0},
            {"opencl-3.0", opencl_text},
            {"opencl-3.1", opencl_text_3_1},
            {"opencl-3.0", opencl_psc, "order-S=psc"}};
}

void Report::add(const std::string& problem) {
    ++tests_;
    if (problem.empty()) return;
    if (++failures_ <= limit(3, 50)) text_ += problem;
}

void Report::check() const {
    EXPECT_GT(tests_, 0U);
    EXPECT_EQ(failures_, 0U) << failures_ << " of " << tests_ << " tests differ, e.g.\n" << text_;
}

}  // namespace clmm::oracle
