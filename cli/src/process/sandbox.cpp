#include "process/sandbox.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <vector>

namespace clmm::cli {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif

/// What takes no name of anything outside of the process.
constexpr long kAllowed[] = {
    SYS_read,
    SYS_write,
    SYS_writev,
    SYS_pread64,
    SYS_lseek,
    SYS_close,
    // memory
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    // threads
    SYS_futex,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_sched_setaffinity,
    SYS_set_robust_list,
    SYS_gettid,
    SYS_getpid,
    SYS_exit,
    SYS_exit_group,
#ifdef SYS_rseq
    SYS_rseq,
#endif
    // time
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_timer_settime,
    SYS_timer_delete,
    SYS_getrusage,
    SYS_restart_syscall,
    // its own signals
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_rt_sigtimedwait,
    SYS_sigaltstack,
    SYS_getrandom,
    SYS_ppoll,
#ifdef SYS_poll
    SYS_poll,
#endif
};

using Filter = std::vector<sock_filter>;

constexpr std::uint32_t kNumber = offsetof(seccomp_data, nr);

/// The lower half of an argument; both architectures are little-endian.
constexpr std::uint32_t argument(unsigned number) {
    return static_cast<std::uint32_t>(offsetof(seccomp_data, args) +
                                      number * sizeof(std::uint64_t));
}

void load(Filter& filter, std::uint32_t offset) {
    filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

void end(Filter& filter, std::uint32_t action) {
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, action));
}

constexpr std::uint32_t refusal(int error) {
    return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error);
}

/// `action` for a call; the accumulator holds its number, before and after.
void decide(Filter& filter, long call, std::uint32_t action) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1));
    end(filter, action);
}

/// A call is allowed where an argument has some of the bits, or none of them.
void decide_by_bits(Filter& filter, long call, unsigned number, std::uint32_t bits, bool allowed) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4));
    load(filter, argument(number));
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
    end(filter, allowed ? SECCOMP_RET_ALLOW : refusal(EPERM));
    end(filter, allowed ? refusal(EPERM) : SECCOMP_RET_ALLOW);
}

/// A signal to a thread of the process itself: abort().
void allow_own_signals(Filter& filter) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 4));
    load(filter, argument(0));
    filter.push_back(
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(getpid()), 0, 1));
    end(filter, SECCOMP_RET_ALLOW);
    end(filter, refusal(EPERM));
}

Filter make_filter() {
    Filter filter;
    load(filter, offsetof(seccomp_data, arch));
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0));
    end(filter, SECCOMP_RET_KILL_PROCESS);
    load(filter, kNumber);
    for (const long call : kAllowed) decide(filter, call, SECCOMP_RET_ALLOW);
    decide_by_bits(filter, SYS_mmap, 2, PROT_EXEC, false);
    decide_by_bits(filter, SYS_mprotect, 2, PROT_EXEC, false);
    decide_by_bits(filter, SYS_clone, 0, CLONE_THREAD, true);
#ifdef SYS_clone3
    // Its flags are in memory, where no filter sees them; the library takes clone() then.
    decide(filter, SYS_clone3, refusal(ENOSYS));
#endif
    allow_own_signals(filter);
    end(filter, refusal(EPERM));
    return filter;
}

void limit(int resource, std::uint64_t most) {
    rlimit now{};
    if (getrlimit(static_cast<__rlimit_resource_t>(resource), &now) != 0) return;
    now.rlim_cur = now.rlim_max = std::min<rlim_t>(now.rlim_max, most);
    setrlimit(static_cast<__rlimit_resource_t>(resource), &now);
}

/// Threads and small blocks reserve addresses that they do not use.
void limit_memory(std::uint64_t bytes) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they reserve terabytes
    constexpr std::uint64_t kReserved = std::uint64_t{20} << 30U;
    const auto machine = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    limit(RLIMIT_AS, (bytes == 0 ? machine : bytes) + kReserved);
#else
    static_cast<void>(bytes);
#endif
}

void empty_standard_input() {
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing < 0) return;
    dup2(nothing, STDIN_FILENO);
    if (nothing != STDIN_FILENO) close(nothing);
}

/// What is opened where it is first called, as the C library's mathematics may be, is opened now:
/// in a sandbox it cannot be.
void open_libraries() {
    const volatile double one = 1;
    [[maybe_unused]] const volatile double result = std::tgamma(one);
}

}  // namespace

std::optional<std::string> enter_sandbox(std::uint64_t memory_bytes) {
    if (kArchitecture == 0) return "there is no sandbox for this kind of processor";
    open_libraries();
    empty_standard_input();
    limit(RLIMIT_CORE, 0);
    limit_memory(memory_bytes);
    Filter filter = make_filter();
    const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
        return std::string("the system has no filter of system calls: ") + std::strerror(errno);
    return std::nullopt;
}

}  // namespace clmm::cli
