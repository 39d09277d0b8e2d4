#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "check/checker.h"

namespace clmm::runtime::check {

/// What the code of host threads does with memory, told to the checks of its context.
///
/// Idea     a host thread holds the lock of watched code while it tells an access and does it; what
///          it tells is by the unit that it acts for: itself, a callback, a native kernel.
/// Errors   none.
/// Threads  any; all but the lock's functions with the lock held.
/// Tests    tests/golden/exec/check-host-*.args
class HostChecks {
public:
    /// `checks` is what make_checks() gave, and outlives this.
    explicit HostChecks(Checks& checks);

    void lock() { checker_.run_lock().lock(); }
    void unlock() { checker_.run_lock().unlock(); }

    // ---- who, and where ----

    /// Memory of the host's own, so that accesses to it are watched.
    void declare(const std::byte* base, std::size_t size, Memory memory);
    /// All bytes of the object there have a value.
    void give_values(const std::byte* base);
    /// The place of the commands that the calling thread enqueues from now on.
    void at(const HostPlace& place);
    /// The command that the calling thread enqueued last.
    void name_command(const std::string& name);
    /// Edges between the threads of a program.
    [[nodiscard]] Token release_thread();
    void acquire_thread(const Token& token);

    // ---- what it does ----

    void access(std::uint64_t address, std::uint64_t size, bool writes, const HostPlace& place);
    /// Before an atomic operation: what it reads, if that is not what memory holds.
    [[nodiscard]] std::optional<std::uint64_t> begin_atomic(std::uint64_t address,
                                                            std::uint32_t size, AtomicKind kind,
                                                            Order order, const HostPlace& place);
    /// After it; memory holds what it wrote.
    void end_atomic(std::uint64_t address, std::uint32_t size, AtomicKind kind, Order order,
                    const HostPlace& place);
    void fence(Order order, const HostPlace& place);

private:
    [[nodiscard]] std::optional<Atomic> atomic_at(std::uint64_t address, std::uint32_t size,
                                                  AtomicKind kind, Order order,
                                                  const HostPlace& place);

    Checker& checker_;
};

}  // namespace clmm::runtime::check
