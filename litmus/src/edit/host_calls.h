#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/language/api.h"
#include "clmm/litmus/event_structure.h"
#include "edit/fence_points.h"
#include "read/test_code.h"

/// What the text of host threads enqueues, and from where it can be waited for.
namespace clmm::litmus {

/// A call of a host thread that leaves a command.
///
/// Units    spans are of the test's text.
struct EnqueueCall {
    const syntax::Thread* thread = nullptr;
    const language::ApiEntry* entry = nullptr;
    language::CallParts parts;
    Span span;
    std::string queue;      ///< as written
    Span statement = {};    ///< the whole, where it is the call, or a variable that gets its value
    bool is_alone = false;  ///< nobody uses what it yields
    std::uint32_t seen_until = 0;  ///< the end of what sees names of the statement's row
    std::string event = {};        ///< its name; empty where it cannot have one
    bool has_name = false;         ///< the text has the name, else it would be declared
};

/// Whether the name of the call's event can stand at `position`, behind the call.
[[nodiscard]] bool is_seen_at(const EnqueueCall& call, std::uint32_t position);
/// The argument that says whether the call blocks; null where it has none.
[[nodiscard]] const syntax::Expression* blocking_argument(const EnqueueCall& call);
/// It is written as false; calls without such an argument do not block.
[[nodiscard]] bool does_not_block(const EnqueueCall& call);

/// All that some execution reaches, in the order of the text. Events without a name get one that
/// the text does not have, where the statement can declare it.
[[nodiscard]] std::vector<EnqueueCall> enqueue_calls(const LitmusTest& test,
                                                     const EventStructure& structure);

/// Where in the text a statement at the point would stand.
[[nodiscard]] std::uint32_t position_of(const FencePoint& point);

}  // namespace clmm::litmus
