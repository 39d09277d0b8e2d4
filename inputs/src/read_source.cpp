#include "clmm/inputs/read_source.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace clmm::inputs {
namespace {

namespace fs = std::filesystem;

/// Larger than any test by far; offsets in a Source have 32 bits.
constexpr std::size_t kMostTextBytes = std::size_t{64} << 20U;

Diagnostic unreadable(const std::string& message) {
    Diagnostic problem;
    problem.code = "E-FILE";
    problem.message = message;
    return problem;
}

std::string describe_errno(const std::string& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) return "it is a directory";
    if (!fs::exists(path, error)) return "no such file";
    return "it cannot be opened";
}

/// Whether the file could be read; no more of it than that, however much there is: a device may
/// never end. A stream of C costs a twentieth of one of C++, which counts where tests are small.
bool read_up_to(const std::string& path, std::size_t most, std::string& text) {
    constexpr std::size_t kPiece = std::size_t{16} << 10U;
    std::FILE* const file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
    if (file == nullptr) return false;
    for (bool more = true; more && text.size() < most;) {
        const std::size_t before = text.size();
        const std::size_t wanted = std::min(kPiece, most - before);
        text.resize(before + wanted);
        const std::size_t got = std::fread(text.data() + before, 1, wanted, file);
        text.resize(before + got);
        more = got == wanted;
    }
    const bool complete = std::ferror(file) == 0;  // a directory is opened and cannot be read
    if (file != stdin) std::fclose(file);
    return complete;
}

}  // namespace

Result<SourcePtr> read_source(const std::string& path) {
    return read_source(path, path == "-" ? "<stdin>" : path);
}

Result<SourcePtr> read_source(const std::string& path, const std::string& name) {
    std::string text;
    if (!read_up_to(path, kMostTextBytes + 1, text))
        return Result<SourcePtr>::failure(
            unreadable("cannot read " + path + ": " + describe_errno(path)));
    if (text.size() > kMostTextBytes)
        return Result<SourcePtr>::failure(unreadable(path + " is larger than 64 MiB"));
    return std::make_shared<const Source>(name, std::move(text));
}

}  // namespace clmm::inputs
