#pragma once

#include <cstdint>
#include <vector>

#include "cross/oracle.h"
#include "cross/targets/runs.h"

/// PTX in the words of its manual, to hold `ptx-6.0` and `ptx-7.5` against.
namespace clmm::oracle::ptx {

enum class Kind : std::uint8_t {
    load,
    store,
    add,        ///< atom.add
    exchange,   ///< atom.exch
    compare,    ///< atom.cas
    reduction,  ///< red.add
    fence,
    proxy_fence,
    alias_fence,
    sync,   ///< bar.cta.sync 0
    arrive  ///< bar.cta.arrive 0
};
enum class Order : std::uint8_t { weak, relaxed, acquire, release, acq_rel, sc };
enum class Scope : std::uint8_t { cta, gpu, sys };
enum class Proxy : std::uint8_t { generic, surface, texture, constant };

struct Instruction {
    Kind kind = Kind::load;
    Order order = Order::weak;
    Scope scope = Scope::sys;
    int address = -1;              ///< of Program::addresses
    Proxy proxy = Proxy::generic;  ///< of a proxy fence
    int value = 0;
    int expected = 0;  ///< of a comparison
    int source = -1;   ///< the earlier instruction whose result a store stores; -1: `value`
};

/// A name in the text. Two of one `location` with different `virtual_address` are aliases.
struct Address {
    int location = 0;
    int virtual_address = 0;
    Proxy proxy = Proxy::generic;
};

struct Thread {
    int cta = 0;
    int gpu = 0;
    std::vector<Instruction> body = {};
};

/// The first `locations` addresses are the locations' own.
struct Program {
    int locations = 2;
    std::vector<Address> addresses;
    std::vector<Thread> threads = {};
};

enum class Version : std::uint8_t { v6_0, v7_5 };

[[nodiscard]] targets::Effects effects(const Program& test);
/// Version 7.5 has proxies and aliases; a test for 6.0 has none.
[[nodiscard]] Answer decide(const Program& test, Version version);
[[nodiscard]] Printed to_litmus(const Program& test);

/// Two instructions beside one of another thread, of the same CTA or not; for 7.5 also message
/// passing through all proxies and aliases, with fences of them: all of them by number.
[[nodiscard]] std::uint64_t small_tests(Version version);
[[nodiscard]] Program small_test(std::uint64_t number);
/// Two to four threads of one to four instructions.
[[nodiscard]] Program random_test(std::uint64_t seed, Version version);

}  // namespace clmm::oracle::ptx
