#include "campaign/rows.h"

#include "record/words.h"

namespace clmm::hardware {
namespace {

using sqlite::Connection;
using sqlite::Statement;

std::int64_t as_number(std::uint64_t value) { return static_cast<std::int64_t>(value); }

std::int64_t as_number(std::optional<bool> value) { return value ? (*value ? 1 : 0) : -1; }

std::string in_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos;
         begin = end + 1)
        lines.push_back(text.substr(begin, end - begin));
    return lines;
}

// ---- writing ----

void bind(Statement& statement, const RunRecord::Device& device) {
    statement << std::string(to_string(device.backend)) << device.name << device.vendor
              << device.driver << device.version << device.platform
              << std::int64_t{device.compute_units};
}

std::int64_t device_row(Connection& connection, const RunRecord::Device& device) {
    Statement insert(connection,
                     "INSERT OR IGNORE INTO devices(backend, name, vendor, driver, version, "
                     "platform, compute_units) VALUES(?,?,?,?,?,?,?)");
    bind(insert, device);
    insert.run();
    Statement find(connection,
                   "SELECT id FROM devices WHERE backend=? AND name=? AND vendor=? AND driver=? "
                   "AND version=? AND platform=? AND compute_units=?");
    bind(find, device);
    std::int64_t id = 0;
    if (find.step()) find >> id;
    return id;
}

std::int64_t test_row(Connection& connection, const RunRecord::Test& test) {
    Statement insert(connection,
                     "INSERT OR IGNORE INTO tests(name, hash, file, source, quantifier, condition, "
                     "mutant_of, weakness_kind, weakness) VALUES(?,?,?,?,?,?,?,?,?)");
    insert << test.name << test.hash << test.file << test.source
           << std::string(quantifier_word(test.quantifier)) << test.condition << test.mutant_of
           << test.weakness_kind << test.weakness;
    insert.run();
    Statement find(connection, "SELECT id FROM tests WHERE name=? AND hash=?");
    find << test.name << test.hash;
    std::int64_t id = 0;
    if (find.step()) find >> id;
    return id;
}

void bind_key(Statement& statement, const RunRecord& record) {
    statement << compact(record.tuning) << as_number(record.seed) << record.model
              << as_number(record.length) << (record.time ? record.time->count() : -1)
              << std::int64_t{record.beyond_claims};
}

void add_states(Connection& connection, std::int64_t run, const RunRecord& record) {
    Statement insert(connection, "INSERT INTO states VALUES(?,?,?,?,?,?)");
    std::int64_t position = 0;
    for (const RunRecord::State& state : record.states) {
        insert << run << position++ << state.text << as_number(state.count)
               << std::int64_t{state.satisfies} << std::string(to_string(state.verdict));
        insert.run();
    }
}

void add_placements(Connection& connection, std::int64_t run, const RunRecord& record) {
    Statement insert(connection, "INSERT INTO placements VALUES(?,?,?,?,?,?,?)");
    std::int64_t position = 0;
    for (const RunRecord::Placement& each : record.placements) {
        insert << run << position++ << each.name << each.processors << as_number(each.launches)
               << as_number(each.instances) << as_number(each.weak);
        insert.run();
    }
}

void add_comparison(Connection& connection, std::int64_t run, const RunRecord& record) {
    Statement insert(connection, "INSERT INTO comparisons VALUES(?,?,?,?,?,?,?)");
    insert << run << std::string(to_string(record.verdict)) << record.verdict_reason
           << as_number(record.racy) << std::int64_t{record.model_complete} << record.explanation
           << record.picture;
    insert.run();
}

// ---- reading ----

constexpr const char* kSelect =
    "SELECT runs.id, tests.name, hash, file, source, quantifier, condition, mutant_of, "
    "weakness_kind, weakness, backend, devices.name, vendor, driver, version, platform, "
    "compute_units, tuning, seed, model, length, time_ms, beyond_claims, selector, model_options, "
    "status, "
    "runs.reason, unclaimed, instances, launches, device_ns, wall_ns, verdict, comparisons.reason, "
    "racy, model_complete, explanation, picture FROM runs JOIN tests ON tests.id = runs.test JOIN "
    "devices ON devices.id = runs.device JOIN comparisons ON comparisons.run = runs.id ";

/// The member of a list that a column names.
template <class List>
typename List::value_type read_word(Statement& row, const List& list) {
    std::string word;
    row >> word;
    const auto found = parse_word(list, word);
    if (!found) throw sqlite::Failure("is damaged: there is no '" + word + "'");
    return *found;
}

std::uint64_t read_number(Statement& row) {
    std::int64_t number = 0;
    row >> number;
    return static_cast<std::uint64_t>(number);
}

std::optional<bool> read_maybe(Statement& row) {
    std::int64_t number = 0;
    row >> number;
    return number < 0 ? std::nullopt : std::optional(number != 0);
}

std::string read_text(Statement& row) {
    std::string text;
    row >> text;
    return text;
}

Tuning read_tuning_column(Statement& row) {
    const auto tuning = read_tuning(std::make_shared<Source>("tuning", read_text(row)));
    if (!tuning) throw sqlite::Failure("is damaged: " + tuning.diagnostics().front().message);
    return *tuning;
}

void read_test(Statement& row, RunRecord::Test& test) {
    row >> test.name >> test.hash >> test.file >> test.source;
    test.quantifier = parse_quantifier(read_text(row));
    row >> test.condition >> test.mutant_of >> test.weakness_kind >> test.weakness;
}

void read_device(Statement& row, RunRecord::Device& device) {
    device.backend = read_word(row, kBackends);
    row >> device.name >> device.vendor >> device.driver >> device.version >> device.platform;
    device.compute_units = static_cast<unsigned>(read_number(row));
}

/// A row of kSelect, without its states.
std::pair<std::int64_t, RunRecord> read_run(Statement& row) {
    std::int64_t id = 0;
    row >> id;
    RunRecord record;
    read_test(row, record.test);
    read_device(row, record.device);
    record.tuning = read_tuning_column(row);
    record.seed = read_number(row);
    row >> record.model;
    record.length = read_number(row);
    if (std::int64_t time = 0; row >> time, time >= 0)
        record.time = std::chrono::milliseconds(time);
    record.beyond_claims = read_number(row) != 0;
    row >> record.selector >> record.model_options;
    record.status = read_word(row, kStatuses);
    row >> record.reason;
    record.unclaimed = split(read_text(row));
    record.instances = read_number(row);
    record.launches = read_number(row);
    record.device_time = std::chrono::nanoseconds(read_number(row));
    record.wall_time = std::chrono::nanoseconds(read_number(row));
    record.verdict = read_word(row, kVerdicts);
    row >> record.verdict_reason;
    record.racy = read_maybe(row);
    record.model_complete = read_number(row) != 0;
    row >> record.explanation >> record.picture;
    return {id, std::move(record)};
}

void read_states(Statement& select, std::int64_t run, RunRecord& record) {
    select << run;
    while (select.step()) {
        RunRecord::State& state = record.states.emplace_back();
        select >> state.text;
        state.count = read_number(select);
        state.satisfies = read_number(select) != 0;
        state.verdict = read_word(select, kStateVerdicts);
    }
}

void read_placements(Statement& select, std::int64_t run, RunRecord& record) {
    select << run;
    while (select.step()) {
        RunRecord::Placement& placement = record.placements.emplace_back();
        select >> placement.name >> placement.processors;
        placement.launches = read_number(select);
        placement.instances = read_number(select);
        placement.weak = read_number(select);
    }
}

std::vector<RunRecord> read_runs(Connection& connection, Statement& rows) {
    std::vector<RunRecord> records;
    Statement states(connection,
                     "SELECT state, count, satisfies, verdict FROM states WHERE run=? "
                     "ORDER BY position");
    Statement placements(connection,
                         "SELECT placement, processors, launches, instances, weak FROM placements "
                         "WHERE run=? ORDER BY position");
    while (rows.step()) {
        auto [id, record] = read_run(rows);
        read_states(states, id, record);
        read_placements(placements, id, record);
        records.push_back(std::move(record));
    }
    return records;
}

}  // namespace

std::optional<RunRecord> find_run(Connection& connection, const RunRecord& wanted) {
    Statement rows(
        connection,
        (std::string(kSelect) +
         "WHERE tests.name=? AND hash=? AND backend=? AND devices.name=? AND vendor=? AND driver=? "
         "AND version=? AND platform=? AND compute_units=? AND tuning=? AND seed=? AND model=? AND "
         "length=? AND time_ms=? AND beyond_claims=?")
            .c_str());
    rows << wanted.test.name << wanted.test.hash;
    bind(rows, wanted.device);
    bind_key(rows, wanted);
    auto records = read_runs(connection, rows);
    if (records.empty()) return std::nullopt;
    return std::move(records.front());
}

void rewrite_tunings(Connection& connection) {
    std::vector<std::pair<std::int64_t, Tuning>> tunings;
    Statement rows(connection, "SELECT id, tuning FROM runs");
    while (rows.step()) {
        std::int64_t id = 0;
        rows >> id;
        tunings.emplace_back(id, read_tuning_column(rows));
    }
    Statement update(connection, "UPDATE runs SET tuning=? WHERE id=?");
    for (const auto& [id, tuning] : tunings) {
        update << compact(tuning) << id;
        update.run();
    }
}

bool add_run(Connection& connection, const RunRecord& record) {
    Statement insert(
        connection,
        "INSERT OR IGNORE INTO runs(test, device, tuning, seed, model, length, "
        "time_ms, beyond_claims, selector, model_options, status, reason, unclaimed, instances, "
        "launches, device_ns, wall_ns) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    insert << test_row(connection, record.test) << device_row(connection, record.device);
    bind_key(insert, record);
    insert << record.selector << record.model_options << std::string(to_string(record.status))
           << record.reason << in_lines(record.unclaimed) << as_number(record.instances)
           << as_number(record.launches) << std::int64_t{record.device_time.count()}
           << std::int64_t{record.wall_time.count()};
    insert.run();
    if (sqlite3_changes(connection.get()) == 0) return false;
    const std::int64_t run = sqlite3_last_insert_rowid(connection.get());
    add_states(connection, run, record);
    add_placements(connection, run, record);
    add_comparison(connection, run, record);
    return true;
}

std::vector<RunRecord> all_runs(Connection& connection) {
    Statement rows(connection, (std::string(kSelect) +
                                "ORDER BY tests.file, tests.name, hash, devices.id, runs.id")
                                   .c_str());
    return read_runs(connection, rows);
}

bool add_part(Connection& connection, const Campaign::Part& part) {
    Statement find(connection, "SELECT 1 FROM parts WHERE command=? AND number=? AND count=?");
    find << part.command << as_number(part.number) << as_number(part.of);
    if (find.step()) return false;
    Statement insert(connection, "INSERT INTO parts VALUES(?,?,?)");
    insert << part.command << as_number(part.number) << as_number(part.of);
    insert.run();
    return true;
}

std::vector<Campaign::Part> all_parts(Connection& connection) {
    Statement select(connection,
                     "SELECT command, number, count FROM parts ORDER BY command, count, number");
    std::vector<Campaign::Part> parts;
    while (select.step()) {
        Campaign::Part& part = parts.emplace_back();
        select >> part.command;
        part.number = read_number(select);
        part.of = read_number(select);
    }
    return parts;
}

}  // namespace clmm::hardware
