#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/memory_model.h"
#include "clmm/model/possible_sources.h"
#include "search.h"

namespace clmm::explorer {

inline EventStructure structure_of(const std::string& text) {
    const auto test = litmus::read_test(std::make_shared<Source>("test.litmus", text));
    EXPECT_TRUE(test.ok()) << render(test.diagnostics());
    auto structure = litmus::unfold(*test, {});
    EXPECT_TRUE(structure.ok()) << render(structure.diagnostics());
    return std::move(structure).value();
}

/// A search over the executions of a litmus test.
struct SearchOf {
    SearchOf(const std::string& text, std::string_view model_name)
        : structure(structure_of(text)),
          model(model::shipped_model(model_name).value()),
          sources(model::possible_sources(structure)),
          domains(structure, sources, Budget::unlimited()),
          search(structure, model, request, sources, domains) {}

    EventStructure structure;
    model::MemoryModel model;
    model::EngineRequest request;
    Sources sources;
    ValueDomains domains;
    Search search;
};

}  // namespace clmm::explorer
