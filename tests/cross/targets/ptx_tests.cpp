#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "cross/targets/draw.h"
#include "cross/targets/ptx.h"

/// Tests of PTX: small ones by number, larger ones by seed, and their texts.
namespace clmm::oracle::ptx {
namespace {

using targets::Draw;

constexpr const char* kOrders[] = {".weak", ".relaxed", ".acquire", ".release", ".acq_rel", ".sc"};
constexpr const char* kScopes[] = {".cta", ".gpu", ".sys"};
constexpr const char* kProxies[] = {"generic", "surface", "texture", "constant"};
/// Names of the addresses behind the locations' own: aliases of x.
constexpr const char* kAliases[] = {"a", "s", "t", "c"};

std::string name_of(const Program& test, int address) {
    return address < test.locations ? location_name(address) : kAliases[address - test.locations];
}

std::string qualifiers(const Instruction& of) {
    const std::string order = kOrders[static_cast<int>(of.order)];
    return of.order == Order::weak ? order : order + kScopes[static_cast<int>(of.scope)];
}

std::string access_text(const Program& test, const Instruction& of, int at) {
    static constexpr const char* kNames[] = {"ld", "st", "atom", "atom", "atom", "red"};
    static constexpr const char* kOperations[] = {"", "", ".add", ".exch", ".cas", ".add"};
    static constexpr const char* kWays[] = {"", "su", "t", "co"};
    const Proxy proxy = test.addresses[static_cast<std::size_t>(of.address)].proxy;
    const int kind = static_cast<int>(of.kind);
    std::string text = kWays[static_cast<int>(proxy)] + std::string(kNames[kind]) + qualifiers(of) +
                       kOperations[kind] + " ";
    const bool has_register = of.kind != Kind::store && of.kind != Kind::reduction;
    if (has_register) text += "r" + std::to_string(at) + ", ";
    text += name_of(test, of.address);
    if (of.kind == Kind::compare) text += ", " + std::to_string(of.expected);
    if (of.source >= 0) return text + ", r" + std::to_string(of.source);
    return of.kind == Kind::load ? text : text + ", " + std::to_string(of.value);
}

std::string text_of(const Program& test, const Instruction& of, int at) {
    switch (of.kind) {
        case Kind::fence:
            return "fence" + qualifiers(of);
        case Kind::proxy_fence:
            return std::string("fence.proxy.") + kProxies[static_cast<int>(of.proxy)];
        case Kind::alias_fence:
            return "fence.proxy.alias";
        case Kind::sync:
            return "bar.cta.sync 0";
        case Kind::arrive:
            return "bar.cta.arrive 0";
        default:
            return access_text(test, of, at);
    }
}

Program empty_test(bool has_aliases) {
    Program test{.locations = 2, .addresses = {{0, 0}, {1, 1}}};
    if (has_aliases)
        for (const auto& [virtual_address, proxy] :
             {std::pair{2, Proxy::generic}, std::pair{0, Proxy::surface},
              std::pair{0, Proxy::texture}, std::pair{0, Proxy::constant}})
            test.addresses.push_back({0, virtual_address, proxy});
    return test;
}

/// Every load, store, addition and fence of two scopes, on two locations.
std::vector<Instruction> small_alphabet() {
    std::vector<Instruction> all;
    for (const Scope scope : {Scope::cta, Scope::gpu}) {
        for (const Order order : {Order::acq_rel, Order::sc})
            all.push_back({.kind = Kind::fence, .order = order, .scope = scope});
        for (const int address : {0, 1}) {
            const auto add = [&](Kind kind, Order order) {
                all.push_back({.kind = kind, .order = order, .scope = scope, .address = address});
            };
            for (const Order order : {Order::relaxed, Order::acquire}) add(Kind::load, order);
            for (const Order order : {Order::relaxed, Order::release}) add(Kind::store, order);
            for (const Order order : {Order::relaxed, Order::acq_rel}) add(Kind::add, order);
            if (scope == Scope::gpu) continue;
            for (const Kind kind : {Kind::load, Kind::store}) add(kind, Order::weak);
        }
    }
    return all;
}

/// Draws the parts of a larger test.
class Drawing {
public:
    Drawing(std::uint64_t seed, Version version)
        : draw_(seed),
          has_aliases_(version == Version::v7_5 && draw_.once_in(2)),
          has_barrier_(draw_.once_in(5)),
          is_one_location_(draw_.once_in(5)),
          test_(empty_test(has_aliases_)) {}

    Program operator()() {
        const int threads = draw_.of(2, 2, 2, 3, 3, 4);
        for (int t = 0; t < threads; ++t) {
            test_.threads.push_back({draw_.of(0, 0, 1), draw_.of(0, 0, 0, 0, 1)});
            const int length = threads == 2 ? draw_.of(2, 3, 3, 4) : draw_.of(1, 2, 2, 3);
            const int barrier = has_barrier_ ? draw_.below(length) : -1;
            for (int i = 0; i < length; ++i)
                add(i == barrier
                        ? Instruction{.kind = draw_.of(Kind::sync, Kind::sync, Kind::arrive)}
                        : instruction());
        }
        return test_;
    }

private:
    void add(Instruction made) {
        std::vector<Instruction>& body = test_.threads.back().body;
        if (made.kind == Kind::store && !body.empty() && draw_.once_in(4)) {
            const int source = draw_.below(static_cast<int>(body.size()));
            const Kind kind = body[static_cast<std::size_t>(source)].kind;
            if (kind == Kind::load || kind == Kind::add) made.source = source;
        }
        body.push_back(made);
    }

    Instruction instruction() {
        if (draw_.once_in(5))
            return {.kind = Kind::fence,
                    .order = draw_.of(Order::acq_rel, Order::acq_rel, Order::sc),
                    .scope = scope()};
        if (has_aliases_ && draw_.once_in(4)) {
            if (draw_.once_in(2)) return {.kind = Kind::alias_fence};
            return {
                .kind = Kind::proxy_fence,
                .proxy = draw_.of(Proxy::generic, Proxy::surface, Proxy::texture, Proxy::constant)};
        }
        return access();
    }

    Scope scope() { return draw_.of(Scope::cta, Scope::gpu, Scope::gpu, Scope::sys); }

    /// y is for synchronization, more often than x.
    Instruction access() {
        const bool is_flag = !is_one_location_ && draw_.once_in(2);
        Instruction made{.kind = draw_.of(Kind::load, Kind::load, Kind::load, Kind::store,
                                          Kind::store, Kind::store, Kind::add, Kind::exchange,
                                          Kind::compare, Kind::reduction),
                         .scope = scope(),
                         .address = is_flag ? 1 : 0,
                         .expected = draw_.of(0, 1, 2)};
        made.value = made.kind == Kind::add || made.kind == Kind::reduction ? 8 : ++stored_;
        if (has_aliases_ && !is_flag && !draw_.once_in(3)) proxied(made);
        const bool is_strong = is_flag ? !draw_.once_in(6) : draw_.once_in(2);
        const Order strong = draw_.once_in(2) ? Order::relaxed : strongest(made.kind);
        const bool may_be_weak = made.kind == Kind::load || made.kind == Kind::store;
        made.order = is_strong || !may_be_weak ? strong : Order::weak;
        return made;
    }

    /// Texture and constant accesses are loads.
    void proxied(Instruction& made) {
        const bool loads = made.kind == Kind::load;
        const bool may_be_surface = made.kind != Kind::exchange && made.kind != Kind::compare;
        const int alias = loads ? draw_.below(4) : draw_.below(may_be_surface ? 2 : 1);
        made.address = test_.locations + alias;
    }

    Order strongest(Kind kind) {
        if (kind == Kind::load) return Order::acquire;
        if (kind == Kind::store) return Order::release;
        return draw_.of(Order::acquire, Order::release, Order::acq_rel);
    }

    Draw draw_;
    bool has_aliases_;
    bool has_barrier_;
    bool is_one_location_;
    Program test_;
    int stored_ = 0;
};

}  // namespace

Printed to_litmus(const Program& test) {
    std::string head = "PTX generated\n{ ";
    for (int l = 0; l < test.locations; ++l) head += location_name(l) + "=0; ";
    for (std::size_t a = static_cast<std::size_t>(test.locations); a < test.addresses.size(); ++a)
        head += name_of(test, static_cast<int>(a)) + " @ " +
                kProxies[static_cast<int>(test.addresses[a].proxy)] + " aliases x; ";
    auto columns = targets::by_instruction(
        test.threads, [&](const Instruction& each, int at) { return text_of(test, each, at); });
    for (std::size_t t = 0; t < columns.size(); ++t) {
        const Thread& thread = test.threads[t];
        columns[t].insert(columns[t].begin(), "P" + std::to_string(t) + "@cta " +
                                                  std::to_string(thread.cta) + ",gpu " +
                                                  std::to_string(thread.gpu));
    }
    return targets::in_columns(head + "}\n", columns, effects(test), test.locations);
}

namespace {

/// Takes numbers apart.
std::uint64_t digit(std::uint64_t& number, std::uint64_t base) {
    const std::uint64_t found = number % base;
    number /= base;
    return found;
}

std::uint64_t plain_tests() {
    const std::uint64_t letters = small_alphabet().size();
    return 2 * letters * letters * letters;
}

/// No fence, one of each proxy, one of aliases.
std::vector<Instruction> proxy_fences() {
    std::vector<Instruction> all{
        {.kind = Kind::fence, .order = Order::acq_rel, .scope = Scope::cta}};
    for (const Proxy proxy : {Proxy::generic, Proxy::surface, Proxy::texture, Proxy::constant})
        all.push_back({.kind = Kind::proxy_fence, .proxy = proxy});
    all.push_back({.kind = Kind::alias_fence});
    return all;
}

Program proxy_test(std::uint64_t number) {
    const std::vector<Instruction> fences = proxy_fences();
    const auto fence = [&] { return fences[digit(number, fences.size())]; };
    Program test = empty_test(true);
    const auto address = [&](int of) { return of == 0 ? 0 : test.locations + of - 1; };
    const auto payload = [&](Kind kind, std::uint64_t of) {
        return Instruction{.kind = kind, .address = address(static_cast<int>(of)), .value = 1};
    };
    const auto flag = [](Kind kind, Order order) {
        return Instruction{
            .kind = kind, .order = order, .scope = Scope::gpu, .address = 1, .value = 1};
    };
    test.threads = {{0, 0}, {static_cast<int>(digit(number, 2)), 0}};
    test.threads[0].body = {payload(Kind::store, digit(number, 3)), fence(),
                            flag(Kind::store, Order::release)};
    test.threads[1].body = {flag(Kind::load, Order::acquire), fence(), fence(),
                            payload(Kind::load, digit(number, 5))};
    return test;
}

}  // namespace

std::uint64_t small_tests(Version version) {
    const std::uint64_t fences = proxy_fences().size();
    return plain_tests() + (version == Version::v7_5 ? 2 * 3 * 5 * fences * fences * fences : 0);
}

Program small_test(std::uint64_t number) {
    if (number >= plain_tests()) return proxy_test(number - plain_tests());
    const std::vector<Instruction> alphabet = small_alphabet();
    Program test = empty_test(false);
    test.threads = {{0, 0}, {static_cast<int>(digit(number, 2)), 0}};
    for (const std::size_t thread : {0U, 0U, 1U}) {
        Instruction made = alphabet[digit(number, alphabet.size())];
        made.value = static_cast<int>(test.threads[0].body.size() + thread) + 1;
        test.threads[thread].body.push_back(made);
    }
    return test;
}

Program random_test(std::uint64_t seed, Version version) {
    for (std::uint64_t again = 0;; ++again) {
        Program test = Drawing(seed + (again << 40U), version)();
        const auto orders = [](int writes) { return std::exp2(writes * (writes - 1) / 2); };
        if (targets::effort(effects(test), orders) <= 3000) return test;
    }
}

}  // namespace clmm::oracle::ptx
