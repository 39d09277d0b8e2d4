#include "run/devices_command.h"

#include <CLI/CLI.hpp>
#include <ostream>

#include "clmm/hardware/device_report.h"
#include "output/problems.h"
#include "version.h"

namespace clmm::cli {
namespace {

/// The named ones only: nothing is asked of others.
Result<hardware::DeviceList> list_named(const std::vector<std::string>& selectors) {
    using Outcome = Result<hardware::DeviceList>;
    hardware::DeviceList list;
    for (const std::string& word : selectors) {
        const auto selector = hardware::parse_device_selector(word);
        if (!selector) return Outcome::failure(selector.diagnostics());
        const auto device = hardware::open_device(*selector);
        if (!device) return Outcome::failure(device.diagnostics());
        list.devices.push_back((*device)->info());
        list.selectors.push_back(word);
    }
    return list;
}

}  // namespace

void declare_devices_options(CLI::App& command, DevicesArguments& arguments) {
    command
        .add_option("devices", arguments.selectors,
                    "host, host:N (compute units), opencl, opencl:N, opencl:NAME; all, if none is "
                    "named")
        ->type_name("DEVICE");
    command.add_flag("--json", arguments.json, "JSON in place of text");
}

ExitCode run_devices(const DevicesArguments& arguments, std::ostream& out, std::ostream& err) {
    const Result<hardware::DeviceList> list =
        arguments.selectors.empty() ? hardware::list_devices() : list_named(arguments.selectors);
    if (!list) return rejected(list.diagnostics(), err);
    show_problems(list->notes, err);
    out << (arguments.json ? hardware::to_json(*list, version()) : hardware::to_text(*list));
    return ExitCode::as_expected;
}

}  // namespace clmm::cli
