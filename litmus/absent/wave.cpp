// In place of src/kernels/preprocess.cpp, in a build without Boost.Wave: a text that the
// preprocessor would leave as it is, comments aside, stays so; any other is rejected.
#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "clmm/base/features.h"
#include "clmm/litmus/preprocess.h"
#include "kernels/predefined_macros.h"

namespace clmm::litmus {
namespace {

bool is_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

std::string name_of(std::string_view definition) {
    return std::string(definition.substr(0, definition.find_first_of("=(")));
}

std::set<std::string, std::less<>> macro_names(const PreprocessOptions& options) {
    std::set<std::string, std::less<>> names{"__LINE__", "__FILE__", "__DATE__",
                                             "__TIME__", "__STDC__", "__STDC_VERSION__"};
    for (const std::string_view definition : kPredefinedMacros) names.insert(name_of(definition));
    for (const std::string& definition : options.definitions) names.insert(name_of(definition));
    return names;
}

/// Copies a text word by word.
class Copier {
public:
    Copier(const SourcePtr& source, const PreprocessOptions& options)
        : source_(source),
          options_(options),
          in_(source->text()),
          out_(in_),
          macros_(macro_names(options)) {}

    Result<SourcePtr> operator()() {
        for (std::size_t at = 0; at < in_.size();) {
            const std::size_t end = std::max(end_of(at), at + 1);
            const std::string_view piece = in_.substr(at, end - at);
            if (piece.starts_with("//") || piece.starts_with("/*"))
                blank(at, end);
            else if (const auto needed = needs_preprocessor(piece))
                return Result<SourcePtr>::failure(missing(*needed, at, end));
            else if (!std::isspace(static_cast<unsigned char>(piece.front())))
                add_origin(at, end);
            at = end;
        }
        if (origins_.empty()) origins_.push_back({0, source_, {0, 0}});
        if (options_.blank_out) out_ = options_.blank_out(std::move(out_));
        return std::make_shared<const Source>(source_->name(), std::move(out_),
                                              std::move(origins_));
    }

private:
    /// Of the comment, string, word or number, or the one character there.
    [[nodiscard]] std::size_t end_of(std::size_t at) const {
        const auto behind = [&](std::string_view what, std::size_t from) {
            const std::size_t found = in_.find(what, from);
            return found == std::string_view::npos ? in_.size() : found + what.size();
        };
        const std::string_view rest = in_.substr(at);
        if (rest.starts_with("//")) return std::min(in_.find('\n', at), in_.size());
        if (rest.starts_with("/*")) return behind("*/", at + 2);
        if (rest.front() == '"' || rest.front() == '\'') {
            std::size_t end = at + 1;
            while (end < in_.size() && in_[end] != rest.front()) end += in_[end] == '\\' ? 2 : 1;
            return std::min(end + 1, in_.size());
        }
        std::size_t end = at;
        const bool is_number = std::isdigit(static_cast<unsigned char>(rest.front())) != 0;
        while (end < in_.size() && (is_word(in_[end]) || (is_number && in_[end] == '.'))) ++end;
        return end;
    }

    [[nodiscard]] std::optional<std::string> needs_preprocessor(std::string_view piece) const {
        if (piece == "#") return "a directive";
        if (piece == "\\") return "a line that goes on behind a backslash";
        if (macros_.contains(piece)) return "the macro '" + std::string(piece) + "'";
        return std::nullopt;
    }

    [[nodiscard]] Diagnostic missing(const std::string& what, std::size_t at,
                                     std::size_t end) const {
        Diagnostic diagnostic = built_without(Feature::wave, what);
        diagnostic.source = source_;
        diagnostic.span = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
        return diagnostic;
    }

    void blank(std::size_t at, std::size_t end) {
        for (; at < end; ++at)
            if (out_[at] != '\n') out_[at] = ' ';
    }

    void add_origin(std::size_t at, std::size_t end) {
        const auto begin = static_cast<std::uint32_t>(at);
        origins_.push_back(
            {origins_.empty() ? 0 : begin, source_, {begin, static_cast<std::uint32_t>(end)}});
    }

    const SourcePtr& source_;
    const PreprocessOptions& options_;
    std::string_view in_;
    std::string out_;
    std::set<std::string, std::less<>> macros_;
    std::vector<Origin> origins_;
};

}  // namespace

Result<SourcePtr> preprocess(const SourcePtr& source, const PreprocessOptions& options) {
    return Copier(source, options)();
}

}  // namespace clmm::litmus
