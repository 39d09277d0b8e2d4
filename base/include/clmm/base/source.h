#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace clmm {

class Source;
using SourcePtr = std::shared_ptr<const Source>;

/// A half-open range of bytes of one source.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// Where a piece of a text that was made from others (by a preprocessor) was written. The piece
/// starts at `begin` and ends where the next one starts; `source` is no made text itself.
struct Origin {
    std::uint32_t begin = 0;
    SourcePtr source;
    Span span;
};

/// One input text with its name, for diagnostics.
///
/// Shape    immutable; lines are found once, at construction. A made text has origins, ascending,
///          the first at 0; a text as written has none.
/// Units    offsets are bytes from the start; lines and columns count from 1,
///          columns in bytes.
class Source {
public:
    Source(std::string name, std::string text, std::vector<Origin> origins = {});

    struct Position {
        std::uint32_t line = 1;
        std::uint32_t column = 1;
    };

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::string_view text() const { return text_; }
    /// Offsets past the end count as the end.
    [[nodiscard]] Position position(std::uint32_t offset) const;
    /// The offset of a position; the end of the line where that is shorter.
    [[nodiscard]] std::uint32_t offset(Position position) const;
    /// The text of a line without its line break; empty where there is none.
    [[nodiscard]] std::string_view line(std::uint32_t number) const;

    /// Where someone wrote the text of a span: in this source, unless it is a made one. Whoever
    /// shows a place to people asks this first.
    struct Written {
        const Source& source;
        Span span;
        [[nodiscard]] Position position() const { return source.position(span.begin); }
    };
    [[nodiscard]] Written written(Span span) const;

private:
    [[nodiscard]] const Origin& origin(std::uint32_t offset) const;

    std::string name_;
    std::string text_;
    std::vector<std::uint32_t> line_starts_;
    std::vector<Origin> origins_;
};

}  // namespace clmm
