#include "clmm/runtime/platform.h"

#include <utility>

#include "clmm/runtime/error.h"
#include "platform/platform_core.h"

namespace clmm::runtime {

namespace {

bool& runtime_thread_flag() {
    static thread_local bool flag = false;
    return flag;
}

void check(const DeviceDescription& device) {
    require(device.compute_units > 0, ErrorCode::invalid_value,
            "a device has at least one compute unit");
    require(device.max_work_group_size > 0 && device.sub_group_size > 0 &&
                device.base_address_alignment > 0,
            ErrorCode::invalid_value, "the sizes of a device are not 0");
    for (const std::uint64_t size : device.max_work_item_sizes)
        require(size > 0, ErrorCode::invalid_value, "the sizes of a device are not 0");
}

}  // namespace

bool on_runtime_thread() { return runtime_thread_flag(); }
void become_runtime_thread() { runtime_thread_flag() = true; }

// ---- Outstanding ----

void Outstanding::leave() {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    // Under the lock, since who waits may destroy this object as soon as it can see 0.
    const std::lock_guard lock(mutex_);
    none_.notify_all();
}

void Outstanding::wait_until_none() {
    std::unique_lock lock(mutex_);
    none_.wait(lock, [this] { return count_.load(std::memory_order_acquire) == 0; });
}

// ---- PlatformThreads ----

PlatformThreads::PlatformThreads(const std::vector<DeviceDescription>& descriptions)
    : core(std::make_shared<PlatformCore>()) {
    for (const DeviceDescription& description : descriptions)
        devices.push_back(std::make_shared<DeviceCore>(core, description));
    try {
        threads_.emplace_back([core = core] { core->notifier.run(); });
        for (const auto& device : devices)
            for (unsigned unit = 0; unit < device->description.compute_units; ++unit)
                threads_.emplace_back([device, unit] { device->pool.run(unit); });
    } catch (...) {
        stop();
        throw Error(ErrorCode::out_of_host_memory, "no thread for a compute unit");
    }
}

PlatformThreads::~PlatformThreads() {
    // No queue is left that commands could stay in, and no user event whose status is open.
    core->outstanding.wait_until_none();
    stop();
}

void PlatformThreads::stop() {
    core->notifier.stop();
    for (const auto& device : devices) device->pool.stop();
    for (std::thread& thread : threads_) thread.join();
}

std::thread::native_handle_type PlatformThreads::thread_of(const DeviceCore& device,
                                                           unsigned compute_unit) {
    std::size_t index = 1;
    for (const auto& each : devices) {
        if (each.get() == &device) break;
        index += each->description.compute_units;
    }
    return threads_[index + compute_unit].native_handle();
}

void PlatformThreads::release(PlatformThreads* threads) {
    if (on_runtime_thread())
        std::thread([threads] { delete threads; }).detach();
    else
        delete threads;
}

// ---- handles ----

Device::Device(std::shared_ptr<PlatformThreads> threads, std::shared_ptr<DeviceCore> core)
    : threads_(std::move(threads)), core_(std::move(core)) {}

const DeviceDescription& Device::description() const { return core_->description; }
std::uint64_t Device::work_groups_executed() const { return core_->pool.executed(); }
void Device::deal(Dealing dealing) const { core_->pool.deal(dealing); }

std::thread::native_handle_type Device::thread_of(unsigned compute_unit) const {
    require(compute_unit < description().compute_units, ErrorCode::invalid_value,
            "the device has not so many compute units");
    return threads_->thread_of(*core_, compute_unit);
}

Platform::Platform(std::vector<DeviceDescription> devices) {
    require(!devices.empty(), ErrorCode::invalid_value, "a platform has at least one device");
    for (const DeviceDescription& device : devices) check(device);
    const std::shared_ptr<PlatformThreads> threads(new PlatformThreads(devices),
                                                   PlatformThreads::release);
    for (const auto& core : threads->devices) devices_.emplace_back(threads, core);
}

}  // namespace clmm::runtime
