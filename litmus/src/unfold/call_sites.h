#pragma once

#include <optional>
#include <vector>

#include "clmm/litmus/opencl_changes.h"
#include "clmm/litmus/strength.h"
#include "clmm/litmus/weakenings.h"
#include "clmm/parser/c_tree.h"

namespace clmm::litmus {

/// A call whose order, scope or flags may be changed.
struct CallSite {
    enum class Spelling : std::uint8_t {
        complete,      ///< every argument is written, but for a scope in last place
        seq_cst,       ///< `atomic_store(x, 1)`: no orders and no scope
        legacy_fence,  ///< `mem_fence(flags)`: the name says the order
        barrier        ///< `barrier(flags)`, `work_group_barrier(flags)`
    };
    Spelling spelling = Spelling::complete;
    OperationKind kind = OperationKind::fence;
    bool compares = false;
    bool by_host = false;  ///< only host threads come here: scopes mean nothing then
    std::string function;
    Span function_span;
    Span call;
    Span last_argument;

    /// An argument: its value if that is known, and where it is written.
    template <class T>
    struct Argument {
        std::optional<T> value = {};
        std::optional<Span> written = {};
    };
    Argument<Order> order, failure;
    Argument<Scope> scope;
    Argument<Regions> flags;
};

/// The call as a site; nothing where it is no atomic operation, fence or barrier with an
/// order, a scope or flags. The test has been unfolded, so the call is well-formed.
[[nodiscard]] std::optional<CallSite> call_site(const syntax::Call& call, Span span,
                                                Language language);

/// What a test has and so what a place may be offered.
struct Offer {
    Scope widest = Scope::work_group;
    Regions flags;
    bool scopes = true;  ///< the language has scopes
};

/// The places of a call. `text` is the test's; `number` becomes their `site`.
[[nodiscard]] std::vector<OpenClChangePlace> places_of(const CallSite& site, std::size_t number,
                                                       const Offer& offer, std::string_view text);

/// The same with what may be written in place of each argument to make it weaker: orders down to
/// relaxed, scopes down to a sub-group's, fewer flags or none.
[[nodiscard]] std::vector<WeakeningPlace> weaker_places_of(const CallSite& site, std::size_t number,
                                                           bool scopes, std::string_view text);

/// New values for some arguments of a call.
struct Arguments {
    std::optional<Order> order = {}, failure = {};
    std::optional<Scope> scope = {};
    std::optional<Regions> flags = {};
};
[[nodiscard]] std::vector<Edit> edits_of(const CallSite& site, const Arguments& changed);

}  // namespace clmm::litmus
