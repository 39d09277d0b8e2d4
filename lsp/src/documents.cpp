#include "documents.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace clmm::lsp {
namespace {

constexpr std::string_view kFile = "file://";

std::optional<unsigned> digit(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
    return std::nullopt;
}

int severity_of(Severity severity) {
    switch (severity) {
        case Severity::error:
            return 1;
        case Severity::warning:
            return 2;
        case Severity::note:
            break;
    }
    return 3;
}

/// Turns messages into the protocol's.
class Writer {
public:
    Writer(const Document& document, Encoding encoding)
        : document_(document), encoding_(encoding) {}

    [[nodiscard]] Json message(const Diagnostic& diagnostic) const {
        Json result = base(
            severity_of(diagnostic.severity), diagnostic.code,
            diagnostic.message + (diagnostic.hint.empty() ? "" : "\nhint: " + diagnostic.hint));
        if (!diagnostic.hint.empty()) result["data"] = {{"hint", diagnostic.hint}};
        place(result, diagnostic.source.get(), diagnostic.span);
        return result;
    }

    [[nodiscard]] Json message(const report::Finding& finding) const {
        Json result = base(severity_of(finding.level), finding.rule, finding.message);
        if (finding.places.empty()) {
            place(result, nullptr, {});
            return result;
        }
        place(result, finding.places.front().source.get(), finding.places.front().span);
        Json related = Json::array();
        for (std::size_t i = 1; i < finding.places.size(); ++i) {
            const auto& other = finding.places[i];
            const auto range = range_in_document(other.source.get(), other.span);
            if (range)
                related.push_back(
                    {{"location", {{"uri", document_.uri}, {"range", to_json(*range)}}},
                     {"message", other.note}});
        }
        if (!related.empty()) result["relatedInformation"] = std::move(related);
        return result;
    }

private:
    static Json base(int severity, const std::string& code, const std::string& message) {
        return {{"severity", severity}, {"code", code}, {"source", "clmm"}, {"message", message}};
    }

    [[nodiscard]] std::optional<Range> range_in_document(const Source* source, Span span) const {
        if (source == nullptr) return std::nullopt;
        const Source::Written written = source->written(span);
        if (written.source.name() != document_.source().name()) return std::nullopt;
        return range_of(document_.source(), written.span, encoding_);
    }

    void place(Json& message, const Source* source, Span span) const {
        if (const auto range = range_in_document(source, span)) {
            message["range"] = to_json(*range);
            return;
        }
        message["range"] = to_json(Range{});
        if (source == nullptr) return;
        const Source::Written written = source->written(span);
        const Source::Position at = written.position();
        message["message"] = written.source.name() + ":" + std::to_string(at.line) + ":" +
                             std::to_string(at.column) + ": " +
                             message["message"].get<std::string>();
    }

    const Document& document_;
    Encoding encoding_;
};

}  // namespace

std::string path_of(const std::string& uri) {
    if (!uri.starts_with(kFile)) return uri;
    std::string path;
    for (std::size_t i = kFile.size(); i < uri.size(); ++i) {
        const auto high = i + 2 < uri.size() && uri[i] == '%' ? digit(uri[i + 1]) : std::nullopt;
        const auto low = high ? digit(uri[i + 2]) : std::nullopt;
        if (low) {
            path += static_cast<char>(*high * 16 + *low);
            i += 2;
        } else {
            path += uri[i];
        }
    }
    return path;
}

Json to_json(Position position) {
    return {{"line", position.line}, {"character", position.character}};
}

Json to_json(Range range) { return {{"start", to_json(range.start)}, {"end", to_json(range.end)}}; }

Position position_in(const Json& parameters) {
    const auto number = [&](const char* name) {
        const Json& of = parameters.at(name);
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
        return static_cast<std::uint32_t>(
            std::min(of.get_ref<const Json::number_unsigned_t&>(), kMost));
    };
    return {number("line"), number("character")};
}

int version_in(const Json& document) {
    const auto found = document.find("version");
    return found != document.end() && found->is_number_integer() ? found->get<int>() : 0;
}

Json diagnostics_of(const Document& document, Encoding encoding) {
    const Writer writer(document, encoding);
    Json all = Json::array();
    for (const Diagnostic& each : document.analysis->diagnostics)
        all.push_back(writer.message(each));
    if (!document.judgement) return all;
    for (const Diagnostic& each : document.judgement->problems) all.push_back(writer.message(each));
    for (const report::Finding& each : document.judgement->findings)
        all.push_back(writer.message(each));
    return all;
}

}  // namespace clmm::lsp
