#include <map>

#include "clmm/language/builtins.h"
#include "clmm/language/constants.h"
#include "clmm/language/functions.h"
#include "clmm/litmus/expectation.h"
#include "clmm/model/memory_model.h"
#include "features/features.h"
#include "features/lookup.h"

namespace clmm::lsp {
namespace {

// LSP 3.17, CompletionItemKind.
enum class ItemKind { function = 3, variable = 6, keyword = 14, constant = 21, model = 9 };

/// Proposals, each word once; what is added first stays.
class Items {
public:
    void add(const std::string& label, ItemKind kind, const std::string& detail = {},
             const std::string& documentation = {}) {
        Json item = {{"label", label}, {"kind", static_cast<int>(kind)}};
        if (!detail.empty()) item["detail"] = detail;
        if (!documentation.empty())
            item["documentation"] = {{"kind", "markdown"}, {"value", documentation}};
        items_.try_emplace(label, std::move(item));
    }
    [[nodiscard]] Json all() const {
        Json list = Json::array();
        for (const auto& [label, item] : items_) list.push_back(item);
        return list;
    }

private:
    std::map<std::string, Json> items_;
};

void add_words(Items& items, const Words& words) {
    for (const auto& [word, meaning] : words) items.add(word, ItemKind::keyword, {}, meaning);
}

void add_opencl(Items& items, DocumentKind kind) {
    add_words(items, opencl_words());
    for (const std::string& name : language::synchronisation_names())
        items.add(name, ItemKind::function);
    for (const language::Constant& each : language::constants())
        if (!each.enumeration.empty() || each.name.starts_with("CLK_"))
            items.add(std::string(each.name), ItemKind::constant, std::string(each.enumeration));
    if (kind == DocumentKind::kernel)
        for (const std::string& name : language::builtin_names())
            items.add(name, ItemKind::function);
}

/// Behind `Expect=`: models and what can be claimed.
void add_expectations(Items& items) {
    for (const std::string& word : litmus::expectation_words()) items.add(word, ItemKind::keyword);
    for (const model::ShippedModel& each : model::shipped_models())
        items.add(each.name, ItemKind::model, each.summary);
}

}  // namespace

Json completion(const Document& document, Position position, Encoding encoding) {
    const std::uint32_t offset = offset_of(document.source(), position, encoding);
    const DocumentKind kind = document.analysis->kind;
    const Source::Position at = document.source().position(offset);
    Items items;
    if (document.source().line(at.line).starts_with("Expect=")) {
        add_expectations(items);
        return items.all();
    }
    for (const Symbol& symbol : document.analysis->names.symbols)
        if (symbol.scope.begin <= offset && offset <= symbol.scope.end)
            items.add(symbol.name,
                      symbol.kind == SymbolKind::function ? ItemKind::function : ItemKind::variable,
                      symbol.detail, symbol.note);
    if (kind == DocumentKind::model) {
        for (const IncludedSymbol& each : all_included(document))
            items.add(each.symbol.name, ItemKind::variable, each.symbol.detail, each.symbol.note);
        add_words(items, cat_words());
    } else {
        add_opencl(items, kind);
    }
    return items.all();
}

}  // namespace clmm::lsp
