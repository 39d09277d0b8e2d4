#include <algorithm>
#include <filesystem>

#include "clmm/report/uri.h"
#include "features/features.h"
#include "features/lookup.h"

namespace clmm::lsp {
namespace {

Json location(const std::string& uri, const Source& source, Span span, Encoding encoding) {
    return {{"uri", uri}, {"range", to_json(range_of(source, span, encoding))}};
}

bool is_name(const std::string& name, DocumentKind kind) {
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    const auto is_part = [&](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') ||
               (kind == DocumentKind::model && (c == '-' || c == '.'));
    };
    return !name.empty() && is_letter(name.front()) && std::ranges::all_of(name, is_part);
}

/// The name at a position, which the document itself declares.
const Symbol& renamed(const Document& document, Position position, Encoding encoding) {
    const Symbol* const symbol =
        document.analysis->names.at(offset_of(document.source(), position, encoding));
    if (symbol == nullptr)
        throw Refused("there is no name here that this file declares, or the file has errors");
    return *symbol;
}

}  // namespace

Json definition(const Document& document, Position position, Encoding encoding) {
    const std::uint32_t offset = offset_of(document.source(), position, encoding);
    if (const Symbol* symbol = document.analysis->names.at(offset))
        return location(document.uri, document.source(), symbol->definition, encoding);
    for (const syntax::CatName& each : document.analysis->names.includes)
        if (each.span.begin <= offset && offset <= each.span.end)
            for (const SourcePtr& file : document.analysis->included)
                if (std::filesystem::path(file->name()).filename() == each.text &&
                    std::filesystem::exists(file->name()))
                    return location(report::uri_of(file->name()), *file, {0, 0}, encoding);
    const auto found = find_included(document, word_text(document, offset));
    if (!found || !std::filesystem::exists(found->source->name())) return nullptr;
    return location(report::uri_of(found->source->name()), *found->source, found->symbol.definition,
                    encoding);
}

Json references(const Document& document, Position position, Encoding encoding,
                bool with_declaration) {
    Json all = Json::array();
    const Symbol* const symbol =
        document.analysis->names.at(offset_of(document.source(), position, encoding));
    if (symbol == nullptr) return all;
    for (const Span use : symbol->uses)
        if (with_declaration || use.begin != symbol->definition.begin)
            all.push_back(location(document.uri, document.source(), use, encoding));
    return all;
}

Json highlights(const Document& document, Position position, Encoding encoding) {
    Json all = references(document, position, encoding, true);
    for (Json& each : all) each.erase("uri");
    return all;
}

Json prepare_rename(const Document& document, Position position, Encoding encoding) {
    const std::uint32_t offset = offset_of(document.source(), position, encoding);
    for (const Span use : renamed(document, position, encoding).uses)
        if (use.begin <= offset && offset <= use.end)
            return to_json(range_of(document.source(), use, encoding));
    return nullptr;
}

Json rename(const Document& document, Position position, const std::string& name,
            Encoding encoding) {
    const Symbol& symbol = renamed(document, position, encoding);
    if (!is_name(name, document.analysis->kind)) throw Refused("'" + name + "' is no name");
    const auto& words = words_of(document.analysis->kind);
    if (words.contains(name)) throw Refused("'" + name + "' is a word of the language");
    for (const Symbol& other : document.analysis->names.symbols)
        if (other.name == name && &other != &symbol)
            throw Refused("'" + name + "' is the name of something else in this file");
    Json edits = Json::array();
    for (const Span use : symbol.uses)
        edits.push_back(
            {{"range", to_json(range_of(document.source(), use, encoding))}, {"newText", name}});
    return {{"changes", {{document.uri, std::move(edits)}}}};
}

Json outline(const Document& document, Encoding encoding) {
    // LSP 3.17, SymbolKind.
    const auto kind = [](Part::Kind part) {
        switch (part) {
            case Part::Kind::structure:
                return 23;
            case Part::Kind::condition:
                return 17;
            case Part::Kind::relation:
                return 13;
            case Part::Kind::axiom:
                return 14;
            case Part::Kind::thread:
            case Part::Kind::kernel:
            case Part::Kind::function:
                break;
        }
        return 12;
    };
    Json all = Json::array();
    for (const Part& part : document.analysis->names.parts)
        all.push_back(
            {{"name", part.name.empty() ? std::string("_") : part.name},
             {"detail", part.detail},
             {"kind", kind(part.kind)},
             {"range", to_json(range_of(document.source(), part.whole, encoding))},
             {"selectionRange", to_json(range_of(document.source(), part.name_span, encoding))}});
    return all;
}

}  // namespace clmm::lsp
