#include "check/findings.h"

namespace clmm::runtime::check {

void Findings::add(FindingKind kind, const SourcePtr& source, Span span, GroupPlace by,
                   const std::function<Finding()>& make, std::uint64_t count) {
    const Key key{kind, source.get(), span.begin, span.end};
    const auto known = found_.find(key);
    if (known != found_.end()) count += known->second.finding.count;
    if (known != found_.end() && by >= known->second.by) {
        known->second.finding.count = count;
        return;
    }
    Finding finding = make();
    finding.kind = kind;
    finding.count = count;
    found_.insert_or_assign(key, Found{std::move(finding), by});
}

std::vector<Finding> Findings::all() const {
    std::vector<Finding> out;
    for (const auto& [key, found] : found_) out.push_back(found.finding);
    return out;
}

}  // namespace clmm::runtime::check
