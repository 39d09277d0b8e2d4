#pragma once

#include <iosfwd>

#include "exit_code.h"

namespace clmm::cli {

/// Sees to it that no file that is opened later becomes the standard output, input or error output
/// of a process that was started without one; what is written there fails then.
void keep_standard_places();

/// Flushes what was printed. Where not all of it could be written, says so on `err`: the code is
/// then that of bad input, unless `code` is worse.
[[nodiscard]] ExitCode flushed(ExitCode code, std::ostream& out, std::ostream& err);

/// Ends the process at once, whatever its threads do, with all that was printed.
[[noreturn]] void end_process(ExitCode code, std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
