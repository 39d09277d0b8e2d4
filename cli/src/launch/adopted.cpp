#include "launch/adopted.h"

#include <algorithm>
#include <filesystem>

#include "clmm/inputs/read_source.h"
#include "clmm/runtime/compile.h"
#include "exec/chosen_kernel.h"
#include "launch/launch_bytes.h"

namespace clmm::cli {
namespace {

/// More than is checked, of the largest elements.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 26;

void add_missing(std::vector<std::string>& to, const std::string& text) {
    if (std::ranges::find(to, text) == to.end()) to.push_back(text);
}

/// `N` of `N=4`.
std::string_view macro_of(std::string_view definition) {
    return definition.substr(0, definition.find('='));
}

KernelInput launched(const LaunchFile& file, const std::string& path,
                     const litmus::KernelLaunch& launch) {
    auto source = inputs::read_source(program_path(file, path));
    if (!source)
        reject(file.source, file.program.span, "E-FILE", source.diagnostics().front().message);
    KernelInput out{std::move(source).value(), launch};
    adopt(file, path, out.launch);
    const auto program = runtime::compile(out.source, {.definitions = out.launch.definitions,
                                                       .include_paths = out.launch.include_paths,
                                                       .only_signatures = true});
    if (!program) throw ExecError{program.diagnostics()};
    const runtime::KernelCode& kernel =
        chosen_kernel(**program, out.launch.kernel, file.source, file.kernel);
    out.launch.bytes = launch_bytes(file, kernel, out.launch.arguments, kMostBytes);
    return out;
}

}  // namespace

void adopt(const LaunchFile& file, const std::string& path, litmus::KernelLaunch& launch) {
    if (launch.kernel.empty()) launch.kernel = file.launch.kernel;
    if (launch.global.empty()) launch.global = file.launch.global;
    if (launch.local.empty()) launch.local = file.launch.local;
    const std::vector<std::string> given = launch.definitions;
    for (const std::string& each : file.launch.definitions)
        if (std::ranges::find(given, macro_of(each), macro_of) == given.end())
            launch.definitions.push_back(each);
    for (const std::string& each : file.launch.include_paths)
        add_missing(launch.include_paths,
                    (std::filesystem::path(path).parent_path() / each).string());
}

Result<KernelInput> kernel_input(const SourcePtr& source, const std::string& path,
                                 const litmus::KernelLaunch& launch) {
    if (!is_launch_file(path)) return KernelInput{source, launch};
    const auto file = read_launch_file(source);
    if (!file) return Result<KernelInput>::failure(file.diagnostics());
    try {
        return launched(*file, path, launch);
    } catch (const ExecError& error) {
        return Result<KernelInput>::failure(error.problems);
    }
}

}  // namespace clmm::cli
