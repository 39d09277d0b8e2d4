#include "exec/values/files.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "exec/json.h"
#include "exec/values/npy.h"

namespace clmm::cli {
namespace {

std::string whole_file(const ExecArgument& argument) {
    const std::string& path = argument.file->text;
    std::ifstream file(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file.is_open() || file.bad())
        reject(argument.source, argument.file->span, "E-FILE",
               "'" + path + "' cannot be read: " + std::strerror(errno));
    return bytes;
}

DataFormat format_of(const ExecArgument& argument) {
    const auto format = data_format(argument.file->text);
    if (!format)
        reject(argument.source, argument.file->span, "E-FILE",
               "what '" + argument.file->text + "' is does not show from its name",
               "names end in .npy, .json or .raw");
    return *format;
}

std::vector<std::byte> to_bytes(const std::string& text) {
    std::vector<std::byte> bytes(text.size());
    if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

/// Mistakes inside a file without places are shown at the argument that names it.
NumberArray unwrap(Result<NumberArray> result, const ExecArgument& argument) {
    if (result) return std::move(result).value();
    Diagnostics problems = result.diagnostics();
    for (Diagnostic& problem : problems)
        if (!problem.source) {
            problem.source = argument.source;
            problem.span = argument.file->span;
        }
    throw ExecError{std::move(problems)};
}

NumberArray raw_numbers(const std::string& bytes, const ExecArgument& argument, NumberType type) {
    const std::size_t size = size_of(type);
    if (bytes.size() % size != 0)
        argument.fail(argument.file->span,
                      "'" + argument.file->text + "' has " + std::to_string(bytes.size()) +
                          " bytes, numbers of type " + std::string(to_string(type)) + " have " +
                          std::to_string(size));
    return {.type = type, .shape = {bytes.size() / size}, .bytes = to_bytes(bytes)};
}

}  // namespace

std::optional<DataFormat> data_format(const std::string& path) {
    if (path.ends_with(".npy")) return DataFormat::npy;
    if (path.ends_with(".json")) return DataFormat::json;
    if (path.ends_with(".raw") || path.ends_with(".bin")) return DataFormat::raw;
    return std::nullopt;
}

NumberArray read_numbers(const ExecArgument& argument, NumberType type) {
    const DataFormat format = format_of(argument);
    const std::string bytes = whole_file(argument);
    const std::string& path = argument.file->text;
    if (format == DataFormat::raw) return raw_numbers(bytes, argument, type);
    if (format == DataFormat::json)
        return unwrap(read_json(std::make_shared<const Source>(path, bytes), type), argument);
    NumberArray array = unwrap(read_npy(bytes, path), argument);
    if (array.type != type)
        argument.fail(argument.file->span,
                      "'" + path + "' holds numbers of type " + std::string(to_string(array.type)) +
                          ", '" + argument.name.text + "' takes " + std::string(to_string(type)),
                      "convert the file, for example with numpy's astype");
    return array;
}

std::vector<std::byte> read_bytes(const ExecArgument& argument, const std::string& what) {
    if (format_of(argument) != DataFormat::raw)
        argument.fail(argument.file->span,
                      "'" + argument.name.text + "' holds " + what + ", which only raw files have",
                      "write the bytes as they lie in memory to a file *.raw");
    return to_bytes(whole_file(argument));
}

std::string encode(const NumberArray& array, DataFormat format) {
    switch (format) {
        case DataFormat::npy:
            return write_npy(array);
        case DataFormat::json:
            return write_json(array);
        case DataFormat::raw:
            break;
    }
    return {reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size()};
}

}  // namespace clmm::cli
