#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "kernels/ndrange.h"
#include "read/flow.h"
#include "read/test_code.h"

namespace clmm::litmus {

/// Where in the text, in which call and which iterations of loops, a unit is.
using Path = std::vector<std::pair<const void*, unsigned>>;

/// A block: its text, where the names around it have these values. Work-items run it in place of a
/// kernel, or call it by a variable.
struct BlockCode {
    const syntax::Block* body = nullptr;
    const std::vector<syntax::Declarator>* parameters = nullptr;
    TypePtr returned = {};  ///< as the variable says that it is called by
    std::vector<std::pair<std::string, Value>> captured = {};
    std::map<std::string, std::size_t, std::less<>> objects = {};  ///< of the work-item that has it
    std::map<std::string, std::shared_ptr<const BlockCode>, std::less<>> blocks = {};
};

/// A kernel-instance to run. Its command's events are none() where the test launches it itself.
struct Launch {
    const syntax::Function* kernel = nullptr;  ///< null: a block
    BlockCode block = {};
    struct Argument {
        Value value;
        std::optional<std::uint64_t> local_elements;  ///< `local_array(4)` for a local pointer
        Span span;
    };
    std::vector<Argument> arguments = {};
    NDRange range = {};
    std::uint32_t device = 0;
    std::uint32_t instance = 0;                 ///< Unit::kernel
    std::vector<std::uint32_t> ancestors = {};  ///< Unit::ancestors
    bool from_host = true;                      ///< no work-item enqueued it
    TermId guard = {};                          ///< when it runs
    DependencyId control = {};
    EventId start = {};
    Span span = {};
    std::size_t command = 0;  ///< 1 + the number of its command; 0: none
};

}  // namespace clmm::litmus
