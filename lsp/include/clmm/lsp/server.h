#pragma once

#include <chrono>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/enumerator/check.h"
#include "clmm/litmus/kernel_file.h"
#include "clmm/model/memory_model.h"

/// A language server for litmus tests, memory models and kernels.
namespace clmm::lsp {

/// What the server is given by the program around it.
///
/// Shape    `models` finds a model by a name or a path; `launch` reads the words behind `clmm:` in
///          a kernel file's comment; `claim_problem` tells of a claim that is not met. All three
///          may be called by two threads at once.
/// Units    `check.timeout` and `repair_timeout` are of one document.
struct ServerOptions {
    std::string version;
    std::string model;  ///< for all tests; empty: by the test's language
    enumerator::CheckOptions check;
    std::chrono::milliseconds repair_timeout{10'000};
    std::function<std::shared_ptr<const Result<model::MemoryModel>>(const std::string& word)>
        models;
    std::function<Result<litmus::KernelLaunch>(const std::vector<std::string>& words)> launch;
    std::function<Diagnostic(const enumerator::CheckResult& result,
                             const enumerator::ClaimResult& claim)>
        claim_problem;
};

/// Answers one client until it says `exit` or `in` ends. True where `shutdown` came first, as it
/// must.
///
/// Shape    JSON-RPC 2.0 with headers, as the protocol has it. Positions are counted in UTF-8 bytes
///          where the client offers that, else in UTF-16 units.
/// Errors   what a client does wrong is answered as an error, and the next message is read; a
///          header without a length, or with one over 64 MiB, ends the session.
/// Threads  verdicts are computed by a second thread; `out` is written by both, one at a time, and
///          is no longer tied to `in`.
/// Source   Language Server Protocol 3.17
[[nodiscard]] bool serve(std::istream& in, std::ostream& out, const ServerOptions& options);

}  // namespace clmm::lsp
