#pragma once

#include <iosfwd>
#include <vector>

#include "clmm/hardware/tuning_search.h"
#include "run/session.h"

namespace clmm::cli {

/// Searches, for each device, the tuning that shows most weak outcomes of the inputs: of a test
/// whose condition's state is allowed that state, of one where it is forbidden the states of its
/// mutants. The devices get what is found, and the file of --tune too.
/// Errors   exit code bad_input where no input has an outcome to look for; unknown where no tuning
///          showed one.
[[nodiscard]] ExitCode tune(const RunArguments& arguments, RunSession& session,
                            std::vector<OpenDevice>& devices, const RunContext& context,
                            const std::vector<Input>& inputs, std::ostream& err);

}  // namespace clmm::cli
