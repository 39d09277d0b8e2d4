#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "clmm/base/diagnostic.h"
#include "compile/node_builder.h"

namespace clmm::model {

/// Collects what compiling a model has to say, each thing once: function bodies are compiled
/// at each call.
class CompileReport {
public:
    void error(SourcePlace place, const char* code, std::string message, std::string hint = {});
    void add(Diagnostics diagnostics);

    std::uint16_t add_source(SourcePtr source);
    [[nodiscard]] const std::vector<SourcePtr>& sources() const { return sources_; }

    /// Errors between these calls are not kept.
    void mute() { ++muted_; }
    void unmute() { --muted_; }

    /// Where a function is being applied, for errors in its body.
    void enter_call(const std::string& function, SourcePlace place) {
        calls_.push_back({function, place});
    }
    void leave_call() { calls_.pop_back(); }

    [[nodiscard]] bool full() const { return diagnostics_.size() >= kMost; }
    [[nodiscard]] Diagnostics take() { return std::move(diagnostics_); }

private:
    static constexpr std::size_t kMost = 20;
    struct Call {
        std::string function;
        SourcePlace place;
    };

    Diagnostics diagnostics_;
    std::set<std::tuple<std::uint16_t, std::uint32_t, std::string>> said_;
    std::vector<SourcePtr> sources_;
    std::vector<Call> calls_;
    int muted_ = 0;
};

}  // namespace clmm::model
