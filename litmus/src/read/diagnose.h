#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>

#include "clmm/base/diagnostic.h"
#include "clmm/base/reject.h"

namespace clmm::litmus {

/// Collects diagnostics, each once: about one source, where they do not name another.
class Reporter {
public:
    explicit Reporter(SourcePtr source) : source_(std::move(source)) {}

    void error(std::string code, std::string message, Span span, std::string hint = {});
    void warn(std::string code, std::string message, Span span, std::string hint = {});
    void add(Diagnostic diagnostic);

    [[nodiscard]] bool failed() const { return has_errors(diagnostics_); }
    /// In the order of the text.
    [[nodiscard]] Diagnostics take();

    /// Runs `work`; a rejection becomes an error. Whether it went through.
    template <class Work>
    bool attempt(Work&& work) {
        try {
            work();
            return true;
        } catch (const Rejected& rejected) {
            add(rejected.diagnostic);
            return false;
        }
    }

private:
    SourcePtr source_;
    Diagnostics diagnostics_;
    std::set<std::tuple<std::uint32_t, std::string, std::string>> said_;  ///< place, code, message
};

}  // namespace clmm::litmus
