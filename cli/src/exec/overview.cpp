#include "exec/overview.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "exec/values/number.h"
#include "run/arguments.h"

namespace clmm::cli {
namespace {

using runtime::Parameter;
using runtime::ParameterKind;

/// What a parameter needs, and an argument that gives it.
struct Need {
    std::string words;
    std::string argument;
};

bool is_local(const Parameter& parameter) {
    return parameter.address_space == runtime::AddressSpace::local;
}

Need need_of_image(const Parameter& parameter, bool checks) {
    const std::string& type = parameter.type_name;
    const auto has = [&](const char* part) { return type.find(part) != std::string::npos; };
    const bool has_three = has("3d") || has("2d_array");
    const bool has_two = has_three || has("2d") || has("1d_array");
    const std::string texels = has_three ? "4x4x2" : has_two ? "4x4" : "8";
    if (checks) return {"an image of so many texels", parameter.name + "[" + texels + "]"};
    const std::string kind = type.substr(type.rfind(' ') + 1);
    return {"an image: type, format, texels",
            parameter.name + "=" + kind.substr(0, kind.rfind("_t")) + ":rgba8:" + texels};
}

/// Nothing where the command takes no such parameter.
std::optional<Need> need_of(const Parameter& parameter, bool checks) {
    const std::string& name = parameter.name;
    const bool is_number = element_type(parameter.type_name).has_value();
    switch (parameter.kind) {
        case ParameterKind::pointer:
            if (is_local(parameter)) return Need{"elements for each work-group", name + "[64]"};
            return Need{"memory of so many elements",
                        name + "[64]" + (checks && is_number ? "=any" : "")};
        case ParameterKind::image:
            return need_of_image(parameter, checks);
        case ParameterKind::sampler:
            return Need{"a sampler", name + (checks ? "=any" : "=sampler")};
        case ParameterKind::value:
            if (is_number) return Need{"a number", name + "=8"};
            return checks ? Need{"any value", name + "=any"}
                          : Need{"the bytes of a file", name + "=@value.raw"};
        case ParameterKind::pipe:
            if (!checks) return Need{"a pipe of so many packets", name + "[16]"};
            break;
        case ParameterKind::queue:
            if (!checks) return Need{"the default queue", name + "=queue"};
            break;
        default:
            break;
    }
    return std::nullopt;
}

std::string sizes_of(const runtime::KernelCode& kernel, bool checks) {
    const auto& required = kernel.attributes().required_work_group_size;
    if (!required) return checks ? " --global 4 --local 2" : " --global 8 --local 4";
    std::string list;
    for (const std::uint64_t size : *required)
        list += (list.empty() ? "" : ",") + std::to_string(size);
    return " --global " + list + " --local " + list;
}

std::string overview_of(const runtime::KernelCode& kernel, std::string_view command,
                        const std::string& file, const litmus::KernelLaunch& launch) {
    const bool checks = command == "check";
    std::string start = "clmm " + std::string(command) + " " + shell_word(file) + " --kernel " +
                        kernel.name() + sizes_of(kernel, checks);
    for (const std::string& each : launch.definitions) start += " -D " + shell_word(each);
    for (const std::string& each : launch.include_paths) start += " -I " + shell_word(each);
    std::string out = kernel.name() + "\n";
    bool is_whole = true;
    for (const Parameter& parameter : kernel.parameters()) {
        const auto need = need_of(parameter, checks);
        out += "    " + parameter.name + ": " + parameter.type_name + ", " +
               (need ? need->words : "which " + std::string(command) + " does not give") + "\n";
        if (need) start += " --arg " + shell_word(need->argument);
        is_whole = is_whole && need.has_value();
    }
    return is_whole ? out + "  " + start + "\n" : out;
}

}  // namespace

bool has_no_launch(const litmus::KernelLaunch& launch) {
    return launch.global.empty() && launch.local.empty() && launch.arguments.empty();
}

std::string overview_of(const runtime::ProgramCode& program, std::string_view command,
                        const std::string& file, const litmus::KernelLaunch& launch) {
    std::string out;
    for (const auto& kernel : program.kernels())
        if (launch.kernel.empty() || launch.kernel == kernel->name())
            out += overview_of(*kernel, command, file, launch);
    return out.empty() ? out : "Kernels, what they need, and commands to start from:\n" + out;
}

}  // namespace clmm::cli
