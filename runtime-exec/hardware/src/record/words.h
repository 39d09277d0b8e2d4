#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "clmm/hardware/record.h"

/// The words that databases and JSON have for what a record says.
namespace clmm::hardware {

inline constexpr std::array kStatuses{RunStatus::finished, RunStatus::skipped,
                                      RunStatus::unsupported, RunStatus::failed,
                                      RunStatus::interrupted};
inline constexpr std::array kVerdicts{RunVerdict::consistent, RunVerdict::forbidden,
                                      RunVerdict::undefined, RunVerdict::unknown};
inline constexpr std::array kStateVerdicts{StateVerdict::allowed_seen, StateVerdict::allowed_unseen,
                                           StateVerdict::forbidden, StateVerdict::undecided,
                                           StateVerdict::filtered};
inline constexpr std::array kBackends{Backend::host, Backend::opencl, Backend::cuda,
                                      Backend::host_x86};

/// The member of a list that is written so.
template <class List>
std::optional<typename List::value_type> parse_word(const List& list, std::string_view word) {
    for (const auto each : list)
        if (to_string(each) == word) return each;
    return std::nullopt;
}

[[nodiscard]] std::string_view quantifier_word(std::optional<litmus::Quantifier> quantifier);
[[nodiscard]] std::optional<litmus::Quantifier> parse_quantifier(std::string_view word);

}  // namespace clmm::hardware
