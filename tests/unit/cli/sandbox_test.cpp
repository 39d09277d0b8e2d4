#include "process/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

namespace clmm::cli {
namespace {

/// How a process ends that does this in the sandbox: its exit code; 100 where there is none.
int ended(const std::function<int()>& work) {
    const pid_t process = fork();
    if (process == 0) {
        if (enter_sandbox(0)) _exit(100);
        _exit(work());
    }
    int status = 0;
    waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// The error of a call that fails; 0 of one that does not.
int error_of(const std::function<long()>& call) {
    return ended([&] { return call() < 0 ? errno : 0; });
}

class Sandbox : public testing::Test {
protected:
    void SetUp() override {
        if (ended([] { return 0; }) == 100) GTEST_SKIP() << "the system has none";
    }
};

TEST_F(Sandbox, HasNoFiles) {
    EXPECT_EQ(error_of([] { return ::open("/etc/passwd", O_RDONLY); }), EPERM);
    EXPECT_EQ(error_of([] { return ::open("/tmp/clmm-sandbox", O_CREAT | O_WRONLY, 0600); }),
              EPERM);
    EXPECT_EQ(error_of([] { return unlink("/tmp/clmm-sandbox"); }), EPERM);
    EXPECT_EQ(error_of([] { return rename("/tmp/clmm-sandbox", "/tmp/clmm-sandbox-2"); }), EPERM);
    EXPECT_EQ(error_of([] { return chdir("/"); }), EPERM);
    char byte = 0;
    EXPECT_EQ(ended([&] { return static_cast<int>(::read(STDIN_FILENO, &byte, 1)); }), 0);
}

TEST_F(Sandbox, HasNoNetworkAndNoOtherProcesses) {
    EXPECT_EQ(error_of([] { return socket(AF_INET, SOCK_STREAM, 0); }), EPERM);
    EXPECT_EQ(error_of([] { return socket(AF_UNIX, SOCK_STREAM, 0); }), EPERM);
    EXPECT_EQ(error_of([] { return fork(); }), EPERM);
    EXPECT_EQ(error_of([] { return kill(getppid(), SIGTERM); }), EPERM);
    EXPECT_EQ(error_of([] {
                  char* arguments[] = {nullptr};
                  return execv("/bin/true", arguments);
              }),
              EPERM);
}

TEST_F(Sandbox, HasNoMemoryToExecute) {
    EXPECT_EQ(error_of([] {
                  return mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
                             ? -1
                             : 0;
              }),
              EPERM);
    EXPECT_EQ(error_of([] {
                  void* const memory = mmap(nullptr, 4096, PROT_READ | PROT_WRITE,
                                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                  return mprotect(memory, 4096, PROT_READ | PROT_EXEC);
              }),
              EPERM);
}

TEST_F(Sandbox, ComputesWithThreadsAndMemory) {
    EXPECT_EQ(ended([] {
                  std::vector<int> numbers(1 << 20, 1);
                  int sum = 0;
                  std::thread adds([&] {
                      for (const int each : numbers) sum += each;
                  });
                  adds.join();
                  return sum == 1 << 20 ? 7 : 8;
              }),
              7);
    EXPECT_EQ(ended([]() -> int { std::abort(); }), 128 + SIGABRT);
}

/// Threads that were there before are in it, too.
TEST_F(Sandbox, HoldsForAllThreads) {
    const pid_t process = fork();
    if (process == 0) {
        std::atomic<bool> is_inside = false;
        int error = 0;
        std::thread before([&] {
            while (!is_inside) std::this_thread::yield();
            error = open("/etc/passwd", O_RDONLY) < 0 ? errno : 0;
        });
        if (enter_sandbox(0)) _exit(100);
        is_inside = true;
        before.join();
        _exit(error);
    }
    int status = 0;
    waitpid(process, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), EPERM);
}

}  // namespace
}  // namespace clmm::cli
