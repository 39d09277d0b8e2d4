#include <algorithm>

#include "clmm/compilers/assembly.h"
#include "machines/find.h"

namespace clmm::compilers {
namespace {

struct Known {
    Architecture architecture;
    const InstructionSet& (*machine)();
    std::vector<std::string_view> marks;  ///< what only its assembly has
};

const std::vector<Known>& known() {
    const auto entry = [](std::string_view name, const InstructionSet& (*machine)(),
                          std::vector<std::string_view> marks) {
        const Dialect& dialect = machine().dialect();
        return Known{{name, dialect.word, dialect.model}, machine, std::move(marks)};
    };
    static const std::vector<Known> all{
        entry("x86_64", x86_64, {"\tretq", "%rdi", "%rsp"}),
        entry("aarch64", aarch64, {"\tldr\t", "\tstr\t", "// -- Begin", "\tdmb"}),
        entry("riscv64", riscv64, {".attribute\t5, \"rv64", "\tlr.w", "(a0)"}),
        entry("ppc64le", power64, {".abiversion", "\tblr"}),
        entry("nvptx64", ptx, {".address_size 64", "ld.param.u64", ".target sm_"})};
    return all;
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
    for (const std::string_view first : {"nvptx64", "ppc64le", "riscv64", "x86_64", "aarch64"})
        for (const Known& each : known())
            if (each.architecture.name == first &&
                std::ranges::any_of(each.marks, [&](std::string_view mark) {
                    return assembly.find(mark) != std::string_view::npos;
                }))
                return find_architecture(first);
    return nullptr;
}

const InstructionSet& machine_of(const Architecture& architecture) {
    return std::ranges::find(known(), architecture.name,
                             [](const Known& each) { return each.architecture.name; })
        ->machine();
}

}  // namespace clmm::compilers
