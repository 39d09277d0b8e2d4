#include "campaign/sqlite.h"

namespace clmm::hardware::sqlite {
namespace {

constexpr int kPatienceMilliseconds = 60'000;  ///< for other processes' transactions

}  // namespace

Connection::Connection(const std::string& path, int flags) {
    sqlite3* database = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &database, flags, nullptr);
    database_.reset(database);
    if (code != SQLITE_OK)
        throw Failure(database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code));
    sqlite3_extended_result_codes(database, 1);
    check(sqlite3_busy_timeout(database, kPatienceMilliseconds));
}

void Connection::check(int code) const {
    if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
        throw Failure(sqlite3_errmsg(database_.get()));
}

void Connection::run(const char* text) {
    check(sqlite3_exec(database_.get(), text, nullptr, nullptr, nullptr));
}

std::int64_t Connection::number(const char* query) {
    Statement statement(*this, query);
    std::int64_t number = 0;
    if (statement.step()) statement >> number;
    return number;
}

std::string Connection::text(const char* query) {
    Statement statement(*this, query);
    std::string text;
    if (statement.step()) statement >> text;
    return text;
}

Statement::Statement(Connection& connection, const char* text) : connection_(connection) {
    sqlite3_stmt* statement = nullptr;
    connection.check(sqlite3_prepare_v2(connection.get(), text, -1, &statement, nullptr));
    statement_.reset(statement);
}

Statement& Statement::operator<<(const std::string& text) {
    connection_.check(sqlite3_bind_text64(statement_.get(), ++bound_, text.data(), text.size(),
                                          SQLITE_TRANSIENT, SQLITE_UTF8));
    return *this;
}

Statement& Statement::operator<<(std::int64_t number) {
    connection_.check(sqlite3_bind_int64(statement_.get(), ++bound_, number));
    return *this;
}

bool Statement::step() {
    read_ = 0;
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    bound_ = 0;
    sqlite3_reset(statement_.get());
    connection_.check(code);
    return false;
}

Statement& Statement::operator>>(std::string& text) {
    const int column = read_++;
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
    const int size = sqlite3_column_bytes(statement_.get(), column);
    text = bytes != nullptr ? std::string(bytes, static_cast<std::size_t>(size)) : std::string();
    return *this;
}

Statement& Statement::operator>>(std::int64_t& number) {
    number = sqlite3_column_int64(statement_.get(), read_++);
    return *this;
}

}  // namespace clmm::hardware::sqlite
