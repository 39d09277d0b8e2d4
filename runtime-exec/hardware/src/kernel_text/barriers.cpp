#include "kernel_text/barriers.h"

#include <algorithm>

#include "harness/refuse.h"
#include "kernel_text/walk.h"

namespace clmm::hardware {
namespace {

/// Whether a piece of code can leave what is around it: the row it stands in must be gone through.
struct Leaves {
    bool in_loop = false;    ///< `continue` stays inside
    bool in_switch = false;  ///< `break` too

    bool operator()(const syntax::Statement& of) const { return std::visit(*this, of.node); }
    bool operator()(const syntax::StatementPtr& of) const { return of && (*this)(*of); }
    bool operator()(const syntax::Return&) const { return true; }
    bool operator()(const syntax::Break&) const { return !in_loop && !in_switch; }
    bool operator()(const syntax::Continue&) const { return !in_loop; }
    bool operator()(const syntax::Block& node) const {
        return std::ranges::any_of(node.statements, *this);
    }
    bool operator()(const syntax::If& node) const {
        return (*this)(node.when_true) || (*this)(node.when_false);
    }
    bool operator()(const syntax::While& node) const { return Leaves{true, true}(node.body); }
    bool operator()(const syntax::DoWhile& node) const { return Leaves{true, true}(node.body); }
    bool operator()(const syntax::For& node) const { return Leaves{true, true}(node.body); }
    bool operator()(const syntax::Switch& node) const { return Leaves{in_loop, true}(node.body); }
    bool operator()(const syntax::Labelled& node) const { return (*this)(node.statement); }
    template <class Leaf>
    bool operator()(const Leaf&) const {
        return false;
    }
};

std::vector<std::size_t> cuts(const StatementList& statements) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < statements.size(); ++i)
        if (contains_barrier(*statements[i])) out.push_back(i);
    return out;
}

[[noreturn]] void mismatch(const Row& first, const Row& other, Span span) {
    refuse("P" + std::to_string(first.role->number) + " and P" +
               std::to_string(other.role->number) +
               " are in one work-group and come to different barriers, or by different ways",
           span, "barriers stand at the same places of their code");
}

const syntax::Statement* unlabelled(const syntax::Statement* statement) {
    while (const auto* labelled = std::get_if<syntax::Labelled>(&statement->node))
        statement = labelled->statement.get();
    return statement;
}

template <class Node, class Member>
auto members(const StatementList& statements, Member Node::*member) {
    std::vector<decltype((std::get<Node>(statements.front()->node).*member).get())> out;
    for (const syntax::Statement* each : statements)
        out.push_back((std::get<Node>(each->node).*member).get());
    return out;
}

}  // namespace

StatementList statements_of(const syntax::Block& block) {
    StatementList out;
    for (const auto& each : block.statements) out.push_back(each.get());
    return out;
}

std::string BarrierRows::in_branch(const Row& row, const std::string& code, unsigned depth) {
    if (code.empty()) return {};
    return indent(depth) + "if (clmm_role == " + std::to_string(row.role->number) + "u) {\n" +
           code + indent(depth) + "}\n";
}

std::string BarrierRows::text(const std::vector<Row>& rows, unsigned depth) {
    std::vector<std::vector<std::size_t>> places;
    for (const Row& row : rows) places.push_back(cuts(row.statements));
    const std::size_t count = places.front().size();
    for (std::size_t r = 0; r < rows.size(); ++r)
        if (places[r].size() != count) {
            const Row& more = places[r].size() > count ? rows[r] : rows.front();
            const std::size_t least = std::min(places[r].size(), count);
            const auto& at = places[r].size() > count ? places[r] : places.front();
            mismatch(rows.front(), rows[r], more.statements[at[least]]->span);
        }
    std::string out;
    std::vector<std::size_t> from(rows.size(), 0);
    for (std::size_t k = 0; k <= count; ++k) {
        StatementList together;
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const std::size_t to = k < count ? places[r][k] : rows[r].statements.size();
            out += in_branch(rows[r], between(rows[r], from[r], to, depth + 1), depth);
            from[r] = to + 1;
            if (k < count) together.push_back(unlabelled(rows[r].statements[to]));
            if (k < count && label_of(*rows[r].statements[to]) !=
                                 label_of(*rows.front().statements[places.front()[k]]))
                mismatch(rows.front(), rows[r], rows[r].statements[to]->span);
        }
        if (k < count) out += joint(rows, together, depth);
    }
    return out;
}

std::string BarrierRows::between(const Row& row, std::size_t begin, std::size_t end,
                                 unsigned depth) {
    std::string out;
    for (std::size_t i = begin; i < end; ++i) {
        const syntax::Statement& statement = *row.statements[i];
        if (Leaves{}(statement))
            refuse("P" + std::to_string(row.role->number) + " may go past a barrier here",
                   statement.span, "a unit with barriers leaves no loop or body early");
        const auto* declaration = std::get_if<syntax::DeclarationStatement>(&statement.node);
        if (declaration == nullptr) {
            out += row.printer->statement(statement, depth);
            continue;
        }
        for (const syntax::Declarator& declarator : declaration->declarators)
            if (!is_local_object(declarator))
                out += row.printer->assignment(declarator, row.variables->add(declarator), depth);
    }
    return out;
}

std::string BarrierRows::joint(const std::vector<Row>& rows, const StatementList& statements,
                               unsigned depth) {
    for (std::size_t r = 1; r < rows.size(); ++r)
        if (statements[r]->node.index() != statements.front()->node.index())
            mismatch(rows.front(), rows[r], statements[r]->span);
    if (barrier_of(*statements.front()) != nullptr) return barrier(rows, statements, depth);
    if (std::holds_alternative<syntax::Block>(statements.front()->node))
        return inner(rows, statements, depth);
    if (std::holds_alternative<syntax::If>(statements.front()->node))
        return branches(rows, statements, depth);
    if (std::holds_alternative<syntax::Switch>(statements.front()->node))
        refuse("a barrier in a switch is not executed on devices", statements.front()->span,
               "write it with if");
    return loops(rows, statements, depth);
}

std::string BarrierRows::barrier(const std::vector<Row>& rows, const StatementList& statements,
                                 unsigned depth) {
    std::string text;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const syntax::Call& call = *barrier_of(*statements[r]);
        if (call.function == "sub_group_barrier" && !device_.sub_groups)
            refuse("the device has no sub-groups", call.function_span);
        const std::string own = rows[r].printer->barrier(call);
        if (r != 0 && own != text)
            refuse("P" + std::to_string(rows.front().role->number) + " and P" +
                       std::to_string(rows[r].role->number) +
                       " come to one barrier with different calls, `" + text + "` and `" + own +
                       "`",
                   call.function_span,
                   "a device executes one call for all work-items of a group, so flags and scopes "
                   "are those of all");
        text = own;
    }
    return indent(depth) + text + "\n";
}

std::string BarrierRows::inner(const std::vector<Row>& rows,
                               const std::vector<const syntax::Statement*>& of, unsigned depth) {
    std::vector<Row> within = rows;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        within[r].statements.clear();
        if (of[r] == nullptr) continue;
        const auto* block = std::get_if<syntax::Block>(&of[r]->node);
        within[r].statements = block ? statements_of(*block) : StatementList{of[r]};
        within[r].printer->open_scope();
    }
    std::string out = text(within, depth);
    for (std::size_t r = 0; r < rows.size(); ++r)
        if (of[r] != nullptr) within[r].printer->close_scope();
    return out;
}

std::string BarrierRows::condition(const std::vector<Row>& rows,
                                   const std::vector<const syntax::Expression*>& conditions,
                                   unsigned depth, std::string& code) {
    const std::string name = "clmm_c" + std::to_string(conditions_++);
    code += indent(depth) + "uint " + name + " = 0;\n";
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::string value =
            conditions[r] ? "(" + rows[r].printer->expression(*conditions[r]) + ") != 0" : "1";
        code += in_branch(rows[r], indent(depth + 1) + name + " = " + value + ";\n", depth);
    }
    return name;
}

std::string BarrierRows::branches(const std::vector<Row>& rows, const StatementList& statements,
                                  unsigned depth) {
    std::string out;
    const auto conditions = members(statements, &syntax::If::condition);
    const std::string name = condition(rows, {conditions.begin(), conditions.end()}, depth, out);
    const auto when_true = members(statements, &syntax::If::when_true);
    const auto when_false = members(statements, &syntax::If::when_false);
    out += indent(depth) + "if (" + name + ") {\n" +
           inner(rows, {when_true.begin(), when_true.end()}, depth + 1) + indent(depth) + "}\n";
    const std::string other = inner(rows, {when_false.begin(), when_false.end()}, depth + 1);
    if (!other.empty()) out += indent(depth) + "else {\n" + other + indent(depth) + "}\n";
    return out;
}

/// Every loop becomes one without end, left where the condition says so.
std::string BarrierRows::loops(const std::vector<Row>& rows, const StatementList& statements,
                               unsigned depth) {
    std::string before, head, foot, body;
    std::vector<const syntax::Expression*> conditions;
    std::vector<const syntax::Statement*> bodies;
    const bool is_for = std::holds_alternative<syntax::For>(statements.front()->node);
    const bool is_do = std::holds_alternative<syntax::DoWhile>(statements.front()->node);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        rows[r].printer->open_scope();
        std::visit(
            [&](const auto& node) {
                if constexpr (requires {
                                  node.condition;
                                  node.body;
                              }) {
                    conditions.push_back(node.condition.get());
                    bodies.push_back(node.body.get());
                }
            },
            statements[r]->node);
        if (!is_for) continue;
        const auto& node = std::get<syntax::For>(statements[r]->node);
        Row first = rows[r];
        first.statements = node.init ? StatementList{node.init.get()} : StatementList{};
        before += in_branch(rows[r], between(first, 0, first.statements.size(), depth + 1), depth);
    }
    std::string leave;
    const std::string name = condition(rows, conditions, depth + 1, leave);
    leave += indent(depth + 1) + "if (!" + name + ") break;\n";
    body = inner(rows, bodies, depth + 1);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (is_for && std::get<syntax::For>(statements[r]->node).step)
            foot += in_branch(
                rows[r],
                indent(depth + 2) +
                    rows[r].printer->expression(*std::get<syntax::For>(statements[r]->node).step) +
                    ";\n",
                depth + 1);
        rows[r].printer->close_scope();
    }
    return before + indent(depth) + "while (true) {\n" + (is_do ? "" : leave) + body + foot +
           (is_do ? leave : "") + indent(depth) + "}\n";
}

}  // namespace clmm::hardware
