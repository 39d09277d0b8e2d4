#include "clmm/litmus/opencl_changes.h"

#include <algorithm>
#include <map>

#include "clmm/base/ensure.h"
#include "edit/changed_text.h"
#include "edit/fence_points.h"
#include "edit/host_changes.h"
#include "read/test_code.h"
#include "unfold/call_sites.h"

namespace clmm::litmus {

struct ChangeSites {
    ChangeSites(const LitmusTest& test, const EventStructure& structure)
        : source(test.source),
          code(test.code),
          points(fence_points(code->tree, structure)),
          host(test, structure, points) {}

    SourcePtr source;
    std::shared_ptr<const TestCode> code;
    std::vector<CallSite> calls;
    std::vector<FencePoint> points;
    HostChanges host;
};

namespace {

Scope scope_joining(const Unit& a, const Unit& b) {
    if (same_sub_group(a, b)) return Scope::sub_group;
    if (same_work_group(a, b)) return Scope::work_group;
    return same_device(a, b) ? Scope::device : Scope::all;
}

bool runs_code(const Unit& unit) {
    return unit.kind == UnitKind::work_item || unit.kind == UnitKind::host_thread;
}

Offer offer_of(const LitmusTest& test, const EventStructure& structure,
               const std::vector<CallSite>& calls) {
    Offer offer{.scopes = test.language == Language::opencl};
    for (const Unit& a : structure.units)
        for (const Unit& b : structure.units)
            if (a.id < b.id && runs_code(a) && runs_code(b))
                offer.widest = std::max(offer.widest, scope_joining(a, b));
    for (const CallSite& call : calls)
        offer.widest = std::max(offer.widest, call.scope.value.value_or(Scope::none));
    for (const Location& location : structure.locations) {
        offer.flags.global |= location.space == AddressSpace::global;
        offer.flags.local |= location.space == AddressSpace::local;
    }
    // A test may call an object local in one unit and global in another.
    for (const Event& event : structure.events) {
        if (event.initial || event.targets.empty()) continue;
        const Regions regions = attributes(structure, event.id).regions;
        offer.flags.global |= regions.global;
        offer.flags.local |= regions.local;
    }
    return offer;
}

/// The fence that the test itself uses; older tests write `fence(…)`.
std::string_view fence_function(const LitmusTest& test, const std::vector<CallSite>& calls) {
    if (test.language == Language::c) return "atomic_thread_fence";
    const auto is_old = [](const CallSite& site) { return site.function == "fence"; };
    return std::ranges::any_of(calls, is_old) ? "fence" : "atomic_work_item_fence";
}

bool is_of_host(PlaceKind kind) {
    return kind == PlaceKind::queue || kind == PlaceKind::blocking ||
           kind == PlaceKind::wait_list || kind == PlaceKind::inserted_command;
}

bool is_statement(PlaceKind kind) {
    return kind == PlaceKind::inserted_fence || kind == PlaceKind::inserted_command;
}

std::vector<HostChanges::Chosen> of_host(const Changes& changes,
                                         const std::vector<OpenClChangePlace>& places) {
    std::vector<HostChanges::Chosen> chosen;
    for (const Change& change : changes)
        if (is_of_host(places[change.place].kind))
            chosen.push_back({places[change.place].site, change.level});
    return chosen;
}

std::uint32_t position(const OpenClChangePlace& place) {
    return place.after ? place.span.end : place.span.begin;
}

}  // namespace

OpenClChangeSpace::OpenClChangeSpace(const LitmusTest& test, const EventStructure& structure) {
    const syntax::LitmusTree& tree = test.code->tree;
    auto sites = std::make_shared<ChangeSites>(test, structure);
    sites->calls = reached_calls(tree, structure, test.language);
    const Offer offer = offer_of(test, structure, sites->calls);
    for (std::size_t i = 0; i < sites->calls.size(); ++i)
        std::ranges::move(places_of(sites->calls[i], i, offer, test.source->text()),
                          std::back_inserter(known_));
    const std::string_view function = fence_function(test, sites->calls);
    for (std::size_t i = 0; i < sites->points.size(); ++i)
        known_.push_back(place_of(sites->points[i], i, offer, function));
    std::ranges::copy(sites->host.places(), std::back_inserter(known_));
    std::ranges::stable_sort(known_, {}, position);
    for (OpenClChangePlace& place : known_) {
        place.what = to_string(place.kind);
        place.inserts = is_statement(place.kind);
        if (!is_of_host(place.kind))
            for (const Strength& strength : place.stronger)
                place.ranks.push_back(litmus::rank(strength));
        places_.push_back(place);
    }
    sites_ = std::move(sites);
}

bool OpenClChangeSpace::admissible(const Changes& changes) const {
    if (!sites_->host.admissible(of_host(changes, known_))) return false;
    for (const CallSite& site : sites_->calls) {
        if (!site.failure.value || !site.order.value) continue;
        Order success = *site.order.value;
        Order failure = *site.failure.value;
        bool changed = false;
        for (const Change& change : changes) {
            const OpenClChangePlace& place = known_[change.place];
            if (place.kind == PlaceKind::inserted_fence || is_of_host(place.kind) ||
                &sites_->calls[place.site] != &site)
                continue;
            if (place.kind == PlaceKind::order) success = strength(change).order;
            if (place.kind == PlaceKind::failure_order) {
                failure = strength(change).order;
                changed = true;
            }
        }
        if (changed && !litmus::weaker_or_equal(failure, success)) return false;
    }
    return true;
}

bool OpenClChangeSpace::no_stronger(const Change& a, const Change& b) const {
    const OpenClChangePlace& place = known_[a.place];
    if (is_of_host(place.kind)) return sites_->host.no_stronger(place.site, a.level, b.level);
    return litmus::weaker_or_equal(strength(a), strength(b));
}

ChangedText OpenClChangeSpace::superpose(const Changes& changes,
                                         const std::vector<std::size_t>& fence_places) const {
    ensure(admissible(changes), "the changes are some that the language allows");
    const std::string_view text = sites_->source->text();
    std::map<std::size_t, Arguments> calls;
    std::vector<Edit> edits;
    const auto insert = [&](const OpenClChangePlace& place,
                            const std::vector<FenceStatement>& fences) {
        std::ranges::move(edits_of(sites_->points[place.site], fences, text),
                          std::back_inserter(edits));
    };
    for (const Change& change : changes) {
        const OpenClChangePlace& place = known_[change.place];
        if (place.kind == PlaceKind::inserted_fence)
            insert(place, {{change, place.texts[change.level]}});
        else if (!is_of_host(place.kind))
            set_argument(calls[place.site], place.kind, strength(change));
    }
    for (const std::size_t number : fence_places) {
        const OpenClChangePlace& place = known_[number];
        std::vector<FenceStatement> fences;
        for (std::size_t level = 0; level < place.texts.size(); ++level)
            fences.push_back({{number, level}, place.texts[level]});
        insert(place, fences);
    }
    for (const auto& [site, arguments] : calls)
        std::ranges::move(edits_of(sites_->calls[site], arguments), std::back_inserter(edits));
    std::ranges::move(sites_->host.edits(of_host(changes, known_), text),
                      std::back_inserter(edits));
    return perform(std::move(edits), text);
}

}  // namespace clmm::litmus
