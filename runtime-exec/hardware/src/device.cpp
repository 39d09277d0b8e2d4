#include "clmm/hardware/device.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "host/host_device.h"
#include "opencl/opencl_device.h"

namespace clmm::hardware {
namespace {

constexpr unsigned kMostComputeUnits = 1024;

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

std::string opencl_selector(unsigned number) { return "opencl:" + std::to_string(number); }

Result<std::unique_ptr<Device>> open_named(const std::string& name) {
    using Outcome = Result<std::unique_ptr<Device>>;
    const opencl::Listing listing = opencl::list();
    std::string known;
    for (std::size_t i = 0; i < listing.devices.size(); ++i) {
        const DeviceInfo& info = listing.devices[i];
        if (contains_in_any_case(info.name, name) || contains_in_any_case(info.platform, name))
            return opencl::open(listing.numbers[i]);
        known += (known.empty() ? "" : ", ") + opencl_selector(listing.numbers[i]) + " (" +
                 info.name + ")";
    }
    Diagnostics problems{unknown_device("no OpenCL device or platform is named '" + name + "'",
                                        known.empty() ? "" : "there are " + known)};
    problems.insert(problems.end(), listing.notes.begin(), listing.notes.end());
    return Outcome::failure(std::move(problems));
}

/// Those that can be used; `opencl` alone takes the first.
Result<std::unique_ptr<Device>> open_first() {
    using Outcome = Result<std::unique_ptr<Device>>;
    const opencl::Listing listing = opencl::list();
    if (!listing.numbers.empty()) return opencl::open(listing.numbers.front());
    Diagnostics problems{
        unknown_device("there is no OpenCL device", "clmm's own runtime is 'host'")};
    problems.insert(problems.end(), listing.notes.begin(), listing.notes.end());
    return Outcome::failure(std::move(problems));
}

}  // namespace

void Device::place(std::span<const unsigned> processors) {
    if (!processors.empty())
        throw DeviceError("'" + info().name + "' has no threads that could be placed");
}

std::string_view to_string(Backend backend) { return backend == Backend::host ? "host" : "opencl"; }

Result<DeviceSelector> parse_device_selector(std::string_view text) {
    using Outcome = Result<DeviceSelector>;
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view word = text.substr(0, colon);
    DeviceSelector out;
    if (word == "opencl")
        out.backend = Backend::opencl;
    else if (word != "host")
        return Outcome::failure(
            unknown_device("no device is called '" + std::string(text) + "'",
                           "devices are host, host:N, opencl, opencl:N, opencl:NAME"));
    if (colon == text.size()) return out;
    out.rest = text.substr(colon + 1);
    const auto units = count_in(out.rest);
    if (out.backend == Backend::host && (!units || *units == 0 || *units > kMostComputeUnits))
        return Outcome::failure(unknown_device(
            "'" + out.rest + "' is no number of compute units",
            "from 1 to " + std::to_string(kMostComputeUnits) + ", for example host:4"));
    if (out.rest.empty())
        return Outcome::failure(
            unknown_device("'" + std::string(text) + "' names no device",
                           "a number or part of a name: opencl:0, opencl:NVIDIA"));
    return out;
}

DeviceList list_devices() {
    DeviceList out;
    out.devices.push_back(host::device_info(host::default_compute_units()));
    out.selectors.emplace_back("host");
    opencl::Listing opencl = opencl::list();
    for (std::size_t i = 0; i < opencl.devices.size(); ++i) {
        out.devices.push_back(std::move(opencl.devices[i]));
        out.selectors.push_back(opencl_selector(opencl.numbers[i]));
    }
    out.notes = std::move(opencl.notes);
    return out;
}

Result<std::unique_ptr<Device>> open_device(const DeviceSelector& selector) {
    if (selector.backend == Backend::host) {
        const auto units = count_in(selector.rest);
        return host::open(units.value_or(host::default_compute_units()));
    }
    if (selector.rest.empty()) return open_first();
    if (const auto index = count_in(selector.rest)) return opencl::open(*index);
    return open_named(selector.rest);
}

}  // namespace clmm::hardware
