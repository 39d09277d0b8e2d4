#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "check/check_arguments.h"
#include "clmm/report/generated.h"
#include "clmm/report/part.h"
#include "search/state_file.h"

namespace clmm::cli {

/// What is known of tests that were made: what an earlier run of the same command, or runs of all
/// its parts, have left in files.
class KeptVerdicts {
public:
    /// `key` is what the tests are decided by (state_key()). Keeps arguments by reference.
    KeptVerdicts(const CheckArguments& arguments, std::string key, std::ostream& err)
        : arguments_(arguments), key_(std::move(key)), state_(arguments.state, err) {}

    /// Errors   those of the files.
    [[nodiscard]] Diagnostics read();
    /// Whether the index-th test of this part is known; its verdict then.
    [[nodiscard]] bool find(std::size_t index, const std::string& text,
                            report::GeneratedTest& test) const;
    /// E-STATE of a test that no part has, where parts are joined.
    [[nodiscard]] Diagnostics missing(const report::GeneratedTest& test) const;
    /// Keeps a verdict, and writes the file now and then.
    void add(std::size_t index, const std::string& text, const report::GeneratedTest& test);
    /// The file as it stays. False, with a message, where it cannot be written.
    [[nodiscard]] bool finish(bool is_complete) const;

private:
    struct Known {
        std::string text;  ///< a fingerprint
        std::string bytes;
    };
    [[nodiscard]] Diagnostics take(const SourcePtr& file);
    [[nodiscard]] bool write(bool is_complete) const;

    const CheckArguments& arguments_;
    std::string key_;
    StateFile state_;
    std::map<std::size_t, Known> known_;  ///< by number among the tests of all parts
    report::TestResults results_;
};

}  // namespace clmm::cli
