#include <algorithm>

#include "opencl.h"

/// OpenCL from the Khronos chapter (docs/model.md): what all readings share.
namespace clmm::oracle {
namespace {

bool releases(Order order) {
    return order == Order::rel || order == Order::ar || order == Order::sc;
}
bool acquires(Order order) {
    return order == Order::acq || order == Order::ar || order == Order::sc;
}

bool acts_on(const Event& event, Region region) {
    return region == Region::global ? event.global : event.local;
}

bool both_flags(const Event& event) { return event.is_fence() && event.global && event.local; }

/// Memory on which memory_scope_all_svm_devices behaves like memory_scope_device.
bool narrows(Memory memory) { return memory != Memory::atomic_svm && memory != Memory::host; }

bool has_scope(const Event& event) {
    return !event.is_initial() && (event.is_fence() || event.is_atomic());
}

}  // namespace

Scope scope_on(const Event& object, Scope scope, const Reading& reading) {
    return object.local && reading.reduces_on_local ? std::min(scope, Scope::wg) : scope;
}

Shared::Shared(const Candidate& candidate, const Reading& reading, const Sequence* commands)
    : c_(candidate),
      reading_(reading),
      commands_(commands),
      gsw_(c_.size()),
      lsw_(c_.size()),
      ghb_(c_.size()),
      lhb_(c_.size()),
      image_hb_(c_.size()) {
    synchronise();
    ghb_ = happens_before(Region::global, gsw_);
    lhb_ = happens_before(Region::local, lsw_);
    if (commands_ != nullptr) add_commands();
    if (reading_.image_barrier) image_hb_ = image_happens_before();
}

bool Shared::consistent() const {
    return ghb_.irreflexive() && lhb_.irreflexive() && coherent() && reads_nothing_later() &&
           plain_reads_see_visible_side_effects() && sees_nothing_overwritten() &&
           rmw_reads_immediate_predecessor(c_) &&
           (commands_ == nullptr || calls_come_in_sequence());
}

bool Shared::of_one_family(int a, int b) const {
    if (c_.same_kernel(a, b)) return true;
    if (!c_.same_device(a, b)) return false;
    const std::vector<int>& of_a = c_.thread(a).ancestors;
    const std::vector<int>& of_b = c_.thread(b).ancestors;
    if (reading_.on_buffer == Reading::OnBuffer::descendants) {
        const int first = of_a.empty() ? c_.thread(a).kernel : of_a.front();
        return first == (of_b.empty() ? c_.thread(b).kernel : of_b.front());
    }
    // The one kernel is that of A, that of B, or the parent of one of them.
    std::vector<int> kernels{c_.thread(a).kernel, c_.thread(b).kernel};
    if (!of_a.empty()) kernels.push_back(of_a.back());
    if (!of_b.empty()) kernels.push_back(of_b.back());
    const auto in_or_child = [&](int e, int kernel) {
        const std::vector<int>& ancestors = c_.thread(e).ancestors;
        return c_.thread(e).kernel == kernel || (!ancestors.empty() && ancestors.back() == kernel);
    };
    return std::any_of(kernels.begin(), kernels.end(), [&](int kernel) {
        return in_or_child(a, kernel) && in_or_child(b, kernel);
    });
}

bool Shared::joined_on_buffer(int a, int b) const {
    const bool items = c_.thread(a).unit == Thread::Unit::work_item &&
                       c_.thread(b).unit == Thread::Unit::work_item;
    switch (reading_.on_buffer) {
        case Reading::OnBuffer::device:
            return c_.same_device(a, b);
        case Reading::OnBuffer::parent_and_child:
            return items && (c_.same_kernel(a, b) || c_.is_child(a, b) || c_.is_child(b, a));
        default:
            return items && of_one_family(a, b);
    }
}

/// "Two actions A and B are defined to have an inclusive scope if they have the same scope P
/// such that …"; since revision 3.1 the scopes may differ, if each contains the other's unit.
bool Shared::inclusive_scope(int a, int b, Scope of_a, Scope of_b, bool on_buffer) const {
    const bool mutual = reading_.mutual;
    if (!mutual && of_a != of_b) return false;
    const Scope least = std::min(of_a, of_b);
    const bool on_device = on_buffer ? joined_on_buffer(a, b) : c_.same_device(a, b);
    if (mutual)
        return c_.same_sub_group(a, b) || (least >= Scope::wg && c_.same_group(a, b)) ||
               (least >= Scope::dev && on_device) || least == Scope::all;
    switch (least) {
        case Scope::sg:
            return c_.same_sub_group(a, b);
        case Scope::wg:
            return c_.same_group(a, b);
        case Scope::dev:
            return on_device;
        case Scope::all:
            return true;
    }
    return false;
}

bool Shared::inclusive_scope(int a, int b) const {
    if (!has_scope(c_[a]) || !has_scope(c_[b])) return false;
    const auto on_buffer = [&](int e) {
        return c_[e].is_access() && c_[e].memory == Memory::buffer;
    };
    return inclusive_scope(a, b, scope_on(c_[a], c_[a].scope, reading_),
                           scope_on(c_[b], c_[b].scope, reading_), on_buffer(a) || on_buffer(b));
}

/// Fences apply to the object through which they synchronise.
bool Shared::inclusive_through(int a, int b, int object) const {
    const Memory memory = c_[object].memory;
    const auto scope = [&](int e) {
        if (!c_[e].is_fence()) return scope_on(c_[e], c_[e].scope, reading_);
        if (c_[object].local) return scope_on(c_[object], c_[e].scope, reading_);
        return narrows(memory) ? std::min(c_[e].scope, Scope::dev) : c_[e].scope;
    };
    return inclusive_scope(a, b, scope(a), scope(b), memory == Memory::buffer);
}

bool Shared::races(int a, int b) const {
    if (c_[a].is_initial() || c_[b].is_initial() || c_[a].thread == c_[b].thread) return false;
    if (!c_.same_location(a, b) || (!c_[a].is_write() && !c_[b].is_write())) return false;
    if (c_[a].is_atomic() && c_[b].is_atomic() && inclusive_scope(a, b)) return false;
    return !hb(a, b) && !hb(b, a);
}

/// "A release sequence begins with a release operation A … maximal contiguous sub-sequence of
/// side effects in the modification order of M, where the first operation is A and every
/// subsequent operation either is performed by the same work-item … or is an atomic
/// read-modify-write operation." Hypothetical where A is no release.
bool Shared::in_release_sequence(int head, int member) const {
    bool inside = false;
    for (const int write : c_.order[static_cast<std::size_t>(c_[head].location)]) {
        if (write == head)
            inside = true;
        else if (inside && c_[write].thread != c_[head].thread && !c_[write].rmw)
            return false;
        if (inside && write == member) return true;
    }
    return false;
}

/// "Atomic Operations" and "Fence Operations": A is a release operation and X itself, or a
/// release fence of the region sequenced before X; likewise B and Y. Both X and Y are atomic
/// operations on one object of the region, Y reads from X's release sequence.
bool Shared::synchronises(int a, int b, Region region) const {
    if (c_[a].is_initial() || c_[b].is_initial() || c_[a].thread == c_[b].thread) return false;
    if (!releases(c_[a].order) || !acquires(c_[b].order)) return false;
    for (int x = 0; x < c_.size(); ++x)
        for (int y = 0; y < c_.size(); ++y)
            if (stands_for(a, x, true, region) && stands_for(b, y, false, region) &&
                c_.same_location(x, y) && in_release_sequence(x, c_.rf(y)) &&
                inclusive_through(a, b, y))
                return true;
    return false;
}

bool Shared::stands_for(int side, int access, bool release, Region region) const {
    if (!c_[access].is_atomic() || !acts_on(c_[access], region)) return false;
    if (release ? !c_[access].is_write() : !c_[access].is_read()) return false;
    if (!c_[side].is_fence()) return side == access;
    if (!acts_on(c_[side], region)) return false;
    return release ? c_.sb(side, access) : c_.sb(access, side);
}

/// "the entry fence global-synchronizes-with the exit fence of all other work-items in the
/// same work-group", of one dynamic instance.
bool Shared::barrier(int entry, int exit, Region region) const {
    const Event& a = c_[entry];
    const Event& b = c_[exit];
    return a.barrier_entry >= 0 && a.barrier_entry == b.barrier_exit && a.thread != b.thread &&
           c_.same_group(entry, exit) && acts_on(a, region) && acts_on(b, region);
}

void Shared::synchronise() {
    for (int a = 0; a < c_.size(); ++a)
        for (int b = 0; b < c_.size(); ++b) {
            const bool global = synchronises(a, b, Region::global) || barrier(a, b, Region::global);
            const bool local = synchronises(a, b, Region::local) || barrier(a, b, Region::local);
            // "Let X and Y be two memory_order_seq_cst operations …", "Let X and Y be two
            // work-item fences that each have both … flags set."
            const bool crosses = (c_[a].order == Order::sc && c_[b].order == Order::sc) ||
                                 (both_flags(c_[a]) && both_flags(c_[b]));
            if (global || (crosses && local)) gsw_.add(a, b);
            if (local || (crosses && global)) lsw_.add(a, b);
        }
}

/// "A global memory action A global-happens-before a global memory action B if …"
Pairs Shared::happens_before(Region region, const Pairs& synchronised) const {
    Pairs hb(c_.size());
    for (int a = 0; a < c_.size(); ++a)
        for (int b = 0; b < c_.size(); ++b)
            if (acts_on(c_[a], region) && acts_on(c_[b], region) &&
                (c_.sb(a, b) || synchronised(a, b) || (c_[a].is_initial() && !c_[b].is_initial())))
                hb.add(a, b);
    hb.close();
    return hb;
}

/// "… ensure correct ordering of memory operations to image objects": those before a barrier with
/// the flag come before those after it, and no other accesses do.
Pairs Shared::image_happens_before() const {
    Pairs hb = ghb_;
    for (int entry = 0; entry < c_.size(); ++entry)
        for (int exit = 0; exit < c_.size(); ++exit) {
            const Event& a = c_[entry];
            const Event& b = c_[exit];
            if (a.barrier_entry < 0 || a.barrier_entry != b.barrier_exit || a.thread == b.thread ||
                !a.image || !b.image || !c_.same_group(entry, exit))
                continue;
            for (int before = 0; before < c_.size(); ++before)
                for (int after = 0; after < c_.size(); ++after)
                    if (is_image(before) && is_image(after) && c_.sb(before, entry) &&
                        c_.sb(exit, after))
                        hb.add(before, after);
        }
    hb.close();
    return hb;
}

bool Shared::coherent() const {
    for (int a = 0; a < c_.size(); ++a)
        for (int b = 0; b < c_.size(); ++b)
            if (c_.same_location(a, b) && hb(a, b) && !coherent_pair(a, b)) return false;
    return true;
}

/// "All modifications to a particular atomic object M occur in some particular total order". Where
/// the object is none, its atomic operations have one, and a plain write comes before or after
/// another one as happens-before says.
bool Shared::modified_before(int a, int b) const {
    if (!c_.co(a, b) || !c_.on_atomic_object(a)) return false;
    if (reading_.mixed == Reading::Mixed::atomic_object || c_.declared_atomic(a)) return true;
    const auto counts = [&](int write) { return c_[write].is_initial() || c_[write].is_atomic(); };
    return (counts(a) && counts(b)) || hb(a, b);
}

/// The four requirements for A happens-before B on one object; on an object that is not
/// atomic only its order of writes follows happens-before.
bool Shared::coherent_pair(int a, int b) const {
    const Event& first = c_[a];
    const Event& second = c_[b];
    if (first.is_write() && second.is_write()) return c_.co(a, b);
    if (first.is_read() && second.is_read()) return !modified_before(c_.rf(b), c_.rf(a));
    if (first.is_read() && second.is_write()) return !modified_before(b, c_.rf(a));
    return !modified_before(c_.rf(b), a);
}

/// "… there is no other side effect X to M such that A global-happens-before X and X
/// global-happens-before B": of atomic reads of an object that is none.
bool Shared::sees_nothing_overwritten() const {
    if (reading_.mixed == Reading::Mixed::atomic_object) return true;
    for (int read = 0; read < c_.size(); ++read)
        for (int x = 0; x < c_.size(); ++x)
            if (c_[read].is_read() && c_[x].is_write() && c_.same_location(x, read) &&
                !c_.declared_atomic(read) && hb(c_.rf(read), x) && hb(x, read))
                return false;
    return true;
}

bool Shared::reads_nothing_later() const {
    for (int read = 0; read < c_.size(); ++read)
        if (c_[read].is_read() && hb(read, c_.rf(read))) return false;
    return true;
}

/// "A visible side effect A on a global object M with respect to a value computation B …"
bool Shared::plain_reads_see_visible_side_effects() const {
    for (int read = 0; read < c_.size(); ++read) {
        if (!c_[read].is_read() || c_[read].is_atomic()) continue;
        if (!hb(c_.rf(read), read)) return false;
        for (int x = 0; x < c_.size(); ++x)
            if (c_[x].is_write() && c_.same_location(x, read) && hb(c_.rf(read), x) && hb(x, read))
                return false;
    }
    return true;
}

/// The actions that the steps of commands lead from and to.
Pairs Shared::steps(bool device_enqueue) const {
    Pairs found(c_.size());
    for (const Step& step : commands_->steps)
        for (int a = 0; a < c_.size(); ++a)
            for (int b = 0; b < c_.size(); ++b)
                if (step.device_enqueue == device_enqueue && c_.place(a) == step.from &&
                    c_.place(b) == step.to)
                    found.add(a, b);
    return found;
}

/// "For a device-side enqueue, global memory updates sequenced before X happens-before C reads or
/// writes to those memory locations only in the case of fine-grained SVM."
void Shared::add_commands() {
    const Pairs ordinary = steps(false);
    for (int a = 0; a < c_.size(); ++a)
        for (int b = 0; b < c_.size(); ++b)
            if (ordinary(a, b)) gsw_.add(a, b);
    ghb_ = happens_before(Region::global, gsw_);
    const Pairs entering = steps(true);
    Pairs all = gsw_;
    for (int a = 0; a < c_.size(); ++a)
        for (int b = 0; b < c_.size(); ++b)
            if (entering(a, b)) all.add(a, b);
    const Pairs direct = ghb_;
    const Pairs full = happens_before(Region::global, all);
    const auto lost = [&](int update, int call) {
        return c_[update].is_write() && c_.sb(update, call) &&
               c_[update].memory != Memory::fine_svm && c_[update].memory != Memory::atomic_svm;
    };
    for (int a = 0; a < c_.size(); ++a)
        for (int call = 0; call < c_.size(); ++call)
            for (int start = 0; start < c_.size(); ++start) {
                if (!entering(call, start)) continue;
                if (a != call && (!direct(a, call) || lost(a, call))) continue;
                for (int b = 0; b < c_.size(); ++b)
                    if (b == start || full(start, b)) ghb_.add(a, b);
            }
}

/// "If commands C and C1 are enqueued in that sequence": a sequence that agrees with ghb.
bool Shared::calls_come_in_sequence() const {
    for (const auto& [earlier, later] : commands_->calls)
        for (int a = 0; a < c_.size(); ++a)
            for (int b = 0; b < c_.size(); ++b)
                if (c_.place(a) == earlier && c_.place(b) == later && ghb_(b, a)) return false;
    return true;
}

namespace {

bool sc_holds(const Candidate& candidate, const Shared& shared, const Reading& reading) {
    switch (reading.sc) {
        case Reading::Sc::scoped:
            return scoped_order(candidate, shared);
        case Reading::Sc::total:
            return total_order(candidate, shared);
        case Reading::Sc::total_2_0:
            return !needs_total_order(candidate, reading) || total_order(candidate, shared);
        case Reading::Sc::psc:
            return partial_order(candidate, shared);
    }
    return false;
}

void note_undefined(const Candidate& candidate, const Shared& shared, Answer& answer) {
    for (int a = 0; a < candidate.size(); ++a)
        for (int b = 0; b < candidate.size(); ++b)
            if (shared.races(a, b) && candidate.place(a) < candidate.place(b))
                answer.races.emplace(candidate.place(a), candidate.place(b));
    answer.racy = !answer.races.empty();
    find_unavailable(candidate, shared, answer.unavailable);
}

}  // namespace

Answer opencl(const Program& test, const Reading& reading) {
    Answer answer;
    for_each_candidate(test, [&](const Candidate& candidate) {
        if (!rmw_reads_immediate_predecessor(candidate)) return;
        bool exists = false;
        const auto consider = [&](const Sequence* commands) {
            const Shared shared(candidate, reading, commands);
            if (!shared.consistent() || !sc_holds(candidate, shared, reading)) return;
            exists = true;
            note_undefined(candidate, shared, answer);
        };
        if (test.sequences.empty()) consider(nullptr);
        for (const Sequence& sequence : test.sequences) consider(&sequence);
        if (!exists) return;
        ++answer.executions;
        answer.outcomes.insert(candidate.outcome);
    });
    return answer;
}

Answer opencl_scoped(const Program& test) {
    return opencl(test, {false, Reading::Sc::scoped, false});
}
Answer opencl_text(const Program& test) { return opencl(test, {false, Reading::Sc::total}); }
Answer opencl_text_2_0(const Program& test) {
    return opencl(test, {false, Reading::Sc::total_2_0});
}
Answer opencl_text_3_1(const Program& test) { return opencl(test, {true, Reading::Sc::total}); }
Answer opencl_local_as_written(const Program& test) {
    return opencl(test, {.sc = Reading::Sc::total, .reduces_on_local = false});
}
Answer opencl_psc(const Program& test) { return opencl(test, {false, Reading::Sc::psc}); }

}  // namespace clmm::oracle
