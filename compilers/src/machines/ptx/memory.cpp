#include <array>

#include "machines/ptx/execution.h"

/// Accesses, fences and barriers.
namespace clmm::compilers::nvidia {

void Execution::local() {
    for (const Piece& each : line_.operands) {
        const std::size_t space = each.text.find_last_of(" \t");
        std::string name = space == std::string::npos ? each.text : each.text.substr(space + 1);
        name = name.substr(0, name.find('['));
        machine_.set("&" + name, machine_.world().own(name));
    }
}

bool Execution::fence() {
    if (words_[0] == "membar") {
        if (words_.size() != 2) return false;
        const std::string_view scope = words_[1];
        if (!is_one_of(scope, {"cta", "gl", "sys"})) return false;
        machine_.fence("membar." + std::string(scope), line_.span);
        return true;
    }
    if (words_[0] == "fence") {
        const bool is_known = words_.size() == 3 && is_one_of(words_[1], {"sc", "acq_rel"}) &&
                              is_one_of(words_[2], {"cta", "gpu", "sys"});
        if (!is_known) return false;
        machine_.fence(line_.name, line_.span);
        return true;
    }
    return barrier();
}

bool Execution::barrier() {
    if (!is_one_of(line_.name, {"bar.sync", "bar.cta.sync", "barrier.sync", "barrier.cta.sync",
                                "barrier.sync.aligned", "barrier.cta.sync.aligned"}))
        return false;
    if (line_.operands.size() != 1 || operand(0).text != "0")
        refuse("only barrier 0 of all threads is known", line_.span);
    machine_.fence("bar.cta.sync $B", line_.span);
    return true;
}

namespace {

/// What says how caches are used: "The use of a cache operator on an ld or st instruction does not
/// change the memory consistency behavior of the program." [PTX ISA: Cache Operators; Cache
/// Eviction Priority Hints]
bool is_hint(std::string_view word) {
    return is_one_of(word, {"ca", "cg", "cs", "lu", "cv", "wb", "wt"}) ||
           is_one_of(word, {"l1::evict_normal", "l1::evict_unchanged", "l1::evict_first",
                            "l1::evict_last", "l1::no_allocate"}) ||
           is_one_of(word, {"l2::evict_normal", "l2::evict_first", "l2::evict_last", "l2::64b",
                            "l2::128b", "l2::256b"});
}

}  // namespace

std::string Execution::order_of_access() const {
    std::string order;
    for (std::size_t i = 1; i + 1 < words_.size(); ++i) {
        if (space_of(words_[i]) || is_one_of(words_[i], {"param", "v2", "v4"})) continue;
        if (is_hint(words_[i])) continue;
        if (!is_one_of(words_[i], {"weak", "relaxed", "acquire", "release", "volatile", "cta",
                                   "gpu", "sys", "cluster"}))
            unknown_instruction(line_);
        order += "." + std::string(words_[i]);
    }
    return order.empty() ? ".weak" : order;
}

bool Execution::access() {
    if (words_[0] != "ld" && words_[0] != "st") return false;
    const bool loads = words_[0] == "ld";
    const std::string order = order_of_access();
    const unsigned bits = width();
    if (has("param")) {
        if (loads)
            write(0, parameter());
        else
            machine_.set(parameter_name(operand(0)), value(1, bits));
        return true;
    }
    const bool is_plain = order == ".weak";
    const std::string code = loads ? "ld" + order + " $D, $A" : "st" + order + " $A, $V";
    // The elements of a vector are accessed each by itself, in no order.
    const auto pieces = elements(operand(loads ? 0 : 1), has("v2") ? 2 : has("v4") ? 4 : 1);
    TermId where = place(loads ? 1 : 0);
    std::vector<TermId> loaded;
    for (const Piece& each : pieces) {
        if (loads)
            loaded.push_back(machine_.load(where, bits, code, line_.span, is_plain));
        else
            machine_.store(where, value(each, bits), code, line_.span, is_plain);
        where = terms_.binary(Op::add, where, terms_.constant(bits / 8));
    }
    for (std::size_t i = 0; i < loaded.size(); ++i) write(pieces[i], loaded[i]);
    return true;
}

bool Execution::atomic() {
    if (words_[0] != "atom" && words_[0] != "red") return false;
    std::string order;
    std::string_view operation;
    for (std::size_t i = 1; i + 1 < words_.size(); ++i) {
        if (space_of(words_[i])) continue;
        if (is_one_of(words_[i], {"relaxed", "acquire", "release", "acq_rel", "cta", "gpu", "sys"}))
            order += "." + std::string(words_[i]);
        else if (operation.empty() &&
                 is_one_of(words_[i], {"add", "and", "or", "xor", "exch", "min", "max", "cas"}))
            operation = words_[i];
        else
            return false;
    }
    const bool is_minimum = operation == "min" || operation == "max";
    if (operation.empty() || (is_minimum && words_.back() == "u32")) return false;
    const bool reduces = words_[0] == "red";
    const std::size_t first = reduces ? 0 : 1;
    const TermId where = place(first);
    if (machine_.is_private(where)) return false;
    const std::string name = std::string(words_[0]) + order + "." + std::string(operation);
    if (operation == "cas") {
        const TermId expected = value(2, width());
        write(0, machine_.compare_exchange(where, expected, value(3, width()),
                                           name + " $D, $A, $E, $V", line_.span));
        return true;
    }
    const TermId by = value(first + 1, width());
    const TermId old = machine_.exchange(where, by, !reduces,
                                         name + (reduces ? " $A, $V" : " $D, $A, $V"), line_.span);
    if (!reduces) write(0, old);
    return true;
}

}  // namespace clmm::compilers::nvidia
