#include "clmm/runtime/listing.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include "execute/compiled_kernel.h"
#include "execute/names.h"

namespace clmm::runtime {
namespace {

std::string reg(std::uint32_t number) { return "%" + std::to_string(number); }

std::string joined(const std::vector<std::uint32_t>& registers) {
    std::string out;
    for (const std::uint32_t each : registers) out += (out.empty() ? "" : ", ") + reg(each);
    return out;
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> starts) {
    return std::ranges::any_of(starts,
                               [&](std::string_view each) { return text.starts_with(each); });
}

std::string operands(const Code& code, const Instruction& i, std::string_view name) {
    std::string out;
    const std::array<std::uint32_t, 3> all = {i.a, i.b, i.c};
    for (std::size_t k = 0; k < std::min<std::size_t>(i.operands, all.size()); ++k)
        out += (k == 0 ? " " : ", ") + reg(all[k]);
    const auto index = static_cast<std::size_t>(i.immediate);
    if (starts_with_any(name, {"read_image", "write_image", "reserved_packet", "enqueue_",
                               "group_copy_strided"}) &&
        index < code.calls.size())
        return out + " " + joined(code.calls[index].operands) +
               (code.calls[index].results.empty() ? ""
                                                  : " -> " + joined(code.calls[index].results));
    return out;
}

/// What the immediate says, where it says something.
std::string immediate(const Instruction& i, std::string_view name) {
    constexpr std::array<std::string_view, 5> kOrders = {"relaxed", "acquire", "release", "acq_rel",
                                                         "seq_cst"};
    if (starts_with_any(name, {"jump", "branch"})) return " to " + std::to_string(i.immediate);
    if (starts_with_any(name, {"atomic_", "fence"})) {
        const auto order = static_cast<std::size_t>(i.immediate);
        return order < kOrders.size() ? " " + std::string(kOrders[order]) : "";
    }
    if (i.immediate == 0 || starts_with_any(name, {"join", "read_image", "write_image", "enqueue_",
                                                   "reserved_packet", "group_copy_strided"}))
        return {};
    return (i.immediate > 0 ? " +" : " ") + std::to_string(i.immediate);
}

/// `7:14 x[2]`: where it was written, up to the end of the line.
std::string origin(const Code& code, const Instruction& i) {
    if (code.source == nullptr) return {};
    const Source::Written written = code.source->written(i.span);
    const auto position = written.position();
    std::string_view text = written.source.text().substr(
        std::min<std::size_t>(written.span.begin, written.source.text().size()));
    text = text.substr(0, written.span.end - std::min(written.span.begin, written.span.end));
    text = text.substr(0, text.find('\n'));
    return std::to_string(position.line) + ":" + std::to_string(position.column) +
           (text.empty() ? "" : " ") + std::string(text);
}

std::string line(const Code& code, std::size_t number) {
    constexpr std::size_t kCodeWidth = 52;
    const Instruction& i = code.instructions[number];
    const std::string name = name_of(i);
    std::array<char, 24> label{};
    std::snprintf(label.data(), label.size(), "%5zu  ", number);
    std::string out = label.data();
    if (i.writes) out += reg(i.d) + " = ";
    out += name + operands(code, i, name) + immediate(i, name);
    const std::string from = origin(code, i);
    if (!from.empty()) {
        out.resize(std::max(out.size() + 2, kCodeWidth), ' ');
        out += "; " + from;
    }
    return out + "\n";
}

std::string head(const CompiledKernel& kernel) {
    const Code& code = kernel.code();
    std::string out = "kernel " + kernel.name() + "(";
    for (std::size_t k = 0; k < kernel.parameters().size(); ++k)
        out += (k == 0 ? "" : ", ") + kernel.parameters()[k].type_name + " " +
               kernel.parameters()[k].name + ": " + joined(code.parameters[k].registers);
    out += ")\n";
    for (const ConstantRegister& each : code.constants) {
        std::array<char, 48> text{};
        std::snprintf(text.data(), text.size(), "       %%%u = 0x%llx\n", each.reg,
                      static_cast<unsigned long long>(each.bits));
        out += text.data();
    }
    return out;
}

std::string of_kernel(const KernelCode& kernel) {
    const auto* compiled = dynamic_cast<const CompiledKernel*>(&kernel);
    if (compiled == nullptr) return "kernel " + kernel.name() + ": no bytecode\n";
    std::string out = head(*compiled);
    const Code& code = compiled->code();
    for (std::size_t i = 0; i < code.instructions.size(); ++i) out += line(code, i);
    for (const BlockCode& block : code.blocks)
        if (block.kernel != nullptr)
            out += "\nblock of " + kernel.name() + "\n" + of_kernel(*block.kernel);
    return out;
}

}  // namespace

std::string listing(const ProgramCode& program) {
    std::string out;
    for (const auto& kernel : program.kernels())
        out += (out.empty() ? "" : "\n") + of_kernel(*kernel);
    return out;
}

}  // namespace clmm::runtime
