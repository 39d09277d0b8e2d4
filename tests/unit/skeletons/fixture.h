#pragma once

#include <gtest/gtest.h>

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

}  // namespace clmm::skeletons
