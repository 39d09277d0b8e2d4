#include "wire/connection.h"

#include <charconv>
#include <istream>
#include <ostream>
#include <utility>

namespace clmm::lsp {
namespace {

constexpr std::size_t kLongestMessage = std::size_t{64} << 20U;
constexpr std::size_t kLongestHeader = 4096;

/// A line without its end; nothing where the stream ends first or the line is too long.
std::optional<std::string> header_line(std::istream& in) {
    std::string line;
    for (char c = 0; in.get(c);) {
        if (c == '\n') {
            if (line.ends_with('\r')) line.pop_back();
            return line;
        }
        if (line.size() == kLongestHeader) return std::nullopt;
        line += c;
    }
    return std::nullopt;
}

std::optional<std::size_t> length_in(std::string_view line) {
    constexpr std::string_view kName = "content-length:";
    if (line.size() < kName.size()) return std::nullopt;
    for (std::size_t i = 0; i < kName.size(); ++i) {
        const char c = line[i];
        if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != kName[i])
            return std::nullopt;
    }
    line.remove_prefix(kName.size());
    while (line.starts_with(' ')) line.remove_prefix(1);
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), length);
    if (error != std::errc{} || end == line.data() || length > kLongestMessage) return std::nullopt;
    return length;
}

}  // namespace

Connection::Connection(std::istream& in, std::ostream& out) : in_(in), out_(out) {
    in.tie(nullptr);
}

std::optional<std::string> Connection::read() {
    std::optional<std::size_t> length;
    for (;;) {
        const auto line = header_line(in_);
        if (!line) return std::nullopt;
        if (const auto found = length_in(*line)) length = found;
        if (line->empty()) break;
    }
    if (!length) return std::nullopt;
    std::string content(*length, '\0');
    in_.read(content.data(), static_cast<std::streamsize>(content.size()));
    if (static_cast<std::size_t>(in_.gcount()) != content.size()) return std::nullopt;
    return content;
}

void Connection::write(const Json& message) {
    // Texts may hold what is no UTF-8: a name that was cut, a damaged file.
    const std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::lock_guard lock(writing_);
    out_ << "Content-Length: " << text.size() << "\r\n\r\n" << text;
    out_.flush();
}

void Connection::reply(const Json& id, Json result) {
    write({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void Connection::fail(const Json& id, ErrorCode code, const std::string& message) {
    write({{"jsonrpc", "2.0"},
           {"id", id},
           {"error", {{"code", static_cast<int>(code)}, {"message", message}}}});
}

void Connection::notify(const std::string& method, Json parameters) {
    write({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}});
}

void Connection::request(const std::string& method, Json parameters) {
    Json message = {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}};
    {
        const std::lock_guard lock(writing_);
        message["id"] = "clmm-" + std::to_string(++requests_);
    }
    write(message);
}

}  // namespace clmm::lsp
