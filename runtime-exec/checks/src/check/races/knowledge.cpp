#include "check/races/knowledge.h"

#include <algorithm>

namespace clmm::runtime::check {
namespace {

constexpr std::uint32_t kLessDeep = 2048;  ///< how long chains get once a question was costly
constexpr std::size_t kFar = 4096;

LaunchId launch_of(const Fact& fact) { return static_cast<LaunchId>(fact.key >> kLaunchShift); }
bool is_of_launch(const Fact& fact) {
    return fact.count != 0 && fact.key == fact_key(FactKind::launch, launch_of(fact), 0);
}

template <class Work>
void for_each_earlier(Knowledge& known, Work&& work) {
    for (Known& each : known.earlier)
        if (each) work(each);
    for (Known& each : known.more) work(each);
}

}  // namespace

/// Chains are long: no recursion.
void dispose(Knowledge* knowledge) {
    std::vector<Knowledge*> dead{knowledge};
    while (!dead.empty()) {
        Knowledge* each = dead.back();
        dead.pop_back();
        for_each_earlier(*each, [&](Known& earlier) {
            Knowledge* left = earlier.abandon();
            if (--left->owners == 0) dead.push_back(left);
        });
        *each->account -= sizeof(Knowledge) + each->more.capacity() * sizeof(Known);
        each->more.clear();
        delete each;
    }
}

Known KnowledgeStore::allocate() {
    account_ += sizeof(Knowledge);
    Known made(new Knowledge);
    made->account = &account_;
    return made;
}

Known KnowledgeStore::finish(Known made) {
    for_each_earlier(*made, [&](const Known& each) {
        if (!each->written) made->depth = std::max(made->depth, each->depth + 1);
    });
    if (made->depth > deepest_) write_down(*made);
    return made;
}

Known KnowledgeStore::make(std::initializer_list<Fact> facts,
                           std::initializer_list<Known> earlier) {
    Known made = allocate();
    std::ranges::copy(facts, made->facts.begin());
    std::ranges::copy(earlier, made->earlier.begin());
    return finish(std::move(made));
}

Known KnowledgeStore::join(const Known& a, const Known& b) {
    if (!a || a == b) return b;
    if (!b || std::ranges::find(a->earlier, b) != a->earlier.end()) return a;
    if (std::ranges::find(b->earlier, a) != b->earlier.end()) return b;
    return make({}, {a, b});
}

Known KnowledgeStore::join(std::vector<Known> all) {
    std::erase(all, Known());
    if (all.empty()) return {};
    if (all.size() == 1) return all.front();
    Known made = allocate();
    account_ += all.capacity() * sizeof(Known);
    made->more = std::move(all);
    return finish(std::move(made));
}

Known KnowledgeStore::enqueued(const Known& by, LaunchId parent) {
    Known made = allocate();
    made->earlier[0] = by;
    made->enqueued_by = parent;
    return finish(std::move(made));
}

/// What has to be gone through to write `known` down: itself, and all unwritten that it rests on.
/// What children know by enqueuing is written down on the way, since it leaves something out.
void KnowledgeStore::collect(Knowledge& known, std::vector<Knowledge*>& into) {
    const std::uint32_t walk = ++walk_;
    known.visited = walk;
    into.push_back(&known);
    std::vector<Knowledge*> children;
    for (std::size_t next = 0; next < into.size(); ++next) {
        for_each_earlier(*into[next], [&](const Known& each) {
            if (each->written || each->visited == walk) return;
            each->visited = walk;
            if (each->enqueued_by != kNoLaunch)
                children.push_back(each.get());
            else
                into.push_back(each.get());
        });
    }
    for (Knowledge* child : children) write_down(*child);
}

void KnowledgeStore::write_down(Knowledge& known) {
    if (known.written) return;
    std::vector<Knowledge*> rest;
    collect(known, rest);
    ClockMap all;
    ClockMap strict;
    const auto add = [&](const ClockMap& more, const ClockMap& more_strictly) {
        const bool alike = all.is(strict) && more.is(more_strictly);
        all = all.joined(more, account_);
        strict = alike ? all : strict.joined(more_strictly, account_);
    };
    for (Knowledge* each : rest)
        for_each_earlier(*each, [&](const Known& earlier) {
            if (earlier->written) add(earlier->all, earlier->strict);
        });
    // Of a kernel-instance that is known as a whole, nothing else needs to be said.
    std::vector<LaunchId> whole;
    for (const Knowledge* each : rest)
        for (const Fact& fact : each->facts)
            if (is_of_launch(fact)) whole.push_back(launch_of(fact));
    std::ranges::sort(whole);
    for (const LaunchId launch : whole) {
        const std::uint64_t key = fact_key(FactKind::launch, launch, 0);
        const bool alike = all.is(strict);
        all = all.without(key, kLaunchShift, account_).raised(key, 1, account_);
        strict = alike ? all : strict.without(key, kLaunchShift, account_).raised(key, 1, account_);
    }
    std::size_t added = 0;
    for (const Knowledge* each : rest)
        for (const Fact& fact : each->facts)
            if (fact.count != 0 && !std::ranges::binary_search(whole, launch_of(fact))) {
                const ClockMap one = ClockMap().raised(fact.key, fact.count, account_);
                add(one, one);
                ++added;
            }
    if (added > kFar) deepest_ = kLessDeep;
    if (known.enqueued_by != kNoLaunch)
        strict = strict.without(fact_key({}, known.enqueued_by, 0), kLaunchShift, account_);
    known.all = std::move(all);
    known.strict = std::move(strict);
    known.written = true;
    known.depth = 0;
    known.facts = {};
    known.earlier = {};
    account_ -= known.more.capacity() * sizeof(Known);
    known.more = std::vector<Known>();
}

bool KnowledgeStore::knows(const Known& known, const Moment& moment, bool strict) {
    if (!known) return false;
    write_down(*known);
    const ClockMap& map = strict ? known->strict : known->all;
    const LaunchId launch = moment.unit.launch;
    const auto beyond = [&](FactKind kind, std::uint32_t number, std::uint32_t count) {
        return map.get(fact_key(kind, launch, number)) > count;
    };
    if (beyond(FactKind::unit, moment.unit.number, moment.epoch)) return true;
    if (launch == kNoLaunch) return false;
    return beyond(FactKind::launch, 0, 0) || beyond(FactKind::group, moment.group, moment.phase) ||
           beyond(FactKind::sub_group, moment.sub_group, moment.sub_phase) ||
           beyond(FactKind::item_phase, moment.unit.number, moment.phase);
}

bool KnowledgeStore::knows_launch(const Known& known, LaunchId launch, bool strict) {
    if (!known || launch == kNoLaunch) return false;
    write_down(*known);
    return (strict ? known->strict : known->all).get(fact_key(FactKind::launch, launch, 0)) > 0;
}

}  // namespace clmm::runtime::check
