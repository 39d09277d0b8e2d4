#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <string>

/// SQLite's objects with owners. Private to the campaign.
namespace clmm::hardware::sqlite {

/// What SQLite says.
class Failure : public std::exception {
public:
    explicit Failure(std::string text) : text_(std::move(text)) {}
    [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

private:
    std::string text_;
};

class Connection;

/// A statement, compiled once and run with other values again and again. Columns and parameters
/// are taken in order: `in << a << b; while (in.step()) in >> x >> y;`.
class Statement {
public:
    Statement(Connection& connection, const char* text);

    Statement& operator<<(const std::string& text);
    Statement& operator<<(std::int64_t number);
    /// True while there is a row. After the last the statement can be run again.
    bool step();
    /// Runs a statement that has no rows.
    void run() {
        while (step()) {
        }
    }
    Statement& operator>>(std::string& text);
    Statement& operator>>(std::int64_t& number);

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    Connection& connection_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    int bound_ = 0;
    int read_ = 0;
};

class Connection {
public:
    Connection(const std::string& path, int flags);

    [[nodiscard]] sqlite3* get() const { return database_.get(); }
    void run(const char* text);  ///< one statement or several, without rows
    [[nodiscard]] std::int64_t number(const char* query);
    [[nodiscard]] std::string text(const char* query);
    void check(int code) const;  ///< throws Failure unless it is SQLITE_OK, ROW or DONE

private:
    struct Close {
        void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
    };
    std::unique_ptr<sqlite3, Close> database_;
};

/// Undone unless it is committed.
class Transaction {
public:
    explicit Transaction(Connection& connection) : connection_(connection) {
        connection_.run("BEGIN IMMEDIATE");
    }
    ~Transaction() {
        if (!committed_) sqlite3_exec(connection_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit() {
        connection_.run("COMMIT");
        committed_ = true;
    }

private:
    Connection& connection_;
    bool committed_ = false;
};

}  // namespace clmm::hardware::sqlite
