#pragma once

#include "unfold/unfolding.h"

namespace clmm::litmus {

/// A launch of the test's text, with a kernel-instance of its own.
[[nodiscard]] Launch launch_of(Unfolding& unfolding, const TestLaunch& from);

/// A number for a kernel-instance, above those of the test's threads.
[[nodiscard]] std::uint32_t new_instance(Unfolding& unfolding);

/// Runs the work-items of a kernel-instance.
void run_launch(Unfolding& unfolding, Launch launch);

/// The parameters of a function that a unit is to run with these arguments. Rejects (E-TYPE) other
/// numbers of them and other types.
void bind_arguments(Unfolding& unfolding, const syntax::Function& function,
                    const std::vector<Value>& arguments, UnitCode& code,
                    std::vector<Value>& converted, Span span);

/// The index of an object beyond those of the test. One that is new lacks its initial write, so
/// another unfolding is needed that has it from the start.
std::size_t wanted_object(Unfolding& unfolding, const WantedObject& wanted);

}  // namespace clmm::litmus
