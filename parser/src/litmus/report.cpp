#include "litmus/report.h"

#include <algorithm>

namespace clmm::syntax {

Diagnostics Reporter::take() {
    const auto before = [](const Diagnostic& a, const Diagnostic& b) {
        return a.span.begin < b.span.begin;
    };
    const auto same = [](const Diagnostic& a, const Diagnostic& b) {
        return a.span.begin == b.span.begin && a.severity == b.severity;
    };
    std::stable_sort(out_.begin(), out_.end(), before);
    out_.erase(std::unique(out_.begin(), out_.end(), same), out_.end());
    if (out_.size() > kMost) out_.resize(kMost);
    return std::move(out_);
}

}  // namespace clmm::syntax
