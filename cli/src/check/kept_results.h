#pragma once

#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "check/test_run.h"
#include "clmm/report/part.h"
#include "search/state_file.h"

namespace clmm::cli {

/// Results of tests in files: what an earlier run of the same command, or runs of all its parts,
/// have left.
class KeptResults {
public:
    /// Keeps all by reference. `inputs` are those of this part.
    KeptResults(const CheckArguments& arguments, ModelStore& models,
                const std::vector<Input>& inputs, std::ostream& err)
        : arguments_(arguments), models_(models), inputs_(inputs), state_(arguments.state, err) {}

    [[nodiscard]] bool is_used() const { return state_.is_kept() || !arguments_.parts.empty(); }
    /// Errors   those of the files; E-STATE also for a test that no part has, or that is another
    ///          one by now.
    [[nodiscard]] Diagnostics read();
    /// The result of an input of this part, if it is there.
    [[nodiscard]] std::optional<TestRun> find(std::size_t index) const;
    /// Keeps the result of the next input, and writes the file now and then.
    void add(const TestRun& run);
    /// The file as it stays. False, with a message, where it cannot be written.
    [[nodiscard]] bool finish() const;

private:
    [[nodiscard]] std::string key() const;
    [[nodiscard]] Diagnostics take(const SourcePtr& file);

    const CheckArguments& arguments_;
    ModelStore& models_;
    const std::vector<Input>& inputs_;
    struct Known {
        std::string path, text;  ///< as TestResults::Entry has them
        TestRun run;
    };
    std::map<std::size_t, Known> known_;  ///< by number in the list
    report::TestResults results_;
    StateFile state_;
};

}  // namespace clmm::cli
