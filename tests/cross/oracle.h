#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// A deliberately naive, independently written evaluator of three memory models, to hold the
/// engines against. It shares nothing with them: neither cat files, nor the interpreter, nor bit
/// matrices. Every candidate execution of a tiny test is written down (all reads-from, all
/// modification orders) and the definitions are checked pair by pair, as they stand in the text.
namespace clmm::oracle {

enum class Order : std::uint8_t { na, rlx, acq, rel, ar, sc };
enum class Scope : std::uint8_t { wg, dev, all };
enum class Kind : std::uint8_t {
    load,
    store,
    fetch_add,
    exchange,
    compare_exchange,
    fence,
    barrier
};
/// An access may depend on whether its thread has "taken" something: see Access::takes.
enum class Guard : std::uint8_t { always, taken, not_taken };

struct Access {
    Kind kind = Kind::load;
    int location = 0;
    Order order = Order::na;
    Scope scope = Scope::dev;
    bool global_flag = false;  ///< fences and barriers
    bool local_flag = false;
    int value = 0;     ///< stored, added, or put in place of `expected`
    int expected = 0;  ///< compare_exchange, which fails with order rlx
    int plus_read =
        -1;  ///< index of an earlier access of the thread whose value is added to `value`
    Guard guard = Guard::always;
    std::optional<int> takes;  ///< having read this value, the thread has taken
    friend auto operator<=>(const Access&, const Access&) = default;
};

struct Location {
    bool local = false;
    bool atomic = true;  ///< declared atomic_int, otherwise int
    friend auto operator<=>(const Location&, const Location&) = default;
};

struct Thread {
    int device = 0;
    int group = 0;  ///< work-group of the device
    std::vector<Access> body;
};

struct Program {
    std::vector<Location> locations;  ///< named x, y, z, …; all start at 0
    std::vector<Thread> threads;
};

[[nodiscard]] bool reads(Kind kind);
[[nodiscard]] bool writes(Kind kind);

/// Registers by thread and access (reads only; -1 where not executed), then final values.
using Outcome = std::vector<int>;
[[nodiscard]] std::vector<std::string> observable_names(const Program& test);
[[nodiscard]] std::string location_name(int location);

struct Answer {
    std::set<Outcome> outcomes;
    bool racy = false;  ///< some consistent execution has a data race
    std::uint64_t executions = 0;
};

/// MODEL.md sections 1 to 4 with 4.7: SC as a scoped acyclicity, inclusive scope `same`.
[[nodiscard]] Answer opencl_scoped(const Program& test);
/// The same with 4.6 in place of 4.7: SC as the text's total order S (opencl-3.0).
[[nodiscard]] Answer opencl_text(const Program& test);
/// Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing Sequential Consistency in C/C++11, PLDI 2017.
[[nodiscard]] Answer rc11(const Program& test);
/// Interleavings; no races are looked for.
[[nodiscard]] Answer sc(const Program& test);

}  // namespace clmm::oracle
