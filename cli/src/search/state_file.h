#pragma once

#include <chrono>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "check/check_arguments.h"
#include "clmm/base/result.h"
#include "clmm/base/source.h"
#include "clmm/model/memory_model.h"

namespace clmm::cli {

/// A file in which a search keeps how far it went, so that another one goes on from there.
class StateFile {
public:
    /// No path: nothing is kept. A write that fails is told to `err`.
    StateFile(std::string path, std::ostream& err) : path_(std::move(path)), err_(err) {}

    [[nodiscard]] bool is_kept() const { return !path_.empty(); }
    /// What an earlier search left; null where there is nothing.
    [[nodiscard]] Result<SourcePtr> earlier() const;
    /// Replaces the file at once: one who is killed leaves the old one or the new one. False where
    /// it cannot be written.
    [[nodiscard]] bool write(const std::string& text) const;
    /// Whether it is time to write again: true each ten seconds.
    [[nodiscard]] bool is_due();

private:
    using Clock = std::chrono::steady_clock;

    std::string path_;
    std::ostream& err_;
    Clock::time_point written_ = Clock::now();
};

/// Takes the files of all parts of a search, and then its own earlier one, where there are such.
///
/// Errors   those of `take`, and of files that cannot be read; none ends it.
[[nodiscard]] Diagnostics take_all(const std::vector<std::string>& parts, const StateFile& own,
                                   const std::function<Diagnostics(const SourcePtr&)>& take);

/// What a search through a space is about: texts of its own, which name its part, and its models
/// with their switches. A state under another key says nothing of it.
[[nodiscard]] std::string state_key(std::vector<std::string> texts, const Shard& part,
                                    const std::vector<const model::MemoryModel*>& models);

}  // namespace clmm::cli
