#include "clmm/hardware/campaign.h"

#include <filesystem>

#include "campaign/rows.h"
#include "clmm/base/ensure.h"

namespace clmm::hardware {
namespace {

constexpr std::int64_t kApplication = 0x636C'6D6D;  // "clmm", in the file's header
constexpr std::int64_t kVersion = 3;

// Values that are not known are empty texts or -1, so that they are equal to themselves.
constexpr const char* kTables = R"(
CREATE TABLE devices(
  id INTEGER PRIMARY KEY, backend TEXT NOT NULL, name TEXT NOT NULL, vendor TEXT NOT NULL,
  driver TEXT NOT NULL, version TEXT NOT NULL, platform TEXT NOT NULL,
  compute_units INTEGER NOT NULL,
  UNIQUE(backend, name, vendor, driver, version, platform, compute_units));
CREATE TABLE tests(
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, file TEXT NOT NULL,
  source TEXT NOT NULL, quantifier TEXT NOT NULL, condition TEXT NOT NULL,
  mutant_of TEXT NOT NULL, weakness_kind TEXT NOT NULL, weakness TEXT NOT NULL,
  UNIQUE(name, hash));
CREATE TABLE runs(
  id INTEGER PRIMARY KEY,
  test INTEGER NOT NULL REFERENCES tests(id), device INTEGER NOT NULL REFERENCES devices(id),
  tuning TEXT NOT NULL, seed INTEGER NOT NULL, model TEXT NOT NULL, length INTEGER NOT NULL,
  time_ms INTEGER NOT NULL, beyond_claims INTEGER NOT NULL,
  selector TEXT NOT NULL, model_options TEXT NOT NULL, status TEXT NOT NULL, reason TEXT NOT NULL, unclaimed TEXT NOT NULL,
  instances INTEGER NOT NULL, launches INTEGER NOT NULL,
  device_ns INTEGER NOT NULL, wall_ns INTEGER NOT NULL,
  UNIQUE(test, device, tuning, seed, model, length, time_ms, beyond_claims));
CREATE TABLE states(
  run INTEGER NOT NULL REFERENCES runs(id), position INTEGER NOT NULL, state TEXT NOT NULL,
  count INTEGER NOT NULL, satisfies INTEGER NOT NULL, verdict TEXT NOT NULL,
  PRIMARY KEY(run, position)) WITHOUT ROWID;
CREATE TABLE comparisons(
  run INTEGER PRIMARY KEY REFERENCES runs(id), verdict TEXT NOT NULL, reason TEXT NOT NULL,
  racy INTEGER NOT NULL, model_complete INTEGER NOT NULL,
  explanation TEXT NOT NULL, picture TEXT NOT NULL);
)";

/// What version 2 has besides.
constexpr const char* kPlacements = R"(
CREATE TABLE IF NOT EXISTS placements(
  run INTEGER NOT NULL REFERENCES runs(id), position INTEGER NOT NULL, placement TEXT NOT NULL,
  processors TEXT NOT NULL, launches INTEGER NOT NULL, instances INTEGER NOT NULL,
  weak INTEGER NOT NULL, PRIMARY KEY(run, position)) WITHOUT ROWID;
)";

/// What version 3 has besides: which parts of campaigns have written here.
constexpr const char* kParts = R"(
CREATE TABLE IF NOT EXISTS parts(
  command TEXT NOT NULL, number INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY(command, number, count)) WITHOUT ROWID;
)";

Diagnostic problem(const std::string& path, const std::string& what, const std::string& hint = {}) {
    return {Severity::error, "E-DATABASE", path + ": " + what, hint, nullptr, Span{}};
}

/// A device or a folder is not to be removed.
std::string hint_for(const std::string& path) {
    std::error_code ignored;
    const bool is_file =
        std::filesystem::is_regular_file(path, ignored) || !std::filesystem::exists(path, ignored);
    return is_file ? "name another file, or remove this one" : "this is no file; name one";
}

/// Tunings had no affinity in version 1, and are written with all their members.
void upgrade(sqlite::Connection& connection, std::int64_t version) {
    connection.run(kPlacements);
    connection.run(kParts);
    if (version == 1) rewrite_tunings(connection);
    connection.run(("PRAGMA user_version = " + std::to_string(kVersion)).c_str());
}

/// An empty file becomes a database; any other must be one, of this version and undamaged.
void prepare(sqlite::Connection& connection) {
    sqlite::Transaction transaction(connection);
    const bool is_new = connection.number("SELECT count(*) FROM sqlite_master") == 0 &&
                        connection.number("PRAGMA application_id") == 0;
    if (is_new) {
        connection.run(kTables);
        connection.run(kPlacements);
        connection.run(kParts);
        connection.run(("PRAGMA application_id = " + std::to_string(kApplication)).c_str());
        connection.run(("PRAGMA user_version = " + std::to_string(kVersion)).c_str());
        transaction.commit();
        return;
    }
    if (connection.number("PRAGMA application_id") != kApplication)
        throw sqlite::Failure("is no database of clmm run");
    const std::int64_t version = connection.number("PRAGMA user_version");
    if (version < 1 || version > kVersion)
        throw sqlite::Failure("its layout has version " + std::to_string(version) +
                              ", and this program knows version " + std::to_string(kVersion));
    if (const std::string found = connection.text("PRAGMA quick_check(1)"); found != "ok")
        throw sqlite::Failure("is damaged: " + found);
    if (version != kVersion) {
        upgrade(connection, version);
        transaction.commit();
    }
}

}  // namespace

struct Campaign::Database {
    std::string path;
    sqlite::Connection connection;

    Database(const std::string& file, int flags) : path(file), connection(file, flags) {
        connection.run("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL");
        prepare(connection);
    }

    /// What `work` gives, or what SQLite says.
    template <class Work>
    auto attempt(Work&& work) -> Result<decltype(work())> {
        try {
            return work();
        } catch (const sqlite::Failure& failure) {
            return Result<decltype(work())>::failure(problem(path, failure.what()));
        }
    }

    static Result<std::unique_ptr<Database>> open(const std::string& path, int flags) {
        try {
            return std::make_unique<Database>(path, flags);
        } catch (const sqlite::Failure& failure) {
            return Result<std::unique_ptr<Database>>::failure(
                problem(path, failure.what(), hint_for(path)));
        }
    }
};

Campaign::Campaign(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Campaign::Campaign(Campaign&&) noexcept = default;
Campaign& Campaign::operator=(Campaign&&) noexcept = default;
Campaign::~Campaign() = default;

Result<Campaign> Campaign::open(const std::string& path) {
    auto opened = Database::open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!opened) return Result<Campaign>::failure(opened.diagnostics());
    return Campaign(std::move(opened).value());
}

Result<Campaign> Campaign::open_existing(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return Result<Campaign>::failure(problem(path, "no such file"));
    auto opened = Database::open(path, SQLITE_OPEN_READWRITE);
    if (!opened) return Result<Campaign>::failure(opened.diagnostics());
    return Campaign(std::move(opened).value());
}

Result<std::optional<RunRecord>> Campaign::find(const RunRecord& wanted) {
    return database_->attempt([&] { return find_run(database_->connection, wanted); });
}

Result<bool> Campaign::add(const RunRecord& record) {
    return database_->attempt([&] {
        sqlite::Transaction transaction(database_->connection);
        const bool added = add_run(database_->connection, record);
        transaction.commit();
        return added;
    });
}

Result<std::vector<RunRecord>> Campaign::runs() {
    return database_->attempt([&] { return all_runs(database_->connection); });
}

Result<bool> Campaign::add(const Part& part) {
    return database_->attempt([&] {
        sqlite::Transaction transaction(database_->connection);
        const bool added = add_part(database_->connection, part);
        transaction.commit();
        return added;
    });
}

Result<std::vector<Campaign::Part>> Campaign::parts() {
    return database_->attempt([&] { return all_parts(database_->connection); });
}

Result<Campaign::Merged> Campaign::merge(Campaign& other) {
    const auto records = other.runs();
    if (!records) return Result<Merged>::failure(records.diagnostics());
    const auto parts = other.parts();
    if (!parts) return Result<Merged>::failure(parts.diagnostics());
    return database_->attempt([&] {
        Merged merged;
        sqlite::Transaction transaction(database_->connection);
        for (const Part& part : *parts)
            if (!add_part(database_->connection, part)) merged.repeated.push_back(part);
        for (const RunRecord& record : *records)
            ++(add_run(database_->connection, record) ? merged.added : merged.known);
        transaction.commit();
        return merged;
    });
}

}  // namespace clmm::hardware
