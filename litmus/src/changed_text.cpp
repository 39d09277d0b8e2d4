#include "changed_text.h"

#include <algorithm>
#include <set>

#include "clmm/base/ensure.h"
#include "code_walk.h"

namespace clmm::litmus {

std::vector<CallSite> reached_calls(const syntax::LitmusTree& tree, const EventStructure& structure,
                                    Language language) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> reached;
    for (const Event& event : structure.events)
        if (!event.initial) reached.emplace(event.span.begin, event.span.end);
    std::vector<CallSite> sites;
    const CodeVisitor visitor{.call =
                                  [&](const syntax::Call& call, Span span) {
                                      if (!reached.contains({span.begin, span.end})) return;
                                      if (auto site = call_site(call, span, language))
                                          sites.push_back(std::move(*site));
                                  },
                              .row = {},
                              .single = {}};
    for (const syntax::Function& function : tree.functions) walk(function.body, visitor);
    for (const syntax::Thread& thread : tree.threads) walk(thread.body, visitor);
    return sites;
}

void set_argument(Arguments& arguments, PlaceKind kind, const Strength& to) {
    switch (kind) {
        case PlaceKind::order:
            arguments.order = to.order;
            break;
        case PlaceKind::failure_order:
            arguments.failure = to.order;
            break;
        case PlaceKind::scope:
            arguments.scope = to.scope;
            break;
        case PlaceKind::flags:
            arguments.flags = to.flags;
            break;
        case PlaceKind::inserted_fence:
        case PlaceKind::removed_fence:
            break;
    }
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
