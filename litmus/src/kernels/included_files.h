#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clmm::litmus {

/// The files that a text includes, and which it may: lines of them are printed, and a text may come
/// from anywhere, so they must be somebody's source.
class IncludedFiles {
public:
    struct Refusal {
        std::string message;
        std::string hint;
    };

    /// `main`: an absolute path. `paths`: where else the user has such files.
    IncludedFiles(const std::string& main, const std::vector<std::string>& paths);

    /// Of a name as the text has it.
    [[nodiscard]] static std::optional<Refusal> refuse_name(const std::string& name);
    /// Of a file that is there.
    [[nodiscard]] std::optional<Refusal> refuse_file(const std::string& path) const;
    /// It is one of them, unless it is refused.
    [[nodiscard]] std::optional<Refusal> include(const std::string& path);
    [[nodiscard]] bool has(const std::string& path) const { return files_.contains(path); }

private:
    std::vector<std::filesystem::path> folders_;
    std::set<std::string> files_;
};

}  // namespace clmm::litmus
