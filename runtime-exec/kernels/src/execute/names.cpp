#include "execute/names.h"

#include <array>
#include <string_view>
#include <unordered_map>

#include "execute/handlers.h"
#include "execute/handlers/atomics.h"
#include "execute/handlers/enqueue.h"
#include "execute/handlers/images.h"
#include "execute/handlers/pipes.h"
#include "execute/handlers/print.h"
#include "execute/handlers/spaces.h"
#include "execute/handlers/watch.h"
#include "execute/loops/arithmetic.h"
#include "execute/loops/integer.h"

namespace clmm::runtime {
namespace {

constexpr std::array<std::string_view, 11> kScalars = {"i8",  "u8",  "i16", "u16", "i32", "u32",
                                                       "i64", "u64", "f16", "f32", "f64"};

std::string typed(std::string_view name, Scalar scalar) {
    return std::string(name) + "." + std::string(kScalars[static_cast<std::size_t>(scalar)]);
}

/// Names by the functions that they are of; the first one given is kept.
template <class Function>
class Names {
public:
    void add(Function function, const std::string& name) {
        if (function != nullptr) names_.try_emplace(reinterpret_cast<const void*>(function), name);
    }
    template <class Make>
    void add_each(std::string_view name, Make&& make) {
        for (std::size_t i = 0; i < kScalars.size(); ++i)
            add(make(static_cast<Scalar>(i)), typed(name, static_cast<Scalar>(i)));
    }
    [[nodiscard]] const std::string* find(Function function) const {
        const auto found = names_.find(reinterpret_cast<const void*>(function));
        return found == names_.end() ? nullptr : &found->second;
    }

private:
    std::unordered_map<const void*, std::string> names_;
};
using HandlerNames = Names<Handler>;
using LoopNames = Names<Loop>;

void add_atomics(HandlerNames& names) {
    using handlers::AtomicOperation;
    constexpr std::array<std::string_view, handlers::kAtomicOperations> kOperations = {
        "load",      "store",     "exchange",         "fetch_add",
        "fetch_sub", "fetch_or",  "fetch_xor",        "fetch_and",
        "fetch_min", "fetch_max", "compare_exchange", "weak_compare_exchange"};
    for (std::size_t i = 0; i < kOperations.size(); ++i)
        for (const bool local : {false, true})
            names.add_each("atomic_" + std::string(kOperations[i]) + (local ? ".local" : ""),
                           [&](Scalar scalar) {
                               return handlers::atomic(static_cast<AtomicOperation>(i), scalar,
                                                       local);
                           });
    for (std::size_t i = 0; i < kOperations.size(); ++i)
        names.add_each("atomic_" + std::string(kOperations[i]) + ".watched", [&](Scalar scalar) {
            return handlers::watched_atomic(static_cast<AtomicOperation>(i), scalar);
        });
    names.add(handlers::weak_failure(), "weak_failure");
    names.add(handlers::fence(), "fence");
    names.add(handlers::watched_fence(), "fence");
}

void add_queries(HandlerNames& names) {
    constexpr std::size_t kOfDimensions = 8;  ///< the first ones can be asked for a dimension
    constexpr std::array<std::string_view, 20> kQueryNames = {"global_id",
                                                              "local_id",
                                                              "group_id",
                                                              "global_size",
                                                              "local_size",
                                                              "enqueued_local_size",
                                                              "number_of_groups",
                                                              "global_offset",
                                                              "work_dimensions",
                                                              "global_linear_id",
                                                              "local_linear_id",
                                                              "sub_group_id",
                                                              "sub_group_local_id",
                                                              "sub_group_size",
                                                              "max_sub_group_size",
                                                              "number_of_sub_groups",
                                                              "enqueued_number_of_sub_groups",
                                                              "local_address",
                                                              "private_address",
                                                              "program_address"};
    for (std::size_t i = 0; i < kQueryNames.size(); ++i) {
        const auto query = static_cast<handlers::ItemQuery>(i);
        names.add(handlers::query(query), std::string(kQueryNames[i]));
        if (i < kOfDimensions)
            names.add(handlers::query_dimension(query), std::string(kQueryNames[i]));
    }
}

void add_rest(HandlerNames& names) {
    using namespace handlers;
    names.add(move(), "move");
    names.add(copy(), "copy");
    names.add(jump(), "jump");
    names.add(branch_true(), "branch_true");
    names.add(branch_false(), "branch_false");
    names.add(join(), "join");
    names.add(finish(), "finish");
    names.add(barrier(), "barrier");
    names.add(sub_group_barrier(), "sub_group_barrier");
    names.add(group_function(), "group");
    names.add(sub_group_function(), "sub_group");
    names.add(sub_group_shuffle(), "sub_group.shuffle");
    names.add(sub_group_pointer(), "sub_group.pointer");
    names.add(sub_group_ballot(), "sub_group.ballot");
    names.add(sub_group_mask(), "sub_group.mask");
    names.add(group_copy(), "group_copy");
    names.add(group_copy_strided(), "group_copy_strided");
    names.add(watched_group_copy(), "group_copy");
    names.add(group_wait(), "group_wait");
    names.add(check_assertion(), "assert");
    names.add(watch(), "watch");
    names.add(begin_life(), "begin_life");
    names.add(end_life(), "end_life");
    names.add(watch_divisor(), "watch_divisor");
    names.add(watch_alignment(), "watch_alignment");
    names.add(watch_index(), "watch_index");
    names.add(check_assigned(), "check_assigned");
    names.add(read_image(), "read_image");
    names.add(write_image(), "write_image");
    names.add(query_image(), "query_image");
    names.add(read_pipe(), "read_pipe");
    names.add(write_pipe(), "write_pipe");
    names.add(reserved_packet(), "reserved_packet");
    names.add(query_pipe(), "query_pipe");
    for (const PipeScope scope :
         {PipeScope::work_item, PipeScope::sub_group, PipeScope::work_group})
        for (const bool reads : {false, true}) {
            names.add(reserve_pipe(reads, scope), "reserve_pipe");
            names.add(commit_pipe(reads, scope), "commit_pipe");
        }
    names.add(print(), "printf");
    names.add(fence_of(), "fence_of");
    names.add(any_value(), "any_value");
    names.add(refuse(), "refuse");
    names.add(enqueue_kernel(), "enqueue_kernel");
    names.add(enqueue_marker(), "enqueue_marker");
    for (unsigned i = 0; i <= static_cast<unsigned>(EventCall::capture_profile); ++i)
        names.add(event_call(static_cast<EventCall>(i)), "event");
}

HandlerNames handler_names() {
    HandlerNames names;
    // First, so that no operation on another type of register takes its name: it is run by those
    // that keep no shapes.
    names.add(handlers::pure(), "");
    names.add_each("load", handlers::load);
    names.add_each("store", handlers::store);
    names.add_each("add", handlers::add);
    names.add_each("subtract", handlers::subtract);
    names.add_each("multiply", handlers::multiply);
    names.add_each("shift_left", handlers::shift_left);
    names.add_each("divide", handlers::divide);
    names.add_each("remainder", handlers::remainder);
    names.add_each("less", handlers::less);
    names.add_each("less_equal", handlers::less_equal);
    names.add_each("equal", handlers::equal);
    names.add_each("not_equal", handlers::not_equal);
    for (std::size_t to = 0; to < kScalars.size(); ++to)
        names.add_each("convert." + std::string(kScalars[to]) + ".from", [&](Scalar from) {
            return handlers::convert(from, static_cast<Scalar>(to));
        });
    add_atomics(names);
    add_queries(names);
    add_rest(names);
    return names;
}

void add_groups(LoopNames& names) {
    constexpr std::array<std::string_view, 3> kCombines = {"add", "min", "max"};
    constexpr std::array<std::string_view, 3> kScans = {"reduce", "scan_inclusive",
                                                        "scan_exclusive"};
    for (std::size_t c = 0; c < kCombines.size(); ++c)
        for (std::size_t s = 0; s < kScans.size(); ++s)
            names.add_each(std::string(kScans[s]) + "_" + std::string(kCombines[c]),
                           [&](Scalar scalar) {
                               return loops::group_combine(static_cast<loops::Combine>(c),
                                                           static_cast<loops::Scan>(s), scalar);
                           });
    names.add(loops::group_any(), "any");
    names.add(loops::group_all(), "all");
    for (const unsigned size : {1U, 2U, 4U, 8U})
        names.add(loops::group_broadcast(size), "broadcast");
}

LoopNames loop_names() {
    constexpr std::array<std::string_view, 14> kBinary = {
        "add", "subtract",   "multiply",    "divide", "remainder",  "and",   "or",
        "xor", "shift_left", "shift_right", "less",   "less_equal", "equal", "not_equal"};
    LoopNames names;
    for (std::size_t i = 0; i < kBinary.size(); ++i)
        names.add_each(kBinary[i], [&](Scalar scalar) {
            return loops::binary(static_cast<loops::Binary>(i), scalar);
        });
    names.add_each("negate", loops::negate);
    names.add_each("complement", loops::complement);
    names.add_each("is_true", loops::is_true);
    names.add_each("is_false", loops::is_false);
    names.add_each("to_bool", loops::to_bool);
    for (const unsigned size : {1U, 2U, 4U, 8U}) {
        names.add(loops::copy(size), "copy");
        names.add(loops::choose(size), "choose");
        names.add(loops::bit_select(size), "bit_select");
    }
    for (std::size_t to = 0; to < kScalars.size(); ++to)
        names.add_each("convert." + std::string(kScalars[to]) + ".from", [&](Scalar from) {
            return loops::convert(from, static_cast<Scalar>(to), loops::Rounding::none, false);
        });
    names.add_each("min", loops::minimum);
    names.add_each("max", loops::maximum);
    names.add_each("sign_bit", loops::sign_bit);
    add_groups(names);
    return names;
}

}  // namespace

std::string name_of(const Instruction& instruction) {
    static const HandlerNames handlers = handler_names();
    static const LoopNames loops = loop_names();
    const std::string* handler = handlers.find(instruction.run);
    const std::string* loop = instruction.loop == nullptr ? nullptr : loops.find(instruction.loop);
    if (handler == nullptr) return "call";
    if (handler->empty()) return loop == nullptr ? "call" : *loop;
    const bool is_group = *handler == "group" || *handler == "sub_group";
    if (!is_group) return *handler;
    return *handler + "." + (loop == nullptr ? "call" : *loop);
}

}  // namespace clmm::runtime
