#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clmm/litmus/kernel_file.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/parser/litmus_tree.h"
#include "host/handles.h"
#include "kernels/ndrange.h"
#include "read/type.h"
#include "read/type_names.h"

namespace clmm::litmus {

/// An object in memory. Its scalar parts are consecutive locations.
struct MemoryObject {
    std::string name;
    TypePtr type;           ///< of all of it; scalars atomic only where every declaration says so
    LocationId first;       ///< append_object sets this, and
    std::size_t count = 0;  ///< the number of its locations
    AddressSpace space = AddressSpace::global;
    Allocation allocation = Allocation::fine_grained_svm_atomics;
    bool split = false;  ///< accesses to it are told from those to other objects (Event::object)
    bool arbitrary = false;  ///< starts with any contents
    /// What it was created for kernels to do.
    LaunchBytes::Access access = LaunchBytes::Access::all;

    /// What a pointer to it points to: of an array, its elements.
    [[nodiscard]] const TypePtr& element() const { return is_array(type) ? type->element : type; }
};

/// A value known before the program runs; `object` is set for an address.
struct InitialValue {
    std::uint64_t value = 0;
    std::optional<std::size_t> object = {};
    TypePtr type = {};
    bool arbitrary = false;                 ///< any number, in place of `value`
    std::vector<std::uint64_t> parts = {};  ///< … of a struct or vector: those of its scalars
};

/// What a parameter of a unit holds at the start.
struct Parameter {
    const syntax::Declarator* declarator = nullptr;
    TypePtr type;
    InitialValue initial = {};
};

/// What a unit runs: the body of a thread, or of a kernel for one of its work-items.
struct UnitCode {
    const syntax::Thread* thread = nullptr;  ///< null for a work-item
    const syntax::Block* body = nullptr;
    std::vector<Parameter> parameters = {};
    std::map<std::string, InitialValue> registers = {};  ///< `0:r0=7` for what is no parameter
    std::map<const syntax::Declarator*, std::size_t> local_objects =
        {};                               ///< `local int a;` in the body
    std::vector<std::string> names = {};  ///< declared anywhere in the unit, parameters first
};

/// A kernel-instance that the test launches beside its threads, or that a plain kernel is.
struct TestLaunch {
    const syntax::Function* kernel = nullptr;
    struct Argument {
        InitialValue initial = {};
        std::optional<std::uint64_t> local_elements = {};  ///< of a pointer to local memory
        Span span = {};
    };
    std::vector<Argument> arguments = {};
    NDRange range = {};
    std::uint32_t device = 0;
    Span span = {};
};

/// An operand of the condition with its name resolved.
struct Operand {
    enum class Kind : std::uint8_t { constant, location, address, reg } kind = Kind::constant;
    std::int64_t constant = 0;
    LocationId location = {};
    std::size_t object = 0;  ///< of a location or an address
    UnitId unit = {};
    std::string name = {};  ///< of a register
    Span span = {};
};

struct Claim;
using ClaimPtr = std::unique_ptr<Claim>;

/// A proposition with its names resolved. Unused members are empty.
struct Claim {
    enum class Kind : std::uint8_t {
        comparison,
        negation,
        conjunction,
        disjunction,
        implication,
        equivalence,
        constant
    } kind = Kind::constant;
    std::string text = {};  ///< as `condition_text` has it
    bool value = true;
    syntax::BinaryOperator op = syntax::BinaryOperator::equal;
    Operand left, right;
    ClaimPtr first, second;
};

/// A program-scope variable of a test with several devices: an object for each, named `g@dev0` and
/// so on. "Program scope global variables are treated as per-device coarse-grained SVM."
struct DeviceObjects {
    bool at_file_scope = false;                    ///< else the initial state declares it
    std::map<std::uint32_t, std::size_t> objects;  ///< by device
};

/// The code of a test with its objects and names resolved. Units are indexed by UnitId.
struct TestCode {
    syntax::LitmusTree tree;
    std::vector<MemoryObject> objects;
    std::map<std::string, std::size_t> object_names;
    std::map<std::string, std::size_t, std::less<>> variables = {};  ///< of file scope, as objects
    std::map<std::string, DeviceObjects, std::less<>> device_objects = {};  ///< not in the above
    TypeNames types = {};
    std::vector<HandleDeclaration> handles = {};
    std::vector<UnitCode> units;
    std::vector<TestLaunch> launches;
    ClaimPtr condition;
    ClaimPtr filter;
    std::vector<Operand> observed;  ///< of `locations [...]`
    bool is_plain_kernel = false;   ///< of a file of OpenCL C, which compilers read as well
};

}  // namespace clmm::litmus
