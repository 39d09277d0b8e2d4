#include <algorithm>
#include <memory>

#include "clmm/base/reject.h"
#include "clmm/compilers/assembly.h"
#include "clmm/lowering/columns.h"
#include "machines/find.h"
#include "parameters.h"
#include "walk/walker.h"
#include "write/program_thread.h"
#include "write/thread_text.h"

namespace clmm::compilers {
namespace {

using generator::Program;
using generator::Thread;

/// Variants: the product of all threads' ways.
constexpr std::size_t kMostVariants = 4096;

class Reading {
public:
    Reading(const Program& program, const std::vector<CompiledThread>& compiled,
            const InstructionSet& machine)
        : program_(program),
          machine_(machine),
          compiled_(compiled),
          file_(compiled.empty() ? nullptr : compiled.front().in->file),
          world_(std::make_shared<World>()) {}

    lowering::Lowered operator()() {
        set_up();
        if (machine_.dialect().is_program)
            whole();
        else
            way_by_way();
        return std::move(made_);
    }

    /// The file that is read now.
    [[nodiscard]] const SourcePtr& file() const { return file_; }

private:
    /// A test of its own for each combination of ways.
    void way_by_way() {
        std::size_t variants = 1;
        for (const Thread& each : program_.threads) {
            threads_.push_back(columns_of(each));
            variants *= threads_.back().size();
            if (variants > kMostVariants)
                refuse("there are more than " + std::to_string(kMostVariants) +
                           " combinations of ways through the threads",
                       {0, 0});
        }
        std::vector<const ThreadText*> chosen;
        combine(chosen);
    }

    /// One test, in which threads branch.
    void whole() {
        if (program_.dialect != generator::Dialect::opencl)
            refuse("modules of the OpenCL environment are made of OpenCL C", {0, 0});
        Program target = program_;
        target.threads.clear();
        lowering::Variant made;
        std::string filter;
        for (const Thread& each : program_.threads) {
            ProgramThread thread(program_, each, ways_through(each), world_);
            const auto registers = generator::registers_of(each);
            for (std::size_t i = 0; i < registers.size(); ++i)
                made.states.push_back(
                    thread.counterpart({static_cast<int>(each.number), registers[i]},
                                       static_cast<std::int64_t>(4 * i), end_of(each)));
            if (thread.is_cut)
                filter += (filter.empty() ? "" : " /\\ ") + std::to_string(each.number) + ":" +
                          ProgramThread::kLeftOut + "=0";
            target.threads.push_back(std::move(thread.made));
        }
        for (const generator::Location& each : program_.locations)
            made.states.push_back({{-1, each.name}, each.name, std::nullopt});
        made.text = generator::to_litmus(target);
        if (!filter.empty()) made.text += "filter (" + filter + ")\n";
        made_.variants.push_back(std::move(made));
    }

    void set_up() {
        for (std::size_t i = 0; i < program_.locations.size(); ++i) {
            const generator::Location& location = program_.locations[i];
            const bool is_first = generator::element_of(location.name) == 0;
            const TermId base =
                is_first
                    ? world_->terms.base(location.is_local ? machine_.dialect().local_pointer : 64)
                    : world_->location_terms.back();
            world_->location_terms.push_back(base);
            world_->objects[world_->terms[base].value].push_back(i);
            if (location.is_local) world_->local_objects.insert(world_->terms[base].value);
        }
        for (TermId* each : {&world_->stack, &world_->out}) {
            *each = world_->terms.base();
            world_->private_bases.insert(world_->terms[*each].value);
        }
        world_->back = world_->terms.base();
    }

    std::vector<ThreadText> columns_of(const Thread& thread) {
        const auto registers = generator::registers_of(thread);
        std::vector<ThreadText> texts;
        for (Machine& way : ways_through(thread))
            texts.push_back(text_of(thread, registers, std::move(way)));
        return texts;
    }

    [[nodiscard]] const CompiledThread& compiled(const Thread& thread) const {
        return compiled_[static_cast<std::size_t>(&thread - program_.threads.data())];
    }

    std::vector<Machine> ways_through(const Thread& thread) {
        const std::string& name = compiled(thread).function;
        const Listing& listing = *compiled(thread).in;
        file_ = listing.file;
        const auto found = listing.labels.find(name);
        if (found == listing.labels.end())
            refuse("the assembly has no function " + name, {0, 0},
                   "clmm lower TEST --write-source prints the text that it is compiled from");
        const auto registers = generator::registers_of(thread);
        world_->out_offsets.clear();
        for (std::size_t i = 0; i < registers.size(); ++i)
            world_->out_offsets.push_back(static_cast<std::int64_t>(4 * i));
        Machine start(*world_, listing);
        start.set_private({world_->terms[world_->stack].value, 0}, world_->back);
        machine_.enter(start, listing, name, parameters(thread));
        const WalkLimits limits;
        Ways ways = Walker(listing, machine_, limits)(start, found->second);
        if (ways.cut)
            leave_open(listing, *ways.cut,
                       "is followed for " + std::to_string(limits.turns) + " turns");
        if (ways.endless)
            leave_open(listing, *ways.endless, "never ends, and what never ends shows nothing");
        if (ways.ways.empty())
            refuse("no way through " + name + " comes to an end", end_of(thread));
        return std::move(ways.ways);
    }

    /// The first reason is told.
    void leave_open(const Listing& listing, Span loop, const std::string& why) {
        if (!made_.incomplete.empty()) return;
        const auto at = listing.file->position(loop.begin);
        made_.incomplete =
            "the loop at " + listing.file->name() + ":" + std::to_string(at.line) + " " + why;
    }

    /// Where a thread's function begins, of which what is missing at its end is said.
    [[nodiscard]] Span end_of(const Thread& thread) const {
        const Listing& listing = *compiled(thread).in;
        if (listing.lines.empty()) return {};
        const std::size_t line = listing.labels.at(compiled(thread).function);
        return listing.lines[std::min(line, listing.lines.size() - 1)].span;
    }

    ThreadText text_of(const Thread& thread, const std::vector<std::string>& registers,
                       Machine way) {
        ThreadText text(program_, thread, machine_.dialect(), std::move(way), world_);
        const Span end = end_of(thread);
        for (std::size_t i = 0; i < registers.size(); ++i)
            text.states.push_back(text.counterpart({static_cast<int>(thread.number), registers[i]},
                                                   static_cast<std::int64_t>(4 * i), end));
        return text;
    }

    [[nodiscard]] std::vector<TermId> parameters(const Thread& thread) const {
        std::vector<TermId> made;
        for (const std::size_t each : objects_of(program_, thread))
            made.push_back(world_->location_terms[each]);
        made.push_back(world_->out);
        return made;
    }

    void combine(std::vector<const ThreadText*>& chosen) {
        if (chosen.size() == threads_.size()) {
            made_.variants.push_back(variant(chosen));
            return;
        }
        for (const ThreadText& each : threads_[chosen.size()]) {
            chosen.push_back(&each);
            combine(chosen);
            chosen.pop_back();
        }
    }

    [[nodiscard]] lowering::Variant variant(const std::vector<const ThreadText*>& chosen) const {
        lowering::Variant made;
        std::vector<lowering::Column> columns;
        std::vector<std::string> shown;
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            const ThreadText& each = *chosen[i];
            columns.push_back(
                {lowering::head_of(machine_.dialect().head, placed(program_.threads[i])),
                 cells_of(i, chosen), each.initial, each.filter});
            shown.insert(shown.end(), each.shown.begin(), each.shown.end());
            made.states.insert(made.states.end(), each.states.begin(), each.states.end());
        }
        for (const generator::Location& each : program_.locations) {
            made.states.push_back({{-1, each.name}, generator::word_for(each.name), std::nullopt});
            shown.push_back(made.states.back().name);
        }
        made.text = lowering::test_text(machine_.dialect().word, program_, columns, shown);
        return made;
    }

    /// Barriers that other threads of the group do not come to on their ways wait for them.
    [[nodiscard]] std::vector<std::string> cells_of(
        std::size_t thread, const std::vector<const ThreadText*>& chosen) const {
        std::vector<std::string> cells = chosen[thread]->cells;
        if (machine_.dialect().waits_for_all.empty()) return cells;
        const auto group = [&](std::size_t i) {
            const Thread at = placed(program_.threads[i]);
            return std::pair(at.place.device, at.place.work_group);
        };
        const std::vector<std::size_t>& barriers = chosen[thread]->barriers;
        std::size_t members = 0, common = barriers.size();
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            if (group(i) != group(thread)) continue;
            ++members;
            common = std::min(common, chosen[i]->barriers.size());
        }
        for (std::size_t i = common; i < barriers.size(); ++i)
            for (const char c : machine_.dialect().waits_for_all) {
                std::string& cell = cells[barriers[i]];
                if (c == '$') continue;
                cell += c == 'B'   ? std::to_string(i)
                        : c == 'Q' ? std::to_string(members)
                                   : std::string(1, c);
            }
        return cells;
    }

    /// C's threads are anywhere: nothing says that two are near one another.
    [[nodiscard]] Thread placed(Thread thread) const {
        if (program_.dialect == generator::Dialect::c)
            thread.place = {thread.number, thread.number, thread.number};
        return thread;
    }

    const Program& program_;
    const InstructionSet& machine_;
    const std::vector<CompiledThread>& compiled_;
    SourcePtr file_;
    std::shared_ptr<World> world_;
    std::vector<std::vector<ThreadText>> threads_;
    lowering::Lowered made_;
};

}  // namespace

Result<std::shared_ptr<const Listing>> read_listing(const SourcePtr& assembly,
                                                    const Architecture& architecture) {
    try {
        return std::make_shared<const Listing>(machine_of(architecture).read(assembly));
    } catch (const Rejected& rejected) {
        return Result<std::shared_ptr<const Listing>>::failure(rejected.in(assembly));
    }
}

Result<lowering::Lowered> read_threads(const Program& program,
                                       const std::vector<CompiledThread>& threads,
                                       const Architecture& architecture) {
    Reading reading(program, threads, machine_of(architecture));
    try {
        return reading();
    } catch (const Rejected& rejected) {
        return Result<lowering::Lowered>::failure(rejected.in(reading.file()));
    }
}

Result<lowering::Lowered> read_assembly(const Program& program, const SourcePtr& assembly,
                                        const Architecture& architecture) {
    const auto listing = read_listing(assembly, architecture);
    if (!listing) return Result<lowering::Lowered>::failure(listing.diagnostics());
    std::vector<CompiledThread> threads;
    for (const Thread& each : program.threads)
        threads.push_back({listing.value(), function_of(each)});
    return read_threads(program, threads, architecture);
}

}  // namespace clmm::compilers
