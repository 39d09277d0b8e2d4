#include "machine_code/program.h"

#include <cstring>

#include "clmm/runtime/function_kernel.h"
#include "machine_code/executable_memory.h"

namespace clmm::hardware::machine_code {
namespace {

class Kernels final : public runtime::ProgramCode {
public:
    /// `work` is called for each group of a launch.
    void add(const char* name, std::size_t buffers, std::size_t values,
             std::function<void(const Call&)> work) {
        std::vector<runtime::Parameter> parameters(buffers,
                                                   {.name = {},
                                                    .type_name = "uint*",
                                                    .address_space = runtime::AddressSpace::global,
                                                    .kind = runtime::ParameterKind::pointer,
                                                    .size = 4,
                                                    .alignment = 4});
        parameters.resize(buffers + values,
                          {.name = {}, .type_name = "uint", .size = 4, .alignment = 4});
        kernels_.push_back(std::make_shared<const runtime::FunctionKernel>(
            name, std::move(parameters),
            [buffers, values, work = std::move(work)](const runtime::FunctionCall& call) {
                std::vector<std::uint32_t*> memory;
                for (std::size_t i = 0; i < buffers; ++i)
                    memory.push_back(call.pointer<std::uint32_t>(i));
                std::vector<std::uint32_t> words(values);
                for (std::size_t i = 0; i < values; ++i) {
                    const auto& bytes =
                        std::get<runtime::ValueArgument>(call.arguments[buffers + i]).bytes;
                    std::memcpy(&words[i], bytes.data(), sizeof words[i]);
                }
                work({.group = call.group.id[0],
                      .groups = call.group.number_of_groups[0],
                      .buffers = memory,
                      .values = words});
            }));
    }

    [[nodiscard]] std::vector<std::shared_ptr<const runtime::KernelCode>> kernels() const override {
        return kernels_;
    }

private:
    std::vector<std::shared_ptr<const runtime::KernelCode>> kernels_;
};

}  // namespace

Result<NativeProgram> program(const Harness::Parts& parts) {
    std::vector<std::span<const std::uint8_t>> codes;
    for (const targets::X86Thread& each : parts.x86) codes.emplace_back(each.code);
    std::shared_ptr<const ExecutableMemory> memory;
    try {
        memory = std::make_shared<const ExecutableMemory>(codes);
    } catch (const DeviceError& error) {
        return Result<NativeProgram>::failure(
            {Severity::error, "E-DEVICE", error.what(), "", nullptr, Span{}});
    }
    Functions functions;
    for (std::size_t i = 0; i < codes.size(); ++i)
        functions.push_back(memory->function<targets::X86Function>(i));
    auto kernels = std::make_shared<Kernels>();
    kernels->add("clmm_prepare", 1, 0, [&parts](const Call& call) { prepare(parts, call); });
    kernels->add("clmm_test", 5, 2, [&parts, memory, functions](const Call& call) {
        execute(parts, functions, call);
    });
    kernels->add("clmm_collect", 6, 1, [&parts](const Call& call) { collect(parts, call); });
    return NativeProgram{std::move(kernels), targets::listing(parts.test, parts.x86)};
}

}  // namespace clmm::hardware::machine_code
