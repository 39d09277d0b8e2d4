#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "clmm/litmus/event_structure.h"

namespace clmm::explorer {

/// Of the values that a test leaves open, those of which all the same only a few matter.
///
/// Idea     what a group function yields is a choice that a constraint equates with the function of
///          its arguments, where the call is made: that is the value, and elsewhere nobody asks. Of
///          a choice that is compared with other such choices alone, and for nothing but their
///          order, as many values are enough as there are choices.
/// Shape    by the choice's number; truth values are none of these.
class FreeChoices {
public:
    using TermId = litmus::TermId;
    /// The choice is `value` where none of `unless` holds.
    struct Definition {
        TermId choice;
        std::vector<TermId> unless;
        TermId value;
    };

    explicit FreeChoices(const litmus::EventStructure& structure);

    /// Empty where no constraint gives a value.
    [[nodiscard]] const std::vector<Definition>& definitions(std::uint64_t choice) const;
    template <class Visit>
    void for_each_definition(Visit&& visit) const {
        for (const auto& [choice, definitions] : definitions_)
            for (const Definition& each : definitions) visit(each);
    }
    /// The constraint says nothing but a definition.
    [[nodiscard]] bool defines(TermId constraint) const {
        return constraints_.contains(constraint);
    }
    [[nodiscard]] bool is_rank(std::uint64_t choice) const { return ranks_.contains(choice); }
    [[nodiscard]] std::size_t ranks() const { return ranks_.size(); }
    [[nodiscard]] bool has_definitions() const { return !constraints_.empty(); }

private:
    void define(TermId constraint);
    void find_ranks();
    [[nodiscard]] bool is_choice(TermId id) const;

    const litmus::EventStructure& structure_;
    std::map<std::uint64_t, std::vector<Definition>> definitions_;
    std::set<TermId> constraints_;
    std::set<std::uint64_t> ranks_;
};

}  // namespace clmm::explorer
