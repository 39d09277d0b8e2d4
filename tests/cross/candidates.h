#pragma once

#include <functional>
#include <map>
#include <vector>

#include "oracle.h"

namespace clmm::oracle {

/// One action. Initial writes have thread -1.
struct Event {
    enum class Kind { read, write, fence, call } kind = Kind::read;
    int thread = -1;
    int access = -1;  ///< in the thread's body
    Memory memory = Memory::atomic_svm;
    Mapping mapping = Mapping::none;
    int location = -1;
    int value = 0;
    Order order = Order::na;
    Scope scope = Scope::dev;
    bool global = false;  ///< region: of an access its location's, of a fence its flags
    bool local = false;
    bool image = false;      ///< a barrier's flag
    bool rmw = false;        ///< half of a read-modify-write
    int barrier_entry = -1;  ///< which of the thread's barriers this is the entry of
    int barrier_exit = -1;

    [[nodiscard]] bool is_read() const { return kind == Kind::read; }
    [[nodiscard]] bool is_write() const { return kind == Kind::write; }
    [[nodiscard]] bool is_fence() const { return kind == Kind::fence; }
    [[nodiscard]] bool is_initial() const { return thread < 0; }
    [[nodiscard]] bool is_access() const { return is_read() || is_write(); }
    [[nodiscard]] bool is_atomic() const { return is_access() && order != Order::na; }
};

/// A relation on a handful of events: a table of yes and no.
class Pairs {
public:
    explicit Pairs(int events) : n_(events), table_(static_cast<std::size_t>(events * events)) {}
    [[nodiscard]] int size() const { return n_; }
    [[nodiscard]] bool operator()(int a, int b) const { return table_[index(a, b)] != 0; }
    void add(int a, int b) { table_[index(a, b)] = 1; }
    void close();  ///< adds (a, c) for (a, b), (b, c) until nothing is missing
    [[nodiscard]] bool irreflexive() const;
    [[nodiscard]] bool acyclic() const;

private:
    [[nodiscard]] std::size_t index(int a, int b) const {
        return static_cast<std::size_t>(a * n_ + b);
    }
    int n_;
    std::vector<char> table_;
};

struct Candidate {
    const Program* test = nullptr;
    std::vector<Event> events;            ///< initial writes first, one per location
    std::vector<int> reads_from;          ///< by event; -1 for what is no read
    std::vector<std::vector<int>> order;  ///< by location: its writes, initial write first
    Outcome outcome;

    [[nodiscard]] int size() const { return static_cast<int>(events.size()); }
    [[nodiscard]] const Event& operator[](int e) const {
        return events[static_cast<std::size_t>(e)];
    }
    [[nodiscard]] const Thread& thread(int e) const {
        return test->threads[static_cast<std::size_t>((*this)[e].thread)];
    }
    [[nodiscard]] Place place(int e) const { return {(*this)[e].thread, (*this)[e].access}; }
    [[nodiscard]] bool same_device(int a, int b) const;
    [[nodiscard]] bool same_kernel(int a, int b) const;
    /// The kernel-instance of `b` was enqueued by that of `a`, or by one of its descendants.
    [[nodiscard]] bool descends(int a, int b) const;
    /// … by that of `a` itself.
    [[nodiscard]] bool is_child(int a, int b) const;
    [[nodiscard]] bool same_group(int a, int b) const;
    [[nodiscard]] bool same_sub_group(int a, int b) const;
    [[nodiscard]] bool declared_atomic(int e) const;
    /// Of an object that is declared atomic, or that some atomic operation accesses.
    [[nodiscard]] bool on_atomic_object(int e) const;
    [[nodiscard]] bool sb(int a, int b) const;  ///< same thread, earlier
    [[nodiscard]] int rf(int read) const { return reads_from[static_cast<std::size_t>(read)]; }
    [[nodiscard]] bool co(int a, int b) const;  ///< both writes of one location, a earlier
    [[nodiscard]] bool fr(int a, int b) const;  ///< a reads what b comes to overwrite
    [[nodiscard]] bool same_location(int a, int b) const;
};

/// Every way to guess what reads return, where they take it from and how writes are ordered,
/// that respects values alone; no axiom of any model.
void for_each_candidate(const Program& test, const std::function<void(const Candidate&)>& visit);

/// About how many candidates there are.
[[nodiscard]] double candidate_bound(const Program& test);

/// "Atomic read-modify-write operations should always read the last value (in the modification
/// order) stored before the write associated with the read-modify-write operation."
[[nodiscard]] bool rmw_reads_immediate_predecessor(const Candidate& candidate);

}  // namespace clmm::oracle
