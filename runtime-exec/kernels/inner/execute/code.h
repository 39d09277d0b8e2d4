#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "clmm/runtime/kernel_code.h"
#include "execute/host_call.h"
#include "execute/instruction.h"
#include "execute/scalar.h"
#include "execute/site.h"

namespace clmm::runtime {

/// A register of a block: an element for each lane.
struct RegisterSlot {
    std::uint32_t offset = 0;  ///< bytes before it, for each lane of the block
    std::uint8_t size = 4;     ///< of an element
};

/// A register whose value is known before the kernel runs.
struct ConstantRegister {
    std::uint32_t reg = 0;
    std::uint64_t bits = 0;
};

/// A parameter in registers. Structs are copied to a place of their own, whose address it is.
struct ParameterRegisters {
    std::vector<std::uint32_t> registers;  ///< its components
    std::vector<std::uint32_t> offsets;    ///< of the components in the argument, bytes
    std::vector<Scalar> scalars;           ///< of the components
    bool by_address = false;
};

/// What printf prints with.
struct PrintCall {
    std::string format;
    struct Operand {
        std::vector<std::uint32_t> registers;  ///< components
        Scalar scalar = Scalar::i32;
        bool is_string = false;
        std::string text;  ///< of a string operand
    };
    std::vector<Operand> operands;
    std::uint32_t result = 0;
};

/// A call with more operands than an instruction holds: images, pipes, device-side enqueue.
struct WideCall {
    std::vector<std::uint32_t> operands;
    std::vector<std::uint32_t> results;
    std::vector<std::int64_t> constants;
};

class CompiledKernel;

/// A block of device-side enqueue: the child's code, and what it captures, by parameter.
struct BlockCode {
    struct Capture {
        ParameterKind kind = ParameterKind::value;
        std::size_t size = 0;  ///< of a value
        std::vector<std::uint32_t> offsets;
        std::vector<Scalar> scalars;
    };
    std::shared_ptr<const CompiledKernel> kernel;
    std::vector<Capture> captures;
    std::uint32_t local_pointers = 0;  ///< parameters behind the captures
};

/// A variable in memory: its place in the memory of the work-group, the work-item or the program.
struct CodeObject {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::string name;
    bool constant = false;  ///< in the constant address space
};

/// The bytecode of one kernel, all calls expanded.
///
/// Shape    the last instruction ends the work-item. Every target of a jump is a `join`.
struct Code {
    SourcePtr source;
    std::vector<Instruction> instructions;
    std::vector<RegisterSlot> registers;
    std::uint32_t register_bytes = 0;  ///< of all registers, for each lane
    std::vector<ConstantRegister> constants;
    std::vector<ParameterRegisters> parameters;
    std::vector<PrintCall> prints;
    std::vector<WideCall> calls;
    std::vector<BlockCode> blocks;
    std::uint32_t private_bytes = 0;  ///< of memory for each work-item
    std::uint32_t local_bytes = 0;    ///< of memory for each work-group, without arguments

    // of watched code
    bool watched = false;
    std::vector<Site> sites;  ///< `immediate` of instructions that watch is an index of it
    std::vector<CodeObject> private_objects;
    std::vector<CodeObject> local_objects;
    std::vector<CodeObject> program_objects;

    // of host code
    std::vector<HostCall> host_calls;
    std::vector<HostRecursion> host_recursions;
    std::vector<std::string> host_names;
    std::vector<ObservedVariable> observed;
};

}  // namespace clmm::runtime
