#include "check/findings.h"

namespace clmm::runtime::check {

void Findings::add(FindingKind kind, const SourcePtr& source, Span span,
                   const std::function<Finding()>& make, std::uint64_t count) {
    const Key key{kind, source.get(), span.begin, span.end};
    const auto known = found_.find(key);
    if (known != found_.end()) {
        known->second.count += count;
        return;
    }
    Finding finding = make();
    finding.kind = kind;
    finding.count = count;
    found_.emplace(key, std::move(finding));
}

std::vector<Finding> Findings::all() const {
    std::vector<Finding> out;
    for (const auto& [key, finding] : found_) out.push_back(finding);
    return out;
}

}  // namespace clmm::runtime::check
