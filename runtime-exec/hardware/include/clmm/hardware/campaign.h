#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/hardware/record.h"

namespace clmm::hardware {

/// A database of runs, one SQLite file, to go on with where one was interrupted.
///
/// Idea     a run is known by its test (name and hash), device (name, driver, version, compute
///          units …), tuning, seed, model and length. Each is added in one transaction, which
///          waits for the disk, so a process that is killed at any moment leaves whole runs only,
///          and none twice.
/// Errors   E-DATABASE: the file cannot be opened or is no such database, is damaged, or was made
///          by another version of its layout; what SQLite says while it is used.
/// Threads  one at a time. Several processes may use one file at once.
/// Tests    tests/unit/runtime-exec/hardware/campaign_test.cpp, tests/campaign
class Campaign {
public:
    /// A part of a campaign that several processes share, and that wrote here.
    struct Part {
        std::string command;  ///< the words that all parts have in common
        std::uint64_t number = 1, of = 1;
        friend auto operator<=>(const Part&, const Part&) = default;
    };

    /// Makes the file where there is none.
    [[nodiscard]] static Result<Campaign> open(const std::string& path);
    /// Errors   also E-DATABASE where there is no file.
    [[nodiscard]] static Result<Campaign> open_existing(const std::string& path);
    Campaign(Campaign&&) noexcept;
    Campaign& operator=(Campaign&&) noexcept;
    ~Campaign();

    /// The run of the same test, device, tuning, seed, model and length as `wanted`, if it is
    /// there.
    [[nodiscard]] Result<std::optional<RunRecord>> find(const RunRecord& wanted);
    /// True where it was added, false where there is one already, which stays as it is.
    [[nodiscard]] Result<bool> add(const RunRecord& record);
    /// All runs, by test, device, and the order in which they were added.
    [[nodiscard]] Result<std::vector<RunRecord>> runs();

    /// Says that a part writes here.
    [[nodiscard]] Result<bool> add(const Part& part);
    /// Those that have written here, in order.
    [[nodiscard]] Result<std::vector<Part>> parts();

    struct Merged {
        std::size_t added = 0;
        std::size_t known = 0;       ///< runs that were there already
        std::vector<Part> repeated;  ///< parts that both have
    };
    /// Adds all runs of another one, and says that its parts are here, in one transaction.
    [[nodiscard]] Result<Merged> merge(Campaign& other);

    struct Database;

private:
    explicit Campaign(std::unique_ptr<Database> database);
    std::unique_ptr<Database> database_;
};

}  // namespace clmm::hardware
