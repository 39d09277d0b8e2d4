#include "output/problems.h"

#include <unistd.h>

#include <iostream>

#include "process/process.h"

namespace clmm::cli {

bool shows_colours(const std::ostream& err) {
    return &err == &std::cerr && is_terminal(STDERR_FILENO) && !wants_no_colour();
}

void show_problems(const Diagnostics& problems, std::ostream& err) {
    err << render(problems, shows_colours(err));
}

bool make_errors(Diagnostics& problems) {
    bool any = false;
    for (Diagnostic& each : problems) {
        if (each.severity != Severity::warning) continue;
        each.severity = Severity::error;
        any = true;
    }
    return any;
}

ExitCode rejected(const Diagnostics& problems, std::ostream& err) {
    show_problems(problems, err);
    return ExitCode::bad_input;
}

bool told(const Diagnostics& problems, std::ostream& err) {
    show_problems(problems, err);
    return false;
}

}  // namespace clmm::cli
