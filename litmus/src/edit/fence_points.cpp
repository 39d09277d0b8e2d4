#include "edit/fence_points.h"

#include <algorithm>
#include <set>
#include <string>

#include "clmm/parser/tree_walk.h"
#include "edit/changed_text.h"

namespace clmm::litmus {
namespace {

using syntax::Statement;
using syntax::StatementPtr;

template <class... Kinds>
bool is_one_of(const Statement& statement) {
    return (std::holds_alternative<Kinds>(statement.node) || ...);
}

class PointCollector {
public:
    explicit PointCollector(const EventStructure& structure) {
        for (const Event& event : structure.events)
            if (!event.initial) actions_.insert(event.span.begin);
    }

    void collect(const syntax::Block& body, bool on_host) {
        on_host_ = on_host;
        syntax::Block const& block = body;
        walk(block,
             syntax::CodeVisitor{.row = [this](const std::vector<StatementPtr>& row) { add(row); },
                                 .single = [this](const Statement& statement) { add(statement); }});
    }

    std::vector<FencePoint> take() {
        std::ranges::stable_sort(points_, {}, [](const FencePoint& point) {
            return point.side == FencePoint::Side::after ? point.statement.end
                                                         : point.statement.begin;
        });
        return std::move(points_);
    }

private:
    void add(const std::vector<StatementPtr>& row) {
        if (row.empty()) return;
        if (!is_one_of<syntax::Case, syntax::Default>(*row.front()))
            points_.push_back({FencePoint::Side::before, row.front()->span, on_host_});
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (is_silent(*row[i]) || leaves(*row[i])) continue;
            if (i + 1 < row.size())
                points_.push_back({FencePoint::Side::before, row[i + 1]->span, on_host_});
            else
                points_.push_back({FencePoint::Side::after, row[i]->span, on_host_});
        }
    }
    void add(const Statement& statement) {
        if (is_one_of<syntax::Empty, syntax::Break, syntax::Continue>(statement)) return;
        points_.push_back({FencePoint::Side::braced, statement.span, on_host_});
    }

    /// Neither acts nor calls what may act.
    [[nodiscard]] bool is_silent(const Statement& statement) const {
        if (!is_one_of<syntax::DeclarationStatement, syntax::ExpressionStatement, syntax::Empty>(
                statement))
            return false;
        const auto first = actions_.lower_bound(statement.span.begin);
        if (first != actions_.end() && *first < statement.span.end) return false;
        bool calls = false;
        walk(statement, syntax::CodeVisitor{.call = [&](const auto&, Span) { calls = true; }});
        return !calls;
    }
    static bool leaves(const Statement& statement) {
        return is_one_of<syntax::Break, syntax::Continue, syntax::Return>(statement);
    }

    std::set<std::uint32_t> actions_;  ///< where in the text
    bool on_host_ = false;
    std::vector<FencePoint> points_;
};

/// The functions that something calls, launches or enqueues.
std::set<std::string> used_functions(const syntax::LitmusTree& tree) {
    std::set<std::string> used;
    const syntax::CodeVisitor visitor{
        .call = [&](const syntax::Call& call, Span) { used.insert(call.function); }};
    for (const syntax::Function& function : tree.functions) walk(function.body, visitor);
    for (const syntax::Thread& thread : tree.threads) walk(thread.body, visitor);
    for (const syntax::Launch& launch : tree.launches)
        if (const auto* call = std::get_if<syntax::Call>(&launch.parts.front()->node))
            used.insert(call->function);
    return used;
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// The blanks before a statement that begins its line; nothing where it does not.
std::optional<std::string> indentation(Span statement, std::string_view text) {
    const std::size_t line = text.rfind('\n', statement.begin == 0 ? 0 : statement.begin - 1);
    const std::size_t begin = line == std::string_view::npos ? 0 : line + 1;
    const std::string_view before = text.substr(begin, statement.begin - begin);
    if (!is_blank(before)) return std::nullopt;
    return std::string(before);
}

/// The end of the statement's last line where nothing but a comment follows it there.
std::optional<std::uint32_t> end_of_line(Span statement, std::string_view text) {
    const std::size_t end = std::min(text.find('\n', statement.end), text.size());
    std::string_view rest = text.substr(statement.end, end - statement.end);
    if (const std::size_t comment = rest.find("//"); comment != std::string_view::npos)
        rest = rest.substr(0, comment);
    if (!is_blank(rest)) return std::nullopt;
    return static_cast<std::uint32_t>(end - (end > 0 && text[end - 1] == '\r' ? 1 : 0));
}

Edit insertion(std::uint32_t at, const std::string& before,
               const std::vector<FenceStatement>& fences, const std::string& behind) {
    Edit edit{{at, at}, before};
    for (const FenceStatement& fence : fences) {
        if (!edit.fences.empty()) edit.text += ' ';
        const auto begin = static_cast<std::uint32_t>(edit.text.size());
        edit.text += fence.text;
        edit.fences.push_back(
            {fence.change, {begin, static_cast<std::uint32_t>(edit.text.size())}});
    }
    edit.text += behind;
    return edit;
}

std::string fence_text(const Strength& fence, std::string_view function) {
    std::string text = std::string(function) + "(";
    if (fence.scope != Scope::none) text += spelling(fence.flags) + ", ";
    text += spelling(fence.order);
    if (fence.scope != Scope::none) text += ", " + spelling(fence.scope);
    return text + ");";
}

}  // namespace

std::vector<FencePoint> fence_points(const syntax::LitmusTree& tree,
                                     const EventStructure& structure) {
    PointCollector collector(structure);
    const std::set<std::string> used = used_functions(tree);
    for (const syntax::Function& function : tree.functions)
        if (used.contains(function.name)) collector.collect(function.body, false);
    for (const syntax::Thread& thread : tree.threads)
        collector.collect(thread.body, is_host(thread));
    return collector.take();
}

OpenClChangePlace place_of(const FencePoint& point, std::size_t number, const Offer& offer,
                           std::string_view function) {
    OpenClChangePlace place;
    place.kind = PlaceKind::inserted_fence;
    place.span = point.statement;
    place.after = point.side == FencePoint::Side::after;
    place.site = number;
    const bool scoped = offer.scopes && !point.on_host;
    for (const Order order : {Order::acquire, Order::release, Order::acq_rel, Order::seq_cst}) {
        if (!scoped) {
            place.stronger.push_back({.order = order});
            continue;
        }
        for (const Scope scope : wider_scopes(Scope::work_item, offer.widest))
            for (const Regions flags : more_flags({}, offer.flags))
                place.stronger.push_back({order, scope, flags});
    }
    std::ranges::stable_sort(place.stronger, {}, rank);
    for (const Strength& fence : place.stronger)
        place.texts.push_back(fence_text(fence, scoped ? function : "atomic_thread_fence"));
    return place;
}

std::vector<Edit> edits_of(const FencePoint& point, const std::vector<FenceStatement>& fences,
                           std::string_view text) {
    const Span statement = point.statement;
    const auto indent = indentation(statement, text);
    if (point.side == FencePoint::Side::braced)
        return {insertion(statement.begin, "{ ", fences, " "),
                {{statement.end, statement.end}, " }"}};
    if (point.side == FencePoint::Side::before)
        return {insertion(statement.begin, "", fences, indent ? "\n" + *indent : " ")};
    if (const auto end = end_of_line(statement, text); end && indent)
        return {insertion(*end, "\n" + *indent, fences, "")};
    return {insertion(statement.end, " ", fences, "")};
}

}  // namespace clmm::litmus
