#include "assembly/data.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace clmm::compilers {
namespace {

/// Bytes of a directive's numbers; 0: it has none.
unsigned size_of_data(std::string_view directive, unsigned word) {
    constexpr std::array<std::pair<std::string_view, unsigned>, 12> kSizes{{{".byte", 1},
                                                                            {".short", 2},
                                                                            {".value", 2},
                                                                            {".2byte", 2},
                                                                            {".half", 2},
                                                                            {".hword", 2},
                                                                            {".long", 4},
                                                                            {".4byte", 4},
                                                                            {".quad", 8},
                                                                            {".8byte", 8},
                                                                            {".xword", 8},
                                                                            {".dword", 8}}};
    if (directive == ".word") return word;
    const auto found =
        std::ranges::find(kSizes, directive, &std::pair<std::string_view, unsigned>::first);
    return found == kSizes.end() ? 0 : found->second;
}

bool is_read_only(const Listing& listing, std::size_t line) {
    while (line-- > 0) {
        const Line& each = listing.lines[line];
        if (each.name == ".section")
            return !each.operands.empty() && (each.operands[0].text.starts_with(".rodata") ||
                                              each.operands[0].text == ".toc");
        if (each.name == ".text" || each.name == ".data" || each.name == ".bss") return false;
    }
    return false;
}

/// `A`, `A-B`, `(A-B)>>2` of labels that the file has.
std::optional<CodeOffset> code_offset_in(const Listing& listing, std::string_view text) {
    CodeOffset made;
    if (const std::size_t end = text.find(")>>"); text.starts_with('(') && end != text.npos) {
        const auto shift = number_in(text.substr(end + 3));
        if (!shift || *shift < 0 || *shift > 4) return std::nullopt;
        made.shift = static_cast<unsigned>(*shift);
        text = text.substr(1, end - 1);
    }
    const std::size_t minus = std::min(text.find('-'), text.size());
    made.label = trimmed(text.substr(0, minus));
    if (minus < text.size()) made.from = trimmed(text.substr(minus + 1));
    const bool is_known = listing.labels.contains(made.label) &&
                          (minus == text.size() || listing.labels.contains(made.from));
    return is_known ? std::optional(made) : std::nullopt;
}

/// Some bytes of what directives of data say one after another.
class Data {
public:
    Data(const Listing& listing, std::uint64_t from, std::size_t count)
        : listing_(listing), from_(from), bytes_(count) {}

    [[nodiscard]] bool is_whole() const { return at_ >= from_ && at_ - from_ >= bytes_.size(); }

    /// False where the line is no such directive.
    bool take(const Line& line) {
        if (line.name == ".zero" || line.name == ".space") return take_zeros(line);
        // Of Power's table of contents: what the linker calls it, and what it is.
        const bool is_content = line.name == ".tc" && line.operands.size() == 2;
        const unsigned size = is_content ? 8 : size_of_data(line.name, listing_.word);
        if (size == 0) return false;
        for (std::size_t i = is_content ? 1 : 0; i < line.operands.size(); ++i)
            take(line.operands[i], size);
        return true;
    }

    [[nodiscard]] Datum made() const {
        if (code_) return *code_;
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < bytes_.size(); ++i)
            value |= std::uint64_t{bytes_[i]} << (8 * i);
        return value;
    }

private:
    /// A second number says what else than zeros they are.
    bool take_zeros(const Line& line) {
        const auto count =
            line.operands.size() == 1 ? number_in(line.operands[0].text) : std::nullopt;
        if (!count || *count < 0) return false;
        at_ += static_cast<std::uint64_t>(*count);
        return true;
    }
    void take(const Piece& piece, unsigned size) {
        const auto number = number_in(piece.text);
        if (!number && !is_whole()) take_label(piece, size);
        const auto value = static_cast<std::uint64_t>(number.value_or(0));
        for (unsigned i = 0; i < size; ++i) put(static_cast<std::uint8_t>(value >> (8 * i)));
    }
    void take_label(const Piece& piece, unsigned size) {
        if (at_ + size <= from_) return;
        if (at_ != from_ || size != bytes_.size())
            refuse("part of an address, or more than one, is read from this", piece.span);
        code_ = code_offset_in(listing_, piece.text);
        if (!code_)
            refuse("'" + piece.text + "' is no number, and not where code is", piece.span,
                   "tables have numbers, labels of this file, and differences of two of them");
    }
    void put(std::uint8_t byte) {
        if (at_ >= from_ && at_ - from_ < bytes_.size()) bytes_[at_ - from_] = byte;
        ++at_;
    }

    const Listing& listing_;
    std::uint64_t from_;
    std::uint64_t at_ = 0;
    std::vector<std::uint8_t> bytes_;
    std::optional<CodeOffset> code_;
};

}  // namespace

std::optional<Datum> datum_at(const Listing& listing, const std::string& label, std::int64_t offset,
                              unsigned width) {
    const auto found = listing.labels.find(label);
    if (found == listing.labels.end() || offset < 0 || !is_read_only(listing, found->second))
        return std::nullopt;
    Data data(listing, static_cast<std::uint64_t>(offset), width / 8);
    for (std::size_t i = found->second; i < listing.lines.size() && !data.is_whole(); ++i)
        if (!data.take(listing.lines[i])) break;
    if (!data.is_whole()) return std::nullopt;
    return data.made();
}

}  // namespace clmm::compilers
