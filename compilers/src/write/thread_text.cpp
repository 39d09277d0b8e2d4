#include "write/thread_text.h"

#include <algorithm>
#include <memory>

#include "write/left_behind.h"

namespace clmm::compilers {
namespace {

std::string with(std::string_view pattern, const std::string& name) {
    std::string made(pattern);
    const std::size_t at = made.find('%');
    return at == std::string::npos ? made : made.replace(at, 1, name);
}

std::string as_signed(std::uint64_t value) {
    return std::to_string(static_cast<std::int32_t>(static_cast<std::uint32_t>(value)));
}

}  // namespace

ThreadText::ThreadText(const generator::Program& program, const generator::Thread& thread,
                       const Dialect& dialect, Machine way, std::shared_ptr<const World> world)
    : program_(program),
      thread_(thread),
      dialect_(dialect),
      way_(std::move(way)),
      world_(std::move(world)) {
    for (const Step& each : way_.steps()) step(each);
    for (const Assumption& each : way_.assumptions()) assumption(each.condition, each.is_true);
}

void ThreadText::step(const Step& step) {
    at_ = step.span;
    if (step.kind == Step::Kind::branch) return branch(step);
    std::map<char, std::string> operands;
    if (step.kind != Step::Kind::fence) operands['A'] = address(step.location);
    if (step.expected) operands['E'] = operand(*step.expected);
    if (step.value) operands['V'] = operand(*step.value);
    if (step.result) operands['D'] = registers_[*step.result] = fresh();
    if (step.status) {
        operands['U'] = registers_[*step.status] = fresh();
        if (!dialect_.prepare_status.empty()) emit(dialect_.prepare_status, operands);
    }
    emit(step.code.text, operands);
}

/// What follows depends on what the branch looks at, whichever way it goes.
void ThreadText::branch(const Step& step) {
    if (dialect_.branch.empty()) return;
    const Terms& terms = way_.terms();
    std::set<std::uint64_t> symbols = terms.symbols(*step.condition);
    std::string sum;
    for (const auto& [term, reg] : std::map(registers_)) {
        const Term& known = terms[term];
        if (known.op != Op::symbol || !symbols.contains(known.value)) continue;
        if (sum.empty()) {
            sum = reg;
            continue;
        }
        const std::string both = fresh();
        emit(dialect_.compute.at(Op::bit_xor), {{'D', both}, {'V', sum}, {'W', reg}});
        sum = both;
    }
    if (!sum.empty()) emit(dialect_.branch, {{'V', sum}});
}

void ThreadText::assumption(TermId condition, bool is_true) {
    const Term& term = way_.terms()[condition];
    if (term.op != Op::equal)
        refuse("the order of two values decides here, of which the target's tests cannot speak",
               at_, "comparisons for equality are read");
    std::string left = side(term.a);
    const std::string right = side(term.b);
    filter.push_back(left + (is_true ? "=" : "!=") + right);
}

std::string ThreadText::side(TermId value) {
    if (const auto number = way_.terms().known(value)) return as_signed(*number);
    const std::string name = observed(in_register(value));
    if (std::ranges::find(shown, name) == shown.end()) shown.push_back(name);
    return name;
}

std::string ThreadText::observed(const std::string& reg) const {
    return std::to_string(thread_.number) + ":" + with(dialect_.observe, reg);
}

std::string ThreadText::operand(TermId value) {
    const auto number = way_.terms().known(value);
    if (!number || dialect_.immediate.empty()) return in_register(value);
    return with(dialect_.immediate, as_signed(*number));
}

std::string ThreadText::in_register(TermId value) {
    if (const auto found = registers_.find(value); found != registers_.end()) return found->second;
    const Term term = way_.terms()[value];
    const std::string reg = [&] {
        if (const auto number = way_.terms().known(value)) {
            std::string made = fresh();
            emit(dialect_.constant, {{'D', made}, {'N', as_signed(*number)}});
            return made;
        }
        const auto code = dialect_.compute.find(term.op);
        if (term.width != 32 || code == dialect_.compute.end())
            refuse("the target's tests have no instruction for a value that is computed here", at_,
                   "add, sub, and, or, xor and the like on words are known");
        const std::string left = in_register(term.a);
        const std::string right = operand(term.b);
        std::string made = fresh();
        emit(code->second, {{'D', made}, {'V', left}, {'W', right}});
        return made;
    }();
    registers_.emplace(value, reg);
    return reg;
}

std::string ThreadText::address(std::size_t location) {
    const std::string name = generator::word_for(program_.locations[location].name);
    if (dialect_.address_register.empty()) return name;
    const auto [found, is_new] = addresses_.try_emplace(location);
    if (is_new) {
        found->second = fresh();
        initial.push_back(std::to_string(thread_.number) + ":" +
                          with(dialect_.address_register, found->second) + "=" + name);
    }
    return found->second;
}

std::string ThreadText::fresh() {
    if (taken_ >= dialect_.registers.size())
        refuse("the target's tests have no more registers for what this thread computes", at_);
    return dialect_.registers[taken_++];
}

void ThreadText::emit(std::string_view code, const std::map<char, std::string>& operands) {
    std::map<char, std::string> known = operands;
    std::string cell;
    const auto flush = [&] {
        const std::string_view only = trimmed(cell);
        if (!only.empty()) cells.emplace_back(only);
        cell.clear();
    };
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (code[i] == ';') {
            flush();
        } else if (code[i] != '$' || i + 1 == code.size() || code[i + 1] < 'A' ||
                   code[i + 1] > 'Z') {
            cell += code[i];
        } else {
            const char name = code[++i];
            const auto [found, is_new] = known.try_emplace(name);
            if (is_new)
                found->second =
                    name == 'L'   ? "L" + std::to_string(thread_.number) + std::to_string(labels_++)
                    : name == 'B' ? std::to_string(barriers_++)
                                  : fresh();
            cell += found->second;
        }
    }
    flush();
}

lowering::Counterpart ThreadText::counterpart(const generator::Observed& observed_name,
                                              std::int64_t offset, Span end) {
    const TermId left = left_behind(way_, *world_, offset, observed_name, end);
    lowering::Counterpart made{observed_name, {}, std::nullopt};
    lowering::Computation computation;
    auto places = std::make_shared<std::map<std::uint64_t, std::size_t>>();
    for (const std::uint64_t symbol : way_.terms().symbols(left))
        for (const auto& [term, reg] : registers_) {
            const Term& known = way_.terms()[term];
            if (known.op != Op::symbol || known.value != symbol) continue;
            (*places)[symbol] = computation.names.size();
            computation.names.push_back(observed(reg));
        }
    for (const std::string& name : computation.names)
        if (std::ranges::find(shown, name) == shown.end()) shown.push_back(name);
    computation.value = [world = world_, root = left,
                         places](const std::vector<std::uint32_t>& values) {
        return static_cast<std::uint32_t>(world->terms.evaluate(
            root, [&](std::uint64_t symbol) { return values[places->at(symbol)]; }));
    };
    made.of_target = std::move(computation);
    return made;
}

}  // namespace clmm::compilers
