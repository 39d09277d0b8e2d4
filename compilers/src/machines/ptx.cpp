#include <algorithm>
#include <array>
#include <optional>

#include "machines/instruction_set.h"

/// PTX as LLVM and NVIDIA's compilers write it.
namespace clmm::compilers {
namespace nvidia {
namespace {

struct Computing {
    std::string_view name;
    Op op;
};
constexpr std::array kComputing{Computing{"add", Op::add},        Computing{"sub", Op::subtract},
                                Computing{"and", Op::bit_and},    Computing{"or", Op::bit_or},
                                Computing{"xor", Op::bit_xor},    Computing{"shl", Op::shift_left},
                                Computing{"shr", Op::shift_right}};

struct Comparison {
    std::string_view name, condition;
};
constexpr std::array kComparisons{
    Comparison{"eq", "eq"}, Comparison{"ne", "ne"}, Comparison{"lt", "lt"}, Comparison{"le", "le"},
    Comparison{"gt", "gt"}, Comparison{"ge", "ge"}, Comparison{"lo", "lo"}, Comparison{"ls", "ls"},
    Comparison{"hi", "hi"}, Comparison{"hs", "hs"}};

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

const std::string kCompared = "compared";

class Execution {
public:
    Execution(Machine& machine, const Line& line)
        : machine_(machine), terms_(machine.terms()), line_(line) {
        std::string_view rest = line.name;
        while (true) {
            const std::size_t dot = rest.find('.', 1);
            words_.push_back(rest.substr(0, dot));
            if (dot == std::string_view::npos) break;
            rest.remove_prefix(dot + 1);
        }
    }

    Next operator()() {
        if (line_.name == ".local") return local(), Next{};
        if (line_.name == ".shared") unknown_instruction(line_);
        if (const auto next = control()) return *next;
        // A predicate before another instruction makes a branch around it.
        if (!line_.guard.empty()) refuse("only branches are read behind predicates", line_.span);
        if (fence() || move() || compare() || compute() || access() || atomic()) return {};
        unknown_instruction(line_);
    }

private:
    [[nodiscard]] bool has(std::string_view word) const {
        return std::ranges::find(words_, word) != words_.end();
    }
    [[nodiscard]] const Piece& operand(std::size_t at) const {
        if (at >= line_.operands.size()) expect_operands(line_, at + 1);
        return line_.operands[at];
    }

    /// Bits of the last word of the name: `u32`, `b64`, `pred`.
    [[nodiscard]] unsigned width() const {
        const std::string_view type = words_.back();
        if (type == "pred") return 1;
        const auto bits = type.size() < 2 ? std::nullopt : number_in(type.substr(1));
        const bool is_known = bits && is_one_of(type.substr(0, 1), {"u", "s", "b"}) &&
                              (*bits == 8 || *bits == 16 || *bits == 32 || *bits == 64);
        if (!is_known) unknown_instruction(line_);
        return static_cast<unsigned>(*bits);
    }

    TermId value(const Piece& piece, unsigned width) {
        if (const auto number = number_in(piece.text))
            return terms_.constant(static_cast<std::uint64_t>(*number), width);
        if (piece.text.starts_with("%")) return terms_.resized(machine_.get(piece.text), width);
        if (const auto named = machine_.find("&" + piece.text)) return *named;
        refuse("unknown operand '" + piece.text + "'", piece.span);
    }
    TermId value(std::size_t at, unsigned width) { return value(operand(at), width); }

    void write(std::size_t at, TermId value) {
        const Piece& to = operand(at);
        if (!to.text.starts_with("%")) refuse("'" + to.text + "' is no register", to.span);
        if (to.text == "%_") return;
        machine_.set(to.text, value);
    }

    /// `.local .align 8 .b8 __local_depot0[64]`: memory of the thread's own.
    void local() {
        for (const Piece& each : line_.operands) {
            const std::size_t space = each.text.find_last_of(" \t");
            std::string name = space == std::string::npos ? each.text : each.text.substr(space + 1);
            name = name.substr(0, name.find('['));
            machine_.set("&" + name, machine_.world().stack);
        }
    }

    /// `[%rd1+4]`, `[P0_param_0]`.
    TermId address(std::size_t at) {
        std::string_view text = operand(at).text;
        const Span span = operand(at).span;
        if (!text.starts_with('[') || !text.ends_with(']'))
            refuse("unknown address '" + std::string(text) + "'", span);
        text = trimmed(text.substr(1, text.size() - 2));
        const std::size_t plus = text.find('+');
        const auto offset = plus == std::string_view::npos ? 0 : number_in(text.substr(plus + 1));
        if (!offset) refuse("unknown address '" + std::string(text) + "'", span);
        const TermId base = value({std::string(trimmed(text.substr(0, plus))), span}, 64);
        return terms_.binary(Op::add, base, terms_.constant(static_cast<std::uint64_t>(*offset)));
    }

    std::optional<Next> control() {
        if (words_[0] == "ret" || words_[0] == "exit") {
            if (!line_.guard.empty())
                refuse("a return behind a predicate is not known", line_.span);
            return Next{.kind = Next::Kind::leave};
        }
        if (words_[0] != "bra") return std::nullopt;
        const Piece& label = operand(0);
        if (line_.guard.empty())
            return Next{.kind = Next::Kind::jump, .label = label.text, .span = label.span};
        const bool is_negated = line_.guard.starts_with('!');
        TermId condition = predicate(line_.guard.substr(is_negated ? 1 : 0), line_.span);
        if (is_negated) condition = terms_.negated(condition);
        return Next{.kind = Next::Kind::branch,
                    .label = label.text,
                    .span = label.span,
                    .condition = condition};
    }

    TermId predicate(const std::string& name, Span span) {
        const auto found = machine_.find(name);
        if (!found || terms_[*found].width != 1)
            refuse("it is not known what the predicate " + name + " is here", span);
        return *found;
    }

    bool fence() {
        if (words_[0] == "membar") {
            if (words_.size() != 2) return false;
            const std::string_view scope = words_[1];
            if (!is_one_of(scope, {"cta", "gl", "sys"})) return false;
            machine_.fence("membar." + std::string(scope), line_.span);
            return true;
        }
        if (words_[0] == "fence") {
            const bool is_known = words_.size() == 3 && is_one_of(words_[1], {"sc", "acq_rel"}) &&
                                  is_one_of(words_[2], {"cta", "gpu", "sys"});
            if (!is_known) return false;
            machine_.fence(line_.name, line_.span);
            return true;
        }
        return barrier();
    }

    /// `bar.sync 0`, `barrier.sync.aligned 0`: all threads of the CTA.
    bool barrier() {
        if (!is_one_of(line_.name, {"bar.sync", "bar.cta.sync", "barrier.sync", "barrier.cta.sync",
                                    "barrier.sync.aligned", "barrier.cta.sync.aligned"}))
            return false;
        if (line_.operands.size() != 1 || operand(0).text != "0")
            refuse("only barrier 0 of all threads is known", line_.span);
        machine_.fence("bar.cta.sync $B", line_.span);
        return true;
    }

    bool move() {
        const std::string_view name = words_[0];
        if (name == "cvta") {  // an address in another window is the same memory
            write(0, value(1, 64));
            return true;
        }
        if (name == "mov") {
            write(0, words_.back() == "pred" ? predicate(operand(1).text, operand(1).span)
                                             : value(1, width()));
            return true;
        }
        if (name == "cvt" && words_.size() == 3) {
            const unsigned to = type_width(words_[1]);
            const unsigned from = type_width(words_[2]);
            const bool is_signed = words_[2].starts_with('s');
            write(0, terms_.resized(value(1, from), to, is_signed));
            return true;
        }
        if (name == "selp") {
            const TermId yes = value(1, width());
            const TermId no = value(2, width());
            write(0, terms_.if_then_else(predicate(operand(3).text, operand(3).span), yes, no));
            return true;
        }
        return false;
    }

    [[nodiscard]] unsigned type_width(std::string_view type) const {
        const auto bits = type.size() < 2 ? std::nullopt : number_in(type.substr(1));
        const bool is_known = bits && is_one_of(type.substr(0, 1), {"u", "s", "b"}) &&
                              (*bits == 8 || *bits == 16 || *bits == 32 || *bits == 64);
        if (!is_known) unknown_instruction(line_);
        return static_cast<unsigned>(*bits);
    }

    /// setp.eq.s32.
    bool compare() {
        if (words_[0] != "setp" || words_.size() != 3) return false;
        std::string_view name = words_[1];
        const auto found = std::ranges::find(kComparisons, name, &Comparison::name);
        if (found == kComparisons.end()) return false;
        std::string_view condition = found->condition;
        if (words_[2].starts_with('u')) {
            if (condition == "lt") condition = "lo";
            if (condition == "le") condition = "ls";
            if (condition == "gt") condition = "hi";
            if (condition == "ge") condition = "hs";
        }
        const TermId left = value(1, width());
        machine_.compare(kCompared, left, value(2, width()));
        write(0, machine_.condition(kCompared, condition, line_.span));
        return true;
    }

    bool compute() {
        const std::string_view name = words_[0];
        if (name == "not" && words_.size() == 2) {
            if (width() == 1)
                write(0, terms_.negated(predicate(operand(1).text, operand(1).span)));
            else
                write(0, terms_.binary(Op::bit_xor, value(1, width()),
                                       terms_.constant(~0ULL, width())));
            return true;
        }
        if (name == "neg" && words_.size() == 2) {
            write(0, terms_.binary(Op::subtract, terms_.constant(0, width()), value(1, width())));
            return true;
        }
        if (name == "mul" && words_.size() == 3 && words_[1] == "lo") {
            write(0, terms_.binary(Op::multiply, value(1, width()), value(2, width())));
            return true;
        }
        const auto found = std::ranges::find(kComputing, name, &Computing::name);
        if (found == kComputing.end() || words_.size() != 2) return false;
        const bool shifts = found->op == Op::shift_left || found->op == Op::shift_right;
        const TermId left =
            width() == 1 ? predicate(operand(1).text, operand(1).span) : value(1, width());
        const TermId right =
            width() == 1 ? predicate(operand(2).text, operand(2).span) : value(2, width());
        if (shifts && !terms_.known(right)) return false;
        const bool is_signed = found->op == Op::shift_right && words_[1].starts_with('s');
        write(0, terms_.binary(is_signed ? Op::shift_right_signed : found->op, left, right));
        return true;
    }

    /// The words of an access but for its space and type: `volatile`, `acquire.gpu`.
    [[nodiscard]] std::string order_of_access() const {
        std::string order;
        for (std::size_t i = 1; i + 1 < words_.size(); ++i) {
            if (is_one_of(words_[i], {"global", "shared", "local", "param"})) continue;
            if (!is_one_of(words_[i], {"weak", "relaxed", "acquire", "release", "volatile", "cta",
                                       "gpu", "sys", "cluster"}))
                unknown_instruction(line_);
            order += "." + std::string(words_[i]);
        }
        return order.empty() ? ".weak" : order;
    }

    bool access() {
        if (words_[0] != "ld" && words_[0] != "st") return false;
        const bool loads = words_[0] == "ld";
        const std::string order = order_of_access();
        const unsigned bits = width();
        if (has("param")) {
            if (!loads) return false;
            write(0, parameter());
        } else if (loads) {
            write(0, machine_.load(address(1), bits, "ld" + order + " $D, $A", line_.span,
                                   order == ".weak"));
        } else {
            const TermId stored = value(1, bits);
            machine_.store(address(0), stored, "st" + order + " $A, $V", line_.span);
        }
        return true;
    }

    TermId parameter() {
        const Piece& piece = operand(1);
        std::string_view name = piece.text;
        if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
        const auto found = machine_.find(std::string(trimmed(name)));
        if (!found) refuse("unknown parameter '" + piece.text + "'", piece.span);
        return *found;
    }

    bool atomic() {
        if (words_[0] != "atom" && words_[0] != "red") return false;
        std::string order;
        std::string_view operation;
        for (std::size_t i = 1; i + 1 < words_.size(); ++i) {
            if (is_one_of(words_[i], {"global", "shared"})) continue;
            if (is_one_of(words_[i],
                          {"relaxed", "acquire", "release", "acq_rel", "cta", "gpu", "sys"}))
                order += "." + std::string(words_[i]);
            else if (operation.empty() &&
                     is_one_of(words_[i], {"add", "and", "or", "xor", "exch", "min", "max", "cas"}))
                operation = words_[i];
            else
                return false;
        }
        const bool is_minimum = operation == "min" || operation == "max";
        if (operation.empty() || (is_minimum && words_.back() == "u32")) return false;
        const bool reduces = words_[0] == "red";
        const std::size_t first = reduces ? 0 : 1;
        const TermId where = address(first);
        if (machine_.is_private(where)) return false;
        const std::string name = std::string(words_[0]) + order + "." + std::string(operation);
        if (operation == "cas") {
            const TermId expected = value(2, width());
            write(0, machine_.compare_exchange(where, expected, value(3, width()),
                                               name + " $D, $A, $E, $V", line_.span));
            return true;
        }
        const TermId by = value(first + 1, width());
        const TermId old = machine_.exchange(
            where, by, !reduces, name + (reduces ? " $A, $V" : " $D, $A, $V"), line_.span);
        if (!reduces) write(0, old);
        return true;
    }

    Machine& machine_;
    Terms& terms_;
    const Line& line_;
    std::vector<std::string_view> words_;
};

class Ptx final : public InstructionSet {
public:
    const Syntax& syntax() const override {
        static const Syntax made{.comments = {"//"}, .has_functions = true};
        return made;
    }

    const Dialect& dialect() const override {
        static const Dialect made{.word = "PTX",
                                  .model = "ptx-7.5",
                                  .registers = numbered(1000, "r"),
                                  .immediate = "%",
                                  .head = "P%n@cta %w,gpu %d",
                                  .constant = "mov $D, $N",
                                  .compute = {{Op::add, "add $D, $V, $W"},
                                              {Op::subtract, "sub $D, $V, $W"},
                                              {Op::multiply, "mul $D, $V, $W"},
                                              {Op::bit_and, "and $D, $V, $W"},
                                              {Op::bit_or, "or $D, $V, $W"},
                                              {Op::bit_xor, "xor $D, $V, $W"}},
                                  .branch = "bne $V, 0, $L ; $L:"};
        return made;
    }

    void enter(Machine& machine, const Listing& /*listing*/, const std::string& function,
               const std::vector<TermId>& parameters) const override {
        enter_by_name(machine, function, parameters);
    }

    Next execute(Machine& machine, const Line& line) const override {
        return Execution(machine, line)();
    }
};

}  // namespace
}  // namespace nvidia

const InstructionSet& ptx() {
    static const nvidia::Ptx made;
    return made;
}

}  // namespace clmm::compilers
