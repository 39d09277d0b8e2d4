#include "tool.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string_view>

extern char** environ;

namespace clmm::hardware {
namespace {

/// A file that goes with the object.
class TemporaryFile {
public:
    TemporaryFile() : descriptor_(mkstemp(name_.data())) {}
    ~TemporaryFile() {
        if (descriptor_ < 0) return;
        close(descriptor_);
        unlink(name_.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] bool write(std::span<const std::byte> bytes) const {
        while (!bytes.empty()) {
            const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
            if (count <= 0) return false;
            bytes = bytes.subspan(static_cast<std::size_t>(count));
        }
        return true;
    }
    [[nodiscard]] std::string read() const {
        std::string text;
        std::array<char, 65536> piece{};
        lseek(descriptor_, 0, SEEK_SET);
        for (ssize_t count = 0; (count = ::read(descriptor_, piece.data(), piece.size())) > 0;)
            text.append(piece.data(), static_cast<std::size_t>(count));
        return text;
    }
    [[nodiscard]] bool ok() const { return descriptor_ >= 0; }
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] int descriptor() const { return descriptor_; }

private:
    std::string name_ = (std::filesystem::temp_directory_path() / "clmm-XXXXXX").string();
    int descriptor_;
};

/// Whether it ran and ended well; its standard output goes to the file.
bool run(std::vector<std::string> command, const TemporaryFile& output) {
    std::vector<char*> words;
    for (std::string& word : command) words.push_back(word.data());
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    return failed == 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

}  // namespace

std::optional<std::string> output_of_tool(const std::vector<std::string>& command,
                                          std::span<const std::byte> contents) {
    const TemporaryFile input, output;
    if (!input.ok() || !output.ok() || !input.write(contents)) return std::nullopt;
    std::vector<std::string> words = command;
    for (std::string& word : words)
        if (word == "%") word = input.name();
    if (!run(std::move(words), output)) return std::nullopt;
    return output.read();
}

}  // namespace clmm::hardware
