#pragma once

#include <iosfwd>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace clmm::lsp {

using Json = nlohmann::json;

/// Codes of errors that a request can be answered with (JSON-RPC 2.0; LSP 3.17, "ResponseMessage").
enum class ErrorCode : int {
    parse_error = -32700,
    invalid_request = -32600,
    method_not_found = -32601,
    invalid_params = -32602,
    internal_error = -32603,
    not_initialized = -32002,
    request_failed = -32803,
};

/// Messages with their headers, over a pair of streams.
///
/// Threads  one reads; several may write.
class Connection {
public:
    /// Unties `in`: reading from a tied stream flushes what another thread is writing.
    Connection(std::istream& in, std::ostream& out);

    /// The next message's content, whatever it says; nothing at the end, or where the headers do
    /// not tell how long it is.
    [[nodiscard]] std::optional<std::string> read();

    void reply(const Json& id, Json result);
    void fail(const Json& id, ErrorCode code, const std::string& message);
    void notify(const std::string& method, Json parameters);
    /// A request to the client; nobody here waits for the answer.
    void request(const std::string& method, Json parameters);

private:
    void write(const Json& message);

    std::istream& in_;
    std::ostream& out_;
    std::mutex writing_;
    int requests_ = 0;
};

}  // namespace clmm::lsp
