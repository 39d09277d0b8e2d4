#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "clmm/language/api.h"
#include "clmm/language/integers.h"
#include "execute/instruction.h"
#include "execute/scalar.h"

namespace clmm::runtime {

class Block;

/// A value that host code hands over.
///
/// Shape    its components are operands of the call from `first` on; of what is `by_address` its
///          address is the one operand.
/// Units    bytes.
struct HostValue {
    enum class Kind : std::uint8_t {
        value,    ///< a number or struct
        pointer,  ///< to something of `size` bytes
        handle,   ///< of a queue or event
        opaque,   ///< an image or pipe: where it is
        local,    ///< local_array(n): n, which is one operand
    };
    Kind kind = Kind::value;
    Span span;
    std::uint64_t size = 0;
    std::uint32_t first = 0;
    std::vector<std::uint32_t> offsets;  ///< of the components
    std::vector<Scalar> scalars;         ///< likewise
    bool by_address = false;
    bool to_record = false;  ///< a pointer to a struct
    std::string object;      ///< that a pointer is known to point into; empty: none
};

/// An argument of a call of the API: a value, or a call of what is to be called later.
struct HostArgument {
    HostValue value;
    std::string callee;  ///< empty: a value
    std::vector<HostValue> arguments = {};
};

/// A call of the API in host code, or a launch of the test.
struct HostCall {
    /// A clause about the NDRange, or `device(1)`.
    struct Clause {
        std::string name;
        std::vector<HostValue> numbers;
    };
    const language::ApiEntry* entry = nullptr;  ///< null: a launch
    Span span;
    std::uint32_t number = 0;  ///< other calls of the code have others
    std::vector<HostArgument> arguments;
    std::vector<HostValue> waits;
    std::vector<HostValue> elements;
    std::vector<Clause> clauses;
    bool wants_event = false;   ///< event(…)
    bool yields_event = false;  ///< of a map command: not the pointer
};

/// A call of a function that is being expanded already: of one that calls itself.
struct HostRecursion {
    std::string function;
    std::vector<HostValue> arguments;
    std::vector<std::uint64_t> result_offsets = {};
    std::vector<Scalar> result_scalars = {};
};

/// A declaration of a host thread's variable that the test observes at the end.
///
/// Shape    `begin` and `end` order the places where declarations come into scope and go out of it.
struct ObservedVariable {
    std::string name;
    language::IntegerType type;
    bool is_pointer = false;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::size_t depth = 0;  ///< for the compiler
};

/// What host code asks of who runs it: the environment of its instance.
class HostApi {
public:
    struct Result {
        std::uint64_t value = 0;
        std::uint64_t event = 0;  ///< of a command, its handle
    };
    virtual ~HostApi() = default;
    virtual Result call(Block& block, const HostCall& call,
                        std::span<const std::uint64_t> operands) = 0;
    /// The bytes that the function returns.
    virtual std::vector<std::byte> call_function(const HostRecursion& call,
                                                 std::span<const std::uint64_t> operands) = 0;
    /// The function returns these bytes; the thread ends there.
    virtual void leave_result(std::vector<std::byte> bytes) = 0;
    /// An object or handle of the test by its name.
    virtual std::uint64_t named(const std::string& name) = 0;
    /// A declaration of Code::observed was reached.
    virtual void observe(std::uint32_t declaration, std::uint64_t address) = 0;
};

/// The bytes of a value among the operands of its call.
[[nodiscard]] std::vector<std::byte> bytes_of(const HostValue& value,
                                              std::span<const std::uint64_t> operands);

/// Instructions of host code, of blocks of one lane. Operands and results are those of
/// calls[immediate], where nothing else is said.
namespace handlers {

/// constants[0]: the index of its HostCall. Results: the value; the event, if it is wanted.
[[nodiscard]] Handler host_call();
/// constants[0]: the index of its HostRecursion. Results: the components of what is returned.
[[nodiscard]] Handler host_recursion();
/// constants[0]: the index of the HostRecursion that says what a result is like.
[[nodiscard]] Handler host_result();
/// d (64 bits) = what is called host_names[immediate].
[[nodiscard]] Handler host_name();
/// The variable observed[immediate] is at address a.
[[nodiscard]] Handler host_variable();
/// A division by a, of integers: it must not be 0.
[[nodiscard]] Handler check_divisor();

}  // namespace handlers
}  // namespace clmm::runtime
