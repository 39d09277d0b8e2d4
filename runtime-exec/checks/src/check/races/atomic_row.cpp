#include <bit>

#include "check/races/even.h"
#include "clmm/base/ensure.h"

/// Atomic operations of consecutive work-items by which nothing can synchronise: the tight loop.
namespace clmm::runtime::check {

using State = RaceState;

/// Relaxed operations at the scope of a work-group or a wider one, of work-items that know the
/// same. Whatever is not settled here is done in full.
class RaceState::QuietAtomics : private EvenItems {
public:
    QuietAtomics(State& state, const AtomicRow& row, Shadow::Object& object)
        : EvenItems(state, {row.launch, row.each.front().item}, object), row_(row) {
        scope_ = narrowed(row.scope, object.memory, false, state.options.rules);
        for (const bool write : {false, true}) {
            Kind& kind = kinds_[write ? 1 : 0];
            kind.doing = {.actor = &actor_,
                          .object = &object,
                          .id = row.object,
                          .size = row.size,
                          .about = {}};
            kind.doing.stamp = state.stamp(actor_, object.region, row.site, write, row.order,
                                           scope_, kind.doing.about);
        }
    }

    /// False: the operation is to be done in full.
    [[nodiscard]] bool operator()(const AtomicRow::Each& each) {
        Shadow::Page& page = state_.shadow.page_for(object_, each.offset, row_.size);
        if (std::uint64_t{1} << page.shift != row_.size) return false;
        Cell& cell = page.cells[each.offset % Shadow::kPage >> page.shift];
        if (cell.write != kNoStamp && !is_before(writes_, cell.write, cell.writer, each.item))
            return false;
        AccessSet& set = state_.shadow.set_of(object_, cell, [&](StampId id) {
            return state_.key_of(state_.stamps[id], cell.reader);
        });
        if (!state_.is_quiet(actor_, each.kind, row_.order, set)) return false;
        const bool write = each.kind != AtomicKind::load;
        Kind& kind = kinds_[write ? 1 : 0];
        for (const Bucket& bucket : set.buckets)
            if (!is_compatible(kind, bucket.key())) return false;
        actor_.unit.number = each.item;
        state_.add(kind.doing, set, {each.item, 1, 1, kind.doing.stamp});
        if (write) set.quiet = {each.item, kind.doing.stamp};
        return true;
    }

private:
    struct Kind {
        Doing doing;
        BucketKey compatible;  ///< the last that was found to be
        bool any = false;
    };

    /// Whether accesses of the bucket race with none of these, whoever did them.
    [[nodiscard]] bool is_compatible(Kind& kind, const BucketKey& key) {
        if (!key.write && !kind.doing.about.write) return true;
        if (kind.any && kind.compatible == key) return true;
        const bool exempt = key.atomic && state_.is_exempt(kind.doing, key).value_or(false);
        const bool ordered = key.launch != row_.launch && key.launch != kNoLaunch &&
                             state_.units.is_launch_ordered(
                                 actor_, key.launch, State::needs_strict(object_, key.write));
        if (!exempt && !ordered) return false;
        kind.compatible = key;
        kind.any = true;
        return true;
    }

    const AtomicRow& row_;
    Scope scope_ = Scope::none;
    Kind kinds_[2];
    Verdict writes_;
};

void State::atomic_row(const AtomicRow& row) {
    if (row.each.empty()) return;
    Shadow::Object& memory = shadow.object(row.object);
    const Actor first = units.actor({row.launch, row.each.front().item});
    const Scope scope = narrowed(row.scope, memory.memory, false, options.rules);
    const bool even = EvenItems::are_even(first) && std::has_single_bit(row.size) &&
                      (scope == Scope::work_group || scope == Scope::device || scope == Scope::all);
    const auto in_full = [&](const AtomicRow::Each& each) {
        static_cast<void>(atomic({.unit = {row.launch, each.item},
                                  .object = row.object,
                                  .offset = each.offset,
                                  .size = row.size,
                                  .kind = each.kind,
                                  .order = row.order,
                                  .scope = row.scope,
                                  .site = row.site,
                                  .atomic_type = row.atomic_type,
                                  .reads_from = {}}));
    };
    if (!even || row.order != Order::relaxed || options.history > 1) {
        for (const AtomicRow::Each& each : row.each) in_full(each);
        return;
    }
    QuietAtomics quiet(*this, row, memory);
    for (const AtomicRow::Each& each : row.each) {
        ensure(each.offset < memory.bytes && row.size <= memory.bytes - each.offset,
               "the atomic operation is inside of its object");
        if (!quiet(each)) in_full(each);
    }
}

}  // namespace clmm::runtime::check
