// The parts of a test: initial state, threads, scope tree.
#include "litmus/builder.h"

#include <algorithm>
#include <array>
#include <limits>

#include "litmus/explain.h"
#include "litmus/lexer.h"

namespace clmm::syntax {
namespace {

constexpr std::array<std::string_view, 11> kScopes = {"system", "device",     "dev", "kernel",
                                                      "ker",    "work_group", "wg",  "sub_group",
                                                      "sg",     "work_item",  "wi"};

bool is_scope(std::string_view word) {
    return std::find(kScopes.begin(), kScopes.end(), word) != kScopes.end();
}

constexpr const char* kScopeHint =
    "the scopes are system, device, kernel, work_group and sub_group";

}  // namespace

Span span_of(const antlr4::Token* token) {
    return {static_cast<std::uint32_t>(token->getStartIndex()),
            static_cast<std::uint32_t>(token->getStopIndex() + 1)};
}

Span span_of(const antlr4::ParserRuleContext* context) {
    return {span_of(context->start).begin, span_of(context->stop).end};
}

void LitmusBuilder::build(Grammar::TestContext* test, LitmusTree& tree) {
    tree_ = &tree;
    for (Grammar::InitEntryContext* entry : test->initialState()->initEntry())
        tree.initial_state.push_back(init_entry(entry));
    const bool has_threads = !test->initialState()->KERNELS();
    for (Grammar::DefinitionContext* context : test->definition())
        definition(context, has_threads, tree);
    for (Grammar::SectionContext* part : test->section()) section(part, tree);
}

void LitmusBuilder::definition(Grammar::DefinitionContext* context, bool has_threads,
                               LitmusTree& tree) {
    if (auto* own = context->thread()) {
        if (has_threads)
            tree.threads.push_back(thread(own));
        else
            reporter_.error(span_of(own->NAME()),
                            "expected a type before " + quote(text(own->NAME())));
    } else if (auto* launched = context->launch()) {
        tree.launches.push_back(launch(launched));
    } else if (auto* types = context->typeDefinition()) {
        type_definitions(types->newTypes(), tree);
    } else if (auto* rest = context->fileScope()) {
        file_scope(rest, tree);
    }
}

InitEntry LitmusBuilder::init_entry(Grammar::InitEntryContext* context) {
    InitEntry out;
    Grammar::InitNameContext* name = context->initName();
    out.span = span_of(context);
    out.name_span = span_of(name->NAME());
    out.name = text(name->NAME());
    if (context->specifiers()) out.type = type_of(context->specifiers(), context->pointer());
    if (context->INTEGER()) out.unit = small_number(context->INTEGER(), "thread number");
    out.dimensions =
        dimensions(name->dimension().empty() ? context->dimension() : name->dimension());
    out.value = initializer(context->initializer());
    if (out.value) check_initial_value(*out.value);
    return out;
}

/// After a forgotten ';', `[x]=0 [y]=0` reads as an assignment to 0[y].
void LitmusBuilder::check_initial_value(const Expression& value) {
    const auto* assignment = std::get_if<Assignment>(&value.node);
    if (!assignment) return;
    const auto* subscript = std::get_if<Subscript>(&assignment->target->node);
    const std::uint32_t end = subscript ? subscript->array->span.end : assignment->target->span.end;
    reporter_.error({end, end}, "expected ';' after this entry of the initial state");
}

Thread LitmusBuilder::thread(Grammar::ThreadContext* context) {
    Thread out;
    out.span = span_of(context);
    out.name_span = span_of(context->NAME());
    out.number = unit_number(context->NAME()).value_or(0);
    if (context->placements()) out.placement = placements(context->placements());
    if (context->parameters()) out.parameters = parameters(context->parameters());
    out.body = block(context->block());
    return out;
}

std::vector<Placement> LitmusBuilder::placements(Grammar::PlacementsContext* context) {
    std::vector<Placement> out;
    for (Grammar::PlacementContext* placement : context->placement()) {
        if (placement->HOST()) {
            out.push_back({span_of(placement), "host", 0});
            continue;
        }
        std::string kind = text(placement->NAME());
        if (!is_scope(kind))
            reporter_.error(span_of(placement->NAME()), quote(kind) + " is not a scope",
                            kScopeHint);
        out.push_back(
            {span_of(placement), std::move(kind), small_number(placement->INTEGER(), "number")});
    }
    return out;
}

std::vector<Declarator> LitmusBuilder::parameters(Grammar::ParametersContext* context) {
    std::vector<Declarator> out;
    const auto all = context->parameter();
    for (Grammar::ParameterContext* parameter : all) {
        TypeName type = type_of(parameter->specifiers(), parameter->pointer());
        const bool nothing = all.size() == 1 && type.base == "void" && type.pointers.empty();
        if (nothing && !parameter->NAME()) return {};
        if (!parameter->NAME()) {
            reporter_.error({type.span.end, type.span.end}, "expected a name for this parameter");
            continue;
        }
        const std::string name = text(parameter->NAME());
        if (std::ranges::find(out, name, &Declarator::name) != out.end())
            reporter_.name_error(span_of(parameter->NAME()),
                                 "two parameters are named " + quote(name));
        out.push_back(declared(parameter->NAME(), std::move(type), parameter->dimension(), nullptr,
                               other_attributes(parameter->attribute()),
                               parameter->arrayPointer()));
    }
    return out;
}

void LitmusBuilder::section(Grammar::SectionContext* context, LitmusTree& tree) {
    const auto once = [&](bool repeated) {
        if (repeated)
            reporter_.error(
                span_of(context->getStart()),
                "there is already one " + quote(reporter_.text(span_of(context->getStart()))));
    };
    if (auto* scopes = context->scopeTree()) {
        once(tree.scope_tree.has_value());
        tree.scope_tree = scope_tree(scopes);
    } else if (auto* filter = context->filter()) {
        once(tree.filter != nullptr);
        tree.filter = proposition(filter->proposition());
    } else if (auto* asked = context->condition()) {
        once(tree.condition.has_value());
        tree.condition = condition(asked);
    } else {
        for (Grammar::LocationContext* location : context->locations()->location())
            tree.locations.push_back({atom(location->atom())});
    }
}

ScopeTree LitmusBuilder::scope_tree(Grammar::ScopeTreeContext* context) {
    ScopeTree root{span_of(context), "system", {}, {}};
    for (Grammar::ScopeNodeContext* node : context->scopeNode()) scope_node(node, root);
    const bool written =
        root.children.size() == 1 && root.units.empty() && root.children.front().kind == "system";
    if (!written) return root;
    ScopeTree inner = std::move(root.children.front());
    return inner;
}

/// `(kind …)` becomes a child of `parent`; parentheses without a kind vanish.
void LitmusBuilder::scope_node(Grammar::ScopeNodeContext* context, ScopeTree& parent) {
    const auto names = context->NAME();
    const bool has_kind = !names.empty() && names.front() == context->children[1] &&
                          !is_thread_name(text(names.front()));
    ScopeTree own{span_of(context), has_kind ? text(names.front()) : "", {}, {}};
    ScopeTree& node = has_kind ? own : parent;
    if (has_kind && !is_scope(own.kind))
        reporter_.error(span_of(names.front()), quote(own.kind) + " is not a scope", kScopeHint);
    for (std::size_t i = has_kind ? 1 : 0; i < names.size(); ++i)
        if (const auto number = unit_number(names[i])) node.units.push_back(*number);
    for (Grammar::ScopeNodeContext* child : context->scopeNode()) scope_node(child, node);
    if (has_kind) parent.children.push_back(std::move(own));
}

IntegerLiteral LitmusBuilder::integer(antlr4::tree::TerminalNode* node) const {
    const std::string_view written = reporter_.text(span_of(node));
    const IntegerText read = read_integer(written);
    // An octal or hexadecimal constant takes the unsigned type before the longer one. C11 6.4.4.1
    // p5
    const bool takes_unsigned =
        written.starts_with('0') &&
        ((read.value > 0x7fffffffU && read.value <= 0xffffffffU && !read.is_long) ||
         read.value > 0x7fffffffffffffffU);
    return {read.value, read.is_unsigned || takes_unsigned, read.is_long};
}

std::uint32_t LitmusBuilder::small_number(antlr4::tree::TerminalNode* node, const char* what) {
    constexpr std::uint64_t kLargest = 65535;
    const std::uint64_t value = integer(node).value;
    if (value <= kLargest) return static_cast<std::uint32_t>(value);
    reporter_.error(span_of(node), "this " + std::string(what) + " is too large");
    return 0;
}

std::optional<std::uint32_t> LitmusBuilder::unit_number(antlr4::tree::TerminalNode* name) {
    const std::string written = text(name);
    if (!is_thread_name(written)) {
        reporter_.error(span_of(name), quote(written) + " is not the name of a thread",
                        "threads are called P0, P1, P2 and so on");
        return std::nullopt;
    }
    if (written.size() <= 6) return static_cast<std::uint32_t>(std::stoul(written.substr(1)));
    reporter_.error(span_of(name), "this thread number is too large");
    return std::nullopt;
}

}  // namespace clmm::syntax
