#include "buffer_size.h"

#include <cctype>
#include <optional>

namespace clmm::runtime::launches {
namespace {

/// A parser by recursive descent; nothing where the text is none.
class SizeParser {
public:
    SizeParser(const std::string& text, Formulas& formulas, LaunchTerms& launch,
               const std::map<std::string, TermId>& scalars)
        : text_(text), formulas_(formulas), launch_(launch), scalars_(scalars) {}

    [[nodiscard]] std::optional<TermId> operator()() {
        auto out = sum();
        return next() == '\0' ? out : std::nullopt;
    }

private:
    [[nodiscard]] char next() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
            ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    [[nodiscard]] std::optional<TermId> sum() {
        auto out = product();
        while (out && (next() == '+' || next() == '-')) {
            const bool plus = text_[at_++] == '+';
            const auto more = product();
            if (!more) return std::nullopt;
            out = plus ? formulas_.add(*out, *more) : formulas_.subtract(*out, *more);
        }
        return out;
    }

    [[nodiscard]] std::optional<TermId> product() {
        auto out = factor();
        while (out && next() == '*') {
            ++at_;
            const auto more = factor();
            if (!more) return std::nullopt;
            out = formulas_.product(*out, *more);
        }
        return out;
    }

    [[nodiscard]] std::optional<TermId> factor() {
        if (next() == '(' && depth_ < kDeepest) {
            ++at_;
            ++depth_;
            const auto out = sum();
            --depth_;
            if (next() != ')') return std::nullopt;
            ++at_;
            return out;
        }
        std::string word;
        while (std::isalnum(static_cast<unsigned char>(next_raw())) != 0 || next_raw() == '_')
            word += text_[at_++];
        if (word.empty()) return std::nullopt;
        if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) return number(word);
        if (const auto found = scalars_.find(word); found != scalars_.end()) return found->second;
        return size(word);
    }

    [[nodiscard]] char next_raw() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    [[nodiscard]] std::optional<TermId> number(const std::string& word) {
        if (word.size() > 12 || word.find_first_not_of("0123456789") != std::string::npos)
            return std::nullopt;
        return formulas_.number(std::stoull(word), 64);
    }

    [[nodiscard]] std::optional<TermId> size(std::string word) {
        unsigned d = 0;
        if (word.back() >= '0' && word.back() <= '2') {
            d = static_cast<unsigned>(word.back() - '0');
            word.pop_back();
        }
        if (word == "global") return launch_.global_size(d);
        if (word == "local") return launch_.local_size(d);
        if (word == "groups") return launch_.groups(d);
        return std::nullopt;
    }

    static constexpr unsigned kDeepest = 64;
    const std::string& text_;
    Formulas& formulas_;
    LaunchTerms& launch_;
    const std::map<std::string, TermId>& scalars_;
    std::size_t at_ = 0;
    unsigned depth_ = 0;
};

}  // namespace

Result<TermId> buffer_size(const std::string& text, Formulas& formulas, LaunchTerms& launch,
                           const std::map<std::string, TermId>& scalars) {
    const auto made = SizeParser(text, formulas, launch, scalars)();
    if (made) return *made;
    return Result<TermId>::failure(
        {Severity::error,
         "E-LAUNCH",
         "this is no number of elements: '" + text + "'",
         "numbers, global, local, groups (global1 in the second dimension), scalar parameters, "
         "+ - * and parentheses",
         nullptr,
         {}});
}

}  // namespace clmm::runtime::launches
