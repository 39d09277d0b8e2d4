#include "explanation/changes.h"

#include "clmm/report/witness.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;
using enumerator::Strengthening;

/// The object that the locations are all of: `a` of `a[0]` and `a[1]`.
std::string object_name(const CheckResult& result, const Strengthening& of) {
    const std::string& name = result.structure.locations[of.locations.front().index()].name;
    return of.locations.size() == 1 ? name : name.substr(0, name.find_first_of("[."));
}

}  // namespace

std::vector<ToldChange> changes_of(const enumerator::Stronger& stronger, const CheckResult& result,
                                   const model::Execution& execution) {
    const std::vector<std::string> names = action_names(result.structure, execution);
    std::vector<ToldChange> told;
    for (const Strengthening& each : stronger.strengthenings) {
        std::string subject;
        Span span{};
        if (!each.locations.empty()) {
            subject = object_name(result, each);
        } else {
            for (const litmus::EventId event : each.events) {
                const std::string& name = names[event.index()];
                if (!name.empty()) subject += (subject.empty() ? "" : " and ") + name;
            }
            span = result.structure[each.events.front()].span;
            if (subject.empty()) subject = "what does not take place here";
        }
        const std::string text = subject + " " + each.words;
        told.push_back({text, std::move(subject), span});
    }
    return told;
}

}  // namespace clmm::report
