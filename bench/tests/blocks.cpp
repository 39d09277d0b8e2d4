// blocks BLOCKS PROGRAM < TESTS: which tests run code that none before them has run.
//
// BLOCKS: addresses of the program's blocks, in hexadecimal, in order. TESTS: a line for each, its
// name and the program's arguments with a unit separator (0x1f) between them. For each a line
// `NEW MILLISECONDS NAME`: how many blocks it was the first to run, and what processor time it
// took.
//
// Idea     a copy of the program has a breakpoint at each block; the first that comes to one lifts
//          it, for itself and then in the copy. So code that was run before costs nothing.
#include <elf.h>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <string>
#include <vector>

namespace {

using Address = std::uint64_t;
constexpr unsigned char kBreakpoint = 0xcc;
constexpr unsigned kSecondsOfOneTest = 60;

[[noreturn]] void die(const std::string& what) {
    std::fprintf(stderr, "blocks: %s: %s\n", what.c_str(), std::strerror(errno));
    std::exit(2);
}

/// What the program's addresses are beyond the places in its file, where its code is.
Address shift_of(const std::string& program) {
    std::ifstream file(program, std::ios::binary);
    Elf64_Ehdr head{};
    file.read(reinterpret_cast<char*>(&head), sizeof head);
    file.seekg(static_cast<std::streamoff>(head.e_phoff));
    for (int i = 0; i < head.e_phnum; ++i) {
        Elf64_Phdr part{};
        file.read(reinterpret_cast<char*>(&part), sizeof part);
        if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0)
            return part.p_vaddr - part.p_offset;
    }
    die(program + ": no code");
}

class Copy {
public:
    Copy(const std::string& program, const std::vector<Address>& blocks)
        : path_(std::filesystem::temp_directory_path() /
                ("clmm-blocks-" + std::to_string(getpid()))),
          first_(blocks.front()),
          last_(blocks.back()),
          shift_(shift_of(program)),
          plain_(last_ - first_ + 1) {
        std::filesystem::copy_file(program, path_,
                                   std::filesystem::copy_options::overwrite_existing);
        std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
        file.seekg(static_cast<std::streamoff>(first_ - shift_));
        file.read(reinterpret_cast<char*>(plain_.data()),
                  static_cast<std::streamsize>(plain_.size()));
        patched_ = plain_;
        for (const Address each : blocks) patched_[each - first_] = kBreakpoint;
        file.seekp(static_cast<std::streamoff>(first_ - shift_));
        file.write(reinterpret_cast<const char*>(patched_.data()),
                   static_cast<std::streamsize>(patched_.size()));
        if (!file) die(path_);
    }
    ~Copy() { std::filesystem::remove(path_); }
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;

    const std::string& path() const { return path_; }
    bool has_breakpoint(Address at) const {
        return at >= first_ && at <= last_ && patched_[at - first_] == kBreakpoint &&
               plain_[at - first_] != kBreakpoint;
    }
    const unsigned char& plain(Address at) const { return plain_[at - first_]; }

    /// No test stops there any more.
    void lift(const std::set<Address>& reached) {
        const int file = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
        if (file < 0) die(path_);
        for (const Address each : reached) {
            patched_[each - first_] = plain(each);
            if (pwrite(file, &plain(each), 1, static_cast<off_t>(each - shift_)) != 1) die(path_);
        }
        close(file);
    }

private:
    std::string path_;
    Address first_, last_, shift_;
    std::vector<unsigned char> plain_, patched_;
};

/// A run of the copy with all its threads and processes.
class Run {
public:
    explicit Run(const Copy& copy) : copy_(copy) {}

    /// The blocks that it is the first to run.
    std::set<Address> operator()(std::vector<char*> words) {
        const pid_t child = fork();
        if (child == 0) become(words);
        int status = 0;
        waitpid(child, &status, 0);
        ptrace(PTRACE_SETOPTIONS, child, nullptr,
               PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC |
                   PTRACE_O_EXITKILL);
        known_.insert(child);
        ptrace(PTRACE_CONT, child, nullptr, 0);
        for (pid_t pid = 0; (pid = waitpid(-1, &status, __WALL)) > 0;)
            if (WIFSTOPPED(status)) ptrace(PTRACE_CONT, pid, nullptr, signal_for(pid, status));
        return reached_;
    }

private:
    [[noreturn]] static void become(std::vector<char*>& words) {
        ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        const int nothing = open("/dev/null", O_RDWR);
        for (int stream = 0; stream < 3; ++stream) dup2(nothing, stream);
        alarm(kSecondsOfOneTest);
        words.push_back(nullptr);
        execv(words[0], words.data());
        _exit(127);
    }

    /// With what a process that has stopped goes on; 0: with none.
    int signal_for(pid_t pid, int status) {
        const bool is_new = known_.insert(pid).second;
        const int signal = WSTOPSIG(status);
        if (status >> 16 != 0) return 0;  // it has begun another one
        if (signal == SIGTRAP && lift(pid)) return 0;
        return signal == SIGSTOP && is_new ? 0 : signal;
    }

    bool lift(pid_t pid) {
        user_regs_struct registers{};
        ptrace(PTRACE_GETREGS, pid, nullptr, &registers);
        const Address at = registers.rip - 1;
        if (!copy_.has_breakpoint(at)) return false;
        const int memory =
            open(("/proc/" + std::to_string(pid) + "/mem").c_str(), O_RDWR | O_CLOEXEC);
        if (memory < 0 || pwrite(memory, &copy_.plain(at), 1, static_cast<off_t>(at)) != 1)
            die("memory");
        close(memory);
        reached_.insert(at);
        registers.rip = at;
        ptrace(PTRACE_SETREGS, pid, nullptr, &registers);
        return true;
    }

    const Copy& copy_;
    std::set<pid_t> known_;
    std::set<Address> reached_;
};

std::vector<std::string> words_of(const std::string& line) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at <= line.size();) {
        const auto end = std::min(line.find('\x1f', at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

long milliseconds_of_children() {
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
           (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000;
}

std::vector<Address> read_blocks(const char* path) {
    std::vector<Address> blocks;
    std::ifstream in(path);
    for (std::string line; in >> line;) blocks.push_back(std::stoull(line, nullptr, 16));
    if (blocks.empty()) die(path);
    return blocks;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return std::fputs("usage: blocks BLOCKS PROGRAM < TESTS\n", stderr), 2;
    Copy copy(argv[2], read_blocks(argv[1]));
    for (std::string line; std::getline(std::cin, line);) {
        std::vector<std::string> words = words_of(line);
        const std::string name = words.front();
        words.front() = copy.path();
        std::vector<char*> pointers;
        for (std::string& each : words) pointers.push_back(each.data());
        const long before = milliseconds_of_children();
        const std::set<Address> reached = Run(copy)(pointers);
        copy.lift(reached);
        std::printf("%zu %ld %s\n", reached.size(), milliseconds_of_children() - before,
                    name.c_str());
        std::fflush(stdout);
    }
}
