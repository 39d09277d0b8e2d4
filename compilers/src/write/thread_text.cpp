#include "write/thread_text.h"

#include <algorithm>
#include <memory>

#include "clmm/targets/languages.h"
#include "write/left_behind.h"

namespace clmm::compilers {
namespace {

constexpr unsigned kWordBits = 32;
/// So many numbers are named one by one where a value is less than one of them.
constexpr std::uint64_t kMostNumbers = 16;

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
    for (const Assumption& each : way_.assumptions()) {
        const Term& term = way_.terms()[each.condition];
        if (each.is_true && term.op == Op::equal && way_.terms().known(term.b))
            numbers_.emplace(term.a, term.b);
    }
    for (const Assumption& each : way_.assumptions())
        if (!is_implied(each)) assumption(each.condition, each.is_true);
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
    const std::size_t first = cells.size();
    emit(step.code.text, operands);
    for (std::size_t i = first; i < cells.size(); ++i) expect_known(cells[i]);
}

/// The target's tests know what fields and words of an instruction say, and which there are.
void ThreadText::expect_known(const std::string& cell) const {
    if (cell.ends_with(':')) return;
    if (auto wrong = targets::instruction_error(dialect_.word, cell))
        refuse(std::move(wrong->message), at_, std::move(wrong->hint));
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

bool ThreadText::is_implied(const Assumption& assumption) {
    const bool is_number = assumption.is_true && way_.terms()[assumption.condition].op == Op::equal;
    if (numbers_.empty() || is_number) return false;
    const auto is = way_.terms().known(way_.terms().replaced(assumption.condition, numbers_));
    return is && (*is != 0) == assumption.is_true;
}

void ThreadText::assumption(TermId condition, bool is_true) {
    const Term term = way_.terms()[condition];
    if (term.op == Op::unsigned_less || term.op == Op::signed_less) return order(term, is_true);
    if (term.op != Op::equal)
        refuse("what decides here is nothing of which the target's tests can speak", at_,
               "comparisons are read");
    const std::string left = side(term.a);
    filter_on(left + (is_true ? "=" : "!=") + side(term.b));
}

void ThreadText::filter_on(std::string condition) {
    if (std::ranges::find(filter, condition) == filter.end())
        filter.push_back(std::move(condition));
}

void ThreadText::order(const Term& less, bool is_true) {
    if (order_of_numbers(less, is_true)) return;
    Terms& terms = way_.terms();
    const unsigned width = terms[less.a].width;
    // What words were extended to is ordered as they are, where both were extended alike.
    const auto words = [&](bool by_sign) -> std::optional<std::pair<TermId, TermId>> {
        const TermId left = terms.resized(less.a, kWordBits, by_sign);
        const TermId right = terms.resized(less.b, kWordBits, by_sign);
        if (terms.resized(left, width, by_sign) != less.a ||
            terms.resized(right, width, by_sign) != less.b)
            return std::nullopt;
        return std::pair(left, right);
    };
    const bool is_signed = less.op == Op::signed_less;
    if (const auto both = words(is_signed))
        return bit_of_order(less.op, both->first, both->second, is_true);
    const auto both = width > kWordBits ? words(!is_signed) : std::nullopt;
    if (!both) refuse("the order of values that are no words decides here", at_);
    // Alike by sign, values are in one order with and without it; by zeros, none is negative.
    bit_of_order(Op::unsigned_less, both->first, both->second, is_true);
}

/// `x < 3` is one of three numbers; `2 < x` is none of three.
bool ThreadText::order_of_numbers(const Term& less, bool is_true) {
    Terms& terms = way_.terms();
    const auto end = terms.known(less.b);
    const auto below = terms.known(less.a);
    const std::uint64_t count = end ? *end : below ? *below + 1 : 0;
    if (less.op == Op::signed_less || count == 0 || count > kMostNumbers) return false;
    const TermId compared = end ? less.a : less.b;
    const TermId origin = terms.origin(compared);
    if (terms[origin].width != kWordBits) return false;
    const bool is_among = end ? is_true : !is_true;
    const std::string name = side(origin);
    std::string any;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto number = terms.solved(compared, origin, i);
        if (!number) continue;
        if (!is_among) filter_on(name + "!=" + as_signed(*number));
        any += (any.empty() ? "(" : " \\/ ") + name + "=" + as_signed(*number);
    }
    if (any.empty()) return false;
    if (is_among) filter_on(any + ")");
    return true;
}

/// The sign of the difference, but for where it overflows.
void ThreadText::bit_of_order(Op op, TermId left, TermId right, bool is_true) {
    Terms& terms = way_.terms();
    const TermId sign = terms.constant(std::uint64_t{1} << (kWordBits - 1), kWordBits);
    if (op == Op::unsigned_less) {
        left = terms.binary(Op::bit_xor, left, sign);
        right = terms.binary(Op::bit_xor, right, sign);
    }
    const TermId difference = terms.binary(Op::subtract, left, right);
    const TermId overflows = terms.binary(Op::bit_and, terms.binary(Op::bit_xor, left, right),
                                          terms.binary(Op::bit_xor, difference, left));
    const TermId bits = terms.binary(Op::bit_xor, difference, overflows);
    filter_on(side(terms.binary(Op::bit_and, bits, sign)) + (is_true ? "!=0" : "=0"));
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
                    : name == 'B' ? std::to_string(barriers.size())
                                  : fresh();
            if (is_new && name == 'B') barriers.push_back(cells.size());
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
