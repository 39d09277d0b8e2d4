#include "gpu/local.h"

#include <algorithm>
#include <array>
#include <utility>

#include "clmm/base/reject.h"

namespace clmm::targets::gpu {
namespace {

using litmus::TermId;
using litmus::TermOp;

constexpr std::array<std::pair<std::string_view, Operation>, 10> kOperations{
    {{"add", Operation::add},
     {"sub", Operation::sub},
     {"mul", Operation::mul},
     {"and", Operation::bit_and},
     {"or", Operation::bit_or},
     {"xor", Operation::bit_xor},
     {"min", Operation::signed_min},
     {"max", Operation::signed_max},
     {"exch", Operation::exchange},
     {"cas", Operation::compare_and_swap}}};
constexpr std::array<std::pair<std::string_view, Condition>, 6> kConditions{
    {{"beq", Condition::equal},
     {"bne", Condition::not_equal},
     {"bge", Condition::greater_equal},
     {"ble", Condition::less_equal},
     {"bgt", Condition::greater},
     {"blt", Condition::less}}};

template <class Table>
auto look_up(const Table& table, std::string_view word) {
    using Value = typename Table::value_type::second_type;
    const auto found = std::ranges::find(table, word, &Table::value_type::first);
    return found == table.end() ? std::nullopt : std::optional<Value>(found->second);
}

Operand parse_operand(Lexer& lexer) {
    if (lexer.accept("[")) {
        const Token name = lexer.expect_word("a location");
        lexer.expect("]");
        return {.kind = Operand::Kind::name, .name = std::string(name.text), .span = name.span};
    }
    if (lexer.peek().kind == Token::Kind::word) {
        const Token name = lexer.take();
        const bool is_register = !register_name(name.text).empty();
        return {.kind = is_register ? Operand::Kind::reg : Operand::Kind::name,
                .name = std::string(name.text),
                .span = name.span};
    }
    const Span begin = lexer.peek().span;
    if (lexer.peek().kind != Token::Kind::number && !lexer.peek().is("-"))
        lexer.fail("an operand: a register (r0), a location or a number");
    const std::int64_t value = lexer.expect_number();
    return {.kind = Operand::Kind::number, .value = value, .span = begin};
}

bool fits(const Operand& operand, char letter) {
    switch (letter) {
        case 'd':
            return operand.kind == Operand::Kind::reg;
        case 'n':
            return operand.kind == Operand::Kind::number;
        case 'v':
        case 'V':
            return operand.kind != Operand::Kind::name;
        default:
            return operand.kind == Operand::Kind::name;
    }
}

std::string describe(std::string_view shape) {
    const auto word = [](char letter) {
        switch (letter) {
            case 'd':
                return "a register";
            case 'n':
                return "a number";
            case 'v':
                return "a value";
            case 'V':
                return "perhaps a value";
            case 'x':
                return "a location";
            default:
                return "a label";
        }
    };
    std::string text;
    for (const char letter : shape) text += (text.empty() ? "" : ", ") + std::string(word(letter));
    return text.empty() ? "none" : text;
}

}  // namespace

std::string register_name(std::string_view name) {
    const bool is_register =
        name.size() > 1 && name.size() <= 6 && name[0] == 'r' &&
        std::ranges::all_of(name.substr(1), [](char c) { return c >= '0' && c <= '9'; });
    return is_register ? std::string(name) : std::string();
}

std::optional<Operation> operation_of(std::string_view word) { return look_up(kOperations, word); }

std::optional<Condition> condition_of(std::string_view word) { return look_up(kConditions, word); }

std::vector<std::string> local_instructions() {
    std::vector<std::string> names{"goto", "bra", "mov"};
    for (const auto& [name, _] : kConditions) names.emplace_back(name);
    for (const auto& [name, operation] : kOperations)
        if (operation < Operation::exchange) names.emplace_back(name);
    return names;
}

std::vector<Operand> parse_operands(Lexer& lexer) {
    std::vector<Operand> operands;
    if (lexer.at_end()) return operands;
    do operands.push_back(parse_operand(lexer));
    while (lexer.accept(","));
    if (!lexer.at_end()) lexer.fail("',' or the end of the instruction");
    return operands;
}

void check_operands(const std::string& name, const std::vector<Operand>& operands,
                    std::string_view shape, Span span) {
    bool is_right = operands.size() <= shape.size();
    for (std::size_t i = 0; is_right && i < shape.size(); ++i)
        is_right = i < operands.size() ? fits(operands[i], shape[i]) : shape[i] == 'V';
    if (!is_right) reject("E-TYPE", "the operands of " + name + " are " + describe(shape), span);
}

void add_locations(Program& program, const std::vector<Operand>& operands) {
    for (const Operand& operand : operands)
        if (operand.kind == Operand::Kind::name)
            program.locations.push_back(root_of(program.file, operand.name, operand.span));
}

Mnemonic::Mnemonic(const Token& token) : token_(token), rest_(token.text) { next(); }

std::string_view Mnemonic::take() {
    const std::string_view taken = word_;
    next();
    return taken;
}

bool Mnemonic::accept(std::string_view word) {
    if (ended_ || word_ != word) return false;
    next();
    return true;
}

void Mnemonic::fail(const std::string& what) const {
    reject("E-SYNTAX",
           "expected " + what + (ended_ ? " behind '" : " in '") + std::string(token_.text) + "'" +
               (ended_ ? "" : ", found '." + std::string(word_) + "'"),
           token_.span);
}

void Mnemonic::unknown(const std::vector<std::string>& known) const {
    Token name = token_;
    name.text = name.text.substr(0, name.text.find('.'));
    reject_instruction(name, known);
}

void Mnemonic::next() {
    ended_ = rest_.empty();
    const std::size_t dot = std::min(rest_.find('.'), rest_.size());
    word_ = rest_.substr(0, dot);
    rest_.remove_prefix(std::min(dot + 1, rest_.size()));
}

RegisterValue value_of(StructureBuilder& builder, const Operand& operand) {
    if (operand.kind == Operand::Kind::reg) return builder.get(operand.name);
    return {builder.terms().constant(static_cast<std::uint64_t>(operand.value), kWidth)};
}

Arrival arrive(StructureBuilder& builder, const litmus::Unit& unit, const std::string& name,
               const std::vector<Operand>& operands, bool arrives_only, Span span) {
    for (const litmus::EventId event : builder.path().events)
        if (builder.structure()[event].kind == litmus::EventKind::barrier_entry &&
            builder.structure()[event].span.begin == span.begin)
            reject("E-LOOP", "a barrier in a loop: which of its turns meet is not known", span,
                   "write the turns one after another");
    const std::string text = name + " " + std::to_string(operands.front().value);
    Arrival arrival{.unit = unit.id,
                    .instance = operands.front().value,
                    .entry = builder.fence(text, span, litmus::EventKind::barrier_entry),
                    .exit = {},
                    .reached = builder.path().guard,
                    .passes = builder.terms().boolean(true),
                    .id = value_of(builder, operands[operands.size() > 1 ? 1 : 0]).term,
                    .quorum = {},
                    .group = unit.device << 16U | unit.work_group,
                    .span = span};
    if (operands.size() > 2) arrival.quorum = value_of(builder, operands[2]).term;
    if (arrives_only) return arrival;
    arrival.passes = builder.terms().choice(1);
    builder.path().guard = builder.terms().land(builder.path().guard, arrival.passes);
    arrival.exit = builder.fence(text + " done", span, litmus::EventKind::barrier_exit);
    return arrival;
}

void compute(StructureBuilder& builder, Operation operation, const std::vector<Operand>& operands) {
    RegisterValue a = value_of(builder, operands[1]);
    RegisterValue b = value_of(builder, operands[2]);
    a.term = computed(builder.terms(), operation, a.term, b.term);
    a.reads.merge(b.reads);
    builder.set(operands[0].name, std::move(a));
}

Next branch(StructureBuilder& builder, const Code& code, std::optional<Condition> condition,
            const std::vector<Operand>& operands) {
    const Operand& label = operands.back();
    Next next{.kind = Next::Kind::jump, .target = code.find(label.name, label.span)};
    if (!condition) return next;
    RegisterValue a = value_of(builder, operands[0]);
    RegisterValue b = value_of(builder, operands[1]);
    next.kind = Next::Kind::branch;
    next.taken = holds(builder.terms(), *condition, a.term, b.term);
    next.depends_on = std::move(a.reads);
    next.depends_on.merge(b.reads);
    return next;
}

}  // namespace clmm::targets::gpu
