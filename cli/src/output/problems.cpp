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

ExitCode rejected(const Diagnostics& problems, std::ostream& err) {
    show_problems(problems, err);
    return ExitCode::bad_input;
}

bool told(const Diagnostics& problems, std::ostream& err) {
    show_problems(problems, err);
    return false;
}

}  // namespace clmm::cli
