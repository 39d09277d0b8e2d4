#include <array>

#include "machines/ptx/execution.h"

/// Operands and what words of a name say.
namespace clmm::compilers::nvidia {

bool Execution::has(std::string_view word) const {
    return std::ranges::find(words_, word) != words_.end();
}

unsigned Execution::width() const {
    const std::string_view type = words_.back();
    if (type == "pred") return 1;
    const auto bits = type.size() < 2 ? std::nullopt : number_in(type.substr(1));
    const bool is_known = bits && is_one_of(type.substr(0, 1), {"u", "s", "b"}) &&
                          (*bits == 8 || *bits == 16 || *bits == 32 || *bits == 64);
    if (!is_known) unknown_instruction(line_);
    return static_cast<unsigned>(*bits);
}

TermId Execution::value(const Piece& piece, unsigned width) {
    if (const auto number = number_in(piece.text))
        return terms_.constant(static_cast<std::uint64_t>(*number), width);
    if (piece.text.starts_with("%")) return terms_.resized(machine_.get(piece.text), width);
    if (const auto named = machine_.find("&" + piece.text)) return *named;
    // `.reg .s32 temp` has no mark.
    if (const auto named = machine_.find(piece.text)) return terms_.resized(*named, width);
    refuse("unknown operand '" + piece.text + "'", piece.span);
}

TermId Execution::value(std::size_t at, unsigned width) { return value(operand(at), width); }

void Execution::write(std::size_t at, TermId value) { write(operand(at), value); }

void Execution::write(const Piece& to, TermId value) {
    const bool is_name = to.text.starts_with('%') || to.text.starts_with('_') ||
                         (to.text[0] >= 'a' && to.text[0] <= 'z');
    if (!is_name) refuse("'" + to.text + "' is no register", to.span);
    if (to.text == "%_") return;
    machine_.set(to.text, value);
}

std::vector<Piece> Execution::elements(const Piece& piece, std::size_t count) const {
    if (count == 1) return {piece};
    std::string_view text = piece.text;
    std::vector<Piece> made;
    if (text.starts_with('{') && text.ends_with('}')) {
        text = text.substr(1, text.size() - 2);
        for (std::size_t from = 0; from <= text.size();) {
            const std::size_t comma = std::min(text.find(',', from), text.size());
            made.push_back({std::string(trimmed(text.substr(from, comma - from))), piece.span});
            from = comma + 1;
        }
    }
    if (made.size() != count)
        refuse("'" + piece.text + "' is no vector of " + std::to_string(count), piece.span);
    return made;
}

TermId Execution::address(std::size_t at) {
    std::string_view text = operand(at).text;
    const Span span = operand(at).span;
    if (!text.starts_with('[') || !text.ends_with(']'))
        refuse("unknown address '" + std::string(text) + "'", span);
    text = trimmed(text.substr(1, text.size() - 2));
    const std::size_t plus = text.find('+');
    const auto offset = plus == std::string_view::npos ? 0 : number_in(text.substr(plus + 1));
    if (!offset) refuse("unknown address '" + std::string(text) + "'", span);
    const TermId base = value({std::string(trimmed(text.substr(0, plus))), span}, 64);
    return terms_.binary(Op::add, base, terms_.constant(static_cast<std::uint64_t>(*offset)));
}

TermId Execution::predicate(const std::string& name, Span span) {
    const auto found = machine_.find(name);
    if (!found || terms_[*found].width != 1)
        refuse("it is not known what the predicate " + name + " is here", span);
    return *found;
}

unsigned Execution::type_width(std::string_view type) const {
    const auto bits = type.size() < 2 ? std::nullopt : number_in(type.substr(1));
    const bool is_known = bits && is_one_of(type.substr(0, 1), {"u", "s", "b"}) &&
                          (*bits == 8 || *bits == 16 || *bits == 32 || *bits == 64);
    if (!is_known) unknown_instruction(line_);
    return static_cast<unsigned>(*bits);
}

}  // namespace clmm::compilers::nvidia
