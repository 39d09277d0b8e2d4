#include "exec/sandboxed.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <ostream>
#include <set>
#include <stdexcept>

#include "exec/arguments.h"
#include "exec/values/argument.h"
#include "output/files.h"
#include "output/problems.h"
#include "process/hard_limit.h"
#include "process/process.h"
#include "process/sandbox.h"

namespace clmm::cli {
namespace {

struct Header {
    std::uint64_t path = 0;
    std::uint64_t bytes = 0;
};

void send(int pipe, std::string_view bytes) {
    if (!write_all(pipe, bytes)) _exit(static_cast<int>(ExitCode::internal_error));
}

/// The files that a command line asks for; a process that was taken over may ask for others.
std::set<std::string> asked_files(const ExecArguments& arguments) {
    std::set<std::string> files{arguments.trace_file, arguments.schedule.record_file};
    for (const OutputRequest& output : arguments.outputs) files.insert(output.file);
    files.erase("");
    return files;
}

/// The process outside of the sandbox.
class OtherSide {
public:
    OtherSide(const ExecArguments& arguments, pid_t process, int pipe, std::ostream& err)
        : arguments_(arguments), process_(process), pipe_(pipe), err_(err) {}

    ExitCode operator()(const InterruptWatch& watch) {
        receive(*watch.flag());
        int status = 0;
        while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
        }
        if (WIFSIGNALED(status)) return told_signal(WTERMSIG(status));
        const ExitCode written = write_files();
        return worst(static_cast<ExitCode>(WEXITSTATUS(status)), written);
    }

private:
    /// Until the other end of the pipe is closed, which it is at the latest with the process.
    void receive(const std::atomic<bool>& interrupted) {
        constexpr int kPatience = 20;  // ms
        bool is_passed_on = false;
        const auto deadline = last_moment();
        while (true) {
            if (interrupted && !is_passed_on) is_passed_on = kill(process_, SIGTERM) == 0;
            if (deadline && std::chrono::steady_clock::now() > *deadline && !is_late_)
                is_late_ = kill(process_, SIGKILL) == 0;
            pollfd ready{pipe_, POLLIN, 0};
            if (poll(&ready, 1, kPatience) <= 0) continue;
            char piece[std::size_t{1} << 16U];
            const ssize_t got = ::read(pipe_, piece, sizeof piece);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return;
            received_.append(piece, static_cast<std::size_t>(got));
        }
    }

    /// The process ends itself by its limits, unless a kernel has destroyed what does that.
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> last_moment() const {
        if (!arguments_.timeout || arguments_.repeat > 1 || arguments_.runs > 1 ||
            arguments_.schedule.kind != ScheduleArguments::Kind::none)
            return std::nullopt;
        constexpr std::chrono::seconds kMore{3};
        // Reading and running have each their time.
        return std::chrono::steady_clock::now() + 2 * *arguments_.timeout + kSlowness * kMore;
    }

    ExitCode told_signal(int signal) {
        if (is_late_) {
            err_ << "clmm: unknown: timeout\n";
            return ExitCode::unknown;
        }
        const bool is_memory = signal == SIGSEGV || signal == SIGBUS || signal == SIGABRT;
        err_ << "clmm: the kernel ended its process: signal " << signal << " (" << strsignal(signal)
             << ")\n";
        if (is_memory && !arguments_.checks.wanted.bounds)
            err_ << "  hint: --check bounds finds accesses outside of objects, and says where\n";
        return ExitCode::expectation_failed;
    }

    ExitCode write_files() {
        const std::set<std::string> asked = asked_files(arguments_);
        for (std::size_t at = 0; received_.size() - at >= sizeof(Header);) {
            Header header;
            std::memcpy(&header, received_.data() + at, sizeof header);
            at += sizeof header;
            if (header.path > received_.size() - at ||
                header.bytes > received_.size() - at - header.path)
                break;
            const std::string path = received_.substr(at, header.path);
            at += header.path;
            try {
                if (asked.contains(path))
                    write_result(nullptr, path, received_.substr(at, header.bytes));
            } catch (const ExecError& error) {
                return rejected(error.problems, err_);
            }
            at += header.bytes;
        }
        return ExitCode::as_expected;
    }

    const ExecArguments& arguments_;
    pid_t process_;
    int pipe_;
    std::ostream& err_;
    std::string received_;
    bool is_late_ = false;
};

}  // namespace

void SandboxedSide::enter() {
    if (is_inside_) return;
    is_inside_ = true;
    if (const auto problem = enter_sandbox(memory_bytes_))
        reject(nullptr, {}, "E-SANDBOX", *problem, "nothing was executed");
}

void SandboxedSide::send_file(const std::string& path, const std::string& bytes) const {
    const Header header{path.size(), bytes.size()};
    send(pipe_, {reinterpret_cast<const char*>(&header), sizeof header});
    send(pipe_, path);
    send(pipe_, bytes);
}

void write_result(const SandboxedSide* side, const std::string& path, const std::string& bytes) {
    if (side != nullptr) return side->send_file(path, bytes);
    if (const auto why = write_whole(path, bytes))
        reject(nullptr, {}, "E-FILE", "'" + path + "' cannot be written: " + *why);
}

ExitCode run_sandboxed(const ExecArguments& arguments,
                       const std::function<ExitCode(SandboxedSide&)>& work, std::ostream& out,
                       std::ostream& err) {
    int ends[2];
    out.flush();
    err.flush();
    if (pipe(ends) != 0) throw std::runtime_error("there is no pipe for a process");
    const InterruptWatch watch;
    const pid_t parent = getpid();
    const pid_t process = fork();
    if (process < 0) throw std::runtime_error("there is no process for a sandbox");
    if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(1);
        close(ends[0]);
        SandboxedSide side(ends[1], arguments.memory_limit_mib << 20U);
        ExitCode code = ExitCode::internal_error;
        try {
            code = work(side);
        } catch (const std::exception& error) {
            err << "clmm: internal error: " << error.what() << "\n";
        }
        out.flush();
        err.flush();
        _exit(static_cast<int>(code));
    }
    close(ends[1]);
    const ExitCode code = OtherSide(arguments, process, ends[0], err)(watch);
    close(ends[0]);
    return code;
}

}  // namespace clmm::cli
