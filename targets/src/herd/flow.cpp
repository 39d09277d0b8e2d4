#include "herd/flow.h"

#include <utility>

#include "clmm/base/reject.h"
#include "herd/lexer.h"

namespace clmm::targets {
namespace {

class Flow {
public:
    Flow(StructureBuilder& builder, litmus::UnitId unit, const Code& code, unsigned unroll)
        : builder_(builder), terms_(builder.terms()), unit_(unit), code_(code), unroll_(unroll) {}

    /// The way that is furthest back goes on, so a loop is left before what follows begins.
    void run(const Execute& execute) {
        waiting_[0].push_back(builder_.begin(unit_));
        while (!waiting_.empty()) {
            auto first = waiting_.extract(waiting_.begin());
            const std::size_t at = first.key();
            for (Path& path : first.mapped()) {
                if (at == code_.instructions.size()) {
                    builder_.end(unit_, path);
                    continue;
                }
                builder_.enter(unit_, path);
                go_on(execute(at), at, path);
            }
        }
    }

private:
    void go_on(const Next& next, std::size_t at, Path& path) {
        if (next.kind == Next::Kind::branch)
            path.branched_on.insert(next.depends_on.begin(), next.depends_on.end());
        // Paths that part and meet at once have nothing between them.
        const bool is_plain = next.kind == Next::Kind::following || next.target == at + 1;
        if (is_plain) return arrive(at + 1, std::move(path));
        const litmus::TermId taken =
            next.kind == Next::Kind::jump ? terms_.boolean(true) : next.taken;
        Path other = path;
        other.guard = terms_.land(path.guard, terms_.lnot(taken));
        path.guard = terms_.land(path.guard, taken);
        if (!terms_.is_false(other.guard)) arrive(at + 1, std::move(other));
        if (terms_.is_false(path.guard)) return;
        if (next.target > at) return arrive(next.target, std::move(path));
        jump_back(next.target, at, path);
    }

    void jump_back(std::size_t head, std::size_t at, Path& path) {
        unsigned& turns = path.turns[head];
        if (turns == unroll_) return builder_.bound(path, head, code_.instructions[at]);
        ++turns;
        path.turn = {.head = head};
        arrive(head, std::move(path));
    }

    void arrive(std::size_t at, Path path) {
        std::vector<Path>& there = waiting_[at];
        for (Path& each : there) {
            if (!can_join(each, path)) continue;
            each = join(terms_, each, path);
            return;
        }
        there.push_back(std::move(path));
    }

    StructureBuilder& builder_;
    litmus::TermPool& terms_;
    litmus::UnitId unit_;
    const Code& code_;
    unsigned unroll_;
    std::map<std::size_t, std::vector<Path>> waiting_;  ///< by instruction
};

}  // namespace

std::size_t Code::find(std::string_view label, Span span) const {
    const auto found = labels.find(label);
    if (found != labels.end()) return found->second;
    std::string known;
    for (const auto& [name, _] : labels) known += (known.empty() ? "" : ", ") + name;
    reject("E-NAME", "there is no label '" + std::string(label) + "' in this thread", span,
           known.empty() ? "a label stands before an instruction: " + std::string(label) + ":"
                         : "its labels are " + known);
}

Code parse_code(std::string_view text, const Column& column) {
    Code code;
    for (const Cell& cell : column.cells) {
        Lexer lexer(text, cell.span.begin, cell.span.end);
        while (lexer.peek().kind == Token::Kind::word) {
            Lexer ahead = lexer;
            const Token name = ahead.take();
            if (!ahead.accept(":")) break;
            if (!code.labels.emplace(name.text, code.instructions.size()).second)
                reject("E-NAME", "the label '" + std::string(name.text) + "' is there twice",
                       name.span);
            lexer = ahead;
        }
        if (!lexer.at_end()) code.instructions.push_back({lexer.position(), cell.span.end});
    }
    return code;
}

void run_thread(StructureBuilder& builder, litmus::UnitId unit, const Code& code, unsigned unroll,
                const Execute& execute) {
    Flow(builder, unit, code, unroll).run(execute);
}

}  // namespace clmm::targets
