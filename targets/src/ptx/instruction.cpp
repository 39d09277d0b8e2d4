#include "ptx/instruction.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "clmm/base/reject.h"

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
constexpr std::array<std::pair<std::string_view, Scope>, 3> kScopes{
    {{"cta", Scope::cta}, {"gpu", Scope::gpu}, {"sys", Scope::sys}}};
/// Of membar alone. [PTX ISA: membar / fence]
constexpr std::array<std::pair<std::string_view, Scope>, 3> kLevels{
    {{"cta", Scope::cta}, {"gl", Scope::gpu}, {"sys", Scope::sys}}};
constexpr std::array<std::pair<std::string_view, Proxy>, 4> kProxies{
    {{"generic", Proxy::generic},
     {"surface", Proxy::surface},
     {"texture", Proxy::texture},
     {"constant", Proxy::constant}}};
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

/// For Mnemonic::accept_if.
constexpr auto kOrder = [](std::string_view word) { return value_of(kOrders, word); };
constexpr auto kScope = [](std::string_view word) { return value_of(kScopes, word); };
constexpr auto kLevel = [](std::string_view word) { return value_of(kLevels, word); };
constexpr auto kProxy = [](std::string_view word) { return value_of(kProxies, word); };

/// What is read of a mnemonic, and the operands that it takes: a register d(estination), a register
/// or number v, a location x, a label l; those in capitals may be left out.
class Reader {
public:
    explicit Reader(const Token& token) : words_(token) { made_.mnemonic = token.text; }

    std::pair<Instruction, std::string_view> operator()() && {
        const std::string_view name = words_.take();
        const auto access = std::ranges::find(kAccesses, name, &Access::name);
        std::string_view operands;
        if (access != kAccesses.end()) check_spaces();
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
    /// A location stands for all addresses of one memory, in whatever state space that is.
    void check_spaces() const {
        const std::string name = std::string(words_.token().text) + ".";
        for (const char* const space : {"global", "shared", "local", "param", "const"})
            if (name.find("." + std::string(space) + ".") != std::string::npos)
                reject("E-SYNTAX",
                       "'" + std::string(words_.token().text) + "': tests have no state spaces",
                       words_.token().span,
                       "locations are named: write the instruction without '." +
                           std::string(space) + "'");
    }

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
        const auto operation = words_.accept_if(gpu::operation_of);
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
        const auto order = words_.accept_if(kOrder);
        made_.order = order.value_or(is_plain ? Order::weak : Order::relaxed);
        check_order(is_plain);
        const auto scope = words_.accept_if(kScope);
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
        const auto order = words_.accept_if(kOrder);
        if (!order || (*order != Order::sc && *order != Order::acq_rel))
            words_.fail("sc, acq_rel or proxy");
        made_.order = *order;
        const auto scope = words_.accept_if(kScope);
        if (!scope) words_.fail("a scope (cta, gpu, sys)");
        made_.scope = *scope;
        return "";
    }

    std::string_view proxy_fence() {
        made_.kind = Kind::proxy_fence;
        made_.is_alias_fence = words_.accept("alias");
        if (made_.is_alias_fence) return "";
        const auto proxy = words_.accept_if(kProxy);
        if (!proxy) words_.fail("alias, generic, surface, texture or constant");
        made_.proxy = *proxy;
        return "";
    }

    std::string_view membar() {
        made_.kind = Kind::fence;
        made_.order = Order::sc;
        const auto scope = words_.accept_if(kLevel);
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
        if (const auto condition = gpu::condition_of(name)) {
            made_.kind = Kind::branch;
            made_.condition = *condition;
            return "vvl";
        }
        const auto operation = gpu::operation_of(name);
        if (!operation || *operation >= Operation::exchange) unknown();
        made_.kind = Kind::compute;
        made_.operation = *operation;
        return "dvv";
    }

    [[noreturn]] void unknown() const {
        std::vector<std::string> names = gpu::local_instructions();
        for (const char* name : {"fence", "membar", "bar"}) names.emplace_back(name);
        for (const Access& each : kAccesses) names.emplace_back(each.name);
        words_.unknown(names);
    }

    gpu::Mnemonic words_;
    Instruction made_;
};

}  // namespace

Instruction parse_instruction(std::string_view text, Span place) {
    Lexer lexer(text, place.begin, place.end);
    auto [made, shape] = Reader(lexer.expect_word("an instruction"))();
    made.span = place;
    made.operands = gpu::parse_operands(lexer);
    gpu::check_operands(made.mnemonic, made.operands, shape, place);
    return made;
}

}  // namespace clmm::targets::ptx
