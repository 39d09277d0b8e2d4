#include "program_edits.h"

#include <algorithm>
#include <iterator>

#include "clmm/generator/conditions.h"
#include "clmm/generator/orders.h"

namespace clmm::suites {

using generator::Kind;
using generator::MemoryOrder;
using generator::MemoryScope;
using generator::Program;
using generator::Statement;
using generator::Value;

std::string statement_text(const Statement& statement) {
    switch (statement.kind) {
        case Kind::load:
            return "load " + statement.location;
        case Kind::store:
            return "store " + statement.location;
        case Kind::modify:
            return std::string(generator::word_of(statement.modification)) + " " +
                   statement.location;
        case Kind::compare_exchange:
            return "compare-exchange " + statement.location;
        case Kind::fence:
            return "fence";
        case Kind::barrier:
            return "barrier";
        case Kind::compute:
            return "computation";
        case Kind::branch:
            break;
    }
    return "condition";
}

std::pair<Body*, std::size_t> find_statement(Body& body, std::size_t& number) {
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (number == 0) return {&body, i};
        --number;
        for (Body* inner : {&body[i].when_true, &body[i].when_false})
            if (const auto found = find_statement(*inner, number); found.first != nullptr)
                return found;
    }
    return {nullptr, 0};
}

void put_in_place(Body& body, std::size_t at, Body made) {
    body.erase(body.begin() + static_cast<std::ptrdiff_t>(at));
    body.insert(body.begin() + static_cast<std::ptrdiff_t>(at),
                std::make_move_iterator(made.begin()), std::make_move_iterator(made.end()));
}

namespace {

bool names(const Value& value, const std::string& reg) {
    if (value.kind == Value::Kind::reg) return value.reg == reg;
    return std::ranges::any_of(value.parts, [&](const Value& each) { return names(each, reg); });
}

}  // namespace

void forget(Body& body, const std::string& reg) {
    for (std::size_t i = 0; i < body.size(); ++i) {
        Statement& each = body[i];
        forget(each.when_true, reg);
        forget(each.when_false, reg);
        if (!names(each.value, reg)) continue;
        if (each.kind == Kind::branch) {
            Body inner = std::move(each.when_true);
            const std::size_t count = inner.size();
            put_in_place(body, i, std::move(inner));
            i += count;
            --i;
        } else {
            each.value = Value::number(generator::written_value(each.value));
        }
    }
}

void drop_conditions(Program& program, const std::string& location) {
    bool is_written = false;
    for (const auto& thread : program.threads)
        for_each_statement(thread.body, [&](const Statement& each) {
            is_written |= each.location == location && each.is_access() && each.kind != Kind::load;
        });
    if (is_written) return;
    for (auto& thread : program.threads) {
        std::vector<std::string> readers;
        for_each_statement(thread.body, [&](const Statement& each) {
            if (each.location == location && !each.result.empty()) readers.push_back(each.result);
        });
        for (const std::string& each : readers) forget(thread.body, each);
    }
}

void make_plain(Body& body, const std::string& location) {
    for (Statement& each : body) {
        if (each.location == location) {
            each.is_atomic = false;
            each.order = MemoryOrder::relaxed;
            each.scope = MemoryScope::all_devices;
        }
        make_plain(each.when_true, location);
        make_plain(each.when_false, location);
    }
}

std::vector<MemoryOrder> next_weaker(const std::vector<MemoryOrder>& known, MemoryOrder order) {
    std::vector<MemoryOrder> weaker;
    for (const MemoryOrder each : known)
        if (each != order && generator::is_no_stronger(each, order)) weaker.push_back(each);
    std::vector<MemoryOrder> strongest;
    for (const MemoryOrder each : weaker)
        if (std::ranges::none_of(weaker, [&](MemoryOrder other) {
                return other != each && generator::is_no_stronger(each, other);
            }))
            strongest.push_back(each);
    return strongest;
}

MemoryOrder part_order(const std::vector<MemoryOrder>& known, MemoryOrder order, Kind part) {
    const MemoryOrder wanted = generator::order_of_part(order, part);
    if (std::ranges::find(known, wanted) != known.end()) return wanted;
    const auto weaker = next_weaker(known, wanted);
    return weaker.empty() ? MemoryOrder::relaxed : weaker.front();
}

}  // namespace clmm::suites
