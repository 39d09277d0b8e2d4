#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "exit_code.h"

namespace CLI {
class App;
}

namespace clmm::cli {

/// The command line of `clmm devices`.
struct DevicesArguments {
    std::vector<std::string> selectors;  ///< empty: all that there are
    bool json = false;
};

void declare_devices_options(CLI::App& command, DevicesArguments& arguments);

/// Lists devices and what each claims. What cannot be listed is a note on `err`; a device that is
/// named and not there is an error.
[[nodiscard]] ExitCode run_devices(const DevicesArguments& arguments, std::ostream& out,
                                   std::ostream& err);

}  // namespace clmm::cli
