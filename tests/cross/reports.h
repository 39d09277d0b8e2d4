#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "compare.h"

/// What the tests over many generated programs share.
namespace clmm::oracle {

using Decide = Answer (*)(const Program&);

/// `sample`, or `full` with CLMM_CROSS_FULL=1 (hours).
[[nodiscard]] std::uint64_t limit(std::uint64_t sample, std::uint64_t full);

/// A shipped OpenCL model and its oracle.
struct OpenclSetting {
    std::string model;
    Decide decide = nullptr;
    std::string variant = "";  ///< in place of the model's own

    [[nodiscard]] Result<model::MemoryModel> load() const;
    [[nodiscard]] std::string test_name() const;  ///< as gtest takes them
    friend std::ostream& operator<<(std::ostream& out, const OpenclSetting& setting) {
        return out << setting.test_name();
    }
};
[[nodiscard]] std::vector<OpenclSetting> opencl_settings();

/// Only letters, digits and underscores.
[[nodiscard]] std::string identifier(std::string name);

/// Collects disagreements; a model that is wrong is wrong often, so only some are shown.
class Report {
public:
    void add(const std::string& problem);
    void check() const;

private:
    std::uint64_t tests_ = 0;
    std::uint64_t failures_ = 0;
    std::string text_;
};

}  // namespace clmm::oracle
