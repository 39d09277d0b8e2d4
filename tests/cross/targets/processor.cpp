#include "cross/targets/processor.h"

#include <algorithm>

namespace clmm::oracle::processor {

using targets::Effect;
using targets::Run;

bool is_single(Kind kind) {
    return kind == Kind::add || kind == Kind::exchange || kind == Kind::compare;
}

bool is_access(Kind kind) { return kind != Kind::fence && kind != Kind::branch; }

namespace {

/// Both halves of a single instruction in one, unless it is in halves.
Effect effect(const Instruction& each, bool has_status) {
    if (!is_access(each.kind)) return {};
    if (each.kind == Kind::conditional) {
        Effect does =
            each.fails ? Effect{} : targets::access(false, true, each.location, each.value);
        does.returned = each.fails ? 1 : 0;
        does.observed = has_status;
        return does;
    }
    const bool is_plain_store = each.kind == Kind::store || each.is_second_half;
    const bool reads = !is_plain_store;
    const bool writes = is_plain_store || (is_single(each.kind) && !each.is_single && !each.fails);
    Effect does = targets::access(reads, writes, each.location, each.value);
    does.observed = reads && each.has_result;
    if (each.kind == Kind::add)
        does.stored = each.is_second_half ? Effect::Stored::copied : Effect::Stored::added;
    does.source = each.partner;
    return does;
}

}  // namespace

targets::Effects effects(const Program& test) {
    const bool has_status = test.machine != Machine::power;
    return targets::by_instruction(test.threads, [&](const Instruction& each, int /*at*/) {
        return effect(each, has_status);
    });
}

namespace {

/// Where the last reservation is of its location and no other conditional is between.
int reservation_of(const Thread& thread, int conditional) {
    const Instruction& asked = thread.body[static_cast<std::size_t>(conditional)];
    for (int i = conditional - 1; i >= 0; --i) {
        const Instruction& each = thread.body[static_cast<std::size_t>(i)];
        if (each.kind == Kind::conditional) return -1;
        if (each.kind == Kind::reserve) return each.location == asked.location ? i : -1;
    }
    return -1;
}

void pair_reservations(Program& test) {
    for (Thread& thread : test.threads)
        for (std::size_t i = 0; i < thread.body.size(); ++i)
            if (thread.body[i].kind == Kind::conditional)
                thread.body[i].partner = reservation_of(thread, static_cast<int>(i));
}

}  // namespace

void for_each_fate(const Program& test, const std::function<void(const Program&)>& visit) {
    Program made = test;
    pair_reservations(made);
    std::vector<std::vector<int>> choices;
    std::vector<Instruction*> deciding;
    for (Thread& thread : made.threads)
        for (Instruction& each : thread.body) {
            if (each.kind != Kind::conditional && each.kind != Kind::compare) continue;
            const bool may_succeed = each.kind == Kind::compare || each.partner >= 0;
            choices.push_back(may_succeed ? std::vector<int>{0, 1} : std::vector<int>{1});
            deciding.push_back(&each);
        }
    targets::for_each_choice(choices, [&](const std::vector<int>& fails) {
        for (std::size_t i = 0; i < fails.size(); ++i) deciding[i]->fails = fails[i] != 0;
        visit(made);
    });
}

// ---- Execution ----

const Instruction& Execution::instruction(int o) const {
    const auto [thread, at] = run_.place(o);
    return test_.threads[static_cast<std::size_t>(thread)].body[static_cast<std::size_t>(at)];
}

bool Execution::is(int o, Kind kind) const {
    return !run_.is_initial(o) && instruction(o).kind == kind;
}

bool Execution::is_fence(int o, std::string_view text) const {
    return is(o, Kind::fence) && instruction(o).fence == text;
}

bool Execution::fenced(int a, int b, std::string_view text) const {
    for (int f = 0; f < size(); ++f)
        if (po(a, f) && po(f, b) && is_fence(f, text)) return true;
    return false;
}

bool Execution::address(int a, int b) const {
    return po(a, b) && instruction(b).dependency == Dependency::address &&
           instruction(b).on == run_[a].at;
}

bool Execution::data(int a, int b) const {
    return po(a, b) && instruction(b).dependency == Dependency::data &&
           instruction(b).on == run_[a].at;
}

bool Execution::control(int a, int b) const {
    for (int branch = 0; branch < size(); ++branch)
        if (po(a, branch) && po(branch, b) && is(branch, Kind::branch) &&
            instruction(branch).on == run_[a].at)
            return true;
    return false;
}

bool Execution::control_fence(int a, int b, std::string_view text) const {
    for (int f = 0; f < size(); ++f)
        if (is_fence(f, text) && po(f, b) && control(a, f)) return true;
    return false;
}

bool Execution::address_before(int a, int b) const {
    for (int m = 0; m < size(); ++m)
        if (address(a, m) && po(m, b) && run_.accesses(m)) return true;
    return false;
}

bool Execution::paired(int a, int b) const {
    return po(a, b) && run_.reads(a) && run_.writes(b) && instruction(b).partner == run_[a].at;
}

bool Execution::agrees_with_fates() const {
    for (int o = 0; o < size(); ++o) {
        if (!is(o, Kind::compare) || !run_.reads(o)) continue;
        const bool has_failed = run_[o].has_read != instruction(o).expected;
        if (has_failed != instruction(o).fails) return false;
    }
    return true;
}

// ---- Global orders ----

namespace {

class Orders {
public:
    Orders(Run run, const std::function<bool(int, int)>& kept,
           const std::function<void(const Run&, const std::vector<int>&)>& visit)
        : run_(std::move(run)),
          kept_(kept),
          visit_(visit),
          position_(run_.operations.size(), kNowhere) {
        for (int o = run_.locations; o < run_.size(); ++o)
            if (run_.accesses(o)) accesses_.push_back(o);
        for (int l = 0; l < run_.locations; ++l) at(l) = l - run_.locations;
    }

    void extend(int next) {
        if (next == static_cast<int>(accesses_.size())) return complete();
        for (const int o : accesses_) {
            if (at(o) != kNowhere || !is_next(o)) continue;
            at(o) = next;
            extend(next + 1);
            at(o) = kNowhere;
        }
    }

private:
    static constexpr int kNowhere = 1000;

    int& at(int o) { return position_[static_cast<std::size_t>(o)]; }

    bool is_next(int o) {
        return std::ranges::none_of(
            accesses_, [&](int other) { return at(other) == kNowhere && kept_(other, o); });
    }

    /// "The latest in global memory order among" the writes before it in either order.
    int latest_before(int read) {
        int found = run_[read].does.location;
        for (const int w : accesses_)
            if (w != read && run_.writes(w) && run_.one_location(w, read) &&
                (at(w) < at(read) || run_.program_order(w, read)) && at(w) > at(found))
                found = w;
        return found;
    }

    void complete() {
        Run run = run_;
        run.reads_from.assign(run.operations.size(), -1);
        for (const int o : accesses_)
            if (run.reads(o)) run.reads_from[static_cast<std::size_t>(o)] = latest_before(o);
        if (targets::settle(run)) visit_(run, position_);
    }

    Run run_;
    const std::function<bool(int, int)>& kept_;
    const std::function<void(const Run&, const std::vector<int>&)>& visit_;
    std::vector<int> accesses_;
    std::vector<int> position_;
};

}  // namespace

void for_each_global_order(const targets::Effects& threads, int locations,
                           const std::function<bool(int, int)>& kept,
                           const std::function<void(const Run&, const std::vector<int>&)>& visit) {
    Orders(targets::all_operations(threads, locations), kept, visit).extend(0);
}

std::vector<int> last_writes(const Run& run, const std::vector<int>& position) {
    std::vector<int> last;
    for (int l = 0; l < run.locations; ++l) last.push_back(l);
    for (int w = run.locations; w < run.size(); ++w) {
        if (!run.writes(w)) continue;
        int& found = last[static_cast<std::size_t>(run[w].does.location)];
        if (position[static_cast<std::size_t>(w)] > position[static_cast<std::size_t>(found)])
            found = w;
    }
    return last;
}

}  // namespace clmm::oracle::processor
