#include <set>

#include "clmm/language/functions.h"
#include "features/features.h"
#include "features/lookup.h"

namespace clmm::lsp {
namespace {

std::string code(const std::string& text, DocumentKind kind) {
    return std::string("```") + (kind == DocumentKind::model ? "ocaml" : "c") + "\n" + text +
           "\n```\n";
}

/// What a function does, from the table of functions.
std::string about_function(std::string_view name) {
    using language::AtomicEffect;
    const auto call = language::find_atomic(name);
    if (!call) return {};
    const auto effect = [](AtomicEffect what) -> std::string {
        switch (what) {
            case AtomicEffect::initialise:
                return "Initialises an atomic object; not atomic itself.";
            case AtomicEffect::load:
                return "Atomic load.";
            case AtomicEffect::store:
                return "Atomic store.";
            case AtomicEffect::modify:
                return "Atomic read-modify-write; returns the old value.";
            case AtomicEffect::compare_exchange:
                return "Atomic compare-exchange: a read-modify-write where it succeeds, a load "
                       "where it "
                       "fails.";
        }
        return {};
    };
    std::string text = effect(call->function->effect);
    if (call->function->orders == 0) return text;
    return text + (call->is_explicit ? "\n\nWithout a scope argument it has `memory_scope_device`."
                                     : "\n\nWithout `_explicit` it has `memory_order_seq_cst` and "
                                       "`memory_scope_device`.");
}

/// What the test does where a name stands.
std::string actions_at(const Document& document, const std::vector<Span>& places) {
    if (!document.judgement) return {};
    std::set<std::string> told;
    std::string text;
    for (const Judgement::Action& action : document.judgement->actions)
        for (const Span place : places)
            if (action.span.begin <= place.begin && place.end <= action.span.end &&
                told.insert(action.text).second)
                text += "* `" + action.text + "`\n";
    return text.empty() ? text : "\n" + text;
}

std::string about_symbol(const Document& document, const Symbol& symbol, Span place) {
    std::string text = code(symbol.detail, document.analysis->kind);
    if (!symbol.note.empty()) text += "\n" + symbol.note + "\n";
    const bool everywhere = symbol.kind == SymbolKind::location;
    return text + actions_at(document, everywhere ? symbol.uses : std::vector{place});
}

std::string about_word(const Document& document, Span place, const std::string& word) {
    const Words& words = words_of(document.analysis->kind);
    if (const auto known = words.find(word); known != words.end()) return known->second;
    if (document.analysis->kind == DocumentKind::model) {
        const auto found = find_included(document, word);
        if (!found) return {};
        std::string text = code(found->symbol.detail, DocumentKind::model);
        if (!found->symbol.note.empty()) text += "\n" + found->symbol.note + "\n";
        return text + "\nfrom " + found->source->name();
    }
    const std::string function = about_function(word);
    return function.empty() ? function : function + "\n" + actions_at(document, {place});
}

}  // namespace

Json hover(const Document& document, Position position, Encoding encoding) {
    const std::uint32_t offset = offset_of(document.source(), position, encoding);
    const Span place = word_span(document, offset);
    if (place.begin == place.end) return nullptr;
    const Symbol* const symbol = document.analysis->names.at(offset);
    const std::string text = symbol != nullptr
                                 ? about_symbol(document, *symbol, place)
                                 : about_word(document, place, word_text(document, offset));
    if (text.empty()) return nullptr;
    return {{"contents", {{"kind", "markdown"}, {"value", text}}},
            {"range", to_json(range_of(document.source(), place, encoding))}};
}

}  // namespace clmm::lsp
