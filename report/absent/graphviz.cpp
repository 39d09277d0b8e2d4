// In place of src/graph/dot.cpp, in a build without Graphviz.
#include "clmm/base/features.h"
#include "clmm/report/graph.h"

namespace clmm::report {

Result<std::string> render(const Graph& /*graph*/, GraphFormat /*format*/,
                           const PictureStyle& /*style*/) {
    return Result<std::string>::failure(built_without(Feature::graphviz, "drawing executions"));
}

}  // namespace clmm::report
