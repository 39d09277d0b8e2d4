#include "clmm/lowering/mapping.h"

namespace clmm::lowering {
namespace {

bool same(const Table& a, const Table& b) { return a.of == b.of && a.words == b.words; }

/// What two mappings say in different ways, so that their code does not fit together; else empty.
std::string difference(const Mapping& a, const Mapping& b) {
    if (a.source_dialect != b.source_dialect) return "are from different languages";
    if (a.target != b.target) return "are to different targets";
    if (a.registers != b.registers || a.reg != b.reg) return "have different registers";
    if (a.has_address_registers != b.has_address_registers ||
        a.address_register != b.address_register)
        return "have different addresses";
    if (a.immediate != b.immediate) return "write numbers differently";
    if (a.thread != b.thread) return "have different heads of threads";
    for (const auto& [name, table] : b.tables)
        if (const auto own = a.tables.find(name);
            own != a.tables.end() && !same(own->second, table))
            return "have different tables '" + name + "'";
    return {};
}

}  // namespace

Result<Mapping> linked(const Mapping& mapping, const Mapping& other) {
    if (const std::string why = difference(mapping, other); !why.empty())
        return Result<Mapping>::failure(
            {Severity::error, "E-MAPPING", "'" + mapping.name + "' and '" + other.name + "' " + why,
             "code of one is not linked with code of the other", nullptr, Span{}});
    Mapping made = mapping;
    made.name += " with " + other.name;
    made.linked_from = made.rules.size();
    made.rules.insert(made.rules.end(), other.rules.begin(), other.rules.end());
    made.tables.insert(other.tables.begin(), other.tables.end());
    made.target_variants.insert(other.target_variants.begin(), other.target_variants.end());
    return made;
}

}  // namespace clmm::lowering
