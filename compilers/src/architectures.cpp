#include <algorithm>
#include <array>

#include "clmm/compilers/assembly.h"
#include "machines/find.h"

namespace clmm::compilers {
namespace {

struct Known {
    Architecture architecture;
    const InstructionSet* machine;
    std::vector<std::string_view> marks;  ///< what only its assembly has
};

const std::vector<Known>& known() {
    const auto entry = [](std::string_view name, const InstructionSet& machine,
                          std::vector<std::string_view> marks) {
        const Dialect& dialect = machine.dialect();
        return Known{{name, dialect.word, dialect.model}, &machine, std::move(marks)};
    };
    static constexpr std::array<std::string_view, 8> kAmdgpu{
        "gfx90a",  "gfx90a_tgsplit", "gfx942",  "gfx942_tgsplit",
        "gfx1100", "gfx1100_cu",     "gfx1200", "gfx1200_cu"};
    static const std::vector<Known> all = [&] {
        std::vector<Known> made{
            entry("x86_64", x86_64(), {"\tretq", "%rdi", "%rsp"}),
            entry("aarch64", aarch64(), {"\tldr\t", "\tstr\t", "// -- Begin", "\tdmb"}),
            entry("riscv64", riscv64(), {".attribute\t5, \"rv64", "\tlr.w", "(a0)"}),
            entry("ppc64le", power64(), {".abiversion", "\tblr"}),
            entry("nvptx64", ptx(), {".address_size 64", "ld.param.u64", ".target sm_"}),
            // By translation of LLVM's representation, by LLVM's own back end: one language.
            entry("spir64", spirv(), {"OpMemoryModel", "OpCapability"}), entry("spir", spirv(), {}),
            entry("spirv64", spirv(), {}), entry("spirv32", spirv(), {})};
        // Which mode they are in, directives say: architecture_of().
        for (std::size_t i = 0; i < kAmdgpu.size(); ++i)
            made.push_back(entry(kAmdgpu[i], *amdgpu_processors()[i], {}));
        return made;
    }();
    return all;
}

/// `.amdgcn_target "amdgcn-amd-amdhsa--gfx942:xnack+"`, and the mode that its kernels run in.
std::string amdgpu_in(std::string_view assembly) {
    constexpr std::string_view kTarget = ".amdgcn_target \"amdgcn-amd-amdhsa--";
    const std::size_t at = assembly.find(kTarget);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = assembly.substr(at + kTarget.size());
    std::string name(rest.substr(0, rest.find_first_of(":\"\n")));
    const auto says = [&](std::string_view directive) {
        return assembly.find(directive) != std::string_view::npos;
    };
    if (says(".amdhsa_tg_split 1")) name += "_tgsplit";
    if (says(".amdhsa_workgroup_processor_mode 0")) name += "_cu";
    return name;
}

}  // namespace

const std::vector<Architecture>& architectures() {
    static const std::vector<Architecture> all = [] {
        std::vector<Architecture> made;
        for (const Known& each : known()) made.push_back(each.architecture);
        return made;
    }();
    return all;
}

const Architecture* find_architecture(std::string_view name) {
    const auto found = std::ranges::find(architectures(), name, &Architecture::name);
    return found == architectures().end() ? nullptr : &*found;
}

const Architecture* architecture_of(std::string_view assembly) {
    if (const std::string name = amdgpu_in(assembly); !name.empty()) return find_architecture(name);
    for (const std::string_view first :
         {"spir64", "nvptx64", "ppc64le", "riscv64", "x86_64", "aarch64"})
        for (const Known& each : known())
            if (each.architecture.name == first &&
                std::ranges::any_of(each.marks, [&](std::string_view mark) {
                    return assembly.find(mark) != std::string_view::npos;
                }))
                return find_architecture(first);
    return nullptr;
}

const InstructionSet& machine_of(const Architecture& architecture) {
    return *std::ranges::find(known(), architecture.name, [](const Known& each) {
                return each.architecture.name;
            })->machine;
}

}  // namespace clmm::compilers
