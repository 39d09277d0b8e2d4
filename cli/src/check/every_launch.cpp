#include "check/every_launch.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <iterator>
#include <ostream>
#include <sstream>
#include <utility>

#include "check/launches_run.h"
#include "check/totals.h"
#include "clmm/base/counted.h"
#include "clmm/base/printable.h"
#include "declared_in_parts.h"
#include "exec/rules.h"
#include "exec/values/argument.h"
#include "launch/launch_file.h"
#include "output/problems.h"
#include "process/many_tests.h"
#include "process/process.h"
#include "usage.h"

namespace clmm::cli {
namespace {

bool is_sizes(const std::string& text) {
    return text.find_first_not_of("0123456789,x") == std::string::npos;
}

/// What is about one launch, or about what is not printed here.
Diagnostics check_usage(const CheckArguments& arguments) {
    const bool other = arguments.dump || arguments.outcomes || !arguments.proof_file.empty() ||
                       !arguments.state.empty() || !arguments.without.empty() ||
                       !arguments.claims.empty() || !arguments.expected_file.empty() ||
                       !arguments.launch.offset.empty();
    if (other)
        return usage(
            "of all launches at once, sizes, arguments, properties and a model are said alone",
            "give --global and --local as numbers for the other options");
    for (const enumerator::Property property : arguments.properties)
        if (property != enumerator::Property::race_free &&
            property != enumerator::Property::no_divergence &&
            property != enumerator::Property::bounds)
            return usage(
                "of all launches at once, race-free, no-divergence and bounds are verified",
                "give --global and --local as numbers for the other properties");
    return {};
}

/// What launches of a file are asked for, before its kernels are known.
struct Asked {
    runtime::LaunchSpace space;
    GpuVerifyOptions gpuverify;
    Diagnostics remarks;
};

/// Sizes as the command line has them, with a range for each dimension.
Diagnostics add_ranges(const LaunchesArguments& arguments, runtime::LaunchSpace& space) {
    for (const bool global : {true, false}) {
        const std::string& text = global ? arguments.global : arguments.local;
        if (text.empty()) continue;
        const auto ranges = runtime::parse_ranges(text);
        if (!ranges) return ranges.diagnostics();
        (global ? space.global : space.local) = *ranges;
    }
    return {};
}

Diagnostics add_all_sizes(const LaunchesArguments& arguments, const GpuVerifyOptions& options,
                          runtime::LaunchSpace& space) {
    if (Diagnostics problems = add_ranges(arguments, space); !problems.empty()) return problems;
    if (options.say_sizes()) return add_sizes(options, space);
    if (space.global.empty() || space.local.empty())
        return usage("the launches lack a size", "give both --global and --local, for example any");
    if (space.global.size() != space.local.size())
        return usage("--global and --local have different numbers of dimensions",
                     "for example --global any,any --local any,1");
    return {};
}

bool names_no_size(const LaunchesArguments& arguments) {
    return arguments.global.empty() && arguments.local.empty() && !arguments.gpuverify.say_sizes();
}

/// The options of a file's comment, where the command line names no size; what else it says counts.
Result<GpuVerifyOptions> options_for(const LaunchesArguments& arguments, const SourcePtr& source) {
    if (!names_no_size(arguments)) return arguments.gpuverify;
    auto comment = gpuverify_comment(source);
    if (!comment) return Result<GpuVerifyOptions>::failure(comment.diagnostics());
    GpuVerifyOptions out = comment->value_or(GpuVerifyOptions());
    const GpuVerifyOptions& given = arguments.gpuverify;
    out.scalars.insert(out.scalars.end(), given.scalars.begin(), given.scalars.end());
    out.arrays.insert(out.arrays.end(), given.arrays.begin(), given.arrays.end());
    out.bounds |= given.bounds;
    out.only_divergence |= given.only_divergence;
    return {std::move(out), comment.diagnostics()};
}

Result<Asked> asked_of(const LaunchesArguments& arguments, const SourcePtr& source) {
    const auto options = options_for(arguments, source);
    if (!options) return Result<Asked>::failure(options.diagnostics());
    Asked out{.space = {}, .gpuverify = *options, .remarks = options.diagnostics()};
    if (Diagnostics problems = add_all_sizes(arguments, out.gpuverify, out.space);
        !problems.empty())
        return Result<Asked>::failure(std::move(problems));
    for (const std::string& text : arguments.check.launch.arguments)
        if (auto problem = runtime::add_argument(text, out.space))
            return Result<Asked>::failure(std::move(*problem));
    return out;
}

/// GPUVerify asks for no bounds unless it is told to.
std::vector<enumerator::Property> properties_of(const CheckArguments& arguments,
                                                const GpuVerifyOptions& options) {
    using enum enumerator::Property;
    if (!arguments.properties.empty()) return arguments.properties;
    if (!options.say_sizes()) return {race_free, no_divergence, bounds};
    std::vector<enumerator::Property> out{no_divergence};
    if (!options.only_divergence) out.push_back(race_free);
    if (options.bounds) out.push_back(bounds);
    return out;
}

/// Memory for what workers have found so far, for when one is ended.
class FoundSoFar {
public:
    explicit FoundSoFar(std::size_t count) : bytes_(count * kProperties * sizeof(Slot)) {
        slots_ = static_cast<Slot*>(map_shared(bytes_));
    }
    ~FoundSoFar() { unmap_shared(slots_, bytes_); }
    FoundSoFar(const FoundSoFar&) = delete;
    FoundSoFar& operator=(const FoundSoFar&) = delete;

    /// What is too long is not kept.
    void put(std::size_t kernel, std::size_t property, const TestRun& piece) {
        const std::string text = pack(piece);
        Slot& slot = slots_[kernel * kProperties + property];
        if (text.size() > sizeof slot.text) return;
        std::ranges::copy(text, slot.text);
        slot.size = text.size();
    }
    [[nodiscard]] LaunchesPieces get(std::size_t kernel) const {
        LaunchesPieces out;
        for (std::size_t property = 0; property < kProperties; ++property) {
            const Slot& slot = slots_[kernel * kProperties + property];
            if (slot.size != 0) unpack({slot.text, slot.size}, out.at(property).emplace());
        }
        return out;
    }

private:
    static constexpr std::size_t kProperties = 3;
    struct Slot {
        std::atomic<std::size_t> size;  ///< 0 at first
        char text[(1U << 18U) - sizeof(std::size_t)];
    };
    std::size_t bytes_;
    Slot* slots_;
};

Diagnostics no_kernel(const CheckArguments& arguments, const SourcePtr& source) {
    return {{Severity::error,
             "E-NAME",
             arguments.launch.kernel.empty()
                 ? "the file has no kernel"
                 : "there is no kernel '" + arguments.launch.kernel + "'",
             "",
             source,
             {0, 0}}};
}

/// A kernel for which values are given, where the file has it not.
Diagnostics missing_kernels(const GpuVerifyOptions& options, const runtime::ProgramCode& program) {
    Diagnostics out;
    for (const auto* list : {&options.scalars, &options.arrays})
        for (const GpuVerifyOptions::OfKernel& each : *list)
            if (std::ranges::none_of(program.kernels(), [&](const auto& kernel) {
                    return kernel->name() == each.kernel;
                }))
                out = usage(each.text + ": there is no kernel '" + each.kernel + "'", "");
    return out;
}

/// `any` is any launch, of all dimensions that the kernel asks about. Other sizes that have fewer
/// stay as they are, which a warning says: a work-item has no others in the rest.
Diagnostics fit_dimensions(const LaunchesKernel& kernel, runtime::LaunchSpace& space) {
    const std::size_t dimensions = runtime::dimensions_of(*kernel.kernel);
    if (space.global.size() >= dimensions) return {};
    if (space.global.size() == 1 && space.global.front().is_any() && space.local.front().is_any()) {
        space.global.resize(dimensions);
        space.local.resize(dimensions);
        return {};
    }
    return {{Severity::warning,
             "W-DIMENSIONS",
             "the kernel '" + kernel.kernel->name() + "' asks about " + std::to_string(dimensions) +
                 " dimensions, and these launches have " +
                 counted(space.global.size(), "dimension"),
             "give --global and --local a size for each: the others are 1",
             nullptr,
             {}}};
}

/// The kernels of a program that are asked for.
std::vector<LaunchesKernel> kernels_of(const CheckArguments& arguments, const std::string& path,
                                       const std::shared_ptr<const runtime::ProgramCode>& program,
                                       const Asked& asked) {
    std::vector<LaunchesKernel> out;
    for (const auto& kernel : program->kernels()) {
        if (!arguments.launch.kernel.empty() && kernel->name() != arguments.launch.kernel) continue;
        const std::string name = path + ": " + kernel->name();
        LaunchesKernel& made = out.emplace_back();
        made = {.input = {name, name}, .path = path, .program = program, .kernel = kernel};
        made.space = asked.space;
        made.properties = properties_of(arguments, asked.gpuverify);
        made.remarks = add_values(asked.gpuverify, *kernel, made.space);
        if (!has_errors(made.remarks)) {
            const Diagnostics remarks = fit_dimensions(made, made.space);
            made.remarks.insert(made.remarks.end(), remarks.begin(), remarks.end());
            continue;
        }
        made.kernel = nullptr;
        made.problems = std::exchange(made.remarks, {});
    }
    return out;
}

/// The kernels of a file that are asked for; one without a kernel where there is a problem.
std::vector<LaunchesKernel> kernels_of(const LaunchesArguments& given, const runtime::Rules& rules,
                                       const std::string& path) {
    const CheckArguments& arguments = given.check;
    const auto problem = [&](const Diagnostics& problems) {
        return std::vector<LaunchesKernel>{
            {.input = {path, path}, .path = path, .problems = problems}};
    };
    if (is_launch_file(name_of(arguments, path)))
        return problem(usage("'" + printable(path) + "' is one launch",
                             "name its kernel's file for launches of other sizes"));
    if (!is_kernel_file(arguments, path))
        return problem(usage("'" + printable(path) + "' is no file of kernels, which have launches",
                             "their files end in .cl; --kernel NAME says that another has one"));
    const auto source = read_input(arguments, path);
    if (!source) return problem(source.diagnostics());
    const auto asked = asked_of(given, *source);
    if (!asked) return problem(asked.diagnostics());
    litmus::KernelLaunch launch = arguments.launch;
    for (const std::string& each : asked->gpuverify.macros.definitions)
        launch.definitions.push_back(each);
    for (const std::string& each : asked->gpuverify.macros.include_paths)
        launch.include_paths.push_back(each);
    const auto program = runtime::compile(*source, {.definitions = launch.definitions,
                                                    .include_paths = launch.include_paths,
                                                    .watched = true,
                                                    .missing_bodies = true,
                                                    .rejects_work_item_scope = true});
    if (!program) return problem(program.diagnostics());
    if (const Diagnostics missing = missing_kernels(asked->gpuverify, **program); !missing.empty())
        return problem(missing);
    std::vector<LaunchesKernel> out = kernels_of(arguments, path, *program, *asked);
    if (out.empty()) return problem(no_kernel(arguments, *source));
    for (LaunchesKernel& each : out) each.rules = rules;
    Diagnostics& remarks = out.front().remarks;
    remarks.insert(remarks.begin(), program.diagnostics().begin(), program.diagnostics().end());
    remarks.insert(remarks.begin(), asked->remarks.begin(), asked->remarks.end());
    return out;
}

/// Each kernel in a process of its own, where there are several or limits.
Totals verify_all(const Session& session, const std::vector<LaunchesKernel>& kernels,
                  const std::shared_ptr<const std::atomic<bool>>& interrupted, MemoryUse& memory,
                  Printer& printer) {
    Totals totals;
    FoundSoFar found(kernels.size());
    std::ostringstream nowhere;
    Progress silent(nowhere, false, kernels.size());
    in_order_apart(
        kernels.size(), session.apart, job_count(session.arguments), interrupted, silent,
        *session.outcomes, memory,
        [&](std::size_t index) {
            return run_launches(session, kernels[index],
                                [&](std::size_t property, const TestRun& piece) {
                                    if (session.apart) found.put(index, property, piece);
                                });
        },
        [&](std::size_t index, const WorkerProcesses::Ending& ending) {
            if (ending.limit)
                return ended_launches(session, kernels[index], *ending.limit, found.get(index));
            TestRun run;
            add_crash(session, kernels[index].input, ending.how, run);
            return run;
        },
        [&](const TestRun& run) {
            printer.print(run);
            totals.add(run);
            if (!session.arguments.junit_file.empty())
                totals.add_case(kernels[totals.cases.size()].input.path, run);
        });
    return totals;
}

ExitCode verify(const LaunchesArguments& given, const runtime::Rules& rules, std::ostream& out,
                std::ostream& err) {
    const CheckArguments& arguments = given.check;
    if (const Diagnostics problems = check_usage(arguments); !problems.empty())
        return rejected(problems, err);
    if (!names_no_size(given))
        if (const auto asked = asked_of(given, nullptr); !asked)
            return rejected(asked.diagnostics(), err);
    const InterruptWatch watch;
    std::vector<LaunchesKernel> kernels;
    for (const std::string& path : arguments.inputs)
        std::ranges::move(kernels_of(given, rules, path), std::back_inserter(kernels));
    ModelStore models({});
    const auto outcomes = shared_atomics<std::uint64_t>();
    const auto memory = std::make_shared<MemoryUse>(job_count(arguments));
    const Session session{.arguments = arguments,
                          .models = models,
                          .budget = common_budget(arguments, watch.flag(), memory),
                          .single = kernels.size() == 1,
                          .colour = use_colour(arguments.colour, err),
                          .outcomes = outcomes.get(),
                          .apart = works_apart(arguments, kernels.size())};
    Totals totals;
    {
        Printer printer(arguments, out, err);
        totals = verify_all(session, kernels, watch.flag(), *memory, printer);
        watch.hold();
    }
    ExitCode code = totals.code;
    if (*watch.flag()) code = worst(code, ExitCode::unknown);
    return write_files(arguments, totals, {}, err) ? code : worst(code, ExitCode::bad_input);
}

}  // namespace

bool are_all_launches(const LaunchesArguments& arguments) {
    if (!is_sizes(arguments.global) || !is_sizes(arguments.local)) return true;
    if (!names_no_size(arguments)) return arguments.gpuverify.say_sizes();
    const auto has_comment = [](const std::string& path) {
        if (!path.ends_with(".cl")) return false;
        const auto source = read_source(path);
        if (!source) return false;
        const auto comment = gpuverify_comment(*source);
        return !comment || comment->has_value();
    };
    return !arguments.check.inputs.empty() &&
           std::ranges::all_of(arguments.check.inputs, has_comment);
}

void declare_launches_options(CLI::App& command, LaunchesArguments& arguments) {
    // What reads numbers is given one in place of a range.
    const auto keep = [&command](const std::string& name, std::string& text) {
        CLI::Option* sizes = command.get_option(name);
        sizes->description(sizes->get_description() +
                           "; or which launches: any, <=N, multiple-of N, power-of-2");
        sizes->type_name("N[,N[,N]]|RANGE");
        sizes->transform([&text](const std::string& given) {
            text = given;
            return is_sizes(given) ? given : std::string("1");
        });
    };
    declare_check_options(command, arguments.check, [&arguments, keep] {
        keep("--global", arguments.global);
        keep("--local", arguments.local);
    });
    declare_where_asked(command, HowOften::seldom,
                        [&] { declare_gpuverify_options(command, arguments.gpuverify); });
}

ExitCode run_every_launch(const LaunchesArguments& given, std::ostream& out, std::ostream& err) {
    try {
        const CheckArguments& asked = given.check;
        return verify(given, rules_of_kernels(asked.models, asked.variants), out, err);
    } catch (const ExecError& error) {
        return rejected(error.problems, err);
    }
}

}  // namespace clmm::cli
