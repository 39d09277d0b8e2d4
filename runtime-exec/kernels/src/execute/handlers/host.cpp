#include <cstring>

#include "clmm/base/reject.h"
#include "execute/block.h"
#include "execute/group_run.h"
#include "execute/host_call.h"
#include "values/address.h"

namespace clmm::runtime {
namespace {

HostApi& api_of(Block& block) {
    return dynamic_cast<HostApi&>(*block.group().instance().environment);
}

const WideCall& call_at(Block& block, const Instruction& i) {
    return block.code().calls[static_cast<std::size_t>(i.immediate)];
}

std::vector<std::uint64_t> operands_of(Block& block, const WideCall& call) {
    std::vector<std::uint64_t> out;
    for (const std::uint32_t reg : call.operands)
        out.push_back(only_value(block, reg, block.code().registers[reg].size));
    return out;
}

void set(Block& block, std::uint32_t reg, std::uint64_t bits) {
    Register& d = block.reg(reg);
    std::memcpy(d.data, &bits, block.code().registers[reg].size);
    d.become_uniform();
}

/// A component in memory from what a register holds, and back.
void write_component(std::byte* to, Scalar scalar, std::uint64_t bits) {
    if (scalar == Scalar::f16)
        write_bytes(to, float_to_half(read_bytes<float>(&bits)));
    else
        std::memcpy(to, &bits, memory_size(scalar));
}

std::uint64_t read_component(const std::byte* from, Scalar scalar) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, from, memory_size(scalar));
    if (scalar != Scalar::f16) return bits;
    const float wide = half_to_float(static_cast<std::uint16_t>(bits));
    return read_bytes<std::uint32_t>(&wide);
}

void run_host_call(Block& block, const Instruction& i) {
    const WideCall& call = call_at(block, i);
    const HostCall& what =
        block.code().host_calls[static_cast<std::size_t>(call.constants.front())];
    const auto result = api_of(block).call(block, what, operands_of(block, call));
    if (!call.results.empty()) set(block, call.results[0], result.value);
    if (call.results.size() > 1) set(block, call.results[1], result.event);
}

void run_host_recursion(Block& block, const Instruction& i) {
    const WideCall& call = call_at(block, i);
    const HostRecursion& what =
        block.code().host_recursions[static_cast<std::size_t>(call.constants.front())];
    const std::vector<std::byte> bytes =
        api_of(block).call_function(what, operands_of(block, call));
    for (std::size_t k = 0; k < call.results.size(); ++k) {
        const std::uint64_t bits =
            bytes.empty()
                ? 0
                : read_component(bytes.data() + what.result_offsets[k], what.result_scalars[k]);
        set(block, call.results[k], bits);
    }
}

void run_host_result(Block& block, const Instruction& i) {
    const WideCall& call = call_at(block, i);
    const HostRecursion& what =
        block.code().host_recursions[static_cast<std::size_t>(call.constants.front())];
    const std::vector<std::uint64_t> operands = operands_of(block, call);
    std::size_t size = 0;
    for (const std::uint64_t offset : what.result_offsets)
        size = std::max<std::size_t>(size, offset + sizeof(std::uint64_t));
    std::vector<std::byte> bytes(size);
    for (std::size_t k = 0; k < operands.size(); ++k)
        write_component(bytes.data() + what.result_offsets[k], what.result_scalars[k], operands[k]);
    api_of(block).leave_result(std::move(bytes));
}

void run_host_name(Block& block, const Instruction& i) {
    const std::string& name = block.code().host_names[static_cast<std::size_t>(i.immediate)];
    set(block, i.d, api_of(block).named(name));
}

void run_host_variable(Block& block, const Instruction& i) {
    api_of(block).observe(static_cast<std::uint32_t>(i.immediate), only_value(block, i.a, 8));
}

void run_check_divisor(Block& block, const Instruction& i) {
    if (only_value(block, i.a, i.sizes[1]) == 0) reject("E-EXEC", "a division by zero", i.span);
}

}  // namespace

std::vector<std::byte> bytes_of(const HostValue& value, std::span<const std::uint64_t> operands) {
    std::vector<std::byte> bytes(value.kind == HostValue::Kind::value ? value.size : 8);
    if (value.by_address) {
        std::memcpy(bytes.data(), pointer_to<const std::byte>(operands[value.first]), bytes.size());
        return bytes;
    }
    for (std::size_t k = 0; k < value.offsets.size(); ++k)
        write_component(bytes.data() + value.offsets[k], value.scalars[k],
                        operands[value.first + k]);
    return bytes;
}

namespace handlers {

Handler host_call() { return &run_host_call; }
Handler host_recursion() { return &run_host_recursion; }
Handler host_result() { return &run_host_result; }
Handler host_name() { return &run_host_name; }
Handler host_variable() { return &run_host_variable; }
Handler check_divisor() { return &run_check_divisor; }

}  // namespace handlers
}  // namespace clmm::runtime
