#include "candidates.h"

#include <algorithm>

namespace clmm::oracle {

bool reads(Kind kind) {
    return kind == Kind::load || kind == Kind::fetch_add || kind == Kind::exchange ||
           kind == Kind::compare_exchange;
}

bool writes(Kind kind) {
    return kind == Kind::store || kind == Kind::fetch_add || kind == Kind::exchange ||
           kind == Kind::compare_exchange;
}

std::string location_name(int location) {
    static const std::string names = "xyzuvw";
    return location < 6 ? std::string(1, names[static_cast<std::size_t>(location)])
                        : "x" + std::to_string(location);
}

std::vector<std::string> observable_names(const Program& test) {
    std::vector<std::string> names;
    for (std::size_t t = 0; t < test.threads.size(); ++t)
        for (std::size_t a = 0; a < test.threads[t].body.size(); ++a)
            if (test.threads[t].observed && reads(test.threads[t].body[a].kind))
                names.push_back(std::to_string(t) + ":r" + std::to_string(a));
    for (std::size_t l = 0; l < test.locations.size(); ++l)
        names.push_back(location_name(static_cast<int>(l)));
    return names;
}

void Pairs::close() {
    for (int b = 0; b < n_; ++b)
        for (int a = 0; a < n_; ++a)
            for (int c = 0; c < n_; ++c)
                if ((*this)(a, b) && (*this)(b, c)) add(a, c);
}

bool Pairs::irreflexive() const {
    for (int a = 0; a < n_; ++a)
        if ((*this)(a, a)) return false;
    return true;
}

bool Pairs::acyclic() const {
    Pairs closed = *this;
    closed.close();
    return closed.irreflexive();
}

bool Candidate::same_device(int a, int b) const {
    if (a == b) return true;
    const Thread& first = thread(a);
    const Thread& second = thread(b);
    return first.unit != Thread::Unit::host && second.unit != Thread::Unit::host &&
           first.device == second.device;
}

bool Candidate::same_kernel(int a, int b) const {
    const Thread& first = thread(a);
    const Thread& second = thread(b);
    if (first.unit != Thread::Unit::work_item || second.unit != Thread::Unit::work_item)
        return false;
    return same_device(a, b) && first.kernel == second.kernel;
}

bool Candidate::descends(int a, int b) const {
    const std::vector<int>& ancestors = thread(b).ancestors;
    return thread(a).unit == Thread::Unit::work_item &&
           std::find(ancestors.begin(), ancestors.end(), thread(a).kernel) != ancestors.end();
}

bool Candidate::is_child(int a, int b) const {
    return descends(a, b) && thread(b).ancestors.back() == thread(a).kernel;
}

bool Candidate::same_group(int a, int b) const {
    const Thread& first = thread(a);
    const Thread& second = thread(b);
    return same_kernel(a, b) && first.group == second.group;
}

bool Candidate::same_sub_group(int a, int b) const {
    return same_group(a, b) &&
           ((*this)[a].thread == (*this)[b].thread ||
            (thread(a).sub_group >= 0 && thread(a).sub_group == thread(b).sub_group));
}

bool Candidate::declared_atomic(int e) const {
    return test->locations[static_cast<std::size_t>((*this)[e].location)].atomic;
}

bool Candidate::on_atomic_object(int e) const {
    if (declared_atomic(e)) return true;
    for (int other = 0; other < size(); ++other)
        if (same_location(e, other) && (*this)[other].is_atomic()) return true;
    return false;
}

bool Candidate::sb(int a, int b) const {
    return (*this)[a].thread >= 0 && (*this)[a].thread == (*this)[b].thread && a < b;
}

bool Candidate::same_location(int a, int b) const {
    return (*this)[a].location >= 0 && (*this)[a].location == (*this)[b].location;
}

bool Candidate::co(int a, int b) const {
    if (!(*this)[a].is_write() || !(*this)[b].is_write() || !same_location(a, b)) return false;
    const auto& line = order[static_cast<std::size_t>((*this)[a].location)];
    return std::find(line.begin(), line.end(), a) < std::find(line.begin(), line.end(), b);
}

bool Candidate::fr(int a, int b) const { return (*this)[a].is_read() && co(rf(a), b); }

bool rmw_reads_immediate_predecessor(const Candidate& c) {
    for (int read = 0; read < c.size(); ++read) {
        if (!c[read].is_read() || !c[read].rmw) continue;
        const auto& line = c.order[static_cast<std::size_t>(c[read].location)];
        const auto own =
            std::find(line.begin(), line.end(), read + 1);  // its write half follows it
        if (*(own - 1) != c.rf(read)) return false;
    }
    return true;
}

namespace {

/// What one thread does for one guess of all that it reads.
struct Path {
    std::vector<Event> events;
    std::vector<int> registers;
};

Event access_event(const Program& test, const Access& access, Event::Kind kind, int value) {
    Event event;
    event.kind = kind;
    event.order = access.order;
    event.scope = access.scope;
    event.value = value;
    if (kind == Event::Kind::fence) {
        event.global = access.global_flag;
        event.local = access.local_flag;
        event.image = access.image_flag;
    } else if (kind == Event::Kind::call) {
        event.global = true;
    } else {
        const Location& location = test.locations[static_cast<std::size_t>(access.location)];
        event.location = access.location;
        event.local = location.local;
        event.global = !event.local;
        event.memory = location.memory;
        event.mapping = access.mapping;
    }
    return event;
}

/// "operations parameterized with memory_scope_all_svm_devices will
/// behave as if they were parameterized with memory_scope_device". Host atomics act at
/// memory_scope_all_svm_devices.
Scope normalised(Scope scope, const Event& event, const Thread& thread) {
    if (event.local) return scope;
    if (thread.unit == Thread::Unit::host) return Scope::all;
    const bool reaches_all = event.memory == Memory::atomic_svm || event.memory == Memory::host;
    return reaches_all ? scope : std::min(scope, Scope::dev);
}

using Domain = std::set<int>;

/// Walks through one thread's body, forking at each read over all values its location can hold.
class PathFinder {
public:
    PathFinder(const Program& test, int thread, const std::vector<Domain>& domains)
        : test_(test),
          thread_(test.threads[static_cast<std::size_t>(thread)]),
          number_(thread),
          domains_(domains) {}

    std::vector<Path> all() {
        step(0, Path{}, false, 0);
        return std::move(found_);
    }

private:
    void step(std::size_t at, Path path, bool taken, int barriers) {
        if (at == thread_.body.size()) {
            found_.push_back(std::move(path));
            return;
        }
        const Access& access = thread_.body[at];
        if (access.guard != Guard::always && (access.guard == Guard::taken) != taken) {
            path.registers.push_back(-1);
            return step(at + 1, std::move(path), taken, barriers);
        }
        if (access.kind == Kind::fence) {
            push(path, at, Event::Kind::fence, 0);
        } else if (access.kind == Kind::call) {
            push(path, at, Event::Kind::call, 0);
        } else if (access.kind == Kind::barrier) {
            push_barrier(path, at, barriers++);
        } else if (access.kind == Kind::store) {
            push(path, at, Event::Kind::write, stored(access, path, 0));
        } else {
            return fork(at, path, taken, barriers);
        }
        path.registers.push_back(-1);
        step(at + 1, std::move(path), taken, barriers);
    }

    void fork(std::size_t at, const Path& path, bool taken, int barriers) {
        const Access& access = thread_.body[at];
        for (const int value : domains_[static_cast<std::size_t>(access.location)]) {
            Path next = path;
            Event& read = push(next, at, Event::Kind::read, value);
            const bool fails = access.kind == Kind::compare_exchange && value != access.expected;
            if (fails) read.order = Order::rlx;
            if (writes(access.kind) && !fails) {
                read.rmw = true;
                push(next, at, Event::Kind::write, stored(access, path, value)).rmw = true;
            }
            next.registers.push_back(value);
            step(at + 1, std::move(next), taken || (access.takes && *access.takes == value),
                 barriers);
        }
    }

    static int stored(const Access& access, const Path& path, int read) {
        const int sum = access.kind == Kind::fetch_add ? access.value + read : access.value;
        return access.plus_read < 0
                   ? sum
                   : sum + path.registers[static_cast<std::size_t>(access.plus_read)];
    }

    Event& push(Path& path, std::size_t at, Event::Kind kind, int value) {
        path.events.push_back(access_event(test_, thread_.body[at], kind, value));
        Event& event = path.events.back();
        event.thread = number_;
        event.access = static_cast<int>(at);
        if (event.is_access()) event.scope = normalised(event.scope, event, thread_);
        return event;
    }

    /// "two operations, both fences": the entry releases, the exit acquires.
    void push_barrier(Path& path, std::size_t at, int instance) {
        Event& entry = push(path, at, Event::Kind::fence, 0);
        entry.order = Order::rel;
        entry.barrier_entry = instance;
        Event& exit = push(path, at, Event::Kind::fence, 0);
        exit.order = Order::acq;
        exit.barrier_exit = instance;
    }

    const Program& test_;
    const Thread& thread_;
    int number_;
    const std::vector<Domain>& domains_;
    std::vector<Path> found_;
};

/// The values that a location can ever hold: initial, stored, and as many sums of these as there
/// are accesses that add.
Domain values_of(const Program& test, int location) {
    std::vector<Access> adding;
    Domain domain{0};
    for (const Thread& thread : test.threads)
        for (const Access& access : thread.body) {
            if (access.location != location || !writes(access.kind)) continue;
            if (access.kind == Kind::fetch_add || access.plus_read >= 0)
                adding.push_back(access);
            else
                domain.insert(access.value);
        }
    for (std::size_t round = 0; round < adding.size(); ++round) {
        const Domain before = domain;
        for (const Access& access : adding)
            for (const int value : before) domain.insert(value + access.value);
    }
    return domain;
}

class CandidateFinder {
public:
    CandidateFinder(const Program& test, const std::function<void(const Candidate&)>& visit)
        : test_(test), visit_(visit) {}

    void run() {
        std::vector<Domain> domains;
        for (std::size_t l = 0; l < test_.locations.size(); ++l)
            domains.push_back(values_of(test_, static_cast<int>(l)));
        for (std::size_t t = 0; t < test_.threads.size(); ++t)
            paths_.push_back(PathFinder(test_, static_cast<int>(t), domains).all());
        candidate_.test = &test_;
        for (std::size_t l = 0; l < test_.locations.size(); ++l) {
            Access initial;
            initial.location = static_cast<int>(l);
            candidate_.events.push_back(access_event(test_, initial, Event::Kind::write, 0));
        }
        choose_path(0);
    }

private:
    void choose_path(std::size_t thread) {
        if (thread == paths_.size()) {
            candidate_.reads_from.assign(candidate_.events.size(), -1);
            return choose_source(0);
        }
        for (const Path& path : paths_[thread]) {
            const auto events = candidate_.events.size();
            const auto registers = registers_.size();
            candidate_.events.insert(candidate_.events.end(), path.events.begin(),
                                     path.events.end());
            for (std::size_t a = 0; a < path.registers.size(); ++a)
                if (test_.threads[thread].observed && reads(test_.threads[thread].body[a].kind))
                    registers_.push_back(path.registers[a]);
            choose_path(thread + 1);
            candidate_.events.resize(events);
            registers_.resize(registers);
        }
    }

    void choose_source(int read) {
        while (read < candidate_.size() && !candidate_[read].is_read()) ++read;
        if (read == candidate_.size()) {
            candidate_.order.assign(test_.locations.size(), {});
            return choose_order(0);
        }
        for (int write = 0; write < candidate_.size(); ++write)
            if (candidate_[write].is_write() && candidate_.same_location(read, write) &&
                candidate_[write].value == candidate_[read].value) {
                candidate_.reads_from[static_cast<std::size_t>(read)] = write;
                choose_source(read + 1);
            }
        candidate_.reads_from[static_cast<std::size_t>(read)] = -1;
    }

    void choose_order(std::size_t location) {
        if (location == test_.locations.size()) return finish();
        std::vector<int> writes_of{static_cast<int>(location)};
        for (int e = static_cast<int>(test_.locations.size()); e < candidate_.size(); ++e)
            if (candidate_[e].is_write() && candidate_[e].location == static_cast<int>(location))
                writes_of.push_back(e);
        do {
            candidate_.order[location] = writes_of;
            choose_order(location + 1);
        } while (std::next_permutation(writes_of.begin() + 1, writes_of.end()));
    }

    void finish() {
        candidate_.outcome = registers_;
        for (const auto& line : candidate_.order)
            candidate_.outcome.push_back(candidate_[line.back()].value);
        visit_(candidate_);
    }

    const Program& test_;
    const std::function<void(const Candidate&)>& visit_;
    std::vector<std::vector<Path>> paths_;
    std::vector<int> registers_;
    Candidate candidate_;
};

}  // namespace

double candidate_bound(const Program& test) {
    double bound = 1;
    std::vector<std::size_t> domains, written(test.locations.size());
    for (std::size_t l = 0; l < test.locations.size(); ++l)
        domains.push_back(values_of(test, static_cast<int>(l)).size());
    for (const Thread& thread : test.threads)
        for (const Access& access : thread.body) {
            if (access.location < 0) continue;
            const auto location = static_cast<std::size_t>(access.location);
            if (reads(access.kind)) bound *= static_cast<double>(domains[location]);
            if (writes(access.kind)) bound *= static_cast<double>(++written[location]);
        }
    return bound;
}

void for_each_candidate(const Program& test, const std::function<void(const Candidate&)>& visit) {
    CandidateFinder(test, visit).run();
}

}  // namespace clmm::oracle
