#include "ptx/instruction.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "herd/lexer.h"
#include "herd/program.h"
#include "herd/reject.h"

namespace clmm::targets::ptx {
namespace {

template <class Value, std::size_t size>
std::optional<Value> value_of(const std::array<std::pair<std::string_view, Value>, size>& table,
                              std::string_view word) {
    const auto found = std::ranges::find(table, word, &std::pair<std::string_view, Value>::first);
    return found == table.end() ? std::nullopt : std::optional(found->second);
}

using Words = std::pair<std::string_view, Order>;
constexpr std::array<Words, 6> kOrders{{{"weak", Order::weak},
                                        {"relaxed", Order::relaxed},
                                        {"acquire", Order::acquire},
                                        {"release", Order::release},
                                        {"acq_rel", Order::acq_rel},
                                        {"sc", Order::sc}}};
constexpr std::array<std::pair<std::string_view, Scope>, 4> kScopes{
    {{"cta", Scope::cta}, {"gpu", Scope::gpu}, {"gl", Scope::gpu}, {"sys", Scope::sys}}};
constexpr std::array<std::pair<std::string_view, Proxy>, 4> kProxies{
    {{"generic", Proxy::generic},
     {"surface", Proxy::surface},
     {"texture", Proxy::texture},
     {"constant", Proxy::constant}}};
constexpr std::array<std::pair<std::string_view, Operation>, 10> kOperations{
    {{"add", Operation::add},
     {"sub", Operation::sub},
     {"mul", Operation::mul},
     {"and", Operation::bit_and},
     {"or", Operation::bit_or},
     {"xor", Operation::bit_xor},
     {"min", Operation::min},
     {"max", Operation::max},
     {"exch", Operation::exchange},
     {"cas", Operation::compare_and_swap}}};
constexpr std::array<std::pair<std::string_view, Condition>, 6> kConditions{
    {{"beq", Condition::equal},
     {"bne", Condition::not_equal},
     {"bge", Condition::greater_equal},
     {"ble", Condition::less_equal},
     {"bgt", Condition::greater},
     {"blt", Condition::less}}};

struct Access {
    std::string_view name;
    Kind kind;
    Proxy proxy;
};
constexpr std::array kAccesses{Access{"ld", Kind::load, Proxy::generic},
                               Access{"suld", Kind::load, Proxy::surface},
                               Access{"tld", Kind::load, Proxy::texture},
                               Access{"cold", Kind::load, Proxy::constant},
                               Access{"st", Kind::store, Proxy::generic},
                               Access{"sust", Kind::store, Proxy::surface},
                               Access{"atom", Kind::atom, Proxy::generic},
                               Access{"suatom", Kind::atom, Proxy::surface},
                               Access{"red", Kind::reduction, Proxy::generic},
                               Access{"sured", Kind::reduction, Proxy::surface}};

/// The words of a mnemonic between its dots, one after another.
class Mnemonic {
public:
    explicit Mnemonic(const Token& token) : token_(token), rest_(token.text) { next(); }

    [[nodiscard]] std::string_view peek() const { return word_; }
    [[nodiscard]] bool at_end() const { return ended_; }
    std::string_view take() {
        const std::string_view taken = word_;
        next();
        return taken;
    }
    bool accept(std::string_view word) {
        if (ended_ || word_ != word) return false;
        next();
        return true;
    }
    /// What the word means in a table, if it is there.
    template <class Table>
    auto look_up(const Table& table) {
        auto found = value_of(table, word_);
        if (ended_) found.reset();
        if (found) next();
        return found;
    }
    [[noreturn]] void fail(const std::string& what) const {
        reject("E-SYNTAX",
               "expected " + what + (ended_ ? " behind '" : " in '") + std::string(token_.text) +
                   "'" + (ended_ ? "" : ", found '." + std::string(word_) + "'"),
               token_.span);
    }
    [[nodiscard]] const Token& token() const { return token_; }

private:
    void next() {
        ended_ = rest_.empty();
        const std::size_t dot = std::min(rest_.find('.'), rest_.size());
        word_ = rest_.substr(0, dot);
        rest_.remove_prefix(std::min(dot + 1, rest_.size()));
    }

    Token token_;
    std::string_view rest_, word_;
    bool ended_ = false;
};

/// What is read of a mnemonic, and the operands that it takes: a register d(estination), a register
/// or number v, a location x, a label l; those in capitals may be left out.
class Reader {
public:
    explicit Reader(const Token& token) : words_(token) { made_.mnemonic = token.text; }

    std::pair<Instruction, std::string_view> operator()() && {
        const std::string_view name = words_.take();
        const auto access = std::ranges::find(kAccesses, name, &Access::name);
        std::string_view operands;
        if (access != kAccesses.end())
            operands = this->access(*access);
        else if (name == "fence")
            operands = fence();
        else if (name == "membar")
            operands = membar();
        else if (name == "bar" || name == "barrier")
            operands = barrier();
        else
            operands = plain(name);
        if (!words_.at_end()) words_.fail("the end of the name");
        return {std::move(made_), operands};
    }

private:
    std::string_view access(const Access& form) {
        made_.kind = form.kind;
        made_.proxy = form.proxy;
        if (form.kind == Kind::load && words_.at_end()) {  // as published: a move
            made_.kind = Kind::move;
            return "dv";
        }
        const bool is_plain = form.kind == Kind::load || form.kind == Kind::store;
        if (is_plain && words_.accept("volatile")) {
            made_.order = Order::relaxed;
            made_.scope = Scope::sys;
        } else {
            order(is_plain);
        }
        if (is_plain) return form.kind == Kind::load ? "dx" : "xv";
        const auto operation = words_.look_up(kOperations);
        if (!operation)
            words_.fail("an operation (add, sub, mul, and, or, xor, min, max, exch, cas)");
        made_.operation = *operation;
        const bool compares = *operation == Operation::compare_and_swap;
        if (form.kind == Kind::reduction && (compares || *operation == Operation::exchange))
            reject("E-TYPE", "red has no '" + std::string(compares ? "cas" : "exch") + "'",
                   words_.token().span, "use atom");
        if (form.kind == Kind::reduction) return "xv";
        return compares ? "dxvv" : "dxv";
    }

    /// Without an order an atom is relaxed, without a scope it is one of gpu.
    void order(bool is_plain) {
        const auto order = words_.look_up(kOrders);
        made_.order = order.value_or(is_plain ? Order::weak : Order::relaxed);
        check_order(is_plain);
        const auto scope = words_.look_up(kScopes);
        if (made_.order == Order::weak) {
            if (scope)
                reject("E-SCOPE", "weak operations have no scope", words_.token().span,
                       "relaxed ones have: " + made_.mnemonic.substr(0, made_.mnemonic.find('.')) +
                           ".relaxed.gpu");
            return;
        }
        if (!scope && is_plain) words_.fail("a scope (cta, gpu, sys)");
        made_.scope = scope.value_or(Scope::gpu);
    }

    void check_order(bool is_plain) {
        const bool is_load = made_.kind == Kind::load;
        const bool fits = is_plain ? made_.order == Order::weak || made_.order == Order::relaxed ||
                                         made_.order == (is_load ? Order::acquire : Order::release)
                                   : made_.order != Order::weak && made_.order != Order::sc;
        if (!fits)
            reject("E-TYPE", "'" + made_.mnemonic + "': there is no such order here",
                   words_.token().span,
                   !is_plain ? "relaxed, acquire, release, acq_rel"
                   : is_load ? "weak, relaxed, acquire, volatile"
                             : "weak, relaxed, release, volatile");
    }

    std::string_view fence() {
        made_.kind = Kind::fence;
        if (words_.accept("proxy")) return proxy_fence();
        const auto order = words_.look_up(kOrders);
        if (!order || (*order != Order::sc && *order != Order::acq_rel))
            words_.fail("sc, acq_rel or proxy");
        made_.order = *order;
        const auto scope = words_.look_up(kScopes);
        if (!scope) words_.fail("a scope (cta, gpu, sys)");
        made_.scope = *scope;
        return "";
    }

    std::string_view proxy_fence() {
        made_.kind = Kind::proxy_fence;
        made_.is_alias_fence = words_.accept("alias");
        if (made_.is_alias_fence) return "";
        const auto proxy = words_.look_up(kProxies);
        if (!proxy) words_.fail("alias, generic, surface, texture or constant");
        made_.proxy = *proxy;
        return "";
    }

    std::string_view membar() {
        made_.kind = Kind::fence;
        made_.order = Order::sc;
        const auto scope = words_.look_up(kScopes);
        if (!scope) words_.fail("cta, gl or sys");
        made_.scope = *scope;
        return "";
    }

    std::string_view barrier() {
        made_.kind = Kind::barrier;
        words_.accept("cta");
        made_.arrives_only = words_.accept("arrive");
        if (!made_.arrives_only && !words_.accept("sync")) words_.fail("sync or arrive");
        return "nVV";
    }

    std::string_view plain(std::string_view name) {
        if (name == "goto" || name == "bra") {
            made_.kind = Kind::jump;
            return "l";
        }
        if (name == "mov") return "dv";
        if (const auto condition = value_of(kConditions, name)) {
            made_.kind = Kind::branch;
            made_.condition = *condition;
            return "vvl";
        }
        const auto operation = value_of(kOperations, name);
        if (!operation || *operation >= Operation::exchange) unknown();
        made_.kind = Kind::compute;
        made_.operation = *operation;
        return "dvv";
    }

    [[noreturn]] void unknown() const {
        std::vector<std::string> names{"fence", "membar", "bar", "goto", "bra", "mov"};
        for (const Access& each : kAccesses) names.emplace_back(each.name);
        for (const auto& [name, _] : kConditions) names.emplace_back(name);
        for (const auto& [name, operation] : kOperations)
            if (operation < Operation::exchange) names.emplace_back(name);
        Token name = words_.token();
        name.text = name.text.substr(0, name.text.find('.'));
        reject_instruction(name, names);
    }

    Mnemonic words_;
    Instruction made_;
};

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
    std::string text;
    for (const char letter : shape)
        text += (text.empty() ? "" : ", ") + std::string(letter == 'd'   ? "a register"
                                                         : letter == 'n' ? "a number"
                                                         : letter == 'v' ? "a value"
                                                         : letter == 'V' ? "perhaps a value"
                                                         : letter == 'x' ? "a location"
                                                                         : "a label");
    return text.empty() ? "no operands" : text;
}

void check_operands(const Instruction& made, std::string_view shape) {
    bool is_right = made.operands.size() <= shape.size();
    for (std::size_t i = 0; is_right && i < shape.size(); ++i)
        is_right = i < made.operands.size() ? fits(made.operands[i], shape[i]) : shape[i] == 'V';
    if (!is_right)
        reject("E-TYPE", "the operands of " + made.mnemonic + " are " + describe(shape), made.span);
}

}  // namespace

std::string register_name(std::string_view name) {
    const bool is_register =
        name.size() > 1 && name.size() <= 6 && name[0] == 'r' &&
        std::ranges::all_of(name.substr(1), [](char c) { return c >= '0' && c <= '9'; });
    return is_register ? std::string(name) : std::string();
}

Instruction parse_instruction(std::string_view text, Span place) {
    Lexer lexer(text, place.begin, place.end);
    auto [made, shape] = Reader(lexer.expect_word("an instruction"))();
    made.span = place;
    if (!lexer.at_end()) {
        do made.operands.push_back(parse_operand(lexer));
        while (lexer.accept(","));
        if (!lexer.at_end()) lexer.fail("',' or the end of the instruction");
    }
    check_operands(made, shape);
    return made;
}

}  // namespace clmm::targets::ptx
