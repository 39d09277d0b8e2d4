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
/// Shape    nodes   [event, label, note, kind, x, y, width, height, line, second label], kind
/// `global`, `local`,
///                  `both`, `initial` or empty, line 0 where the text shows none; x and y of the
///                  middle
///          edges   [from, to, [relations], [bold ones], undirected, [eight numbers of a cubic
///          curve],
///                  [x, y of the label]]
///          frames  {heads: [[name, x, y]], boxes: [[label, x, y, width, height]]}
///          executions  {nodes, edges, frame: numbers of these, bold: events, steps: the bold pairs
///          in words}
/// Units    pixels, y downwards.
class Pictures {
public:
    /// `test` names the source that spans are of, `page` is the text that the page shows.
    Pictures(const litmus::LitmusTest& test, SourcePtr page)
        : test_(test), page_(std::move(page)) {}

    /// The number of the picture of an execution, with some pairs bold.
    std::size_t add(const litmus::EventStructure& structure, const model::MemoryModel& model,
                    const model::Execution& execution, const std::vector<Highlight>& bold);

    /// The line of a span in the text that the page shows; 0 where it is in none.
    [[nodiscard]] std::uint32_t line_of(Span span) const;

    /// All there is, by the names above.
    [[nodiscard]] Json to_json() const;

private:
    [[nodiscard]] Json node(const litmus::EventStructure& structure, const GraphNode& node,
                            double x, double y) const;

    const litmus::LitmusTest& test_;
    SourcePtr page_;
    JsonPool nodes_, edges_, frames_;
    Json executions_ = Json::array();
};

/// Relations of the model that a page can show: those with a style of their own, and those that
/// the model names in `show`.
[[nodiscard]] std::vector<std::string> shown_relations(const model::MemoryModel& model);

}  // namespace clmm::report
