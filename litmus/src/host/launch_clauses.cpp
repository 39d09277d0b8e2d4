#include "host/launch_clauses.h"

#include <algorithm>

#include "read/constant.h"
#include "read/diagnose.h"

namespace clmm::litmus {
namespace {

constexpr std::uint64_t kMostItems = 4096;

std::uint64_t constant_argument(const syntax::Expression& argument) {
    const auto value = constant_value(argument);
    if (!value || *value < 0)
        reject("E-NDRANGE", "sizes of an NDRange are constants", argument.span);
    return static_cast<std::uint64_t>(*value);
}

Index index_of(const syntax::Call& call, std::uint64_t missing, unsigned& dimensions, Span span) {
    if (call.arguments.empty() || call.arguments.size() > 3)
        reject("E-NDRANGE", "an NDRange has 1 to 3 dimensions", span);
    Index index{missing, missing, missing};
    for (std::size_t d = 0; d < call.arguments.size(); ++d)
        index[d] = constant_argument(*call.arguments[d]);
    dimensions = std::max(dimensions, static_cast<unsigned>(call.arguments.size()));
    return index;
}

std::uint64_t single(const syntax::Call& call, Span span) {
    if (call.arguments.size() != 1)
        reject("E-NDRANGE", "'" + call.function + "' takes one number", span);
    return constant_argument(*call.arguments[0]);
}

}  // namespace

LaunchClauses read_clauses(const std::vector<const syntax::Expression*>& clauses, Span launch) {
    LaunchClauses out;
    out.range.local = {0, 1, 1};
    bool has_size = false;
    for (const syntax::Expression* clause : clauses) {
        const auto* call = std::get_if<syntax::Call>(&clause->node);
        const std::string name = call != nullptr ? call->function : std::string();
        if (name == "global_size") {
            out.range.global = index_of(*call, 1, out.range.dimensions, clause->span);
            has_size = true;
        } else if (name == "local_size") {
            out.range.local = index_of(*call, 1, out.range.dimensions, clause->span);
        } else if (name == "global_offset") {
            out.range.offset = index_of(*call, 0, out.range.dimensions, clause->span);
        } else if (name == "sub_group_size") {
            out.range.sub_group_size = single(*call, clause->span);
        } else if (name == "device") {
            out.device = static_cast<std::uint32_t>(single(*call, clause->span));
        } else {
            out.others.push_back(clause);
        }
    }
    if (!has_size)
        reject("E-NDRANGE", "the launch has no global size", launch,
               "add for example ', global_size(8), local_size(4)'");
    check_range(out.range, launch);
    return out;
}

void check_range(NDRange& range, Span span) {
    if (range.items() == 1) range.local = {1, 1, 1};
    if (range.local[0] == 0)
        reject("E-NDRANGE", "the launch has no local size", span,
               "which work-items share a work-group decides what they may do: add for example "
               "', local_size(2)'");
    for (std::size_t d = 0; d < 3; ++d) {
        if (range.global[d] > kMostItems || range.items() > kMostItems)
            reject("E-NDRANGE",
                   "more than " + std::to_string(kMostItems) + " work-items cannot be checked",
                   span);
        if (range.local[d] == 0) reject("E-NDRANGE", "a local size is 0", span);
        if (range.items() > 0 && range.local[d] > range.global[d])
            reject("E-NDRANGE", "the local size is larger than the global size", span);
    }
}

}  // namespace clmm::litmus
