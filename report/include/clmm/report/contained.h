#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/separation/contained.h"

/// What `clmm separate --tests` found, in words and as JSON.
namespace clmm::report {

/// What came of one written test.
struct ContainedTest {
    std::string name;  ///< the file's
    separation::ContainedResult result;
};

struct ContainedFacts {
    std::array<std::string, 2> models;  ///< their words: `opencl-3.0+unmap=all-mappings`
    bool both = false;
    const std::vector<ContainedTest>& tests;
};

/// Whether a separation is the written test itself.
[[nodiscard]] bool is_whole(const ContainedTest& test, const separation::ContainedSeparation& each);

[[nodiscard]] std::string to_text(const ContainedFacts& facts);
/// A document of docs/json-schema/separate.schema.json.
[[nodiscard]] std::string to_json(const ContainedFacts& facts, std::string_view version);

}  // namespace clmm::report
