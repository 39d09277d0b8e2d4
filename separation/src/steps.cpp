#include "steps.h"

#include <algorithm>

#include "clmm/litmus/weakenings.h"
#include "clmm/parser/tree_walk.h"

namespace clmm::separation {
namespace {

using litmus::Edit;
using syntax::Proposition;

void add_conjuncts(const Proposition& proposition, std::vector<const Proposition*>& found) {
    const auto* both = std::get_if<syntax::PropositionBinary>(&proposition.node);
    if (both == nullptr || both->op != syntax::PropositionConnective::conjunction) {
        found.push_back(&proposition);
        return;
    }
    add_conjuncts(*both->left, found);
    add_conjuncts(*both->right, found);
}

std::vector<std::string> names_declared_in(const syntax::Statement& statement) {
    std::vector<std::string> names;
    walk(statement, syntax::CodeVisitor{.declarator = [&](const syntax::Declarator& each) {
             names.push_back(each.name);
         }});
    return names;
}

class Shortening {
public:
    explicit Shortening(const syntax::LitmusTree& tree)
        : tree_(tree), text_(tree.source->text()), conjuncts_(conjuncts_of(tree)) {}

    std::vector<std::string> operator()() {
        for (const syntax::Function& each : tree_.functions) {
            leave_out(each.span, {});
            shorten(each.body, -1);
        }
        for (const syntax::Thread& each : tree_.threads) {
            const int unit = static_cast<int>(each.number);
            leave_out(each.span, {unit, true});
            shorten(each.body, unit);
        }
        for (const syntax::InitEntry& each : tree_.initial_state)
            if (!each.unit) leave_out(with_semicolon(each.span), {-1, false, {each.name}});
        if (conjuncts_.size() > 1)
            for (const Proposition* each : conjuncts_)
                perform(
                    {condition_without([&](const Proposition& other) { return &other == each; })});
        return std::move(made_);
    }

private:
    void perform(std::vector<Edit> edits) {
        made_.push_back(litmus::perform(std::move(edits), text_).text);
    }

    void leave_out(Span span, const Gone& gone) {
        std::vector<Edit> edits{{litmus::whole_lines(span, text_), ""}};
        forget(gone, edits);
        perform(std::move(edits));
    }

    /// What is said of registers and locations that are gone goes with them.
    void forget(const Gone& gone, std::vector<Edit>& edits) const {
        const auto is_gone = [&](const Proposition& each) { return mentions(each, gone); };
        if (std::ranges::none_of(conjuncts_, [&](const auto* each) { return is_gone(*each); }))
            return;
        edits.push_back(condition_without(is_gone));
    }

    template <class F>
    [[nodiscard]] Edit condition_without(F&& is_left_out) const {
        std::string rest;
        for (const Proposition* each : conjuncts_) {
            if (is_left_out(*each)) continue;
            rest += rest.empty() ? "(" : " /\\ ";
            rest += text_.substr(each->span.begin, each->span.end - each->span.begin);
        }
        if (rest.empty()) return {tree_.condition->span, ""};
        return {tree_.condition->proposition->span, rest + ")"};
    }

    /// An entry ends with a semicolon, which its span may leave out.
    [[nodiscard]] Span with_semicolon(Span span) const {
        std::uint32_t end = span.end;
        while (end < text_.size() && text_[end] == ' ') ++end;
        return end < text_.size() && text_[end] == ';' ? Span{span.begin, end + 1} : span;
    }

    void shorten(const syntax::Block& body, int unit) {
        const auto step = [&](const syntax::Statement& each, bool is_single) {
            if (is_single)
                perform({{each.span, ";"}});
            else
                leave_out(each.span, {unit, false, names_declared_in(each)});
            take_branch(each);
        };
        walk(body, syntax::CodeVisitor{.row =
                                           [&](const std::vector<syntax::StatementPtr>& row) {
                                               for (const auto& each : row) step(*each, false);
                                           },
                                       .single = [&](const auto& each) { step(each, true); }});
    }

    void take_branch(const syntax::Statement& statement) {
        const auto* branch = std::get_if<syntax::If>(&statement.node);
        if (branch == nullptr) return;
        for (const syntax::StatementPtr* each : {&branch->when_true, &branch->when_false}) {
            if (*each == nullptr) continue;
            const Span body = (*each)->span;
            perform(
                {{statement.span, std::string(text_.substr(body.begin, body.end - body.begin))}});
        }
    }

    const syntax::LitmusTree& tree_;
    std::string_view text_;
    std::vector<const Proposition*> conjuncts_;
    std::vector<std::string> made_;
};

}  // namespace

std::vector<const Proposition*> conjuncts_of(const syntax::LitmusTree& tree) {
    std::vector<const Proposition*> found;
    if (tree.condition && tree.condition->proposition)
        add_conjuncts(*tree.condition->proposition, found);
    return found;
}

bool mentions(const Proposition& proposition, const Gone& gone) {
    bool found = false;
    for_each_atom(proposition, [&](const syntax::PropositionAtom& atom) {
        const int unit = atom.unit ? static_cast<int>(*atom.unit) : -1;
        const bool is_named =
            gone.all || std::ranges::find(gone.names, atom.name) != gone.names.end();
        found = found || (unit == gone.unit && is_named);
    });
    return found;
}

std::vector<std::string> shorter_texts(const syntax::LitmusTree& tree) {
    return Shortening(tree)();
}

std::string without_expectations(const syntax::LitmusTree& tree) {
    const std::string_view text = tree.source->text();
    std::vector<Edit> edits;
    for (const syntax::Metadata& each : tree.metadata)
        if (each.key == "Expect") edits.push_back({litmus::whole_lines(each.span, text), ""});
    return litmus::perform(std::move(edits), text).text;
}

}  // namespace clmm::separation
