#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace clmm::cli {

/// A folder of its own for each test, removed afterwards.
class InFolder : public testing::Test {
protected:
    InFolder() {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::path(testing::TempDir()) /
                  ("clmm_" + std::string(info->test_suite_name()) + "_" + info->name());
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    ~InFolder() override { std::filesystem::remove_all(folder_); }

    /// Writes a file below the folder and returns its path.
    std::string write(const std::string& name, const std::string& text) const {
        const std::filesystem::path path = folder_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        return path.string();
    }
    [[nodiscard]] std::string path(const std::string& name) const {
        return (folder_ / name).string();
    }

private:
    std::filesystem::path folder_;
};

}  // namespace clmm::cli
