#pragma once

#include <iosfwd>

#include "clmm/base/diagnostic.h"
#include "exit_code.h"

/// What is wrong with an input, as all commands show it.
namespace clmm::cli {

/// Whether what is written there is seen on a terminal that shows colours, and nobody wants none.
[[nodiscard]] bool shows_colours(const std::ostream& err);

/// Diagnostics, with colours where shows_colours().
void show_problems(const Diagnostics& problems, std::ostream& err);

/// Makes errors of warnings, for --werror. Whether there was one.
bool make_errors(Diagnostics& problems);

/// … of an input that cannot be used: always bad_input.
[[nodiscard]] ExitCode rejected(const Diagnostics& problems, std::ostream& err);
/// … where there is no code yet: always false.
[[nodiscard]] bool told(const Diagnostics& problems, std::ostream& err);

}  // namespace clmm::cli
