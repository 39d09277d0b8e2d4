#include "clmm/targets/languages.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "aarch64/front_end.h"
#include "aarch64/instruction.h"
#include "amdgpu/front_end.h"
#include "amdgpu/instruction.h"
#include "clmm/base/reject.h"
#include "power/front_end.h"
#include "power/instruction.h"
#include "ptx/front_end.h"
#include "ptx/instruction.h"
#include "riscv/front_end.h"
#include "riscv/instruction.h"
#include "vulkan/front_end.h"
#include "vulkan/instruction.h"
#include "x86/front_end.h"
#include "x86/instruction.h"

namespace clmm::targets {
namespace {

/// What stands before the first word: blanks and `(* comments *)`.
std::size_t first_word(std::string_view text) {
    std::size_t at = 0;
    while (true) {
        while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
        if (!text.substr(at).starts_with("(*")) return at;
        const std::size_t end = text.find("*)", at + 2);
        if (end == std::string_view::npos) return text.size();
        at = end + 2;
    }
}

/// Reads an instruction. Throws Rejected where it is none.
void parse_instruction(std::string_view word, std::string_view text, Span all) {
    const litmus::FrontEnd* const language = &language_of(word);
    if (language == &x86::front_end())
        (void)x86::parse_instruction(text, all, {.has_64_bits = word != "X86"});
    else if (language == &aarch64::front_end())
        (void)aarch64::parse_instruction(text, all);
    else if (language == &ptx::front_end())
        (void)ptx::parse_instruction(text, all);
    else if (language == &riscv::front_end())
        (void)riscv::parse_instruction(text, all);
    else if (language == &power::front_end())
        (void)power::parse_instruction(text, all);
    else if (language == &vulkan::front_end())
        (void)vulkan::parse_instruction(text, all);
    else if (language == &amdgpu::front_end())
        (void)amdgpu::parse_instruction(*amdgpu::find_processor(word), text, all);
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

std::span<const litmus::FrontEnd* const> front_ends() {
    static const std::array<const litmus::FrontEnd*, 9> all{
        &litmus::opencl(),     &x86::front_end(),    &x86::front_end_64(),
        &aarch64::front_end(), &ptx::front_end(),    &riscv::front_end(),
        &power::front_end(),   &vulkan::front_end(), &amdgpu::front_end()};
    return all;
}

const litmus::FrontEnd& language_of(std::string_view text) {
    const std::string_view rest = text.substr(first_word(text));
    const auto end = std::ranges::find_if_not(rest, is_word);
    const std::string_view word = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
    for (const litmus::FrontEnd* each : front_ends())
        if (each->begins_with(word)) return *each;
    return litmus::opencl();
}

Result<litmus::LitmusTest> read_test(SourcePtr source) {
    const litmus::FrontEnd& language = language_of(source->text());
    return language.read(std::move(source));
}

Result<std::string> dump_tree(SourcePtr source) {
    const litmus::FrontEnd& language = language_of(source->text());
    return language.dump_tree(std::move(source));
}

std::optional<Diagnostic> instruction_error(std::string_view word, std::string_view instruction) {
    try {
        parse_instruction(word, instruction, {0, static_cast<std::uint32_t>(instruction.size())});
    } catch (const Rejected& rejected) {
        return rejected.diagnostic;
    }
    return std::nullopt;
}

}  // namespace clmm::targets
