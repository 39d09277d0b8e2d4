#include "lower/ways.h"

namespace clmm::lowering {
namespace {

using generator::Statement;

std::vector<Way> extended(const std::vector<Way>& ways, const std::vector<Way>& ends) {
    std::vector<Way> made;
    for (const Way& way : ways)
        for (const Way& end : ends) {
            made.push_back(way);
            made.back().insert(made.back().end(), end.begin(), end.end());
        }
    return made;
}

}  // namespace

std::vector<Way> ways_through(const std::vector<Statement>& body) {
    std::vector<Way> ways{{}};
    for (const Statement& each : body) {
        if (each.kind != generator::Kind::branch) {
            for (Way& way : ways) way.push_back({&each, false});
            continue;
        }
        std::vector<Way> ends;
        for (const bool is_taken : {true, false})
            for (Way way : ways_through(is_taken ? each.when_true : each.when_false)) {
                way.insert(way.begin(), Step{&each, is_taken});
                ends.push_back(std::move(way));
            }
        ways = extended(ways, ends);
    }
    return ways;
}

}  // namespace clmm::lowering
