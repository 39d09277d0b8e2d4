#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace clmm::litmus {

/// A set of events that a language of tests knows by name, beside those that every event structure
/// has (reads, writes, fences).
struct SetName {
    std::string_view name;         ///< as cat files write it
    std::string_view absent = {};  ///< of an event outside, in words: `is not atomic`; or none
};

/// A relation among events that a language of tests knows by name.
struct RelationName {
    std::string_view name;
    bool symmetric = false;
    bool of_units = false;  ///< whether a pair is in it follows from the units alone
};

/// What a language of tests adds to what models can speak of. Models resolve the names when they
/// are loaded; after that, sets and relations go by their numbers here.
///
/// Shape    no name twice; a name that several languages have is a set in all of them, or a
///          relation in all.
struct Vocabulary {
    std::vector<SetName> sets;
    std::vector<RelationName> relations;

    [[nodiscard]] std::optional<std::size_t> find_set(std::string_view name) const;
    [[nodiscard]] std::optional<std::size_t> find_relation(std::string_view name) const;
};

}  // namespace clmm::litmus
