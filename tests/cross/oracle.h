#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// A deliberately naive, independently written evaluator of the main memory models, to hold the
/// engines against. It shares nothing with them: neither cat files, nor the interpreter, nor bit
/// matrices. Every candidate execution of a tiny test is written down (all reads-from, all
/// modification orders) and the definitions are checked pair by pair, as they stand in the text.
namespace clmm::oracle {

enum class Order : std::uint8_t { na, rlx, acq, rel, ar, sc };
enum class Scope : std::uint8_t { sg, wg, dev, all };
enum class Kind : std::uint8_t {
    load,
    store,
    fetch_add,
    exchange,
    compare_exchange,
    fence,
    barrier,
    call  ///< an API call, or a state of a command: no access, but synchronisation
};
/// An access may depend on whether its thread has "taken" something: see Access::takes.
enum class Guard : std::uint8_t { always, taken, not_taken };

/// What a command does beside loading: it makes memory accessible to the host, or gives it back.
enum class Mapping : std::uint8_t { none, map_to_read, map_to_write, unmap };

struct Access {
    Kind kind = Kind::load;
    int location = 0;
    Order order = Order::na;
    Scope scope = Scope::dev;
    bool global_flag = false;  ///< fences and barriers
    bool local_flag = false;
    bool image_flag = false;  ///< barriers
    int value = 0;            ///< stored, added, or put in place of `expected`
    int expected = 0;         ///< compare_exchange, which fails with order rlx
    int plus_read =
        -1;  ///< index of an earlier access of the thread whose value is added to `value`
    Guard guard = Guard::always;
    std::optional<int> takes;  ///< having read this value, the thread has taken
    Mapping mapping = Mapping::none;
    friend auto operator<=>(const Access&, const Access&) = default;
};

/// How an object in global memory was allocated.
enum class Memory : std::uint8_t { buffer, coarse_svm, fine_svm, atomic_svm, program, host, image };

struct Location {
    bool local = false;
    bool atomic = true;  ///< declared atomic_int, otherwise int
    Memory memory = Memory::atomic_svm;
    friend auto operator<=>(const Location&, const Location&) = default;
};

struct Thread {
    int device = 0;
    int group = 0;  ///< work-group of the kernel-instance
    std::vector<Access> body;
    int kernel = 0;      ///< kernel-instance of the device
    int sub_group = -1;  ///< of the work-group; -1: its own
    enum class Unit : std::uint8_t { work_item, host, command } unit = Unit::work_item;
    std::vector<int> ancestors = {};  ///< kernel-instances that enqueued this one, its parent last
    bool observed = true;             ///< its registers are part of outcomes
};

/// All actions of one access; a step of global-synchronizes-with between two.
using Place = std::pair<int, int>;  ///< thread, and access in its body
struct Step {
    Place from, to;
    bool enqueues = false;        ///< rule 1
    bool device_enqueue = false;  ///< … of a device-side enqueue
    friend bool operator==(const Step&, const Step&) = default;
};

/// What commands add, for one order of the calls on each queue.
struct Sequence {
    std::vector<Step> steps;
    std::vector<std::pair<Place, Place>> calls;  ///< on one queue, the former earlier
};

struct Program {
    std::vector<Location> locations;  ///< named x, y, z, …; all start at 0
    std::vector<Thread> threads;
    std::vector<Sequence> sequences = {};  ///< an execution has one of them; empty: no commands
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
    /// The data races that some consistent execution has, smaller place first.
    std::set<std::pair<Place, Place>> races = {};
    /// Memory that is used where it is not available, by the names of the shipped models' checks.
    std::set<std::string> unavailable = {};
};

/// How the OpenCL text is read.
struct Reading {
    bool mutual = false;  ///< inclusive scopes may differ (3.1)
    enum class Sc { scoped, total, total_2_0, psc } sc = Sc::total;
    bool reduces_on_local = true;  ///< scopes on local memory to that of the work-group
    /// Whom memory_scope_device joins on a cl_mem.
    enum class OnBuffer {
        family,
        parent_and_child,
        descendants,
        device
    } on_buffer = OnBuffer::family;
    bool given_scopes = false;  ///< 2.0 asks for scopes before they are reduced
    /// A barrier with CLK_IMAGE_MEM_FENCE orders image accesses of different work-items.
    bool image_barrier = false;
    bool unmap_ends_all = false;  ///< an unmap command undoes all map commands before it
    /// What an object is that atomic operations access and that is not declared atomic.
    enum class Mixed {
        atomic_object,  ///< one order for all its modifications, and coherence
        plain_object    ///< no evaluation of it sees a side effect that another one hides; its
                        ///< plain writes have the order of happens-before alone
    } mixed = Mixed::atomic_object;
};

/// docs/model.md.
[[nodiscard]] Answer opencl(const Program& test, const Reading& reading);
/// … with 4.7: SC as a scoped acyclicity.
[[nodiscard]] Answer opencl_scoped(const Program& test);
/// … with 4.6: SC as the text's total order S (opencl-3.0).
[[nodiscard]] Answer opencl_text(const Program& test);
/// S under the conditions of revision 2.0.
[[nodiscard]] Answer opencl_text_2_0(const Program& test);
/// opencl-3.0 with mutual inclusive scopes.
[[nodiscard]] Answer opencl_text_3_1(const Program& test);
/// opencl-3.0 with the partial order of RC11 in place of S.
[[nodiscard]] Answer opencl_psc(const Program& test);
/// opencl-3.0 with scopes on local memory as they are written.
[[nodiscard]] Answer opencl_local_as_written(const Program& test);
/// Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing Sequential Consistency in C/C++11, PLDI 2017.
[[nodiscard]] Answer rc11(const Program& test);
/// Interleavings; no races are looked for.
[[nodiscard]] Answer sc(const Program& test);

}  // namespace clmm::oracle
