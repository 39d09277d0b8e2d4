#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "clmm/parser/tree_walk.h"
#include "names/names.h"

namespace clmm::lsp {
namespace {

using namespace syntax;

/// A type and a name as one writes them.
std::string declared(const TypeName& type, const std::string& name) {
    std::string text;
    for (const std::string& word : type.qualifiers) text += word + " ";
    text += (type.is_struct ? "struct " : "") + type.base;
    for (const auto& qualifiers : type.pointers) {
        text += "*";
        for (const std::string& word : qualifiers) text += " " + word;
    }
    return text + " " + name;
}

/// Collects the names of one test.
class Collector {
public:
    Collector(const LitmusTree& tree, const Source& document) : tree_(tree), document_(document) {}

    Names operator()() {
        declare_at_file_scope();
        for (const Function& function : tree_.functions) visit(function);
        for (const Thread& thread : tree_.threads) visit(thread);
        for (const Launch& launch : tree_.launches)
            for (const ExpressionPtr& part : launch.parts) use_all(part, {}, 0);
        for (const InitEntry& entry : tree_.initial_state) use_all(entry.value, {}, 0);
        visit_propositions();
        for (Symbol& symbol : names_.symbols) sort(symbol.uses);
        std::ranges::sort(names_.parts, {}, [](const Part& part) { return part.whole.begin; });
        return std::move(names_);
    }

private:
    using Locals = std::vector<std::size_t>;  ///< symbols of one body

    /// In the document; nothing where the text comes from elsewhere.
    [[nodiscard]] std::optional<Span> in_document(Span span) const {
        const Source::Written written = tree_.source->written(span);
        if (written.source.name() != document_.name() || written.span.end <= written.span.begin)
            return std::nullopt;
        return written.span;
    }
    /// The name inside a span of the tree that may hold more than it.
    [[nodiscard]] std::optional<Span> name_in(Span span, std::string_view name) const {
        const auto written = in_document(span);
        if (!written || name.empty()) return std::nullopt;
        const std::string_view text = document_.text().substr(
            written->begin, std::min<std::size_t>(written->end - written->begin, 4096));
        for (std::size_t at = text.find(name); at != std::string_view::npos;
             at = text.find(name, at + 1)) {
            const auto begin = static_cast<std::uint32_t>(written->begin + at);
            const Span found{begin, begin + static_cast<std::uint32_t>(name.size())};
            if (is_whole_word(found)) return found;
        }
        return std::nullopt;
    }
    [[nodiscard]] bool is_whole_word(Span span) const {
        const auto is_letter = [&](std::size_t at) {
            const char c = at < document_.text().size() ? document_.text()[at] : ' ';
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '_';
        };
        return !is_letter(span.end) && (span.begin == 0 || !is_letter(span.begin - 1));
    }

    std::optional<std::size_t> add(const std::string& name, SymbolKind kind, std::string detail,
                                   Span span, Span scope) {
        const auto at = name_in(span, name);
        if (!at) return std::nullopt;
        names_.symbols.push_back({name, kind, std::move(detail), {}, *at, scope, {*at}});
        return names_.symbols.size() - 1;
    }
    void add_at_file_scope(const std::string& name, SymbolKind kind, std::string detail,
                           Span span) {
        if (const auto known = file_.find(name); known != file_.end()) {
            if (const auto at = name_in(span, name)) use(known->second, *at);
        } else if (const auto symbol = add(name, kind, std::move(detail), span, everywhere())) {
            file_.emplace(name, *symbol);
        }
    }
    [[nodiscard]] Span everywhere() const {
        return {0, static_cast<std::uint32_t>(document_.text().size()) + 1};
    }

    void declare_at_file_scope() {
        for (const InitEntry& entry : tree_.initial_state)
            if (!entry.unit)
                add_at_file_scope(entry.name, SymbolKind::location,
                                  entry.type ? declared(*entry.type, entry.name) : entry.name,
                                  entry.name_span);
        for (const Declarator& variable : tree_.variables)
            add_at_file_scope(variable.name, SymbolKind::location,
                              declared(variable.type, variable.name), variable.span);
        for (const Enumerator& each : tree_.enumerators)
            add_at_file_scope(each.name, SymbolKind::enumerator, each.name, each.span);
        for (const StructDefinition& each : tree_.structs)
            add_part(each.name, each.is_union ? "union" : "struct", Part::Kind::structure,
                     each.span, each.name_span);
        for (const Function& function : tree_.functions) {
            const std::string detail = declared(function.return_type, function.name) + "(…)";
            add_at_file_scope(function.name, SymbolKind::function,
                              (function.is_kernel ? "kernel " : "") + detail, function.name_span);
        }
        // Parameters of threads stand for the locations of their names.
        for (const Thread& thread : tree_.threads)
            for (const Declarator& each : thread.parameters)
                add_at_file_scope(each.name, SymbolKind::location, declared(each.type, each.name),
                                  each.span);
    }

    void add_part(const std::string& name, std::string detail, Part::Kind kind, Span whole,
                  Span name_span) {
        const auto at = in_document(whole);
        const auto name_at = in_document(name_span);
        if (!at || !name_at) return;
        names_.parts.push_back({name, std::move(detail), kind, *at, *name_at});
    }

    void visit(const Function& function) {
        add_part(function.name, function.is_kernel ? "kernel" : "",
                 function.is_kernel ? Part::Kind::kernel : Part::Kind::function, function.span,
                 function.name_span);
        Locals locals;
        const auto scope = in_document(function.span);
        for (const Declarator& each : function.parameters)
            if (const auto symbol =
                    add(each.name, SymbolKind::parameter, declared(each.type, each.name), each.span,
                        scope.value_or(Span{})))
                locals.push_back(*symbol);
        visit(function.body, function.span, std::move(locals));
    }

    void visit(const Thread& thread) {
        std::string where;
        for (const Placement& each : thread.placement)
            where += (where.empty() ? "" : ", ") + each.kind + " " + std::to_string(each.index);
        add_part("P" + std::to_string(thread.number), where, Part::Kind::thread, thread.span,
                 thread.name_span);
        registers_[thread.number] = visit(thread.body, thread.span, {});
    }

    /// The body's variables, and the uses of all names in it.
    Locals visit(const Block& body, Span whole, Locals locals) {
        std::vector<Span> blocks{whole};
        walk(body, {.statement =
                        [&](const Statement& statement) {
                            if (std::holds_alternative<Block>(statement.node) ||
                                std::holds_alternative<For>(statement.node))
                                blocks.push_back(statement.span);
                        },
                    .unevaluated = true});
        walk(body, {.declarator =
                        [&](const Declarator& each) {
                            const Span* inner = nullptr;
                            for (const Span& block : blocks)
                                if (block.begin <= each.span.begin && each.span.end <= block.end &&
                                    (inner == nullptr ||
                                     block.end - block.begin <= inner->end - inner->begin))
                                    inner = &block;
                            const auto end = inner != nullptr ? in_document(*inner) : std::nullopt;
                            const auto begin = in_document(each.span);
                            if (!begin || !end) return;
                            if (const auto symbol = add(each.name, SymbolKind::variable,
                                                        declared(each.type, each.name), each.span,
                                                        {begin->begin, end->end}))
                                locals.push_back(*symbol);
                        },
                    .unevaluated = true});
        walk(body, visitor_of_uses(locals));
        return locals;
    }

    CodeVisitor visitor_of_uses(const Locals& locals) {
        return {
            .expression =
                [this, &locals](Expression& expression) {
                    if (const auto* name = std::get_if<Name>(&expression.node))
                        resolve(name->text, expression.span, locals);
                },
            .call = [this, &locals](const Call& call,
                                    Span) { resolve(call.function, call.function_span, locals); },
            .unevaluated = true};
    }
    void use_all(const ExpressionPtr& expression, const Locals& locals, int) {
        if (expression) walk(expression, visitor_of_uses(locals));
    }

    void resolve(const std::string& name, Span span, const Locals& locals) {
        const auto at = name_in(span, name);
        if (!at) return;
        std::optional<std::size_t> found;
        for (const std::size_t each : locals) {
            const Symbol& symbol = names_.symbols[each];
            if (symbol.name == name && symbol.scope.begin <= at->begin &&
                at->end <= symbol.scope.end)
                found = each;  // the last one declared is the innermost
        }
        if (!found)
            if (const auto known = file_.find(name); known != file_.end()) found = known->second;
        if (found) use(*found, *at);
    }
    void use(std::size_t symbol, Span span) { names_.symbols[symbol].uses.push_back(span); }

    void visit_propositions() {
        const auto visit_atom = [this](const PropositionAtom& atom) { visit(atom); };
        if (tree_.filter) for_each_atom(*tree_.filter, visit_atom);
        for (const ObservedLocation& each : tree_.locations) visit(each.atom);
        for (const InitEntry& entry : tree_.initial_state)
            if (entry.unit)
                if (const auto at = name_in(entry.name_span, entry.name))
                    use_register(*entry.unit, entry.name, *at);
        if (!tree_.condition) return;
        for_each_atom(*tree_.condition->proposition, visit_atom);
        add_part("condition", "", Part::Kind::condition, tree_.condition->span,
                 tree_.condition->span);
    }
    void visit(const PropositionAtom& atom) {
        if (atom.kind == PropositionAtom::Kind::constant) return;
        const auto at = name_in(atom.span, atom.name);
        if (!at) return;
        if (atom.unit)
            use_register(*atom.unit, atom.name, *at);
        else if (const auto known = file_.find(atom.name); known != file_.end())
            use(known->second, *at);
    }
    void use_register(std::uint32_t unit, const std::string& name, Span at) {
        const auto locals = registers_.find(unit);
        if (locals == registers_.end()) return;
        for (const std::size_t each : locals->second)
            if (names_.symbols[each].name == name) return use(each, at);
    }
    static void sort(std::vector<Span>& uses) {
        const auto key = [](Span span) { return std::pair(span.begin, span.end); };
        std::ranges::sort(uses, {}, key);
        const auto same = std::ranges::unique(uses, {}, key);
        uses.erase(same.begin(), same.end());
    }

    const LitmusTree& tree_;
    const Source& document_;
    Names names_;
    std::map<std::string, std::size_t> file_;
    std::map<std::uint32_t, Locals> registers_;
};

}  // namespace

Names names_of(const LitmusTree& tree, const Source& document) {
    return Collector(tree, document)();
}

}  // namespace clmm::lsp
