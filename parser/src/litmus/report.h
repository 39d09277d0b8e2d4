#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "clmm/base/diagnostic.h"

namespace clmm::syntax {

/// 'text'
[[nodiscard]] inline std::string quote(std::string_view text) {
    std::string out = "'";
    out += text;
    out += '\'';
    return out;
}

/// Collects what the stages of one parse have to say about one source.
class Reporter {
public:
    explicit Reporter(SourcePtr source) : source_(std::move(source)) {}

    void error(Span span, std::string message, std::string hint = {}) {
        add(Severity::error, "E-SYNTAX", span, std::move(message), std::move(hint));
        failed_ = true;
    }
    /// A name that is taken.
    void name_error(Span span, std::string message) {
        add(Severity::error, "E-NAME", span, std::move(message), {});
        failed_ = true;
    }
    /// What C has and the tree has not.
    void unsupported(Span span, std::string message, std::string hint = {}) {
        add(Severity::error, "E-UNSUPPORTED", span, std::move(message), std::move(hint));
        failed_ = true;
    }
    void warning(Span span, std::string message, std::string hint = {}) {
        add(Severity::warning, "W-SYNTAX", span, std::move(message), std::move(hint));
    }

    [[nodiscard]] bool failed() const { return failed_; }
    [[nodiscard]] const SourcePtr& source() const { return source_; }
    [[nodiscard]] std::string_view text() const { return source_->text(); }
    [[nodiscard]] std::string_view text(Span span) const {
        return text().substr(span.begin, span.end - span.begin);
    }
    /// What was said, by position and without repetitions; the first `kMost` errors only.
    [[nodiscard]] Diagnostics take();

private:
    static constexpr std::size_t kMost = 20;

    void add(Severity severity, const char* code, Span span, std::string message,
             std::string hint) {
        out_.push_back({severity, code, std::move(message), std::move(hint), source_, span});
    }

    SourcePtr source_;
    Diagnostics out_;
    bool failed_ = false;
};

}  // namespace clmm::syntax
