#include "exec/profile.h"

#include <ostream>

#include "exec/sandboxed.h"

namespace clmm::cli {

void show_profile(const ExecArguments& arguments, const Timeline& timeline, std::ostream& out) {
    if (arguments.profile) out << timeline_text(timeline.entries());
    if (arguments.trace_file.empty()) return;
    write_result(arguments.side, arguments.trace_file, timeline_trace(timeline.entries()));
}

}  // namespace clmm::cli
