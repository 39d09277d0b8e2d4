#include "write/program_thread.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "write/joined.h"
#include "write/left_behind.h"

namespace clmm::compilers {
namespace {

using generator::Kind;
using generator::Operator;
using generator::Statement;
using generator::Value;

constexpr std::array kOperators{
    std::pair{Op::add, Operator::add},           std::pair{Op::subtract, Operator::subtract},
    std::pair{Op::multiply, Operator::multiply}, std::pair{Op::bit_and, Operator::bit_and},
    std::pair{Op::bit_or, Operator::bit_or},     std::pair{Op::bit_xor, Operator::bit_xor}};

Value binary(Operator op, Value a, Value b) {
    Value made{.kind = Value::Kind::binary, .op = op};
    made.parts = {std::move(a), std::move(b)};
    return made;
}

Statement assignment(std::string name, Value value) {
    Statement made{.kind = Kind::compute};
    made.result = std::move(name);
    made.value = std::move(value);
    return made;
}

/// Values of registers, by symbols.
using Registers = std::map<std::uint64_t, std::uint32_t>;

std::uint64_t evaluated(const Terms& terms, TermId term, const Registers& registers) {
    return terms.evaluate(term, [&](std::uint64_t symbol) -> std::uint64_t {
        const auto found = registers.find(symbol);
        return found == registers.end() ? 0 : found->second;
    });
}

/// A way as far as it decides what is left behind.
struct Ending {
    std::vector<Assumption> taken;
    TermId left;
};

}  // namespace

ProgramThread::ProgramThread(const generator::Program& program, const generator::Thread& thread,
                             std::vector<Machine> ways, std::shared_ptr<const World> world)
    : program_(program), ways_(std::move(ways)), world_(std::move(world)) {
    made.number = thread.number;
    made.place = thread.place;
    Group all;
    for (std::size_t i = 0; i < ways_.size(); ++i) all.push_back(i);
    made.body = follow(all, 0, 0);
}

/// What the ways of a group do from a step on. They have taken the same branches so far, and what
/// they do up to the next one is the same.
ProgramThread::Body ProgramThread::follow(const Group& group, std::size_t step,
                                          std::size_t assumption) {
    Body body;
    const Machine& first = ways_[group.front()];
    while (true) {
        const auto& taken = first.assumptions();
        if (assumption < taken.size() && taken[assumption].steps == step) {
            Body rest = branch(group, step, assumption);
            std::ranges::move(rest, std::back_inserter(body));
            return body;
        }
        if (step == first.steps().size()) return body;
        add(first.steps()[step++], body);
    }
}

ProgramThread::Body ProgramThread::branch(const Group& group, std::size_t step,
                                          std::size_t assumption) {
    const TermId asked = ways_[group.front()].assumptions()[assumption].condition;
    std::array<Group, 2> sides;
    for (const std::size_t each : group) {
        const auto& taken = ways_[each].assumptions();
        if (assumption >= taken.size() || taken[assumption].condition != asked)
            refuse("the ways through this thread part at conditions that differ", at_);
        sides[taken[assumption].is_true ? 1 : 0].push_back(each);
    }
    const Value question = condition(asked);
    std::array<Body, 2> bodies;
    for (const std::size_t side : {1, 0}) {
        if (!sides[side].empty()) {
            bodies[side] = follow(sides[side], step, assumption + 1);
            continue;
        }
        is_cut = true;
        bodies[side].push_back(assignment(kLeftOut, Value::number(1)));
    }
    Renaming renaming;
    Body body = joined(question, std::move(bodies[1]), std::move(bodies[0]), renaming);
    for (auto& [symbol, name] : registers_)
        if (const auto found = renaming.find(name); found != renaming.end()) name = found->second;
    return body;
}

void ProgramThread::add(const Step& step, Body& body) {
    at_ = step.span;
    if (step.kind == Step::Kind::branch) return;  // the condition follows, where it is one
    if (!step.code.statement) refuse("a step that programs do not have", step.span);
    Statement statement = *step.code.statement;
    statement.span = step.span;
    if (statement.is_access()) statement.location = program_.locations[step.location].name;
    if (step.value) statement.value = value(*step.value);
    if (step.expected) {
        statement.expected = value(*step.expected);
        const std::string name = assigned(*step.result);
        body.push_back(assignment(name, statement.expected));
        body.back().span = step.span;
        statement.result = name;
    } else if (step.result) {
        statement.result = assigned(*step.result);
    }
    body.push_back(std::move(statement));
}

std::string ProgramThread::assigned(TermId symbol) {
    std::string name = "r" + std::to_string(registers_.size());
    registers_.emplace(world_->terms[symbol].value, name);
    return name;
}

Value ProgramThread::value(TermId id) const {
    const Term& term = world_->terms[id];
    if (const auto number = world_->terms.known(id))
        return Value::number(static_cast<std::int32_t>(static_cast<std::uint32_t>(*number)));
    if (term.op == Op::symbol) return Value::of_register(registers_.at(term.value));
    const auto found = std::ranges::find(kOperators, term.op, &std::pair<Op, Operator>::first);
    if (term.width != 32 || found == kOperators.end())
        refuse("programs have no operator for a value that is computed here", at_,
               "+, -, *, &, | and ^ of words are known");
    return binary(found->second, value(term.a), value(term.b));
}

/// Whole conditions are made of others that were asked one by one.
Value ProgramThread::condition(TermId id) const {
    const Term& term = world_->terms[id];
    if (term.op != Op::equal || world_->terms[term.a].width != 32)
        refuse("the order of two values decides here, of which programs cannot speak", at_,
               "comparisons of words for equality are read");
    return binary(Operator::equal, value(term.a), value(term.b));
}

lowering::Counterpart ProgramThread::counterpart(const generator::Observed& observed,
                                                 std::int64_t offset, Span end) const {
    std::vector<Ending> endings;
    for (const Machine& each : ways_)
        endings.push_back({each.assumptions(), left_behind(each, *world_, offset, observed, end)});
    lowering::Counterpart result{observed, {}, std::nullopt};
    lowering::Computation computation;
    std::vector<std::uint64_t> symbols;
    for (const auto& [symbol, name] : registers_) {
        symbols.push_back(symbol);
        computation.names.push_back(std::to_string(made.number) + ":" + name);
    }
    computation.value = [world = world_, symbols, endings](const std::vector<std::uint32_t>& all) {
        Registers registers;
        for (std::size_t i = 0; i < symbols.size(); ++i) registers[symbols[i]] = all[i];
        for (const Ending& each : endings) {
            const auto is_so = [&](const Assumption& one) {
                return (evaluated(world->terms, one.condition, registers) != 0) == one.is_true;
            };
            if (std::ranges::all_of(each.taken, is_so))
                return static_cast<std::uint32_t>(evaluated(world->terms, each.left, registers));
        }
        return std::uint32_t{0};  // a way that is left out
    };
    result.of_target = std::move(computation);
    return result;
}

}  // namespace clmm::compilers
