#include <random>

#include "host.h"

/// Host programs on which readings of the text differ.
namespace clmm::oracle {
namespace {

class Draw {
public:
    explicit Draw(std::uint64_t seed) : random_(seed) {}

    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
    bool one_in(std::size_t n) { return below(n) == 0; }
    Use use() {
        Use result;
        result.writes = one_in(2);
        result.value = result.writes ? ++value_ : 0;
        return result;
    }
    /// What is read goes to a location of its own.
    Use stored_use(HostProgram& host) {
        Use result = use();
        if (result.writes) return result;
        result.output = static_cast<int>(host.locations.size());
        host.locations.push_back({false, false, Memory::atomic_svm});
        return result;
    }

private:
    std::mt19937_64 random_;
    int value_ = 0;
};

class MappingGenerator {
public:
    explicit MappingGenerator(std::uint64_t seed) : draw_(seed) {}

    HostProgram operator()() {
        host_.locations.push_back(
            {false, false, draw_.one_in(2) ? Memory::buffer : Memory::coarse_svm});
        host_.in_order.push_back(!draw_.one_in(4));
        host_.threads.resize(draw_.one_in(3) ? 2 : 1);
        const std::size_t most = host_.threads.size() == 2 ? 2 : 4;
        for (std::size_t thread = 0; thread < host_.threads.size(); ++thread)
            for (std::size_t i = 0; i < most; ++i) command(thread);
        if (draw_.one_in(2)) host_.threads[0].push_back({HostStep::Kind::finish, {}, -1, 0});
        if (draw_.one_in(2)) host_.threads[0].push_back({HostStep::Kind::use, draw_.use(), -1, 0});
        return std::move(host_);
    }

private:
    void command(std::size_t thread) {
        using Kind = Command::Kind;
        Command command;
        const std::size_t kind = draw_.below(7);
        command.kind = kind < 3 ? Kind::map : kind < 5 ? Kind::unmap : Kind::kernel;
        if (command.kind == Kind::map) {
            command.blocking = draw_.one_in(2);
            command.mapping = draw_.one_in(3) ? Mapping::map_to_read : Mapping::map_to_write;
        }
        if (command.kind == Kind::kernel) command.kernel.uses = {draw_.stored_use(host_)};
        const int number = static_cast<int>(host_.commands.size());
        host_.commands.push_back(command);
        host_.threads[thread].push_back({HostStep::Kind::enqueue, {}, number, 0});
        if (draw_.one_in(5))
            host_.threads[thread].push_back({HostStep::Kind::use, draw_.use(), -1, 0});
    }

    Draw draw_;
    HostProgram host_;
};

}  // namespace

HostProgram mapping_test(std::uint64_t seed) { return MappingGenerator(seed)(); }

HostProgram user_event_test(std::uint64_t seed) {
    Draw draw(seed);
    HostProgram host;
    host.locations.push_back({false, false, Memory::atomic_svm});
    host.in_order.push_back(true);
    host.threads.resize(2);
    const auto use = [&](std::size_t thread) {
        host.threads[thread].push_back({HostStep::Kind::use, draw.use(), -1, 0});
    };
    if (draw.one_in(3)) use(0);
    if (draw.one_in(2)) {
        host.threads[0].push_back({HostStep::Kind::call_back_on_user_event, {}, 0, 0});
        host.callbacks.push_back(draw.stored_use(host));
    }
    if (host.callbacks.empty() || draw.one_in(2)) {
        host.threads[0].push_back({HostStep::Kind::wait_for_user_event, {}, -1, 0});
        use(0);
    }
    if (draw.one_in(2)) {
        Command command;
        command.kernel.uses = {draw.stored_use(host)};
        command.waits_for_user_event = draw.one_in(2);
        host.commands.push_back(command);
        host.threads[0].push_back({HostStep::Kind::enqueue, {}, 0, 0});
    }
    if (!draw.one_in(4)) use(1);
    host.threads[1].push_back({HostStep::Kind::set_user_event, {}, -1, 0});
    if (draw.one_in(3)) use(1);
    return host;
}

}  // namespace clmm::oracle
