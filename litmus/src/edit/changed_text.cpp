#include "edit/changed_text.h"

#include <algorithm>
#include <map>

#include "clmm/parser/tree_walk.h"

namespace clmm::litmus {

std::vector<CallSite> reached_calls(const syntax::LitmusTree& tree, const EventStructure& structure,
                                    Language language) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, bool> reached;  ///< by host threads only
    for (const Event& event : structure.events) {
        if (event.initial) continue;
        const bool by_host = attributes(structure, event.id).tags.has(Tag::host);
        const auto [known, is_new] =
            reached.try_emplace({event.span.begin, event.span.end}, by_host);
        known->second = known->second && by_host;
    }
    std::vector<CallSite> sites;
    const syntax::CodeVisitor visitor{.call = [&](const syntax::Call& call, Span span) {
        const auto found = reached.find({span.begin, span.end});
        if (found == reached.end()) return;
        auto site = call_site(call, span, language);
        if (!site) return;
        site->by_host = found->second;
        sites.push_back(std::move(*site));
    }};
    for (const syntax::Function& function : tree.functions) walk(function.body, visitor);
    for (const syntax::Thread& thread : tree.threads) walk(thread.body, visitor);
    return sites;
}

bool is_host(const syntax::Thread& thread) {
    return std::ranges::any_of(thread.placement,
                               [](const auto& placement) { return placement.kind == "host"; });
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
        case PlaceKind::queue:
        case PlaceKind::blocking:
        case PlaceKind::wait_list:
        case PlaceKind::inserted_command:
        case PlaceKind::removed_fence:
            break;
    }
}

}  // namespace clmm::litmus
