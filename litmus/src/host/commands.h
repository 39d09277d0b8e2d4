#pragma once

#include "unfold/unfolding.h"

namespace clmm::litmus {

/// Runs what units have left to be run: the kernels that the test launches, commands with the
/// kernels that those enqueue, callbacks; then their links.
///
/// Shape    a command has a unit of its own with its start, what it does itself and, of a kernel,
///          its end; its completion is another unit, as is the end of a work-group that a child
///          waits for. Work-items are units of their own between the two.
void run_commands(Unfolding& unfolding);

/// What the status of each user event has turned out to be; false where that is what this
/// unfolding took it to be.
[[nodiscard]] bool learn_user_status(Unfolding& unfolding,
                                     std::map<UserEventKey, UserStatus>& known);

/// Relates the events of commands (Link).
void link_commands(Unfolding& unfolding);

/// An action of the API at a place of its own, outside the text that units run.
EventId add_api_event(Unfolding& unfolding, UnitId unit, Tags tags, const std::string& label,
                      TermId guard, Span span);
[[nodiscard]] UnitId add_unit(Unfolding& unfolding, UnitKind kind, std::string name,
                              std::uint32_t device);

/// When a command completes.
[[nodiscard]] TermId completes(Unfolding& unfolding, const Command& command);

/// Says of commands whose units may stay somewhere for ever when they end.
void end_commands(Unfolding& unfolding);

/// Whether units of commands may stay somewhere, which was not known.
[[nodiscard]] bool learn_commands_that_stay(const Unfolding& unfolding, bool& known);

}  // namespace clmm::litmus
