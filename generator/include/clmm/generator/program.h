#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/source.h"
#include "clmm/language/constants.h"
#include "clmm/language/functions.h"

/// Small concurrent programs as values: what generators make, what tests are lowered from.
namespace clmm::generator {

using language::FenceFlags;
using language::MemoryOrder;
using language::MemoryScope;
using language::Modification;

enum class Dialect : std::uint8_t { opencl, c };

enum class Operator : std::uint8_t {
    add,
    subtract,
    multiply,
    bit_and,
    bit_or,
    bit_xor,
    equal,
    not_equal
};

/// What is stored, added, compared: a number, a register, or an operator on two of these.
struct Value {
    enum class Kind : std::uint8_t { constant, reg, binary };
    Kind kind = Kind::constant;
    std::int64_t constant = 0;
    std::string reg = {};
    Operator op = Operator::add;
    std::vector<Value> parts = {};  ///< two, of a binary one
    Span span = {};                 ///< where it was written; empty for generated ones

    [[nodiscard]] static Value number(std::int64_t value) { return {.constant = value}; }
    [[nodiscard]] static Value of_register(std::string name) {
        return {.kind = Kind::reg, .reg = std::move(name)};
    }
};

enum class Kind : std::uint8_t {
    load,
    store,
    modify,
    compare_exchange,
    fence,
    barrier,
    compute,
    branch
};

/// One statement of a thread.
///
/// Shape    which members mean something follows from the kind:
///          load               result, location, is_atomic
///          store              location, value, is_atomic
///          modify             location, modification, value, result (empty: not used)
///          compare_exchange   location, expected, value, result (the register of the expected
///                             value, which gets the old one), success (may be empty), failure
///          fence, barrier     flags; of a fence, order; of a barrier, whether it is a sub-group's
///          compute            result, value
///          branch             value (not zero: taken), when_true, when_false
///          Accesses that are atomic have an order and a scope. `offset` is a
///          register that an access's address is computed from: `x + (r0 ^ r0)`; empty: none.
struct Statement {
    Kind kind = Kind::load;
    bool is_atomic = true;
    bool is_weak = false;
    bool is_of_sub_group = false;
    MemoryOrder order = MemoryOrder::relaxed;
    MemoryOrder failure = MemoryOrder::relaxed;
    MemoryScope scope = MemoryScope::all_devices;
    FenceFlags flags = {};
    Modification modification = Modification::none;
    std::string location = {};
    std::string offset = {};
    std::string result = {};
    std::string success = {};
    Value value = {};
    Value expected = {};
    std::vector<Statement> when_true = {};
    std::vector<Statement> when_false = {};
    Span span = {};

    [[nodiscard]] bool is_access() const { return kind <= Kind::compare_exchange; }
};

/// An int in memory. One whose name is `x[1]` is an element of the array `x`, which lies there as a
/// whole: all its elements are locations, and in order.
struct Location {
    std::string name;
    bool is_atomic = true;  ///< of an atomic type
    bool is_local = false;  ///< local memory of the work-group
    std::int64_t initial = 0;
};

/// Equal numbers mean the same device, work-group of it, sub-group of that.
struct Placement {
    std::uint32_t device = 0;
    std::uint32_t work_group = 0;
    std::uint32_t sub_group = 0;
    friend bool operator==(const Placement&, const Placement&) = default;
};

struct Thread {
    std::uint32_t number = 0;
    Placement place = {};
    std::vector<Statement> body = {};
};

/// All words are ints; registers start with 0.
struct Program {
    Dialect dialect = Dialect::opencl;
    std::string name = "generated";
    std::vector<Location> locations = {};
    std::vector<Thread> threads = {};
};

[[nodiscard]] bool is_element(std::string_view location);
/// The array of an element; of another location the location itself.
[[nodiscard]] std::string object_of(std::string_view location);
/// Which element of its object it is; 0 of what is no element.
[[nodiscard]] std::size_t element_of(std::string_view location);
[[nodiscard]] std::string element_name(std::string_view object, std::size_t element);
/// What tests in assembly call a location: `x_1`.
[[nodiscard]] std::string word_for(std::string_view location);

/// The registers that a thread assigns, in order of first mention.
[[nodiscard]] std::vector<std::string> registers_of(const Thread& thread);

/// A register of a thread, or a location where `thread` is -1.
struct Observed {
    int thread = -1;
    std::string name;
};
/// All that the final state of a program has: registers by thread, then locations.
[[nodiscard]] std::vector<Observed> observed(const Program& program);
[[nodiscard]] std::string name_of(const Observed& observed);  ///< `0:r0`, `x`

/// Values of what observed() names, in its order; 32 bits each.
using State = std::vector<std::uint32_t>;
/// `0:r0=1; x=2;`
[[nodiscard]] std::string to_text(const Program& program, const State& state);

/// The program as a litmus test that shows its whole final state; or one that ends with another
/// line than the list of what is shown, a condition say.
[[nodiscard]] std::string to_litmus(const Program& program);
[[nodiscard]] std::string to_litmus(const Program& program, const std::string& ending,
                                    const std::string& claims = {});

/// One statement as OpenCL C, on one line (of a branch its head).
[[nodiscard]] std::string to_text(const Statement& statement, Dialect dialect);
[[nodiscard]] std::string to_text(const Value& value);

/// `acquire`, `acq_rel`; `work_group`, `all_devices`; `exchange`, `add`.
[[nodiscard]] std::string_view word_of(MemoryOrder order);
[[nodiscard]] std::string_view word_of(MemoryScope scope);
[[nodiscard]] std::string_view word_of(Modification modification);

/// x, y, z, u, v, w, x6, x7, …: what programs that are made call their locations.
[[nodiscard]] std::string location_name(std::size_t number);

/// Accesses, those under branches too.
[[nodiscard]] std::size_t count_accesses(const std::vector<Statement>& body);

}  // namespace clmm::generator
