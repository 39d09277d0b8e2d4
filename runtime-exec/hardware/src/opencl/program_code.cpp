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

std::optional<std::string> disassembled(Bytes object) {
    if (auto text = output_of_tool({"objdump", "-d", "--no-show-raw-insn", "%"}, object))
        return text;
    return output_of_tool({"llvm-objdump", "-d", "--no-show-raw-insn", "%"}, object);
}

/// The lines of objdump's output that say nothing but the temporary file's name are left out.
std::string without_file_name(const std::string& listing) {
    const std::size_t section = listing.find("Disassembly of section");
    return section == std::string::npos ? listing : listing.substr(section);
}

/// A kernel's function for work-groups of any size is the one that is shown; PoCL makes it three
/// times, with different ways to pass arguments.
Result<std::string> pocl_code(const std::vector<PoclFile>& files) {
    std::string out;
    for (const PoclFile& file : files) {
        if (file.path.ends_with("/program.bc")) {
            const auto text = output_of_tool({"llvm-dis", "-o", "-", "%"}, file.contents);
            out += "; " + file.path + ", LLVM IR before its optimisation\n" +
                   text.value_or(
                       "; not shown: there is no llvm-dis that reads it (Debian: llvm, "
                       "of PoCL's version)\n") +
                   "\n";
        } else if (file.path.ends_with(".so")) {
            const auto text = disassembled(file.contents);
            if (!text)
                return Result<std::string>::failure(
                    problem("PoCL's machine code is not shown: there is no objdump",
                            "objdump is in the Debian package binutils"));
            out += "; " + file.path + ", machine code\n" + without_file_name(*text) + "\n";
        }
    }
    return out;
}

}  // namespace

std::vector<PoclFile> pocl_files(Bytes binary) {
    // The format has no documentation; in all versions a file is the length of its path, the path,
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
        if (const auto listing = disassembled(binary)) return without_file_name(*listing);
    return Result<std::string>::failure(
        problem("the driver gives " + std::to_string(binary.size()) +
                " bytes that are no text, and no tool here reads them"));
}

}  // namespace clmm::hardware::opencl
