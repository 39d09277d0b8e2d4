#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "clmm/generator/program.h"

/// What weakens a program statement by statement.
namespace clmm::suites {

using Body = std::vector<generator::Statement>;

/// `load x`, `fence`
[[nodiscard]] std::string statement_text(const generator::Statement& statement);

/// Those in branches after the branch.
template <class F>
void for_each_statement(const Body& body, F&& f) {
    for (const generator::Statement& each : body) {
        f(each);
        for_each_statement(each.when_true, f);
        for_each_statement(each.when_false, f);
    }
}

/// Of a read-modify-write: what it writes has what was there in it.
[[nodiscard]] inline bool is_adding(const generator::Statement& each) {
    return each.kind == generator::Kind::modify &&
           each.modification != generator::Modification::exchange;
}

/// The body that has the statement with this number, counted as for_each_statement goes, and its
/// place there.
/// `number` counts down to it; null where there are not so many.
[[nodiscard]] std::pair<Body*, std::size_t> find_statement(Body& body, std::size_t& number);
/// Others in place of one statement.
void put_in_place(Body& body, std::size_t at, Body made);

/// Nothing depends on this register any more.
void forget(Body& body, const std::string& reg);
/// What depends on reading something where nothing is written any more is done anyway.
void drop_conditions(generator::Program& program, const std::string& location);
/// Accesses of a location that is not atomic any more.
void make_plain(Body& body, const std::string& location);

/// Of the known orders those that are weaker, and of them the strongest.
[[nodiscard]] std::vector<generator::MemoryOrder> next_weaker(
    const std::vector<generator::MemoryOrder>& known, generator::MemoryOrder order);
/// What a part of a read-modify-write has, of the known orders.
[[nodiscard]] generator::MemoryOrder part_order(const std::vector<generator::MemoryOrder>& known,
                                                generator::MemoryOrder order, generator::Kind part);

}  // namespace clmm::suites
