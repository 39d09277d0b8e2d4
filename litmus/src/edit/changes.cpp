#include "clmm/litmus/changes.h"

#include <algorithm>
#include <utility>

#include "clmm/base/ensure.h"

namespace clmm::litmus {

bool ChangeSpace::weaker_or_equal(const Changes& a, const Changes& b) const {
    return std::ranges::all_of(a, [&](const Change& weak) {
        const auto strong = std::ranges::find(b, weak.place, &Change::place);
        return strong != b.end() && no_stronger(weak, *strong);
    });
}

ChangedText perform(std::vector<Edit> edits, std::string_view text) {
    std::ranges::stable_sort(edits, [](const Edit& a, const Edit& b) {
        return std::pair(a.span.begin, a.span.end) < std::pair(b.span.begin, b.span.end);
    });
    ChangedText changed;
    std::uint32_t at = 0;
    for (const Edit& edit : edits) {
        ensure(edit.span.begin >= at, "edits do not overlap");
        changed.text += text.substr(at, edit.span.begin - at);
        const auto begin = static_cast<std::uint32_t>(changed.text.size());
        for (const auto& [change, span] : edit.fences)
            changed.fences.push_back({change, {begin + span.begin, begin + span.end}});
        changed.text += edit.text;
        at = edit.span.end;
    }
    changed.text += text.substr(at);
    return changed;
}

}  // namespace clmm::litmus
