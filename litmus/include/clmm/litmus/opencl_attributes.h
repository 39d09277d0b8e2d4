#pragma once

#include <cstddef>
#include <cstdint>

/// What only OpenCL C and C know of an event. It stands beside the events (opencl_events.h). Models
/// see it as the named sets and relations of the language, everything else by what the FrontEnd
/// answers.
///
/// Source   3.0 specification, "Memory Consistency Model for OpenCL 2.x" and "Host-side and
///          Device-side Commands", whose rules are quoted by number
namespace clmm::litmus {

/// Memory orders; `none` is a non-atomic access.
enum class Order : std::uint8_t { none, relaxed, acquire, release, acq_rel, seq_cst };
/// Memory scopes after normalisation (docs/model.md, Scopes); `none` on plain accesses.
enum class Scope : std::uint8_t { none, work_item, sub_group, work_group, device, all };

/// Memory regions an action acts on: of an access the region of its location, of a fence or
/// barrier its flags.
struct Regions {
    bool global = false;
    bool local = false;
    bool image = false;
    friend bool operator==(Regions, Regions) = default;
};

/// What else is known of an action. Models see each as a set of its own.
enum class Tag : std::uint8_t {
    // no action on memory (EventKind::other)
    group_function,   ///< a call of work_group_reduce_add and so on
    api_call,         ///< a call by a host thread, or enqueue_kernel by a work-item
    device_side,      ///< … by a work-item
    finish,           ///< … clFinish
    command,          ///< the start of a command's execution
    kernel_end,       ///< the end state of a kernel-instance
    group_end,        ///< the end state of a work-group
    completion,       ///< the event that signals the completion of a command
    in_order,         ///< a command on an in-order queue
    marker,           ///< a marker command
    command_barrier,  ///< a command-queue barrier command
    empty_wait_list,  ///< a command that waits for no event
    // accesses of commands
    mapping,            ///< by a map command
    mapping_for_write,  ///< … with a flag for writing
    unmapping,          ///< by an unmap command
    // who acts, and on what
    host,
    kernel_from_host,  ///< by a work-item of a kernel-instance that the host enqueued (or a test
                       ///< launches)
    on_buffer,         ///< on a non-SVM buffer, image or pipe: a cl_mem
    on_coarse_svm,
    on_fine_svm,
    on_atomic_svm,
    on_system_svm,
    on_program_scope,
    on_host_memory,
    on_image,
    on_pipe,
};
constexpr std::size_t kTags = static_cast<std::size_t>(Tag::on_pipe) + 1;

class Tags {
public:
    Tags& add(Tag tag) {
        bits_ |= 1U << static_cast<unsigned>(tag);
        return *this;
    }
    Tags& add(Tags others) {
        bits_ |= others.bits_;
        return *this;
    }
    [[nodiscard]] bool has(Tag tag) const {
        return (bits_ >> static_cast<unsigned>(tag) & 1U) != 0;
    }
    [[nodiscard]] std::uint32_t bits() const { return bits_; }

private:
    std::uint32_t bits_ = 0;
};
static_assert(kTags <= 32);

/// Relations between commands, API calls and the actions that they order (spec, "Host-side and
/// Device-side Commands"). They are static: a pair counts where both take place.
enum class Link : std::uint8_t {
    enqueues,          ///< API call to the start of its command (rule 1)
    waits_for,         ///< completion to the start of a command with it in its wait list (rule 2)
    completes,         ///< action of a command's own unit to the command's completion (rule 3)
    waited_for,        ///< completion of a host-enqueued command to a call that waits (rule 4)
    same_queue,        ///< API calls on one command-queue, irreflexive and symmetric
    starts_items,      ///< start of a kernel-instance to an action of its work-items (rule 9)
    ends_items,        ///< action of a work-item to its kernel's completion and end (rule 10)
    calls_back,        ///< completion to an action of a callback registered on it (rule 11)
    sets_status,       ///< clSetUserEventStatus to the start of a command that waits (rule 12),
                       ///< a call that waits, or an action of a callback
    waits_for_kernel,  ///< end of the parent to the start of a child that waits for it (rule 13)
    ends_group,        ///< action of a work-item to the end of its work-group
    waits_for_group,   ///< end of a work-group to the start of a child waiting for it (rule 14)
    child_completes,   ///< completion of a child to that of its parent
    ends_mapping,      ///< access of a map command to that of the unmap command which undoes it
};
constexpr std::size_t kLinks = static_cast<std::size_t>(Link::ends_mapping) + 1;

/// Of an event in OpenCL C or C.
struct OpenClAttributes {
    Order order = Order::none;
    Scope scope = Scope::none;
    Scope written_scope = Scope::none;  ///< before the memory that is accessed narrowed it
    Regions regions;
    bool atomic = false;           ///< an atomic operation (initial writes are not)
    bool atomic_location = false;  ///< the location has an atomic type in every declaration
    Tags tags = {};
    std::uint32_t object = 0;  ///< 1 + Location::object of an access to a memory object whose
                               ///< accesses are split by object (all but plain litmus locations)
};

}  // namespace clmm::litmus
