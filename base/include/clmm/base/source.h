#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace clmm {

/// One input text with its name, for diagnostics.
///
/// Shape    immutable; lines are found once, at construction.
/// Units    offsets are bytes from the start; lines and columns count from 1,
///          columns in bytes.
class Source {
public:
    Source(std::string name, std::string text);

    struct Position {
        std::uint32_t line = 1;
        std::uint32_t column = 1;
    };

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::string_view text() const { return text_; }
    /// Offsets past the end count as the end.
    [[nodiscard]] Position position(std::uint32_t offset) const;
    /// The text of a line without its line break; empty where there is none.
    [[nodiscard]] std::string_view line(std::uint32_t number) const;

private:
    std::string name_;
    std::string text_;
    std::vector<std::uint32_t> line_starts_;
};

using SourcePtr = std::shared_ptr<const Source>;

/// A half-open range of bytes of one source.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

}  // namespace clmm
