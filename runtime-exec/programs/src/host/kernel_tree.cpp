#include "host/kernel_tree.h"

#include <algorithm>
#include <map>

#include "clmm/base/reject.h"
#include "clmm/parser/tree_copy.h"
#include "host/make_tree.h"

namespace clmm::runtime::host {
namespace {

using syntax::Expression;
using syntax::ExpressionPtr;

const syntax::Call* call_of(const Expression& expression, const char* function) {
    const auto* call = std::get_if<syntax::Call>(&expression.node);
    return call != nullptr && call->function == function ? call : nullptr;
}

const syntax::Call* local_array(const Expression& expression) {
    const syntax::Call* call = call_of(expression, "local_array");
    return call != nullptr && call->arguments.size() == 1 ? call : nullptr;
}

bool holds_address(const Expression& value) {
    if (const auto* list = std::get_if<syntax::InitializerList>(&value.node))
        return std::ranges::any_of(list->elements,
                                   [](const auto& each) { return holds_address(*each); });
    if (std::holds_alternative<syntax::Name>(value.node)) return true;
    const auto* unary = std::get_if<syntax::Unary>(&value.node);
    return unary != nullptr && unary->op == syntax::UnaryOperator::address_of;
}

class KernelCopy : public syntax::TreeCopy {
public:
    explicit KernelCopy(const syntax::LitmusTree& test) : test_(test) {}

    syntax::LitmusTree operator()(const std::vector<UnitKernel>& units) {
        syntax::LitmusTree out;
        out.source = test_.source;
        out.name = test_.name;
        out.structs = copy(test_.structs);
        out.type_definitions = copy(test_.type_definitions);
        out.enumerators = copy(test_.enumerators);
        for (const syntax::InitEntry& entry : test_.initial_state)
            if (has_word(entry, "program")) out.variables.push_back(variable(entry));
        for (const auto& each : test_.variables) out.variables.push_back(copy(each));
        out.functions = copy(test_.functions);
        for (const UnitKernel& unit : units) out.functions.push_back(kernel(unit));
        for (auto& [tag, definition] : arrays_) out.structs.push_back(std::move(definition));
        return out;
    }

protected:
    ExpressionPtr replaced(const Expression& expression) override {
        if (const auto* member = std::get_if<syntax::Member>(&expression.node))
            return channel(expression.span, *member);
        const auto* call = std::get_if<syntax::Call>(&expression.node);
        if (call == nullptr) return nullptr;
        const std::string& name = call->function;
        if (name == "enqueue_kernel" || name == "enqueue_marker")
            return enqueue(expression.span, *call);
        if (name.starts_with("ndrange_")) return range(expression.span, *call);
        if (name.starts_with("read_image"))
            return make(expression.span, syntax::Member{copy_inside(expression), "x"});
        if (name.starts_with("write_image") && call->arguments.size() == 3)
            return write_image(expression.span, *call);
        return nullptr;
    }

    void add_behind(const syntax::Statement& statement,
                    std::vector<syntax::StatementPtr>& copies) override {
        if (unit_ != nullptr) add_stores(&statement, copies);
        if (const auto* labelled = std::get_if<syntax::Labelled>(&statement.node))
            add_behind(*labelled->statement, copies);
    }

private:
    // ---- images: texels of one channel ----

    /// Of what read_image yields, a channel that the test chooses itself.
    ExpressionPtr channel(Span span, const syntax::Member& member) {
        const auto* call = std::get_if<syntax::Call>(&member.object->node);
        if (call == nullptr || !call->function.starts_with("read_image")) return nullptr;
        return make(span, syntax::Member{copy_inside(*member.object), member.field, member.arrow});
    }

    ExpressionPtr write_image(Span span, const syntax::Call& call) {
        syntax::Call out{call.function, call.function_span, copy(call.arguments)};
        const Span at = out.arguments[2]->span;
        const bool is_unsigned = call.function.ends_with("ui");
        out.arguments[2] =
            make(at, syntax::Cast{{.span = at, .base = is_unsigned ? "uint4" : "int4"},
                                  std::move(out.arguments[2])});
        return make(span, std::move(out));
    }

    // ---- device-side enqueue ----

    [[nodiscard]] const syntax::Function* kernel_named(const std::string& name) const {
        for (const syntax::Function& function : test_.functions)
            if (function.is_kernel && function.name == name) return &function;
        return nullptr;
    }

    /// An array as an expression: a member of a struct with `values`.
    ExpressionPtr array(Span span, const std::string& type, std::vector<ExpressionPtr> values) {
        const std::string tag = "clmm_" + type + "_" + std::to_string(values.size());
        syntax::StructDefinition& definition = arrays_[tag];
        if (definition.name.empty()) {
            definition.name = tag;
            syntax::Declarator field{.type = {.base = type}, .name = "values"};
            field.dimensions.push_back(make_number(Span{}, values.size()));
            definition.fields.push_back(std::move(field));
        }
        syntax::InitializerList list{std::move(values)};
        syntax::InitializerList outer;
        outer.elements.push_back(make(span, std::move(list)));
        syntax::Cast literal{{.span = span, .base = tag, .is_struct = true},
                             make(span, std::move(outer))};
        return make(span, syntax::Member{make(span, std::move(literal)), "values"});
    }

    /// The clauses `wait(e, f)` and `event(g)` of a call.
    struct Clauses {
        std::vector<ExpressionPtr> waits;
        ExpressionPtr event;
        bool any = false;
    };

    bool take_clause(const Expression& argument, Clauses& clauses) {
        if (const syntax::Call* wait = call_of(argument, "wait")) {
            for (const auto& each : wait->arguments) clauses.waits.push_back(copy(each));
        } else if (const syntax::Call* event = call_of(argument, "event")) {
            if (event->arguments.size() == 1)
                clauses.event = make(argument.span, syntax::Unary{syntax::UnaryOperator::address_of,
                                                                  copy(event->arguments.front())});
        } else {
            return false;
        }
        return clauses.any = true;
    }

    /// How many to wait for, which, and where the event goes.
    std::vector<ExpressionPtr> lists(Span span, Clauses clauses) {
        std::vector<ExpressionPtr> out;
        const std::size_t count = clauses.waits.size();
        out.push_back(make_number(span, count));
        out.push_back(count == 0 ? make_number(span, 0)
                                 : array(span, "clk_event_t", std::move(clauses.waits)));
        out.push_back(clauses.event ? std::move(clauses.event) : make_number(span, 0));
        return out;
    }

    ExpressionPtr enqueue(Span span, const syntax::Call& call) {
        Clauses clauses;
        std::vector<const ExpressionPtr*> plain;
        for (const ExpressionPtr& each : call.arguments)
            if (!take_clause(*each, clauses)) plain.push_back(&each);
        const bool is_marker = call.function == "enqueue_marker";
        const std::size_t at = is_marker ? 1 : 3;
        const bool has_lists = clauses.any || (is_marker && call.arguments.size() == 1);
        const bool has_block = std::ranges::any_of(plain, [](const ExpressionPtr* each) {
            return std::holds_alternative<syntax::BlockLiteral>((*each)->node);
        });
        syntax::Call out{call.function, call.function_span, {}};
        for (std::size_t i = 0; i < plain.size(); ++i) {
            if (i == at && has_lists) append(out.arguments, lists(span, std::move(clauses)));
            const auto* inner = std::get_if<syntax::Call>(&(*plain[i])->node);
            if (!is_marker && !has_block && inner != nullptr && kernel_named(inner->function))
                append(out.arguments, enqueued_call((*plain[i])->span, *inner));
            else
                out.arguments.push_back(copy(*plain[i]));
        }
        if (plain.size() <= at && is_marker && has_lists)
            append(out.arguments, lists(span, std::move(clauses)));
        return make(span, std::move(out));
    }

    static void append(std::vector<ExpressionPtr>& list, std::vector<ExpressionPtr> more) {
        std::ranges::move(more, std::back_inserter(list));
    }

    /// `k(x, local_array(4))` as a block, which takes local memory as parameters of its own, and
    /// their sizes.
    std::vector<ExpressionPtr> enqueued_call(Span span, const syntax::Call& call) {
        std::vector<ExpressionPtr> out(1);
        syntax::BlockLiteral literal;
        syntax::Call inside{call.function, call.function_span, {}};
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            const Expression& argument = *call.arguments[i];
            const syntax::Call* local = local_array(argument);
            if (local == nullptr) {
                inside.arguments.push_back(copy(call.arguments[i]));
                continue;
            }
            const Span at = argument.span;
            const std::string name = "clmm_local_" + std::to_string(at.begin);
            const syntax::TypeName type = local_pointer(call, i);
            literal.parameters.push_back(
                {.span = at, .type = pointer_type(at, "local", "void"), .name = name});
            inside.arguments.push_back(make(at, syntax::Cast{type, make_name(at, name)}));
            out.push_back(size_in_bytes(at, copy(local->arguments.front()), type));
        }
        syntax::Block body;
        body.statements.push_back(make_statement(make(span, std::move(inside))));
        literal.body =
            std::make_unique<syntax::Statement>(syntax::Statement{span, std::move(body)});
        out.front() = make(span, std::move(literal));
        return out;
    }

    /// The type of the called kernel's parameter, in local memory.
    [[nodiscard]] syntax::TypeName local_pointer(const syntax::Call& call, std::size_t i) const {
        const syntax::Function& kernel = *kernel_named(call.function);
        if (i >= kernel.parameters.size()) return pointer_type(call.function_span, "local", "int");
        const syntax::TypeName& given = kernel.parameters[i].type;
        syntax::TypeName type = pointer_type(call.arguments[i]->span, "local", given.base);
        type.is_struct = given.is_struct;
        return type;
    }

    static ExpressionPtr size_in_bytes(Span span, ExpressionPtr count, syntax::TypeName type) {
        type.pointers.clear();
        type.qualifiers.clear();
        ExpressionPtr size = make(span, syntax::SizeOf{std::move(type), nullptr});
        ExpressionPtr product = make(span, syntax::Binary{syntax::BinaryOperator::multiply,
                                                          std::move(count), std::move(size)});
        return make(span, syntax::Cast{{.span = span, .base = "uint"}, std::move(product)});
    }

    /// All sizes of a range in one list: rows of as many as it has dimensions.
    ExpressionPtr range(Span span, const syntax::Call& call) {
        const auto dimensions = static_cast<std::size_t>(call.function[8] - '0');
        const std::size_t count = call.arguments.size();
        if (dimensions < 2 || dimensions > 3 || count % dimensions != 0 || count == 0)
            return nullptr;
        syntax::Call out{call.function, call.function_span, {}};
        for (std::size_t i = 0; i < count; i += dimensions) {
            std::vector<ExpressionPtr> row;
            for (std::size_t d = 0; d < dimensions; ++d) row.push_back(copy(call.arguments[i + d]));
            out.arguments.push_back(array(call.arguments[i]->span, "size_t", std::move(row)));
        }
        return make(span, std::move(out));
    }

    // ---- outside the functions ----

    /// Behind the types that the test defines before its first function.
    [[nodiscard]] Span first_definition() const {
        std::uint32_t first = UINT32_MAX;
        for (const auto& each : test_.functions) first = std::min(first, each.span.begin);
        for (const auto& each : test_.threads) first = std::min(first, each.span.begin);
        for (const auto& each : test_.variables) first = std::min(first, each.type.span.begin);
        return {first, first};
    }

    /// A scalar is an array of one element: its name stands for its address in the kernels.
    syntax::Declarator variable(const syntax::InitEntry& entry) {
        const Span span = first_definition();
        syntax::Declarator out{.span = span, .type = *entry.type, .name = entry.name};
        out.type.qualifiers = {"global"};
        for (auto& each : out.type.pointers) each.clear();
        out.dimensions = copy(entry.dimensions);
        const bool is_scalar = entry.dimensions.empty();
        if (is_scalar) out.dimensions.push_back(make_number(span, 1));
        if (!entry.value) return out;
        if (holds_address(*entry.value))
            reject("E-UNSUPPORTED",
                   quote(entry.name) +
                       " is a program-scope variable with an address in it, which is not executed",
                   entry.span, "let the initialiser of the program assign it");
        out.initializer = copy(entry.value);
        if (!is_scalar) return out;
        syntax::InitializerList list;
        list.elements.push_back(std::move(out.initializer));
        out.initializer = make(entry.value->span, std::move(list));
        return out;
    }

    // ---- work-items as kernels ----

    syntax::Function kernel(const UnitKernel& unit) {
        unit_ = &unit;
        const syntax::Thread& thread = *unit.thread;
        const Span name = thread.name_span;
        syntax::Function out{.span = thread.span,
                             .name_span = name,
                             .attributes = {},
                             .return_type = {.span = name, .base = "void"},
                             .is_kernel = true,
                             .name = unit.name,
                             .parameters = copy(thread.parameters),
                             .body = {}};
        for (std::size_t i = 0; i < out.parameters.size(); ++i)
            if (!unit.spaces[i].empty())
                out.parameters[i].type.qualifiers.push_back(unit.spaces[i]);
        out.parameters.push_back(
            {.span = name, .type = pointer_type(name, "global", "ulong"), .name = kSeen});
        add_stores(nullptr, out.body.statements);
        syntax::Block body = copy(thread.body);
        std::ranges::move(body.statements, std::back_inserter(out.body.statements));
        unit_ = nullptr;
        return out;
    }

    void add_stores(const syntax::Statement* behind,
                    std::vector<syntax::StatementPtr>& statements) const {
        const Span span =
            behind != nullptr ? Span{behind->span.end, behind->span.end} : unit_->thread->name_span;
        for (const UnitKernel::Store& store : unit_->stores)
            if (store.behind == behind) statements.push_back(address_store(span, store));
    }

    /// `seen[2] = (ulong)&r0;`
    [[nodiscard]] static syntax::StatementPtr address_store(Span span,
                                                            const UnitKernel::Store& store) {
        ExpressionPtr target =
            make(span, syntax::Subscript{make_name(span, kSeen), make_number(span, store.index)});
        ExpressionPtr address = make(
            span, syntax::Unary{syntax::UnaryOperator::address_of, make_name(span, store.name)});
        ExpressionPtr value =
            make(span, syntax::Cast{{.span = span, .base = "ulong"}, std::move(address)});
        return make_statement(
            make(span, syntax::Assignment{std::nullopt, std::move(target), std::move(value)}));
    }

    static constexpr const char* kSeen = "clmm_seen";

    const syntax::LitmusTree& test_;
    const UnitKernel* unit_ = nullptr;                        ///< that is being made
    std::map<std::string, syntax::StructDefinition> arrays_;  ///< by tag
};

}  // namespace

syntax::LitmusTree kernel_tree(const syntax::LitmusTree& test,
                               const std::vector<UnitKernel>& units) {
    return KernelCopy(test)(units);
}

}  // namespace clmm::runtime::host
