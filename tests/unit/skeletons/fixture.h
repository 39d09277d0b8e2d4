#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "clmm/engines/built_in.h"
#include "clmm/model/memory_model.h"

namespace clmm::skeletons {

inline enumerator::CheckOptions check_options() {
    enumerator::CheckOptions options;
    options.engines = engines::built_in();
    return options;
}

inline model::MemoryModel model_of(const std::string& name,
                                   const std::set<std::string>& variants = {}) {
    auto model = model::shipped_model(name, {.variants = variants, .includes = {}});
    EXPECT_TRUE(model.ok()) << render(model.diagnostics());
    return std::move(model).value();
}

/// One that is written here.
inline model::MemoryModel written(const std::string& text) {
    auto model = model::load_model(std::make_shared<Source>("own.cat", text));
    EXPECT_TRUE(model.ok()) << render(model.diagnostics());
    return std::move(model).value();
}

}  // namespace clmm::skeletons
