// The kernels around the test: initial values, and the count of final states.

#include <atomic>

#include "machine_code/program.h"

namespace clmm::hardware::machine_code {
namespace {

void reset(const Layout& layout, std::uint32_t* memory, std::uint32_t instance) {
    for (const PlacedObject& object : layout.objects)
        *place(layout, object, memory, instance) =
            static_cast<std::uint32_t>(object.locations.front()->initial);
}

/// A group's share of so many instances: those from first to last, without it.
struct Share {
    Share(const Call& call, std::uint64_t all)
        : first(static_cast<std::uint32_t>(all * call.group / call.groups)),
          last(static_cast<std::uint32_t>(all * (call.group + 1) / call.groups)) {}
    std::uint32_t first, last;
};

class Collection {
public:
    Collection(const Harness::Parts& parts, const Call& call)
        : parts_(parts),
          memory_(call.buffers[0]),
          results_(call.buffers[1]),
          states_(call.buffers[2]),
          slots_(call.buffers[3]),
          counts_(call.buffers[4]),
          others_(call.buffers[5]),
          others_before_(call.values[0]) {}

    void operator()(const Share& share) {
        std::vector<std::uint64_t> last;
        std::uint32_t number = 0, run = 0;
        for (std::uint32_t instance = share.first; instance < share.last; ++instance) {
            take_values(instance);
            reset(parts_.layout, memory_, instance);
            if (run != 0 && values_ == last) {
                ++run;
                continue;
            }
            const std::uint32_t found = look_up();
            if (found == 0) {
                keep(instance);
                continue;
            }
            add(number, run);
            number = found;
            run = 1;
            last = values_;
        }
        add(number, run);
    }

private:
    std::uint32_t& result(std::size_t observed, std::uint32_t instance) {
        return results_[observed * (parts_.layout.instances + std::size_t{1}) + instance];
    }

    void take_values(std::uint32_t instance) {
        values_.clear();
        for (std::size_t i = 0; i < parts_.observed.size(); ++i) {
            const Observed& observed = parts_.observed[i];
            values_.push_back(observed.is_result()
                                  ? result(i, instance)
                                  : *place(parts_.layout, *observed.object, memory_, instance));
        }
    }

    /// 1 more than the number of the state, or 0.
    [[nodiscard]] std::uint32_t look_up() const {
        for (std::uint32_t slot = hash_of(values_);; slot = (slot + 1) % StateTable::kSlots) {
            const std::uint32_t found = slots_[slot];
            if (found == 0 || is_state(found - 1)) return found;
        }
    }
    [[nodiscard]] bool is_state(std::uint32_t state) const {
        for (std::size_t i = 0; i < values_.size(); ++i)
            if (states_[i * StateTable::kStates + state] != values_[i]) return false;
        return true;
    }

    void keep(std::uint32_t instance) {
        for (std::size_t i = 0; i < values_.size(); ++i)
            result(i, instance) = static_cast<std::uint32_t>(values_[i]);
        others_[std::atomic_ref(counts_[0]).fetch_add(1) - others_before_] = instance;
    }
    void add(std::uint32_t number, std::uint32_t run) {
        if (run != 0) std::atomic_ref(counts_[number]).fetch_add(run);
    }

    const Harness::Parts& parts_;
    std::uint32_t *memory_, *results_, *states_, *slots_, *counts_, *others_;
    std::uint32_t others_before_;
    std::vector<std::uint64_t> values_;
};

}  // namespace

void prepare(const Harness::Parts& parts, const Call& call) {
    const Share share(call, parts.layout.instances + std::uint64_t{1});
    for (std::uint32_t instance = share.first; instance < share.last; ++instance)
        reset(parts.layout, call.buffers[0], instance);
}

void collect(const Harness::Parts& parts, const Call& call) {
    Collection(parts, call)(Share(call, parts.layout.instances));
}

}  // namespace clmm::hardware::machine_code
