#include "lower/thread.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "mapping/line.h"

namespace clmm::lowering {
namespace {

using generator::Kind;
using generator::Operator;
using generator::Statement;
using generator::Value;

std::string with(std::string pattern, const std::string& name) {
    const std::size_t at = pattern.find('%');
    return at == std::string::npos ? pattern : pattern.replace(at, 1, name);
}

std::string_view word_of(Operator op) {
    constexpr std::array words{"add", "sub", "mul", "and", "or", "xor", "equal", "not_equal"};
    return words[static_cast<std::size_t>(op)];
}

bool is_comparison(const Value& value) {
    return value.kind == Value::Kind::binary &&
           (value.op == Operator::equal || value.op == Operator::not_equal);
}

Value binary(Operator op, Value left, Value right) {
    Value made{.kind = Value::Kind::binary, .op = op};
    made.parts = {std::move(left), std::move(right)};
    return made;
}

constexpr std::string_view kRequire = "require ";
/// Barriers of a sub-group are counted by themselves: others need not come to them.
constexpr std::size_t kOfSubGroups = 1000;

/// Whether a condition at the end of the test speaks of the line's own register.
bool is_required(const Rule& rule, char name) {
    return std::ranges::any_of(rule.sequence, [&](const Template& each) {
        return each.text.starts_with(kRequire) &&
               each.text.find(std::string("$") + name) != std::string::npos;
    });
}

}  // namespace

ThreadCode::ThreadCode(const generator::Program& program, const generator::Thread& thread,
                       const Mapping& mapping, const std::set<const Statement*>& by_other,
                       std::set<const Rule*>& used)
    : program_(program), thread_(thread), mapping_(mapping), by_other_(by_other), used_(used) {}

void ThreadCode::refuse(std::string message, std::string hint) const {
    reject("E-LOWER", std::move(message), at_, std::move(hint));
}

void ThreadCode::whole() { body(thread_.body); }

void ThreadCode::along(const Way& way) {
    for (const Step& step : way)
        if (step.statement->kind == Kind::branch)
            assume(*step.statement, step.is_taken);
        else
            statement(*step.statement);
}

void ThreadCode::body(const std::vector<Statement>& statements) {
    for (const Statement& each : statements) statement(each);
}

void ThreadCode::statement(const Statement& each) {
    at_ = each.span;
    temporaries_ = 0;
    if (each.kind == Kind::branch) return branch(each);
    if (each.kind == Kind::compute) return computation(each);
    operation(each);
}

void ThreadCode::operation(const Statement& each) {
    const std::string_view where = region_of(program_, each);
    const Rule* const rule =
        by_other_.contains(&each) ? mapping_.find_linked(each, where) : mapping_.find(each, where);
    if (rule == nullptr)
        refuse("the mapping has no line for '" + describe(each, where) + "'",
               "add one to " + mapping_.file->name() + ", or say that it is unsupported");
    if (rule->refusal) refuse("'" + describe(each, where) + "' is unsupported: " + *rule->refusal);
    used_.insert(rule);
    Operands operands;
    const auto expected = known(each.expected);
    if (each.is_access()) operands['A'] = generator::word_for(each.location);
    if (!each.offset.empty()) operands['A'] = address_with(each);
    if (each.kind == Kind::barrier)
        operands['B'] = std::to_string(each.is_of_sub_group ? kOfSubGroups + sub_group_barriers_++
                                                            : barriers_++);
    if (each.kind == Kind::compare_exchange) operands['E'] = operand(each.expected);
    if (each.kind >= Kind::store && each.is_access()) operands['V'] = operand(each.value);
    if (!each.result.empty()) {
        assign(each.result);
        operands['D'] = of_register(each.result);
        keep_operand(operands);
    }
    emit(*rule, std::move(operands), &each);
    if (!each.success.empty()) success(each, expected);
}

/// A register that has the location's address, and depends on the statement's register. Kept for
/// good: the line's own registers are not to take it.
std::string ThreadCode::address_with(const Statement& each) {
    if (mapping_.find_code("address", "") == nullptr)
        refuse("the mapping has no code for an address that depends on a register",
               "add a line 'address => …' to " + mapping_.file->name());
    const std::string target = take_register();
    const std::string offset = operand(Value::of_register(each.offset));
    emit(code("address", ""),
         {{'D', target}, {'A', generator::word_for(each.location)}, {'V', offset}});
    addresses_[target] = target;
    return target;
}

/// The line may write its result before it reads its operand.
void ThreadCode::keep_operand(Operands& operands) {
    if (!operands.contains('V') || operands['V'] != operands['D']) return;
    const std::string copy = temporary();
    emit(code("move", ""), {{'D', copy}, {'V', operands['V']}});
    operands['V'] = copy;
}

/// Whether a strong compare-exchange succeeded: its old value says it, in the end too.
void ThreadCode::success(const Statement& each, std::optional<std::int64_t> expected) {
    assign(each.success);
    if (!expected)
        refuse(
            "it is not known here what the compare-exchange expects, on which its result depends",
            "assign a number to the expected value just before it");
    const Value equal =
        binary(Operator::equal, Value::of_register(each.result), Value::number(*expected));
    if (mapping_.find_code("compute", "equal") != nullptr)
        return compute_into(of_register(each.success), equal);
    if (depth_ > 0) refuse("a result of a compare-exchange under a branch needs compute.equal");
    pinned_.insert(each.result);
    computed_.insert_or_assign(each.success, equal);
}

std::optional<std::int64_t> ThreadCode::known(const Value& value) const {
    if (value.kind == Value::Kind::constant) return value.constant;
    if (value.kind != Value::Kind::reg) return std::nullopt;
    const auto found = constants_.find(value.reg);
    if (found == constants_.end()) return std::nullopt;
    return found->second;
}

void ThreadCode::computation(const Statement& each) {
    const Value value = resolved(each.value);
    assign(each.result);
    if (value.kind == Value::Kind::constant) constants_[each.result] = value.constant;
    compute_into(of_register(each.result), value);
}

void ThreadCode::compute_into(const std::string& target, const Value& value) {
    if (value.kind == Value::Kind::constant && mapping_.immediate.empty())
        return emit(code("constant", ""), {{'D', target}, {'N', std::to_string(value.constant)}});
    if (value.kind != Value::Kind::binary)
        return emit(code("move", ""), {{'D', target}, {'V', operand(value)}});
    const Rule& rule = code("compute", word_of(value.op));
    const std::string left = operand(value.parts[0]);
    const std::string right = operand(value.parts[1]);
    // The line may write its result before it reads its second operand.
    const std::string into = target == right ? temporary() : target;
    emit(rule, {{'D', into}, {'V', left}, {'W', right}});
    if (into != target) emit(code("move", ""), {{'D', target}, {'V', into}});
}

void ThreadCode::branch(const Statement& each) {
    const std::string out = label();
    leave_unless(resolved(each.value), out);
    ++depth_;
    body(each.when_true);
    if (!each.when_false.empty()) {
        const std::string end = label();
        emit(code("jump", ""), {{'L', end}});
        emit(code("label", ""), {{'L', out}});
        body(each.when_false);
        emit(code("label", ""), {{'L', end}});
    } else {
        emit(code("label", ""), {{'L', out}});
    }
    --depth_;
    constants_.clear();
}

void ThreadCode::leave_unless(const Value& value, const std::string& label) {
    const bool compares = is_comparison(value);
    const Value left = compares ? value.parts[0] : value;
    const Value right = compares ? value.parts[1] : Value::number(0);
    const Rule& rule = code("unless", word_of(compares ? value.op : Operator::not_equal));
    const std::string first = operand(left);
    emit(rule, {{'V', first}, {'W', operand(right)}, {'L', label}});
}

void ThreadCode::assume(const Statement& branch, bool is_taken) {
    at_ = branch.span;
    filter.push_back(proposition(resolved(branch.value), is_taken));
}

std::string ThreadCode::proposition(const Value& value, bool is_true) {
    const bool compares = is_comparison(value);
    const std::string left = side(compares ? value.parts[0] : value);
    const std::string right = compares ? side(value.parts[1]) : "0";
    const bool is_equal = compares && value.op == Operator::equal;
    return left + (is_equal == is_true ? "=" : "!=") + right;
}

std::string ThreadCode::side(const Value& value) {
    if (value.kind == Value::Kind::constant) return std::to_string(value.constant);
    if (value.kind == Value::Kind::binary)
        refuse("a branch on a computed value, for which the mapping has no code",
               "branch on a register, or on a comparison of one; or add 'unless' to the mapping");
    pinned_.insert(value.reg);
    return seen(of_register(value.reg));
}

Value ThreadCode::resolved(const Value& value) const {
    if (value.kind == Value::Kind::reg) {
        const auto found = computed_.find(value.reg);
        return found == computed_.end() ? value : found->second;
    }
    Value made = value;
    for (Value& part : made.parts) part = resolved(part);
    return made;
}

std::string ThreadCode::operand(const Value& written) {
    const Value value = resolved(written);
    if (value.kind == Value::Kind::reg) return of_register(value.reg);
    if (value.kind == Value::Kind::constant && !mapping_.immediate.empty())
        return with(mapping_.immediate, std::to_string(value.constant));
    const std::string target = temporary();
    compute_into(target, value);
    return target;
}

std::string ThreadCode::take_register() {
    if (taken_ + temporaries_ >= mapping_.registers.size())
        refuse("the thread needs more than the " + std::to_string(mapping_.registers.size()) +
               " registers of the mapping");
    return mapping_.registers[taken_++];
}

std::string ThreadCode::temporary() {
    if (taken_ + temporaries_ >= mapping_.registers.size()) static_cast<void>(take_register());
    most_temporaries_ = std::max(most_temporaries_, ++temporaries_);
    return mapping_.registers[mapping_.registers.size() - temporaries_];
}

std::string ThreadCode::of_register(const std::string& name) {
    const auto found = registers_.find(name);
    if (found != registers_.end()) return found->second;
    return registers_[name] = take_register();
}

std::string ThreadCode::label() {
    return "L" + std::to_string(thread_.number) + std::to_string(labels_++);
}

void ThreadCode::assign(const std::string& reg) {
    if (pinned_.contains(reg))
        refuse("'" + reg +
                   "' is assigned again, but what became of its earlier value shows at the end",
               "use another register");
    constants_.erase(reg);
    computed_.erase(reg);
}

std::string ThreadCode::seen(const std::string& target) const {
    return std::to_string(thread_.number) + ":" + with(mapping_.reg, target);
}

Counterpart ThreadCode::counterpart(const std::string& reg) const {
    Counterpart made{{static_cast<int>(thread_.number), reg}, {}, std::nullopt};
    if (const auto found = computed_.find(reg); found != computed_.end())
        made.computed = found->second;
    else if (const auto place = registers_.find(reg); place != registers_.end())
        made.name = seen(place->second);
    else
        made.computed = Value::number(0);  // nothing on this way assigns it
    return made;
}

const Rule& ThreadCode::code(std::string_view operation, std::string_view kind) const {
    const Rule* const rule = mapping_.find_code(operation, kind);
    if (rule == nullptr)
        refuse("the mapping has no code for '" + std::string(operation) +
                   (kind.empty() ? "" : "." + std::string(kind)) + "'",
               "add a line for it to " + mapping_.file->name());
    return *rule;
}

void ThreadCode::emit(const Rule& rule, Operands operands, const Statement* statement) {
    for (const char own : {'T', 'U'})
        if (is_required(rule, own)) operands[own] = take_register();
    for (const Template& each : rule.sequence) {
        if (!each.text.starts_with(kRequire)) {
            cells.push_back(filled(each.text, operands, statement));
            continue;
        }
        // Its first word is a register, which propositions call otherwise.
        const std::string text = each.text.substr(kRequire.size());
        const bool is_register = text.size() > 2 && text[0] == '$' && operands.contains(text[1]);
        filter.push_back(is_register
                             ? seen(operands[text[1]]) + filled(text.substr(2), operands, statement)
                             : filled(text, operands, statement));
    }
}

std::string ThreadCode::filled(const std::string& text, Operands& operands,
                               const Statement* statement) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string name = text[i] == '$' ? placeholder(text, i) : std::string();
        if (name.empty()) {
            out += text[i];
            continue;
        }
        i += name.size();
        if (mapping_.tables.contains(name)) {
            out += statement == nullptr ? "" : table_word(name, *statement);
            continue;
        }
        const char which = name.front();
        if (which == 'A' && mapping_.has_address_registers) {
            const std::string& location = operands['A'];
            if (!addresses_.contains(location)) {
                const std::string reg = take_register();
                addresses_[location] = reg;
                initial.push_back(std::to_string(thread_.number) + ":" +
                                  with(mapping_.address_register, reg) + "=" + location);
            }
            out += addresses_[location];
            continue;
        }
        if (!operands.contains(which)) {
            if (which == 'L')
                operands[which] = label();
            else if (which == 'T' || which == 'U' || which == 'D')
                operands[which] = temporary();
            else
                refuse("the line speaks of $" + name +
                       ", which the operation does not have: " + text);
        }
        out += operands[which];
    }
    return out;
}

std::string ThreadCode::table_word(const std::string& name, const Statement& statement) const {
    const Table& table = mapping_.tables.at(name);
    std::string word;
    switch (table.of) {
        case Table::Of::order:
            word = order_of(statement);
            break;
        case Table::Of::scope:
            word = generator::word_of(statement.scope);
            break;
        case Table::Of::operation:
            word = generator::word_of(statement.modification);
            break;
        case Table::Of::region:
            word = region_of(program_, statement);
            if (word.empty()) word = "global";
            break;
    }
    const auto found = table.words.find(word);
    if (found == table.words.end())
        refuse("the mapping's table '" + name + "' has nothing for '" + word + "'");
    return found->second;
}

}  // namespace clmm::lowering
