#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "clmm/enumerator/check.h"
#include "clmm/report/graph.h"

namespace clmm::report {

using Json = nlohmann::ordered_json;

/// Equal JSON values once, by number.
class JsonPool {
public:
    std::size_t add(Json value);
    [[nodiscard]] const Json& values() const { return values_; }

private:
    std::map<std::string, std::size_t> known_;
    Json values_ = Json::array();
};

/// The executions of one page as pictures with their places and routes. Executions of one test
/// are much alike: nodes, edges and frames are stored once and named by number.
///
/// Shape    nodes   [event, label, note, kind, x, y, width, height, line], kind `global`, `local`,
///                  `both`, `initial` or empty, line 0 where the text shows none; x and y of the
///                  middle
///          edges   [from, to, [relations], bold, undirected, [eight numbers of a cubic curve],
///                  [x, y of the label]]
///          frames  {heads: [[name, x, y]], boxes: [[label, x, y, width, height]]}
///          a picture {nodes, edges, frame} holds numbers of these.
/// Units    pixels, y downwards.
class Pictures {
public:
    Pictures(const enumerator::CheckResult& result, SourcePtr source)
        : result_(result), source_(std::move(source)) {}

    /// A picture of an execution of the result's events under a model.
    [[nodiscard]] Json picture(const model::MemoryModel& model, const model::Execution& execution,
                               const std::vector<Highlight>& highlights);
    /// … of another result's events, of the same test.
    [[nodiscard]] Json picture(const enumerator::CheckResult& of, const model::MemoryModel& model,
                               const model::Execution& execution,
                               const std::vector<Highlight>& highlights);

    /// The line of a span in the text that the page shows; 0 where it is in none.
    [[nodiscard]] std::uint32_t line_of(const enumerator::CheckResult& of, Span span) const;

    [[nodiscard]] Json pools() const;

private:
    [[nodiscard]] Json node(const enumerator::CheckResult& of, const GraphNode& node, double x,
                            double y) const;

    const enumerator::CheckResult& result_;
    SourcePtr source_;
    JsonPool nodes_, edges_, frames_;
};

/// Relations of the model that a page can show: those with a style of their own, and those that
/// the model names in `show`.
[[nodiscard]] std::vector<std::string> shown_relations(const model::MemoryModel& model);

}  // namespace clmm::report
