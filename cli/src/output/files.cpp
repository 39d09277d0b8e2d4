#include "output/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <ostream>

#include "clmm/base/printable.h"
#include "process/process.h"

namespace clmm::cli {
namespace {

namespace fs = std::filesystem;

/// A file that is open for writing, with the first error that it had.
class OpenFile {
public:
    OpenFile(const std::string& path, int flags, ::mode_t mode)
        : descriptor_(::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, mode)) {
        if (descriptor_ < 0) error_ = errno;
    }
    ~OpenFile() { static_cast<void>(close()); }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    [[nodiscard]] int error() const { return error_; }

    void write(std::string_view text) {
        if (error_ == 0 && !write_all(descriptor_, text)) error_ = errno;
    }

    /// Some systems say only here that the disk is full.
    int close() {
        if (descriptor_ >= 0 && ::close(descriptor_) != 0 && error_ == 0) error_ = errno;
        descriptor_ = -1;
        return error_;
    }

private:
    int descriptor_;
    int error_ = 0;
};

constexpr ::mode_t kEverybody = 0666;  // less the process's mask

int write_in_place(const std::string& path, std::string_view text) {
    OpenFile file(path, O_CREAT | O_TRUNC, kEverybody);
    file.write(text);
    return file.close();
}

/// Beside it: another name of the same folder, so that the new file can take the place.
std::string name_beside(const fs::path& path) {
    static std::atomic<int> count = 0;
    const std::string name =
        ".clmm-" + std::to_string(::getpid()) + "-" + std::to_string(++count) + ".new";
    return (path.parent_path() / name).string();
}

int write_beside(const fs::path& path, std::string_view text, ::mode_t mode) {
    const std::string made = name_beside(path);
    OpenFile file(made, O_CREAT | O_EXCL, mode);
    const int made_error = file.error();
    if (made_error == EACCES || made_error == EPERM || made_error == EROFS)
        return write_in_place(path.string(), text);
    if (made_error != 0) return made_error;
    file.write(text);
    int error = file.close();
    if (error == 0 && std::rename(made.c_str(), path.c_str()) != 0) error = errno;
    if (error != 0) ::unlink(made.c_str());
    return error;
}

int write_error(const std::string& path, std::string_view text) {
    struct ::stat old {};
    if (::stat(path.c_str(), &old) != 0)
        return errno == ENOENT && !fs::is_symlink(path) ? write_beside(path, text, kEverybody)
                                                        : write_in_place(path, text);
    if (!S_ISREG(old.st_mode)) return write_in_place(path, text);
    if (::access(path.c_str(), W_OK) != 0) return errno;  // the folder would let it be replaced
    std::error_code unknown;
    const fs::path target = fs::canonical(path, unknown);  // links stay
    if (unknown) return unknown.value();
    constexpr ::mode_t kPermissions = 0777;
    return write_beside(target, text, old.st_mode & kPermissions);
}

}  // namespace

std::optional<std::string> write_whole(const std::string& path, std::string_view text) {
    const int error = write_error(path, text);
    if (error == 0) return std::nullopt;
    return std::strerror(error);
}

std::string unwritten(const std::string& path, const std::string& why) {
    return "clmm: cannot write " + printable(path) + ": " + why + "\n";
}

bool write_file(const std::string& text, const std::string& path, std::ostream& err) {
    std::error_code ignored;
    fs::create_directories(fs::path(path).parent_path(), ignored);
    const auto why = write_whole(path, text);
    if (why) err << unwritten(path, *why);
    return !why;
}

}  // namespace clmm::cli
