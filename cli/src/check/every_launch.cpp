#include "check/every_launch.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <iterator>
#include <ostream>
#include <sstream>

#include "check/launches_run.h"
#include "check/totals.h"
#include "clmm/base/printable.h"
#include "output/problems.h"
#include "process/many_tests.h"
#include "process/process.h"

namespace clmm::cli {
namespace {

bool is_sizes(const std::string& text) {
    return text.find_first_not_of("0123456789,x") == std::string::npos;
}

Diagnostics usage(std::string message, std::string hint) {
    return {{Severity::error, "E-USAGE", std::move(message), std::move(hint), nullptr, {}}};
}

/// What is about one launch, or about what is not printed here.
Diagnostics check_usage(const CheckArguments& arguments) {
    const bool other = arguments.dump || arguments.outcomes || !arguments.proof_file.empty() ||
                       !arguments.state.empty() || !arguments.models.empty() ||
                       !arguments.claims.empty() || !arguments.expected_file.empty() ||
                       !arguments.launch.offset.empty();
    if (other)
        return usage("of all launches at once, sizes, arguments and properties are said alone",
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

Result<runtime::LaunchSpace> space_of(const LaunchesArguments& arguments) {
    using Made = Result<runtime::LaunchSpace>;
    runtime::LaunchSpace space;
    for (const bool global : {true, false}) {
        const std::string& text = global ? arguments.global : arguments.local;
        if (text.empty())
            return Made::failure(usage("the launches lack a size",
                                       "give both --global and --local, for example any"));
        const auto ranges = runtime::parse_ranges(text);
        if (!ranges) return Made::failure(ranges.diagnostics());
        (global ? space.global : space.local) = *ranges;
    }
    if (space.global.size() != space.local.size())
        return Made::failure(usage("--global and --local have different numbers of dimensions",
                                   "for example --global any,any --local any,1"));
    for (const std::string& text : arguments.check.launch.arguments)
        if (auto problem = runtime::add_argument(text, space))
            return Made::failure(std::move(*problem));
    return space;
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

/// The kernels of a file that are asked for; one without a kernel where there is a problem.
std::vector<LaunchesKernel> kernels_of(const CheckArguments& arguments, const std::string& path) {
    const auto problem = [&](const Diagnostics& problems) {
        return std::vector<LaunchesKernel>{
            {.input = {path, path}, .path = path, .problems = problems}};
    };
    if (!is_kernel_file(arguments, path))
        return problem(usage("'" + printable(path) + "' is no file of kernels, which have launches",
                             "their files end in .cl; --kernel NAME says that another has one"));
    const auto source = read_input(arguments, path);
    if (!source) return problem(source.diagnostics());
    const auto program = runtime::compile(*source, {.definitions = arguments.launch.definitions,
                                                    .include_paths = arguments.launch.include_paths,
                                                    .watched = true,
                                                    .missing_bodies = true});
    if (!program) return problem(program.diagnostics());
    std::vector<LaunchesKernel> out;
    for (const auto& kernel : (*program)->kernels()) {
        if (!arguments.launch.kernel.empty() && kernel->name() != arguments.launch.kernel) continue;
        const std::string name = path + ": " + kernel->name();
        out.push_back({.input = {name, name}, .path = path, .program = *program, .kernel = kernel});
    }
    if (out.empty()) return problem(no_kernel(arguments, *source));
    out.front().remarks = program.diagnostics();
    return out;
}

/// Each kernel in a process of its own, where there are several or limits.
Totals verify_all(const Session& session, const std::vector<LaunchesKernel>& kernels,
                  const runtime::LaunchSpace& space,
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
            return run_launches(session, kernels[index], space,
                                [&](std::size_t property, const TestRun& piece) {
                                    if (session.apart) found.put(index, property, piece);
                                });
        },
        [&](std::size_t index, const WorkerProcesses::Ending& ending) {
            if (ending.limit)
                return ended_launches(session, kernels[index], space, *ending.limit,
                                      found.get(index));
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

}  // namespace

bool LaunchesArguments::are_ranges() const { return !is_sizes(global) || !is_sizes(local); }

void declare_launches_options(CLI::App& command, LaunchesArguments& arguments) {
    declare_check_options(command, arguments.check);
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
    keep("--global", arguments.global);
    keep("--local", arguments.local);
}

ExitCode run_every_launch(const LaunchesArguments& given, std::ostream& out, std::ostream& err) {
    const CheckArguments& arguments = given.check;
    if (const Diagnostics problems = check_usage(arguments); !problems.empty())
        return rejected(problems, err);
    const auto space = space_of(given);
    if (!space) return rejected(space.diagnostics(), err);
    const InterruptWatch watch;
    std::vector<LaunchesKernel> kernels;
    for (const std::string& path : arguments.inputs)
        std::ranges::move(kernels_of(arguments, path), std::back_inserter(kernels));
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
        totals = verify_all(session, kernels, *space, watch.flag(), *memory, printer);
        watch.hold();
    }
    ExitCode code = totals.code;
    if (*watch.flag()) code = worst(code, ExitCode::unknown);
    return write_files(arguments, totals, {}, err) ? code : worst(code, ExitCode::bad_input);
}

}  // namespace clmm::cli
