#include "host/kernel_edits.h"

#include <algorithm>
#include <map>
#include <set>

#include "compile/code_walk.h"
#include "compile/diagnose.h"

namespace clmm::runtime::host {
namespace {

using compiler::quote;
using compiler::reject;

class Editor {
public:
    explicit Editor(const syntax::LitmusTree& tree) : tree_(tree) {}

    KernelEdits operator()(bool of_threads) {
        for (const syntax::Function& function : tree_.functions) edit(function.body);
        if (of_threads)
            for (const syntax::Thread& thread : tree_.threads)
                if (!is_host(thread)) edit(thread.body);
        insert(first_definition(), definitions());
        std::ranges::stable_sort(edits_.insertions, {}, &Insertion::at);
        return std::move(edits_);
    }

private:
    void insert(std::uint32_t at, std::string text) {
        if (!text.empty()) edits_.insertions.push_back({at, std::move(text)});
    }

    [[nodiscard]] std::string text_of(const syntax::Expression& expression) const {
        return std::string(tree_.source->text().substr(
            expression.span.begin, expression.span.end - expression.span.begin));
    }

    void edit(const syntax::Block& body) {
        compiler::walk(body, {.expression = [this](const auto& each) { edit(each); },
                              .declarator = [](const auto&) {}});
    }

    void edit(const syntax::Expression& expression) {
        if (const auto* member = std::get_if<syntax::Member>(&expression.node))
            chosen_.insert(member->object.get());
        const auto* call = std::get_if<syntax::Call>(&expression.node);
        if (call == nullptr) return;
        const std::string& name = call->function;
        if (name == "enqueue_kernel" || name == "enqueue_marker") edit_enqueue(*call);
        if (name.starts_with("ndrange_")) edit_range(*call);
        if (name.starts_with("read_image") && !chosen_.contains(&expression))
            insert(expression.span.end, ".x");
        if (name.starts_with("write_image") && call->arguments.size() == 3) {
            insert(call->arguments[2]->span.begin, name.ends_with("ui") ? "(uint4)(" : "(int4)(");
            insert(call->arguments[2]->span.end, ")");
        }
    }

    // ---- device-side enqueue ----

    [[nodiscard]] bool is_kernel(const std::string& name) const {
        return std::ranges::any_of(tree_.functions, [&](const syntax::Function& function) {
            return function.is_kernel && function.name == name;
        });
    }

    /// An array as an expression: a member of a struct with `values`.
    std::string array(const std::string& type, const std::vector<std::string>& values) {
        const std::string tag = "clmm_" + type + "_" + std::to_string(values.size());
        arrays_[tag] = "typedef struct { " + type + " values[" + std::to_string(values.size()) +
                       "]; } " + tag + "; ";
        std::string list;
        for (const std::string& each : values) list += (list.empty() ? "" : ", ") + each;
        return "((" + tag + "){{" + list + "}}).values";
    }

    void edit_enqueue(const syntax::Call& call) {
        const syntax::Expression* code = nullptr;
        std::vector<std::string> waits;
        std::string event = "0";
        bool has_clause = false;
        std::uint32_t end = 0;  // of what is no clause
        for (const auto& argument : call.arguments) {
            const auto* inner = std::get_if<syntax::Call>(&argument->node);
            const bool is_wait = inner != nullptr && inner->function == "wait";
            const bool is_event = inner != nullptr && inner->function == "event";
            if (is_wait)
                for (const auto& each : inner->arguments) waits.push_back(text_of(*each));
            if (is_event && inner->arguments.size() == 1)
                event = "&(" + text_of(*inner->arguments.front()) + ")";
            if (is_wait || is_event) {
                has_clause = true;
                edits_.blanks.push_back({end, argument->span.end});
            }
            end = argument->span.end;
            if (inner != nullptr && is_kernel(inner->function)) code = argument.get();
            if (std::holds_alternative<syntax::BlockLiteral>(argument->node)) code = nullptr;
        }
        const std::string lists = std::to_string(waits.size()) + ", " +
                                  (waits.empty() ? "0" : array("clk_event_t", waits)) + ", " +
                                  event;
        if (call.function == "enqueue_marker") {
            if (has_clause || call.arguments.size() == 1)
                insert(call.arguments.front()->span.end, ", " + lists);
            return;
        }
        if (has_clause && call.arguments.size() > 3)
            insert(call.arguments[3]->span.begin, lists + ", ");
        if (code != nullptr) enqueue_call(*code, std::get<syntax::Call>(code->node));
    }

    /// `k(x, local_array(4))` as a block, which takes local memory as parameters of its own.
    void enqueue_call(const syntax::Expression& code, const syntax::Call& call) {
        std::string parameters;
        std::string sizes;
        for (const auto& argument : call.arguments) {
            const auto* local = std::get_if<syntax::Call>(&argument->node);
            if (local == nullptr || local->function != "local_array" ||
                local->arguments.size() != 1)
                continue;
            const std::string name = "clmm_local_" + std::to_string(argument->span.begin);
            const std::string type = element_of(call, argument.get());
            parameters += (parameters.empty() ? "local void* " : ", local void* ") + name;
            sizes +=
                ", (uint)((" + text_of(*local->arguments.front()) + ") * sizeof(" + type + "))";
            insert(argument->span.begin, "(local " + type + "*)" + name);
            edits_.blanks.push_back(argument->span);
        }
        insert(code.span.begin, parameters.empty() ? "^{ " : "^(" + parameters + ") { ");
        insert(code.span.end, "; }" + sizes);
    }

    /// What the parameter of the called kernel points to.
    [[nodiscard]] std::string element_of(const syntax::Call& call,
                                         const syntax::Expression* argument) const {
        const auto function =
            std::ranges::find(tree_.functions, call.function, &syntax::Function::name);
        for (std::size_t i = 0; i < call.arguments.size(); ++i)
            if (call.arguments[i].get() == argument && i < function->parameters.size())
                return type_text(function->parameters[i].type, 1);
        return "int";
    }

    /// The type's name, without qualifiers and the last `dropped` of its stars.
    [[nodiscard]] static std::string type_text(const syntax::TypeName& type, std::size_t dropped) {
        std::string text = (type.is_struct ? "struct " : "") + type.base;
        for (std::size_t i = dropped; i < type.pointers.size(); ++i) text = "global " + text + "*";
        return text;
    }

    /// All sizes of a range in one list: rows of as many as it has dimensions.
    void edit_range(const syntax::Call& call) {
        const auto dimensions = static_cast<std::size_t>(call.function[8] - '0');
        const std::size_t count = call.arguments.size();
        if (dimensions < 2 || dimensions > 3 || count % dimensions != 0 || count == 0) return;
        for (std::size_t i = 0; i < count; i += dimensions) {
            std::vector<std::string> row;
            for (std::size_t d = 0; d < dimensions; ++d)
                row.push_back(text_of(*call.arguments[i + d]));
            insert(call.arguments[i]->span.begin, array("size_t", row));
            edits_.blanks.push_back(
                {call.arguments[i]->span.begin, call.arguments[i + dimensions - 1]->span.end});
        }
    }

    // ---- in front of the functions ----

    [[nodiscard]] std::uint32_t first_definition() const {
        std::uint32_t first = UINT32_MAX;
        for (const auto& each : tree_.functions) first = std::min(first, each.span.begin);
        for (const auto& each : tree_.threads) first = std::min(first, each.span.begin);
        for (const auto& each : tree_.variables) first = std::min(first, each.type.span.begin);
        return first;
    }

    [[nodiscard]] std::string definitions() const {
        std::string text;
        for (const auto& [tag, definition] : arrays_) text += definition;
        for (const syntax::InitEntry& entry : tree_.initial_state)
            if (has_word(entry, "program")) text += variable(entry);
        return text;
    }

    /// A scalar is an array of one element: its name stands for its address in the kernels.
    [[nodiscard]] std::string variable(const syntax::InitEntry& entry) const {
        std::string text = "global " + type_text(*entry.type, 0) + " " + entry.name;
        for (const auto& each : entry.dimensions) text += "[" + text_of(*each) + "]";
        if (entry.dimensions.empty()) text += "[1]";
        if (!entry.value) return text + "; ";
        if (holds_address(*entry.value))
            reject("E-UNSUPPORTED",
                   quote(entry.name) +
                       " is a program-scope variable with an address in it, which is not executed",
                   entry.span, "let the initialiser of the program assign it");
        const std::string value = text_of(*entry.value);
        return text + " = " + (entry.dimensions.empty() ? "{" + value + "}" : value) + "; ";
    }

    [[nodiscard]] static bool holds_address(const syntax::Expression& value) {
        if (const auto* list = std::get_if<syntax::InitializerList>(&value.node))
            return std::ranges::any_of(list->elements,
                                       [](const auto& each) { return holds_address(*each); });
        if (std::holds_alternative<syntax::Name>(value.node)) return true;
        const auto* unary = std::get_if<syntax::Unary>(&value.node);
        return unary != nullptr && unary->op == syntax::UnaryOperator::address_of;
    }

    const syntax::LitmusTree& tree_;
    KernelEdits edits_;
    std::set<const syntax::Expression*> chosen_;  ///< a member of it is taken
    std::map<std::string, std::string> arrays_;
};

}  // namespace

KernelEdits edits_of(const syntax::LitmusTree& tree, bool of_threads) {
    return Editor(tree)(of_threads);
}

bool has_word(const syntax::InitEntry& entry, const char* word) {
    return entry.type &&
           std::ranges::find(entry.type->qualifiers, word) != entry.type->qualifiers.end();
}

}  // namespace clmm::runtime::host
