#include <random>
#include <utility>

#include "host.h"

namespace clmm::oracle {
namespace {

constexpr int kUsed = 2;       ///< locations x and y
constexpr int kMostReads = 2;  ///< whose values are kept in locations

class HostGenerator {
public:
    explicit HostGenerator(std::uint64_t seed) : random_(seed) {}

    HostProgram operator()() {
        const Memory memory = one_of<Memory>({Memory::atomic_svm, Memory::fine_svm, Memory::buffer,
                                              Memory::buffer, Memory::coarse_svm});
        for (int l = 0; l < kUsed; ++l) host_.locations.push_back({false, false, memory});
        for (int q = 0; q < 2; ++q) host_.in_order.push_back(one_in(3));
        const bool second_thread = one_in(3);
        const std::size_t commands = second_thread ? 2 : 2 + below(2);
        host_.threads.resize(second_thread ? 2 : 1);
        // Half of the tests: one location, one queue, kernels around a synchronisation command.
        focused_ = one_in(2);
        first_thread(focused_ ? 3 : commands);
        if (second_thread) other_thread();
        return std::move(host_);
    }

private:
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
    bool one_in(std::size_t n) { return below(n) == 0; }
    template <class T>
    T one_of(const std::vector<T>& all) {
        return all[below(all.size())];
    }

    int location() { return !focused_ && one_in(4) ? 1 : 0; }

    Use use(bool stores_what_it_reads) {
        Use result;
        result.location = location();
        result.writes = one_in(2) || (stores_what_it_reads && outputs_ == kMostReads);
        if (result.writes) {
            result.value = ++value_;
        } else if (stores_what_it_reads) {
            result.output = static_cast<int>(host_.locations.size());
            host_.locations.push_back({false, false, Memory::atomic_svm});
            ++outputs_;
        }
        return result;
    }

    void first_thread(std::size_t commands) {
        if (one_in(3)) host_use(0);
        for (std::size_t c = 0; c < commands; ++c) {
            enqueue(0);
            if (one_in(5)) finish(0);
            if (one_in(4)) wait(0);
            if (one_in(5)) host_use(0);
        }
        if (one_in(2)) {
            if (one_in(2)) wait(0);
            host_use(0);
        }
    }

    /// Sets the user event in the end, and waits for nothing.
    void other_thread() {
        if (one_in(2)) host_use(1);
        if (one_in(2)) enqueue(1);
        host_.threads[1].push_back({HostStep::Kind::set_user_event, {}, -1, 0});
    }

    void host_use(std::size_t thread) {
        host_.threads[thread].push_back({HostStep::Kind::use, use(false), -1, 0});
    }

    void wait(std::size_t thread) {
        const int command = static_cast<int>(below(host_.commands.size()));
        host_.threads[thread].push_back({HostStep::Kind::wait, {}, command, 0});
    }

    void finish(std::size_t thread) {
        host_.threads[thread].push_back(
            {HostStep::Kind::finish, {}, -1, static_cast<int>(below(2))});
    }

    void enqueue(std::size_t thread) {
        const int number = static_cast<int>(host_.commands.size());
        Command command = draw();
        command.queue = !focused_ && one_in(3) ? 1 : 0;
        if (thread == 0) {
            for (int other = 0; other < number; ++other)
                if (one_in(focused_ ? 6 : 3)) command.waits.push_back(other);
            command.waits_for_user_event = host_.threads.size() == 2 && one_in(2);
            if (one_in(8)) {
                command.callback = static_cast<int>(host_.callbacks.size());
                host_.callbacks.push_back(use(true));
            }
        }
        host_.commands.push_back(command);
        host_.threads[thread].push_back({HostStep::Kind::enqueue, {}, number, 0});
    }

    Command draw() {
        using Kind = Command::Kind;
        Command command;
        command.kind = one_of<Kind>({Kind::kernel, Kind::kernel, Kind::kernel, Kind::kernel,
                                     Kind::fill, Kind::marker, Kind::barrier, Kind::map});
        if (focused_)
            command.kind = host_.commands.size() != 1
                               ? Kind::kernel
                               : one_of<Kind>({Kind::marker, Kind::barrier, Kind::barrier});
        if (mapped_ >= 0 && one_in(2)) command.kind = Kind::unmap;
        if (command.kind == Kind::map && mapped_ >= 0) command.kind = Kind::kernel;
        switch (command.kind) {
            case Kind::kernel:
                draw_kernel(command);
                break;
            case Kind::fill:
                command.use = {true, location(), ++value_, -1};
                break;
            case Kind::map:
                mapped_ = command.use.location = location();
                command.blocking = one_in(2);
                command.mapping = one_in(2) ? Mapping::map_to_write : Mapping::map_to_read;
                break;
            case Kind::unmap:
                command.use.location = std::exchange(mapped_, -1);
                break;
            default:
                break;
        }
        return command;
    }

    void draw_kernel(Command& command) {
        using Wait = Child::Wait;
        command.kernel.uses = {use(true)};
        if (command.kernel.uses[0].writes && one_in(6)) command.items = 2;
        if (command.items == 1 && one_in(5)) {
            Child child;
            child.wait = one_of<Wait>({Wait::no_wait, Wait::wait_kernel, Wait::wait_work_group});
            command.kernel.enqueues_first = one_in(2);
            child.uses = {use(true)};
            command.kernel.children.push_back(child);
        }
    }

    std::mt19937_64 random_;
    HostProgram host_;
    int value_ = 0;
    int outputs_ = 0;
    int mapped_ = -1;
    bool focused_ = false;
};

/// Families of kernels: children, and children of children.
class FamilyGenerator {
public:
    explicit FamilyGenerator(std::uint64_t seed) : random_(seed) {}

    HostProgram operator()() {
        const Memory memory = one_of<Memory>(
            {Memory::buffer, Memory::buffer, Memory::buffer, Memory::program, Memory::coarse_svm});
        host_.locations.push_back({false, true, memory});
        host_.locations.push_back({false, false, memory});
        const bool two_devices = one_in(memory == Memory::program ? 1 : 3);
        host_.in_order = {false, false};
        host_.devices = {0, two_devices ? 1 : 0};
        host_.threads.resize(1);
        const int kernels = two_devices || one_in(4) ? 2 : 1;
        for (int k = 0; k < kernels; ++k) enqueue(k, kernels == 1 ? 3 : 1);
        return std::move(host_);
    }

private:
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
    bool one_in(std::size_t n) { return below(n) == 0; }
    template <class T>
    T one_of(const std::vector<T>& all) {
        return all[below(all.size())];
    }

    void enqueue(int number, int most_children) {
        Command command;
        command.queue = number;
        if (number > 0 && one_in(3)) command.waits = {number - 1};
        command.kernel = work(most_children);
        host_.commands.push_back(command);
        host_.threads[0].push_back({HostStep::Kind::enqueue, {}, number, 0});
    }

    Child work(int descendants) {
        using Wait = Child::Wait;
        Child result;
        result.wait = one_of<Wait>({Wait::no_wait, Wait::no_wait, Wait::no_wait, Wait::wait_kernel,
                                    Wait::wait_work_group});
        result.enqueues_first = !one_in(3);
        while (descendants > 0 && !(one_in(3) && !result.children.empty())) {
            const int given = static_cast<int>(below(static_cast<std::size_t>(descendants)));
            result.children.push_back(work(given));
            descendants -= given + 1;
        }
        const bool idle = !result.children.empty() && one_in(3);
        for (int uses = idle ? 0 : 1 + (uses_ < 3 && one_in(2) ? 1 : 0); uses > 0; --uses)
            result.uses.push_back(use());
        return result;
    }

    /// Of the flag x, mostly atomic, or of the data y.
    Use use() {
        Use result;
        ++uses_;
        if (one_in(3)) {
            result.location = 1;
            result.writes = one_in(2) || outputs_ == kMostReads;
        } else {
            result.order = Order::rlx;
            result.scope = one_in(6) ? one_of<Scope>({Scope::wg, Scope::all}) : Scope::dev;
            const std::size_t kind = below(outputs_ == kMostReads ? 2 : 3);
            result.adds = kind == 0;
            result.writes = kind == 1;
            if (!one_in(3))
                result.order = result.adds ? Order::ar : result.writes ? Order::rel : Order::acq;
        }
        if (result.writes || result.adds) {
            result.value = ++value_;
        } else {
            result.output = static_cast<int>(host_.locations.size());
            host_.locations.push_back({false, false, Memory::atomic_svm});
            ++outputs_;
        }
        return result;
    }

    std::mt19937_64 random_;
    HostProgram host_;
    int value_ = 0;
    int outputs_ = 0;
    int uses_ = 0;
};

}  // namespace

HostProgram family_test(std::uint64_t seed) { return FamilyGenerator(seed)(); }

HostProgram host_test(std::uint64_t seed) { return HostGenerator(seed)(); }

}  // namespace clmm::oracle
