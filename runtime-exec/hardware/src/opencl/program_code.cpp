#include "opencl/program_code.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string_view>

#include "tool.h"

namespace clmm::hardware::opencl {
namespace {

using Bytes = std::span<const std::byte>;

Diagnostic problem(const std::string& message, const std::string& hint = "") {
    return {Severity::error, "E-DEVICE", message, hint, nullptr, {}};
}

std::string_view text_of(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_text(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return std::isprint(static_cast<unsigned char>(c)) != 0 || c == '\n' || c == '\t' ||
               c == '\r';
    });
}

std::uint32_t word_at(Bytes bytes, std::size_t offset) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

std::vector<std::byte> binary_of(const Machine& machine, cl_program program) {
    std::size_t size = 0;  // of the one device
    check(machine.api->get_program_info(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size,
                                        nullptr),
          "clGetProgramInfo");
    std::vector<std::byte> binary(size);
    std::byte* data = binary.data();
    if (size != 0)
        check(machine.api->get_program_info(program, CL_PROGRAM_BINARIES, sizeof data, &data,
                                            nullptr),
              "clGetProgramInfo");
    return binary;
}

/// One function, or all of them if `symbol` is empty.
std::optional<std::string> disassembled(Bytes object, const std::string& symbol) {
    const bool all = symbol.empty();
    if (auto text = output_of_tool(
            {"objdump", all ? "-d" : "--disassemble=" + symbol, "--no-show-raw-insn", "%"}, object))
        return text;
    return output_of_tool(
        {"llvm-objdump", all ? "-d" : "--disassemble-symbols=" + symbol, "--no-show-raw-insn", "%"},
        object);
}

/// Without the lines of objdump that name the temporary file, and sections that nothing is shown
/// of.
std::string shortened(const std::string& listing) {
    constexpr std::string_view kSection = "Disassembly of section";
    std::string out;
    std::size_t at = listing.find(kSection);
    while (at != std::string::npos) {
        const std::size_t next = listing.find(kSection, at + 1);
        std::string part = listing.substr(at, next - at);
        while (part.ends_with("\n\n")) part.pop_back();
        if (std::ranges::count(part, '\n') > 1) out += part;
        at = next;
    }
    return out;
}

/// `/NAME/SHAPE/NAME.so`: PoCL compiles a kernel for each shape of launch. Beside the
/// function that is shown there are others, which unpack the arguments and call it.
Result<std::string> pocl_code(const std::vector<PoclFile>& files) {
    std::string out;
    for (const PoclFile& file : files) {
        if (!file.path.ends_with(".so")) continue;
        const std::string name = file.path.substr(1, file.path.find('/', 1) - 1);
        const auto text = disassembled(file.contents, "_pocl_kernel_" + name);
        if (!text)
            return Result<std::string>::failure(
                problem("PoCL's machine code is not shown: there is no objdump",
                        "objdump is in the Debian package binutils"));
        out += (out.empty() ? "" : "\n") + ("; " + file.path + "\n") + shortened(*text);
    }
    if (out.empty())
        return Result<std::string>::failure(problem("PoCL's binary holds no machine code"));
    return out;
}

}  // namespace

std::vector<PoclFile> pocl_files(Bytes binary) {
    // The format has no documentation; in PoCL 3.1 a file is the length of its path, the path,
    // its size, and its contents, and paths start with a slash.
    if (!text_of(binary).starts_with("poclbin")) return {};
    std::vector<PoclFile> files;
    for (std::size_t at = 0; at + 5 < binary.size(); ++at) {
        const std::size_t length = word_at(binary, at);
        if (text_of(binary)[at + 4] != '/' || length < 2 || length > 4096 ||
            at + 4 + length + 4 > binary.size())
            continue;
        const std::string_view path = text_of(binary).substr(at + 4, length);
        const std::size_t size = word_at(binary, at + 4 + length);
        const std::size_t begin = at + 8 + length;
        if (!is_text(path) || size > binary.size() - begin) continue;
        files.push_back({std::string(path), binary.subspan(begin, size)});
        at = begin + size - 1;
    }
    return files;
}

Result<std::string> program_code(const Machine& machine, cl_program program) {
    std::vector<std::byte> binary;
    try {
        binary = binary_of(machine, program);
    } catch (const DeviceError& error) {
        return Result<std::string>::failure(problem(error.what()));
    }
    std::string_view text = text_of(binary);
    while (text.ends_with('\0')) text.remove_suffix(1);
    if (is_text(text)) return std::string(text);
    if (const auto files = pocl_files(binary); !files.empty()) return pocl_code(files);
    if (text.starts_with("\x7f"
                         "ELF"))
        if (const auto listing = disassembled(binary, "")) return shortened(*listing);
    return Result<std::string>::failure(
        problem("the driver gives " + std::to_string(binary.size()) +
                " bytes that are no text, and no tool here reads them"));
}

}  // namespace clmm::hardware::opencl
