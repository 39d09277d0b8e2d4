#include "output/standard.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ostream>

namespace clmm::cli {

void keep_standard_places() {
    for (const int place : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(place, F_GETFD) != -1) continue;
        // The lowest free number is this one. What is printed must not seem to be written.
        const int mode = place == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        if (::open("/dev/null", mode) < 0) return;
    }
}

ExitCode flushed(ExitCode code, std::ostream& out, std::ostream& err) {
    errno = 0;
    out.flush();
    if (out.good()) return code;
    const int why = errno;
    err << "clmm: cannot write to the standard output";
    if (why != 0) err << ": " << std::strerror(why);
    err << "\n" << std::flush;
    return worst(code, ExitCode::bad_input);
}

void end_process(ExitCode code, std::ostream& out, std::ostream& err) {
    code = flushed(code, out, err);
    err.flush();
    std::_Exit(static_cast<int>(code));
}

}  // namespace clmm::cli
