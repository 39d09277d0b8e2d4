#include "clmm/suites/weakenings.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "clmm/generator/conditions.h"
#include "clmm/generator/orders.h"
#include "program_edits.h"

namespace clmm::suites {
namespace {

using generator::Kind;
using generator::MemoryOrder;
using generator::MemoryScope;
using generator::Program;
using generator::Statement;
using generator::Value;

constexpr const char* kArrow = " → ";

class Steps {
public:
    Steps(const Program& program, const generator::Space& space)
        : program_(program), space_(space) {}

    std::vector<Weakening> operator()() {
        for (const auto step : {&Steps::weaker_orders, &Steps::narrower_scopes, &Steps::fewer_flags,
                                &Steps::simpler, &Steps::less})
            for (std::size_t i = 0; i < program_.threads.size(); ++i) {
                std::size_t number = 0;
                for_each_statement(program_.threads[i].body, [&](const Statement& each) {
                    (this->*step)(each, i, number);
                    ++number;
                });
            }
        plain_locations();
        places();
        return std::move(made_);
    }

private:
    using Edit = std::function<void(Body& body, std::size_t at)>;

    [[nodiscard]] static std::string in_thread(std::size_t thread, const Statement& each) {
        return "P" + std::to_string(thread) + ": " + statement_text(each);
    }

    void edit(std::size_t thread, std::size_t number, std::string what, const Edit& change,
              std::vector<Weakening::Write> lost = {}) {
        Program made = program_;
        const auto [body, at] = find_statement(made.threads[thread].body, number);
        change(*body, at);
        keep(std::move(made), std::move(what), std::move(lost));
    }

    /// Drops what is empty, and says where the rest of the state is.
    void keep(Program made, std::string what, std::vector<Weakening::Write> lost) {
        std::vector<std::uint32_t> numbers;
        std::erase_if(made.threads, [&](const generator::Thread& each) {
            bool has_access = false;
            for_each_statement(each.body,
                               [&](const Statement& of) { has_access |= of.is_access(); });
            if (has_access) numbers.push_back(each.number);
            return !has_access;
        });
        if (made.threads.empty()) return;
        std::set<std::string> used;
        for (std::size_t i = 0; i < made.threads.size(); ++i) {
            made.threads[i].number = static_cast<std::uint32_t>(i);
            for_each_statement(made.threads[i].body,
                               [&](const Statement& each) { used.insert(each.location); });
        }
        std::erase_if(made.locations, [&](const auto& each) { return !used.contains(each.name); });
        Weakening weakening{std::move(made), std::move(what), {}, std::move(lost)};
        const auto whole = generator::observed(program_);
        for (const generator::Observed& each : generator::observed(weakening.program)) {
            const int thread =
                each.thread < 0 ? -1
                                : static_cast<int>(numbers[static_cast<std::size_t>(each.thread)]);
            const auto at = std::ranges::find_if(whole, [&](const generator::Observed& of) {
                return of.thread == thread && of.name == each.name;
            });
            weakening.from.push_back(static_cast<std::size_t>(at - whole.begin()));
        }
        made_.push_back(std::move(weakening));
    }

    [[nodiscard]] const std::vector<MemoryOrder>& orders_of(Kind kind) const {
        if (kind == Kind::load) return space_.load_orders;
        if (kind == Kind::store) return space_.store_orders;
        return kind == Kind::fence ? space_.fence_orders : space_.modify_orders;
    }

    void weaker_orders(const Statement& each, std::size_t thread, std::size_t number) {
        const bool has_order = (each.is_access() && each.is_atomic) || each.kind == Kind::fence;
        if (!has_order) return;
        const auto what = [&](const char* which, MemoryOrder from, MemoryOrder to) {
            return in_thread(thread, each) + which + std::string(generator::word_of(from)) +
                   kArrow + std::string(generator::word_of(to));
        };
        for (const MemoryOrder order : next_weaker(orders_of(each.kind), each.order))
            edit(thread, number, what(" ", each.order, order), [&](Body& body, std::size_t at) {
                body[at].order = order;
                if (!generator::is_no_stronger(each.failure, order))
                    body[at].failure = part_order(space_.load_orders, order, Kind::load);
            });
        if (each.kind != Kind::compare_exchange) return;
        for (const MemoryOrder order : next_weaker(space_.load_orders, each.failure))
            edit(thread, number, what(" failing ", each.failure, order),
                 [&](Body& body, std::size_t at) { body[at].failure = order; });
    }

    void narrower_scopes(const Statement& each, std::size_t thread, std::size_t number) {
        const bool has_scope = program_.dialect == generator::Dialect::opencl &&
                               ((each.is_access() && each.is_atomic) || each.kind == Kind::fence ||
                                each.kind == Kind::barrier);
        if (!has_scope) return;
        const auto at = std::ranges::find(space_.scopes, each.scope);
        if (at == space_.scopes.begin() || at == space_.scopes.end()) return;
        const MemoryScope narrower = *std::prev(at);
        if (each.kind == Kind::barrier && narrower < MemoryScope::work_group) return;
        const std::string what = " " + std::string(generator::word_of(each.scope)) + kArrow +
                                 std::string(generator::word_of(narrower));
        if (each.kind == Kind::barrier)
            return all_barriers(
                thread, what, [&](Body& body, std::size_t place) { body[place].scope = narrower; });
        edit(thread, number, in_thread(thread, each) + what,
             [&](Body& body, std::size_t place) { body[place].scope = narrower; });
    }

    void fewer_flags(const Statement& each, std::size_t thread, std::size_t number) {
        if (!each.flags.global || !each.flags.local) return;
        for (const bool global : {false, true}) {
            const std::string what =
                std::string(" without the flag of ") + (global ? "local" : "global") + " memory";
            const Edit change = [&](Body& body, std::size_t at) {
                body[at].flags.global = global;
                body[at].flags.local = !global;
            };
            if (each.kind == Kind::barrier)
                all_barriers(thread, what, change);
            else
                edit(thread, number, in_thread(thread, each) + what, change);
        }
    }

    /// A barrier is one call of each thread; it is changed for its first.
    void all_barriers(std::size_t thread, const std::string& what, const Edit& change) {
        Program made = program_;
        for (std::size_t i = 0; i < made.threads.size(); ++i) {
            std::size_t count = 0;
            std::vector<std::size_t> at;
            for_each_statement(made.threads[i].body, [&](const Statement& each) {
                if (each.kind == Kind::barrier) at.push_back(count);
                ++count;
            });
            if (!at.empty() && i < thread) return;
            std::ranges::reverse(at);
            for (std::size_t number : at) {
                const auto [body, place] = find_statement(made.threads[i].body, number);
                change(*body, place);
            }
        }
        keep(std::move(made), "barrier" + what, {});
    }

    /// Dependencies, and read-modify-writes as less.
    void simpler(const Statement& each, std::size_t thread, std::size_t number) {
        if (each.kind == Kind::branch)
            edit(thread, number, "P" + std::to_string(thread) + ": no condition",
                 [](Body& body, std::size_t at) {
                     put_in_place(body, at, std::move(body[at].when_true));
                 });
        else if (each.is_access() && each.value.kind == Value::Kind::binary)
            edit(thread, number, in_thread(thread, each) + " without its dependency",
                 [](Body& body, std::size_t at) {
                     body[at].value = Value::number(generator::written_value(body[at].value));
                 });
        if (each.kind == Kind::modify || each.kind == Kind::compare_exchange)
            in_parts(each, thread, number);
    }

    void in_parts(const Statement& each, std::size_t thread, std::size_t number) {
        Statement load = each;
        load.kind = Kind::load;
        load.order = part_order(space_.load_orders, each.order, Kind::load);
        load.value = {};
        Statement store = each;
        store.kind = Kind::store;
        store.order = part_order(space_.store_orders, each.order, Kind::store);
        store.result.clear();
        const bool is_exchange = each.modification == generator::Modification::exchange;
        const std::string of = in_thread(thread, each);
        if (is_exchange || !each.result.empty())
            edit(thread, number, of + " as a load and a store", [&](Body& body, std::size_t at) {
                put_in_place(body, at, {load, store_after(store, each)});
            });
        if (!each.result.empty())
            edit(thread, number, of + kArrow + "load",
                 [&](Body& body, std::size_t at) { body[at] = load; }, {lost_of(each)});
        if (is_exchange) without_result(each, thread, number, of + kArrow + "store", {store}, {});
    }

    /// What a read-modify-write writes once its load is done.
    [[nodiscard]] static Statement store_after(Statement store, const Statement& whole) {
        using generator::Operator;
        const auto with_old = [&](Operator op, Value other) {
            return Value{.kind = Value::Kind::binary,
                         .op = op,
                         .parts = {Value::of_register(whole.result), std::move(other)}};
        };
        if (whole.kind == Kind::compare_exchange)
            return {.kind = Kind::branch,
                    .value = with_old(Operator::equal, Value::number(0)),
                    .when_true = {std::move(store)}};
        if (!is_adding(whole)) return store;
        const Operator op = whole.modification == generator::Modification::add ? Operator::add
                            : whole.modification == generator::Modification::bit_or
                                ? Operator::bit_or
                                : Operator::bit_xor;
        store.value = with_old(op, whole.value);
        return store;
    }

    [[nodiscard]] static Weakening::Write lost_of(const Statement& each) {
        return {each.location, generator::written_value(each.value), is_adding(each)};
    }

    /// Nothing is left that depends on the result.
    void without_result(const Statement& each, std::size_t thread, std::size_t number,
                        std::string what, const Body& rest, std::vector<Weakening::Write> lost) {
        Program made = program_;
        const auto [body, at] = find_statement(made.threads[thread].body, number);
        put_in_place(*body, at, rest);
        if (!each.result.empty()) forget(made.threads[thread].body, each.result);
        for (const Weakening::Write& write : lost) drop_conditions(made, write.location);
        keep(std::move(made), std::move(what), std::move(lost));
    }

    void less(const Statement& each, std::size_t thread, std::size_t number) {
        const std::string what = in_thread(thread, each) + " left out";
        if (each.kind == Kind::barrier) {
            all_barriers(thread, " left out",
                         [](Body& body, std::size_t at) { put_in_place(body, at, {}); });
        } else if (each.kind == Kind::fence) {
            edit(thread, number, what,
                 [](Body& body, std::size_t at) { put_in_place(body, at, {}); });
        } else if (each.is_access()) {
            std::vector<Weakening::Write> lost;
            if (each.kind != Kind::load) lost.push_back(lost_of(each));
            without_result(each, thread, number, what, {}, lost);
        }
    }

    void plain_locations() {
        if (!space_.plain) return;
        for (std::size_t i = 0; i < program_.locations.size(); ++i) {
            const std::string& name = program_.locations[i].name;
            bool may_be_plain = program_.locations[i].is_atomic;
            for (const auto& thread : program_.threads)
                for_each_statement(thread.body, [&](const Statement& each) {
                    if (each.location == name && each.kind > Kind::store) may_be_plain = false;
                });
            if (!may_be_plain) continue;
            Program made = program_;
            made.locations[i].is_atomic = false;
            for (auto& thread : made.threads) make_plain(thread.body, name);
            keep(std::move(made), name + " is not atomic", {});
        }
    }

    void places() {
        if (!space_.places) return;
        std::uint32_t group = 0;
        std::uint32_t device = 0;
        for (const auto& each : program_.threads) {
            group = std::max(group, each.place.work_group + 1);
            device = std::max(device, each.place.device + 1);
        }
        for (std::size_t i = 0; i < program_.threads.size(); ++i) {
            leave_group(i, group);
            leave_device(i, device);
        }
    }

    [[nodiscard]] bool shares_group(std::size_t thread) const {
        return std::ranges::count(program_.threads, program_.threads[thread].place,
                                  &generator::Thread::place) > 1;
    }

    void leave_group(std::size_t thread, std::uint32_t group) {
        if (!shares_group(thread)) return;
        bool is_bound = false;
        for_each_statement(program_.threads[thread].body, [&](const Statement& each) {
            is_bound |= each.kind == Kind::barrier;
            for (const generator::Location& of : program_.locations)
                is_bound |= of.is_local && of.name == each.location;
        });
        if (is_bound) return;
        Program made = program_;
        made.threads[thread].place.work_group = group;
        keep(std::move(made), "P" + std::to_string(thread) + " in a work-group of its own", {});
    }

    /// The work-group of a thread that is its first.
    void leave_device(std::size_t thread, std::uint32_t device) {
        const generator::Placement place = program_.threads[thread].place;
        bool is_shared = false;
        for (std::size_t i = 0; i < program_.threads.size(); ++i) {
            if (program_.threads[i].place == place && i < thread) return;
            is_shared |= program_.threads[i].place.device == place.device &&
                         program_.threads[i].place.work_group != place.work_group;
        }
        if (!is_shared) return;
        Program made = program_;
        for (auto& each : made.threads)
            if (each.place == place) each.place.device = device;
        keep(std::move(made),
             "the work-group of P" + std::to_string(thread) + " on a device of its own", {});
    }

    const Program& program_;
    const generator::Space& space_;
    std::vector<Weakening> made_;
};

}  // namespace

std::vector<Weakening> weakenings(const Program& program, const generator::Space& space) {
    return Steps(program, space)();
}

}  // namespace clmm::suites
