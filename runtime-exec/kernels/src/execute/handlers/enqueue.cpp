#include "execute/handlers/enqueue.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "clmm/runtime/error.h"
#include "clmm/runtime/image_format.h"
#include "execute/block.h"
#include "execute/compiled_kernel.h"
#include "execute/group_run.h"
#include "execute/monitor.h"
#include "values/address.h"

namespace clmm::runtime {
namespace {

constexpr std::size_t kRangeNumbers = 10;
constexpr std::int32_t kEnqueueFailure = -101;
constexpr std::int32_t kInvalidQueue = -102;
constexpr std::int32_t kInvalidRange = -160;

/// The values of one lane's operands, in their order.
class Operands {
public:
    Operands(Block& block, const WideCall& call, unsigned lane)
        : block_(block), call_(call), lane_(lane) {}

    std::uint64_t take() {
        const std::uint32_t reg = call_.operands.at(next_++);
        const unsigned size = block_.code().registers[reg].size;
        std::uint64_t bits = 0;
        std::memcpy(&bits, block_.reg(reg).data + std::size_t{lane_} * size, size);
        return bits;
    }
    [[nodiscard]] bool done() const { return next_ == call_.operands.size(); }

private:
    Block& block_;
    const WideCall& call_;
    unsigned lane_;
    std::size_t next_ = 0;
};

/// The greatest divisor of the size that is no more than what is left of 256 work-items.
std::uint64_t chosen_local_size(std::uint64_t global, std::uint64_t& left) {
    for (std::uint64_t size = std::min(global, left); size > 1; --size)
        if (global % size == 0) {
            left /= size;
            return size;
        }
    return 1;
}

NdRange take_range(Operands& operands, const NdRange& parent) {
    NdRange range;
    range.work_dimensions = static_cast<unsigned>(operands.take());
    for (std::uint64_t& each : range.global_offset) each = operands.take();
    for (std::uint64_t& each : range.global_size) each = operands.take();
    for (std::uint64_t& each : range.local_size) each = operands.take();
    std::uint64_t left = 256;
    for (unsigned d = 0; d < 3; ++d) {
        if (d >= range.work_dimensions) {
            range.global_size[d] = range.local_size[d] = 1;
            range.global_offset[d] = 0;
        } else if (range.local_size[d] == 0) {
            range.local_size[d] = chosen_local_size(range.global_size[d], left);
        }
    }
    const std::uint64_t items = range.local_size[0] * range.local_size[1] * range.local_size[2];
    range.sub_group_size = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(items, 1, std::max<std::uint32_t>(parent.sub_group_size, 1)));
    return range;
}

Argument take_capture(Operands& operands, const BlockCode::Capture& capture) {
    switch (capture.kind) {
        case ParameterKind::pointer: {
            MemoryArgument memory;
            memory.base = pointer_to(operands.take());
            return memory;
        }
        case ParameterKind::image:
            return *pointer_to<const ImageArgument>(operands.take());
        case ParameterKind::pipe:
            return *pointer_to<const PipeArgument>(operands.take());
        case ParameterKind::sampler:
            return sampler_of(operands.take());
        case ParameterKind::queue:
            return QueueArgument{operands.take()};
        default:
            break;
    }
    ValueArgument value;
    value.bytes.resize(capture.size);
    for (std::size_t k = 0; k < capture.scalars.size(); ++k) {
        std::uint64_t bits = operands.take();
        if (capture.scalars[k] == Scalar::f16) bits = float_to_half(read_bytes<float>(&bits));
        std::memcpy(value.bytes.data() + capture.offsets[k], &bits,
                    memory_size(capture.scalars[k]));
    }
    return value;
}

std::vector<DeviceEvent> events_at(std::uint64_t count, std::uint64_t address) {
    std::vector<DeviceEvent> out;
    for (std::uint64_t i = 0; i < count; ++i)
        out.push_back(read_bytes<std::uint64_t>(pointer_to<const std::uint64_t>(address) + i));
    return out;
}

/// What watched code tells before the runtime is asked, and after it. Constants 1 to 3 of the call
/// are the sites of itself, of its wait list and of its event.
class Told {
public:
    Told(Block& block, const WideCall& call, unsigned lane)
        : block_(block), monitor_(block.group().monitor()), call_(call), lane_(lane) {
        if (call.constants.size() < 4) monitor_ = nullptr;
        if (monitor_ != nullptr) monitor_->begin_enqueue(block, site(1), lane);
    }
    ~Told() {
        if (monitor_ != nullptr) monitor_->end_enqueue();
    }
    Told(const Told&) = delete;
    Told& operator=(const Told&) = delete;

    [[nodiscard]] bool may_read_list(std::uint64_t count, std::uint64_t address) const {
        return monitor_ == nullptr || count == 0 ||
               monitor_->transfer(block_, site(2), lane_, address, count, 8);
    }
    [[nodiscard]] bool may_write_event(std::uint64_t address) const {
        return monitor_ == nullptr || monitor_->transfer(block_, site(3), lane_, address, 1, 8);
    }

private:
    [[nodiscard]] const Site& site(std::size_t k) const {
        return block_.code().sites[static_cast<std::size_t>(call_.constants[k])];
    }

    Block& block_;
    GroupMonitor* monitor_;
    const WideCall& call_;
    unsigned lane_;
};

std::vector<DeviceEvent> take_events(Operands& operands, const Told& told, std::uint64_t count) {
    const std::uint64_t address = operands.take();
    return told.may_read_list(count, address) ? events_at(count, address)
                                              : std::vector<DeviceEvent>{};
}

/// What the language's functions return for an error of the runtime.
std::int32_t status_of(const Error& error) {
    switch (error.code()) {
        case ErrorCode::invalid_command_queue:
        case ErrorCode::invalid_device_queue:
            return kInvalidQueue;
        case ErrorCode::invalid_work_dimension:
        case ErrorCode::invalid_work_group_size:
        case ErrorCode::invalid_work_item_size:
        case ErrorCode::invalid_global_offset:
        case ErrorCode::invalid_global_work_size:
            return kInvalidRange;
        case ErrorCode::invalid_event_wait_list:
        case ErrorCode::invalid_arg_size:
        case ErrorCode::out_of_resources:
            return static_cast<std::int32_t>(error.code());
        default:
            return kEnqueueFailure;
    }
}

ChildLaunch take_launch(Block& block, Operands& operands, const BlockCode& code, const Told& told,
                        std::uint64_t& event_place) {
    ChildLaunch child;
    child.queue = {operands.take()};
    child.flag = static_cast<EnqueueFlag>(std::min<std::uint64_t>(operands.take(), 2));
    child.range = take_range(operands, block.group().instance().range);
    const std::uint64_t count = operands.take();
    child.wait_list = take_events(operands, told, count);
    event_place = operands.take();
    child.wants_event = event_place != 0;
    child.kernel = code.kernel;
    for (const BlockCode::Capture& capture : code.captures)
        child.arguments.push_back(take_capture(operands, capture));
    while (!operands.done()) child.arguments.emplace_back(LocalMemoryArgument{operands.take()});
    child.work_group = block.group().group().linear_id;
    return child;
}

void fill_operands(Block& block, const WideCall& call) {
    for (const std::uint32_t reg : call.operands)
        block.fill(block.reg(reg), block.code().registers[reg].size);
}

/// Runs `enqueue`, which returns the event, for each active lane.
template <class Enqueue>
void for_lanes(Block& block, const Instruction& i, Enqueue enqueue) {
    const WideCall& call = block.code().calls[static_cast<std::size_t>(i.immediate)];
    fill_operands(block, call);
    Register& result = block.reg(call.results.at(0));
    block.keep_others(result, i);
    block.for_active([&](unsigned lane) {
        Operands operands(block, call, lane);
        std::int32_t status = 0;
        try {
            std::uint64_t event_place = 0;
            const Told told(block, call, lane);
            const DeviceEvent event = enqueue(call, operands, told, event_place);
            if (event_place != 0 && told.may_write_event(event_place))
                write_bytes(pointer_to<std::uint64_t>(event_place), event);
        } catch (const Error& error) {
            status = status_of(error);
        }
        result.elements<std::int32_t>()[lane] = status;
    });
}

void run_enqueue(Block& block, const Instruction& i) {
    for_lanes(
        block, i,
        [&](const WideCall& call, Operands& operands, const Told& told, std::uint64_t& place) {
            const BlockCode& code =
                block.code().blocks[static_cast<std::size_t>(call.constants[0])];
            const ChildLaunch child = take_launch(block, operands, code, told, place);
            return block.group().instance().environment->enqueue_child(child);
        });
}

void run_marker(Block& block, const Instruction& i) {
    for_lanes(block, i,
              [&](const WideCall&, Operands& operands, const Told& told, std::uint64_t& place) {
                  const QueueArgument queue{operands.take()};
                  const std::uint64_t count = operands.take();
                  const std::vector<DeviceEvent> list = take_events(operands, told, count);
                  place = operands.take();
                  return block.group().instance().environment->enqueue_marker(queue, list);
              });
}

template <handlers::EventCall kCall>
void run_event_call(Block& block, const Instruction& i) {
    using handlers::EventCall;
    ExecutionEnvironment& environment = *block.group().instance().environment;
    if (i.operands > 0) block.fill(block.reg(i.a), 8);
    if (i.operands > 1) block.fill(block.reg(i.b), i.sizes[2]);
    if (i.writes) block.keep_others(block.reg(i.d), i);
    block.for_active([&](unsigned lane) {
        const DeviceEvent event =
            i.operands > 0 ? block.reg(i.a).elements<std::uint64_t>()[lane] : 0;
        const auto answer = [&](std::uint64_t value) {
            block.reg(i.d).elements<std::uint64_t>()[lane] = value;
        };
        if constexpr (kCall == EventCall::default_queue) answer(environment.default_queue().queue);
        if constexpr (kCall == EventCall::create) answer(environment.create_user_event());
        if constexpr (kCall == EventCall::is_valid)
            answer(environment.is_valid_event(event) ? 1 : 0);
        if constexpr (kCall == EventCall::retain) environment.retain_event(event);
        if constexpr (kCall == EventCall::release) environment.release_event(event);
        if constexpr (kCall == EventCall::set_status) {
            GroupMonitor* monitor = block.group().monitor();
            const auto site = static_cast<std::size_t>(i.immediate);
            if (monitor != nullptr) monitor->begin_enqueue(block, block.code().sites[site], lane);
            environment.set_user_event_status(event, block.reg(i.b).elements<std::int32_t>()[lane]);
            if (monitor != nullptr) monitor->end_enqueue();
        }
        if constexpr (kCall == EventCall::capture_profile)
            environment.capture_profiling_info(
                event, pointer_to<std::uint64_t>(block.reg(i.b).elements<std::uint64_t>()[lane]));
    });
}

}  // namespace

namespace handlers {

Handler enqueue_kernel() { return &run_enqueue; }
Handler enqueue_marker() { return &run_marker; }

Handler event_call(EventCall call) {
    static constexpr std::array<Handler, 7> kHandlers = {
        &run_event_call<EventCall::default_queue>,  &run_event_call<EventCall::create>,
        &run_event_call<EventCall::is_valid>,       &run_event_call<EventCall::retain>,
        &run_event_call<EventCall::release>,        &run_event_call<EventCall::set_status>,
        &run_event_call<EventCall::capture_profile>};
    return kHandlers.at(static_cast<std::size_t>(call));
}

}  // namespace handlers
}  // namespace clmm::runtime
