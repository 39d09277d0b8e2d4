#include "compile/dialect_names.h"

#include <algorithm>
#include <array>

namespace clmm::model {
namespace {

struct DialectEntry {
    std::string_view name;
    std::string_view instead;
};

template <std::size_t n>
std::optional<std::string> instead_in(const std::array<DialectEntry, n>& entries,
                                      std::string_view name) {
    const auto* found = std::ranges::find(entries, name, &DialectEntry::name);
    if (found == entries.end()) return std::nullopt;
    return std::string(found->instead);
}

constexpr std::string_view kNotOneByOne =
    "sets are not taken apart; write a relation that holds of all elements at once";
constexpr std::string_view kNoTags = "tags are not supported; write the base set: ACQ, WG, …";
constexpr std::string_view kAllOrders = "leave it out: co has all orders of writes by itself";
constexpr std::string_view kSameInstruction =
    "accesses of one instruction are not related, but for rmw, from read to write";

constexpr std::array kDialectNames{
    DialectEntry{"fencerel", "fencerel(F) is po; [F]; po"},
    DialectEntry{"toid", "toid(A) is [A]"},
    DialectEntry{"fromto", "fromto(A) is po; [A]; po"},
    DialectEntry{"emptyset", "the empty set is {}"},
    DialectEntry{"emptyrel", "the empty relation is 0"},
    DialectEntry{"unv", "the relation of all events is _ * _"},
    DialectEntry{"ctrlcfence", "ctrlcfence(F) is ctrl; [F]; po"},
    DialectEntry{"ctrlisync",
                 "define it: let ctrlisync = ctrl; [F]; po, with the barrier's set for F"},
    DialectEntry{"ctrlisb", "define it: let ctrlisb = ctrl; [F]; po, with the barrier's set for F"},
    DialectEntry{"imply", "imply(r, s) is ~r | s"},
    DialectEntry{"nodetour", "nodetour(r, s, t) is r \\ (s; t)"},
    DialectEntry{"singlestep", "singlestep(r) is r \\ (r; r)"},
    DialectEntry{"udr", "udr(r) is domain(r) | range(r)"},
    DialectEntry{"same-loc", "the name is loc"},
    DialectEntry{"at-least-one-writer", "write W * M | M * W"},
    DialectEntry{"amo", "the name is rmw"},
    DialectEntry{"lxsx", "the name is rmw"},
    DialectEntry{"co0", kAllOrders},
    DialectEntry{"cobase", kAllOrders},
    DialectEntry{"generate_cos", kAllOrders},
    DialectEntry{"generate_orders", kAllOrders},
    DialectEntry{"linearisations", "choose a total order: with S from total_order(SET)"},
    DialectEntry{"cross", kNotOneByOne},
    DialectEntry{"map", kNotOneByOne},
    DialectEntry{"fold", kNotOneByOne},
    DialectEntry{"partition", kNotOneByOne},
    DialectEntry{"classes", kNotOneByOne},
    DialectEntry{"classes-loc", "loc relates the accesses of one location"},
    DialectEntry{"tag2scope", "the relations of scopes are ssg, swg, ski and sdv"},
    DialectEntry{"tag2level", "the relations of scopes are ssg, swg, ski and sdv"},
    DialectEntry{"tag2events", kNoTags},
    DialectEntry{"tag2instrs", kNoTags},
    DialectEntry{"tag2fence", kNoTags},
    DialectEntry{"tag2fenced", kNoTags},
    DialectEntry{"same-instance", kSameInstruction},
    DialectEntry{"same-instr", kSameInstruction},
    DialectEntry{"iico_data", kSameInstruction},
    DialectEntry{"iico_ctrl", kSameInstruction},
    DialectEntry{"FW", "there is no set of final writes: W \\ domain(co)"},
    DialectEntry{"CON", "no language here has consume loads; leave it out"},
    DialectEntry{"Exp", "all events are explicit ones; leave it out"},
};

constexpr std::array kDialectFiles{
    DialectEntry{"cos.cat", "leave it out: co and fr are there, with all orders of writes"},
    DialectEntry{"cross.cat", "leave it out: co and fr are there, with all orders of writes"},
    DialectEntry{"stdlib.cat", "leave it out; the names that are there: docs/cat.md"},
    DialectEntry{"filters.cat", "leave it out; the names that are there: docs/cat.md"},
    DialectEntry{"fences.cat", "leave it out; write po; [F]; po with the barrier's set for F"},
};

}  // namespace

std::optional<std::string> instead_of_name(std::string_view name) {
    return instead_in(kDialectNames, name);
}

std::optional<std::string> instead_of_file(std::string_view file) {
    return instead_in(kDialectFiles, file);
}

}  // namespace clmm::model
