#include "exec/profile.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <ostream>

#include "exec/values/argument.h"

namespace clmm::cli {

void show_profile(const ExecArguments& arguments, const Timeline& timeline, std::ostream& out) {
    if (arguments.profile) out << timeline_text(timeline.entries());
    if (arguments.trace_file.empty()) return;
    std::ofstream file(arguments.trace_file, std::ios::binary);
    file << timeline_trace(timeline.entries());
    file.close();
    if (!file)
        reject(nullptr, {}, "E-FILE",
               "'" + arguments.trace_file + "' cannot be written: " + std::strerror(errno));
}

}  // namespace clmm::cli
