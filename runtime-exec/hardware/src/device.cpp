#include "clmm/hardware/device.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "cuda/cuda_device.h"
#include "host/host_device.h"
#include "opencl/opencl_device.h"
#include "record/words.h"

namespace clmm::hardware {
namespace {

constexpr unsigned kMostComputeUnits = 1024;

/// What is behind the colon is how many.
bool is_of_threads(Backend backend) {
    return backend == Backend::host || backend == Backend::host_x86;
}

Diagnostic unknown_device(const std::string& message, const std::string& hint = "") {
    return {Severity::error, "E-DEVICE", message, hint, nullptr, {}};
}

std::optional<unsigned> count_in(std::string_view text) {
    unsigned value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool contains_in_any_case(std::string_view text, std::string_view part) {
    const auto same = [](unsigned char a, unsigned char b) {
        return std::tolower(a) == std::tolower(b);
    };
    return !std::ranges::search(text, part, same).empty() || part.empty();
}

/// A driver or loader of devices.
struct Driver {
    Backend backend;
    const char* name;  ///< to people
    Listing (*list)();
    Result<std::unique_ptr<Device>> (*open)(unsigned number);
};
constexpr std::array kDrivers{Driver{Backend::opencl, "OpenCL", opencl::list, opencl::open},
                              Driver{Backend::cuda, "CUDA", cuda::list, cuda::open}};

std::string selector_of(const Driver& driver, unsigned number) {
    return std::string(to_string(driver.backend)) + ":" + std::to_string(number);
}

Result<std::unique_ptr<Device>> open_named(const Driver& driver, const std::string& name) {
    using Outcome = Result<std::unique_ptr<Device>>;
    const Listing listing = driver.list();
    std::string known;
    for (std::size_t i = 0; i < listing.devices.size(); ++i) {
        const DeviceInfo& info = listing.devices[i];
        if (contains_in_any_case(info.name, name) || contains_in_any_case(info.platform, name))
            return driver.open(listing.numbers[i]);
        known += (known.empty() ? "" : ", ") + selector_of(driver, listing.numbers[i]) + " (" +
                 info.name + ")";
    }
    Diagnostics problems{unknown_device(
        "no " + std::string(driver.name) + " device or platform is named '" + name + "'",
        known.empty() ? "" : "there are " + known)};
    problems.insert(problems.end(), listing.notes.begin(), listing.notes.end());
    return Outcome::failure(std::move(problems));
}

/// Those that can be used; `opencl` alone takes the first.
Result<std::unique_ptr<Device>> open_first(const Driver& driver) {
    using Outcome = Result<std::unique_ptr<Device>>;
    const Listing listing = driver.list();
    if (!listing.numbers.empty()) return driver.open(listing.numbers.front());
    Diagnostics problems{unknown_device("there is no " + std::string(driver.name) + " device",
                                        "clmm's own runtime is 'host'")};
    problems.insert(problems.end(), listing.notes.begin(), listing.notes.end());
    return Outcome::failure(std::move(problems));
}

}  // namespace

void Device::place(std::span<const unsigned> processors) {
    if (!processors.empty())
        throw DeviceError("'" + info().name + "' has no threads that could be placed");
}

Result<std::unique_ptr<DeviceProgram>> Device::load(NativeProgram /*program*/) {
    return Result<std::unique_ptr<DeviceProgram>>::failure(
        unknown_device("'" + info().name + "' compiles its programs, and takes no machine code"));
}

std::string_view to_string(Backend backend) {
    constexpr std::array<std::string_view, 4> kWords{"host", "opencl", "cuda", "host-x86"};
    return kWords[static_cast<std::size_t>(backend)];
}

Result<DeviceSelector> parse_device_selector(std::string_view text) {
    using Outcome = Result<DeviceSelector>;
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view word = text.substr(0, colon);
    DeviceSelector out;
    const auto backend = parse_word(kBackends, word);
    if (!backend)
        return Outcome::failure(unknown_device(
            "no device is called '" + std::string(text) + "'",
            "devices are host, host:N, opencl, opencl:N, opencl:NAME, cuda likewise, "
            "host-x86, host-x86:N"));
    out.backend = *backend;
    if (colon == text.size()) return out;
    out.rest = text.substr(colon + 1);
    const auto units = count_in(out.rest);
    if (is_of_threads(out.backend) && (!units || *units == 0 || *units > kMostComputeUnits))
        return Outcome::failure(unknown_device(
            "'" + out.rest + "' is no number of compute units",
            "from 1 to " + std::to_string(kMostComputeUnits) + ", for example host:4"));
    if (out.rest.empty())
        return Outcome::failure(unknown_device("'" + std::string(text) + "' names no device",
                                               "a number or part of a name: " + std::string(word) +
                                                   ":0, " + std::string(word) + ":NVIDIA"));
    return out;
}

DeviceList list_devices() {
    DeviceList out;
    out.devices.push_back(host::device_info(host::default_compute_units()));
    out.selectors.emplace_back("host");
    if (auto machine = host::x86_info(host::default_compute_units())) {
        out.devices.push_back(std::move(machine).value());
        out.selectors.emplace_back("host-x86");
    }
    for (const Driver& driver : kDrivers) {
        Listing listing = driver.list();
        for (std::size_t i = 0; i < listing.devices.size(); ++i) {
            out.devices.push_back(std::move(listing.devices[i]));
            out.selectors.push_back(selector_of(driver, listing.numbers[i]));
        }
        std::ranges::move(listing.notes, std::back_inserter(out.notes));
    }
    return out;
}

Result<std::unique_ptr<Device>> open_device(const DeviceSelector& selector) {
    if (is_of_threads(selector.backend)) {
        const unsigned units = count_in(selector.rest).value_or(host::default_compute_units());
        if (selector.backend == Backend::host) return host::open(units);
        return host::open_x86(units);
    }
    const Driver& driver = *std::ranges::find(kDrivers, selector.backend, &Driver::backend);
    if (selector.rest.empty()) return open_first(driver);
    if (const auto index = count_in(selector.rest)) return driver.open(*index);
    return open_named(driver, selector.rest);
}

}  // namespace clmm::hardware
