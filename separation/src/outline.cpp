#include "outline.h"

#include <algorithm>
#include <map>

#include "clmm/generator/orders.h"

namespace clmm::separation {
namespace {

using generator::FenceFlags;
using generator::is_no_stronger;
using generator::Kind;
using generator::order_of_part;
using generator::Statement;
using generator::Value;
using Step = Outline::Step;
using Guard = Outline::Guard;

/// One thread's steps, branches being guards.
class Flattening {
public:
    Flattening(const generator::Program& program, Outline::Thread& made)
        : program_(program), made_(made) {}

    void operator()(const std::vector<Statement>& body) {
        for (const Statement& each : body) {
            if (each.kind == Kind::branch) {
                made_.guards.push_back({made_.steps.size(), reader_of(each.value),
                                        each.value.op == generator::Operator::equal});
                (*this)(each.when_true);
            } else {
                add(each);
            }
        }
    }

private:
    void add(const Statement& each) {
        Step step{.kind = each.kind,
                  .is_atomic = each.is_atomic,
                  .is_used = !each.result.empty(),
                  .order = each.order,
                  .failure = each.failure,
                  .scope = each.scope,
                  .flags = each.flags,
                  .modification = each.modification};
        if (each.is_access()) {
            const auto found =
                std::ranges::find(program_.locations, each.location, &generator::Location::name);
            step.location = static_cast<int>(found - program_.locations.begin());
            step.data = reader_of(each.value);
            step.address = reader_of(Value::of_register(each.offset));
        }
        if (!each.result.empty()) readers_[each.result] = static_cast<int>(made_.steps.size());
        made_.steps.push_back(step);
    }

    /// The step that a value comes from; -1 where it is a number.
    [[nodiscard]] int reader_of(const Value& value) const {
        if (value.kind == Value::Kind::reg) {
            const auto found = readers_.find(value.reg);
            return found == readers_.end() ? -1 : found->second;
        }
        int reader = -1;
        for (const Value& part : value.parts) reader = std::max(reader, reader_of(part));
        return reader;
    }

    const generator::Program& program_;
    Outline::Thread& made_;
    std::map<std::string, int> readers_;
};

bool is_within(const FenceFlags& a, const FenceFlags& b) {
    return a.global <= b.global && a.local <= b.local && a.image <= b.image;
}

/// Whether a step may be what is left of another one, wherever their locations are.
bool is_within(const Step& small, const Step& large) {
    if (small.is_atomic != large.is_atomic || small.scope > large.scope ||
        !is_within(small.flags, large.flags))
        return false;
    if (small.kind == large.kind)
        return small.modification == large.modification && small.is_used <= large.is_used &&
               is_no_stronger(small.order, large.order) &&
               is_no_stronger(small.failure, large.failure);
    const bool is_part = (small.kind == Kind::load || small.kind == Kind::store) &&
                         (large.kind == Kind::modify || large.kind == Kind::compare_exchange);
    return is_part && is_no_stronger(small.order, order_of_part(large.order, small.kind));
}

/// Looks for a place of each small step in the large outline.
class Embedding {
public:
    Embedding(const Outline& large, const Outline& small)
        : large_(large),
          small_(small),
          thread_(small.threads.size()),
          is_taken_(large.threads.size()),
          location_(small.locations.size(), -1) {
        for (const Outline::Thread& each : small.threads) step_.emplace_back(each.steps.size());
    }

    bool operator()() { return place_thread(0); }

private:
    bool place_thread(std::size_t thread) {
        if (thread == small_.threads.size()) return true;
        for (std::size_t at = 0; at < large_.threads.size(); ++at) {
            if (is_taken_[at] || !is_placed_alike(thread, at)) continue;
            is_taken_[at] = true;
            thread_[thread] = at;
            if (place_step(thread, 0, 0)) return true;
            is_taken_[at] = false;
        }
        return false;
    }

    /// The same neighbours share devices and work-groups.
    [[nodiscard]] bool is_placed_alike(std::size_t thread, std::size_t at) const {
        for (std::size_t other = 0; other < thread; ++other) {
            const generator::Placement& a = small_.threads[thread].place;
            const generator::Placement& b = small_.threads[other].place;
            const generator::Placement& c = large_.threads[at].place;
            const generator::Placement& d = large_.threads[thread_[other]].place;
            const bool shares_device = a.device == b.device;
            const bool shares_group = shares_device && a.work_group == b.work_group;
            if (shares_device != (c.device == d.device)) return false;
            if (shares_group != (c.device == d.device && c.work_group == d.work_group))
                return false;
        }
        return true;
    }

    bool place_step(std::size_t thread, std::size_t step, std::size_t from) {
        const std::vector<Step>& here = small_.threads[thread].steps;
        const std::vector<Step>& there = large_.threads[thread_[thread]].steps;
        if (step == here.size()) return guards_fit(thread) && place_thread(thread + 1);
        for (std::size_t at = from; at + (here.size() - step) <= there.size(); ++at) {
            if (!is_within(here[step], there[at]) || !depends_alike(thread, here[step], there[at]))
                continue;
            const int known = here[step].location < 0 ? -1 : location_[index_of(here[step])];
            if (!put_location(here[step], there[at])) continue;
            step_[thread][step] = at;
            if (place_step(thread, step + 1, at + 1)) return true;
            if (here[step].location >= 0) location_[index_of(here[step])] = known;
        }
        return false;
    }

    static std::size_t index_of(const Step& step) {
        return static_cast<std::size_t>(step.location);
    }

    [[nodiscard]] bool depends_alike(std::size_t thread, const Step& small,
                                     const Step& large) const {
        const auto is_alike = [&](int of_small, int of_large) {
            return of_small < 0 ||
                   of_large == static_cast<int>(step_[thread][static_cast<std::size_t>(of_small)]);
        };
        return is_alike(small.data, large.data) && is_alike(small.address, large.address);
    }

    /// Locations of one kind, each another one.
    bool put_location(const Step& small, const Step& large) {
        if (small.location < 0) return true;
        int& known = location_[index_of(small)];
        if (known >= 0) return known == large.location;
        const generator::Location& a = small_.locations[index_of(small)];
        const generator::Location& b = large_.locations[index_of(large)];
        if (a.is_atomic != b.is_atomic || a.is_local != b.is_local ||
            std::ranges::find(location_, large.location) != location_.end())
            return false;
        known = large.location;
        return true;
    }

    [[nodiscard]] bool guards_fit(std::size_t thread) const {
        const std::vector<std::size_t>& at = step_[thread];
        const auto& known = large_.threads[thread_[thread]].guards;
        return std::ranges::all_of(small_.threads[thread].guards, [&](const Guard& small) {
            return std::ranges::any_of(known, [&](const Guard& large) {
                return large.reader ==
                           static_cast<int>(at[static_cast<std::size_t>(small.reader)]) &&
                       large.on_zero == small.on_zero && large.from <= at[small.from] &&
                       large.from > at[small.from - 1];
            });
        });
    }

    const Outline& large_;
    const Outline& small_;
    std::vector<std::size_t> thread_;  ///< by small thread: the large one
    std::vector<bool> is_taken_;
    std::vector<int> location_;                   ///< by small location: the large one, or -1
    std::vector<std::vector<std::size_t>> step_;  ///< by small thread and step
};

}  // namespace

Outline outline_of(const generator::Program& program) {
    Outline outline;
    outline.locations = program.locations;
    for (const generator::Thread& each : program.threads) {
        Outline::Thread& thread = outline.threads.emplace_back();
        thread.place = each.place;
        Flattening(program, thread)(each.body);
    }
    return outline;
}

bool contains(const Outline& large, const Outline& small) { return Embedding(large, small)(); }

}  // namespace clmm::separation
