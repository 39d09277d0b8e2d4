#include "clmm/litmus/weakenings.h"

#include <algorithm>
#include <map>
#include <set>

#include "clmm/parser/tree_walk.h"
#include "edit/changed_text.h"
#include "read/test_code.h"

namespace clmm::litmus {

/// A fence that is a statement of its own.
struct FenceSite {
    std::size_t call = 0;
    Span statement;
    bool single = false;  ///< under an `if` or a loop without braces
};

struct WeakeningSites {
    SourcePtr source;
    std::vector<CallSite> calls;
    std::vector<FenceSite> fences;
    bool are_words = false;  ///< there are no calls: places are pieces of the text
};

namespace {

class FenceCollector {
public:
    explicit FenceCollector(const std::vector<CallSite>& calls) {
        for (std::size_t i = 0; i < calls.size(); ++i)
            if (calls[i].kind == OperationKind::fence &&
                calls[i].spelling != CallSite::Spelling::barrier)
                calls_.emplace(calls[i].call.begin, i);
    }

    void collect(const syntax::Block& body) {
        walk(body, syntax::CodeVisitor{.row =
                                           [this](const std::vector<syntax::StatementPtr>& row) {
                                               for (const auto& each : row) add(*each, false);
                                           },
                                       .single = [this](const auto& each) { add(each, true); }});
    }

    std::vector<FenceSite> found;

private:
    void add(const syntax::Statement& statement, bool single) {
        const auto* only = std::get_if<syntax::ExpressionStatement>(&statement.node);
        if (only == nullptr || !std::holds_alternative<syntax::Call>(only->expression->node))
            return;
        const auto call = calls_.find(only->expression->span.begin);
        if (call != calls_.end()) found.push_back({call->second, statement.span, single});
    }

    std::map<std::uint32_t, std::size_t> calls_;  ///< by where they begin
};

Order meet_for_loads(Order failure, Order success) {
    if (weaker_or_equal(failure, success)) return failure;
    const bool acquires = weaker_or_equal(Order::acquire, success);
    return acquires ? Order::acquire : Order::relaxed;
}

std::string changed_words(const std::vector<WeakeningPlace>& places, const Changes& changes,
                          std::string_view text) {
    std::vector<Edit> edits;
    for (const Change& change : changes) {
        const WeakeningPlace& place = places[change.place];
        const bool is_moot = std::ranges::any_of(changes, [&](const Change& other) {
            const Span outer = places[other.place].span;
            return other.place != change.place && outer.begin <= place.span.begin &&
                   outer.end >= place.span.end;
        });
        if (!is_moot) edits.push_back({place.span, place.texts[change.level]});
    }
    return perform(std::move(edits), text).text;
}

}  // namespace

Span whole_lines(Span span, std::string_view text) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    std::uint32_t begin = span.begin, end = span.end;
    while (begin > 0 && is_blank(text[begin - 1])) --begin;
    while (end < text.size() && is_blank(text[end])) ++end;
    const bool alone =
        begin > 0 && text[begin - 1] == '\n' && end < text.size() && text[end] == '\n';
    return alone ? Span{begin, end + 1} : span;
}

WeakeningSpace::WeakeningSpace(const LitmusTest& test, const EventStructure& structure) {
    const syntax::LitmusTree& tree = test.code->tree;
    const std::string_view text = test.source->text();
    auto sites = std::make_shared<WeakeningSites>();
    sites->source = test.source;
    sites->calls = reached_calls(tree, structure, test.language);
    FenceCollector fences(sites->calls);
    for (const syntax::Function& function : tree.functions) fences.collect(function.body);
    for (const syntax::Thread& thread : tree.threads) fences.collect(thread.body);
    sites->fences = std::move(fences.found);
    for (std::size_t i = 0; i < sites->calls.size(); ++i)
        std::ranges::move(
            weaker_places_of(sites->calls[i], i, test.language == Language::opencl, text),
            std::back_inserter(places_));
    for (const FenceSite& fence : sites->fences) {
        const CallSite& site = sites->calls[fence.call];
        places_.push_back(
            {.kind = PlaceKind::removed_fence,
             .span = site.call,
             .text = std::string(text.substr(site.call.begin, site.call.end - site.call.begin)),
             .now = {site.order.value.value_or(Order::none), site.scope.value.value_or(Scope::none),
                     site.flags.value.value_or(Regions{})},
             .weaker = {Strength{}},
             .texts = {""},
             .site = fence.call});
    }
    std::ranges::stable_sort(places_, {}, [](const auto& place) { return place.span.begin; });
    sites_ = std::move(sites);
}

WeakeningSpace::WeakeningSpace(SourcePtr source, std::vector<WeakeningPlace> places)
    : places_(std::move(places)),
      sites_(std::make_shared<const WeakeningSites>(WeakeningSites{
          .source = std::move(source), .calls = {}, .fences = {}, .are_words = true})) {}

std::string WeakeningSpace::apply(const Changes& changes) const {
    const std::string_view text = sites_->source->text();
    if (sites_->are_words) return changed_words(places_, changes, text);
    std::map<std::size_t, Arguments> calls;
    std::set<std::size_t> removed;
    for (const Change& change : changes) {
        const WeakeningPlace& place = places_[change.place];
        if (place.kind == PlaceKind::removed_fence) removed.insert(place.site);
        set_argument(calls[place.site], place.kind, place.weaker[change.level]);
    }
    std::vector<Edit> edits;
    for (const FenceSite& fence : sites_->fences)
        if (removed.contains(fence.call))
            edits.push_back({fence.single ? fence.statement : whole_lines(fence.statement, text),
                             fence.single ? ";" : ""});
    for (auto& [number, arguments] : calls) {
        if (removed.contains(number)) continue;
        const CallSite& site = sites_->calls[number];
        if (site.failure.value && arguments.order) {
            const Order failure = arguments.failure.value_or(*site.failure.value);
            const Order met = meet_for_loads(failure, *arguments.order);
            if (met != *site.failure.value) arguments.failure = met;
        }
        std::ranges::move(edits_of(site, arguments), std::back_inserter(edits));
    }
    return perform(std::move(edits), text).text;
}

}  // namespace clmm::litmus
