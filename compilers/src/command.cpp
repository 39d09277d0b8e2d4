#include "clmm/compilers/command.h"

#include <algorithm>
#include <array>

namespace clmm::compilers {
namespace {

/// Clang's words for a machine. Where it finds libgcc for AArch64, it calls that for atomic
/// functions, unless it is told not to: what it makes would depend on what is installed beside it.
struct Options {
    std::string_view architecture;
    std::string_view text;
};
constexpr std::array kOptions{Options{"x86_64", "--target=x86_64-linux-gnu"},
                              Options{"aarch64", "--target=aarch64-linux-gnu -mno-outline-atomics"},
                              Options{"riscv64", "--target=riscv64-linux-gnu -march=rv64gc"},
                              Options{"ppc64le", "--target=powerpc64le-linux-gnu"},
                              Options{"nvptx64", "--target=nvptx64-nvidia-cuda -march=sm_70"},
                              Options{"gfx90a", "-mcpu=gfx90a"},
                              Options{"gfx90a_tgsplit", "-mcpu=gfx90a -mtgsplit"},
                              Options{"gfx942", "-mcpu=gfx942"},
                              Options{"gfx942_tgsplit", "-mcpu=gfx942 -mtgsplit"},
                              Options{"gfx1100", "-mcpu=gfx1100"},
                              Options{"gfx1100_cu", "-mcpu=gfx1100 -mcumode"},
                              Options{"gfx1200", "-mcpu=gfx1200"},
                              Options{"gfx1200_cu", "-mcpu=gfx1200 -mcumode"}};
constexpr std::string_view kAmdgpu = " --target=amdgcn-amd-amdhsa -nogpulib";

/// SPIR-V is made of LLVM's representation by a translator beside the compiler, or by the compiler
/// itself, and read as SPIR-V's tools print it.
struct SpirvTarget {
    std::string_view architecture, target;
    bool is_translated;
};
constexpr std::array kSpirv{SpirvTarget{"spir64", "spir64-unknown-unknown", true},
                            SpirvTarget{"spir", "spir-unknown-unknown", true},
                            SpirvTarget{"spirv64", "spirv64-unknown-unknown", false},
                            SpirvTarget{"spirv32", "spirv32-unknown-unknown", false}};

constexpr std::string_view kC = " -x c -std=c11";
constexpr std::string_view kOpencl = " -x cl -cl-std=CL2.0 -Xclang -finclude-default-header";
constexpr std::string_view kAlways = " -ffreestanding -fno-crash-diagnostics";

Result<CompilerCommand> failure(std::string message, std::string hint) {
    return Result<CompilerCommand>::failure(
        {Severity::error, "E-SELECT", std::move(message), std::move(hint), nullptr, Span{}});
}

/// `llvm-spirv-15` goes with `/usr/bin/clang-15`.
std::string translator_of(std::string_view compiler) {
    const std::size_t name = compiler.rfind('/') + 1;
    const std::size_t dash = compiler.find_last_of('-');
    const bool has_version =
        dash != std::string_view::npos && dash > name &&
        compiler.find_first_not_of("0123456789", dash + 1) == std::string_view::npos;
    return "llvm-spirv" + std::string(has_version ? compiler.substr(dash) : "");
}

/// A function of the shell, whose arguments are the compiler's: options behind the line are its,
/// too.
std::string spirv_line(const SpirvTarget& target, std::string_view program,
                       std::string_view options) {
    const std::string call = std::string(program) + " --target=" + std::string(target.target) +
                             std::string(kOpencl) + std::string(kAlways) + " -O2 -c";
    const std::string compile = target.is_translated
                                    ? call + " -emit-llvm \"$@\" -o {output}.bc {input} && " +
                                          translator_of(program) + " {output}.bc -o {output}.spv"
                                    : call + " \"$@\" -o {output}.spv {input}";
    return "to_spirv() { " + compile + " && spirv-dis {output}.spv -o {output} ; } ; to_spirv" +
           std::string(options);
}

bool is_device(std::string_view word) { return word == "opencl" || word.starts_with("opencl:"); }

}  // namespace

Result<CompilerCommand> compiler_command(std::string_view word, generator::Dialect dialect) {
    CompilerCommand made{.name = std::string(word), .line = std::string(word)};
    if (word.find("{input}") != std::string_view::npos) {
        if (word.find("{output}") == std::string_view::npos)
            return failure("the compiler's command does not say where {output} is",
                           "gcc -O2 -S -o {output} {input}");
        return made;
    }
    if (is_device(word)) {
        // Of what drivers give as text, NVIDIA's is read.
        made.line.clear();
        made.device = word;
        made.architecture = find_architecture("nvptx64");
        return made;
    }
    const std::size_t colon = word.find(':');
    const std::size_t space = std::min(word.find(' '), word.size());
    if (colon == std::string_view::npos || colon > space)
        return failure("'" + std::string(word) + "' is no compiler",
                       "PROGRAM:MACHINE OPTIONS, as clang-19:aarch64 -O2, a command with {input} "
                       "and {output}, or a device, as opencl:NVIDIA");
    const std::string_view machine = word.substr(colon + 1, space - colon - 1);
    made.architecture = find_architecture(machine);
    if (made.architecture == nullptr) {
        std::string known;
        for (const Architecture& each : architectures())
            known += (known.empty() ? "" : ", ") + std::string(each.name);
        return failure("unknown machine '" + std::string(machine) + "'", known);
    }
    const auto spirv = std::ranges::find(kSpirv, machine, &SpirvTarget::architecture);
    if (spirv != kSpirv.end()) {
        made.line = spirv_line(*spirv, word.substr(0, colon), word.substr(space));
        return made;
    }
    made.line = word.substr(0, colon);
    if (machine.starts_with("gfx")) made.line += kAmdgpu;
    for (const Options& each : kOptions)
        if (each.architecture == machine) made.line += " " + std::string(each.text);
    made.line += dialect == generator::Dialect::opencl ? kOpencl : kC;
    made.line += std::string(kAlways) + " -S -O2";
    made.line += std::string(word.substr(space)) + " -o {output} {input}";
    return made;
}

}  // namespace clmm::compilers
