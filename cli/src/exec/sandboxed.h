#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

#include "exit_code.h"

namespace clmm::cli {

struct ExecArguments;

/// The side of a command that runs kernels which nobody has looked at: a process of its own, from
/// before its first one on in a sandbox. Files that it leaves are written by the other side.
class SandboxedSide {
public:
    SandboxedSide(int pipe, std::uint64_t memory_bytes)
        : pipe_(pipe), memory_bytes_(memory_bytes) {}

    /// What is to be read has been read. The second time nothing happens.
    /// Errors   ExecError where the system has no sandbox: nothing is executed then.
    void enter();
    void send_file(const std::string& path, const std::string& bytes) const;

private:
    int pipe_;
    std::uint64_t memory_bytes_;
    bool is_inside_ = false;
};

/// Writes a file of a command, or has the other side write it; ExecError where that fails.
void write_result(const SandboxedSide* side, const std::string& path, const std::string& bytes);

/// Does `work` in such a process, and waits for it. A signal that ends it is the kernel's doing.
/// Only files that the command line asks for are written.
[[nodiscard]] ExitCode run_sandboxed(const ExecArguments& arguments,
                                     const std::function<ExitCode(SandboxedSide&)>& work,
                                     std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
