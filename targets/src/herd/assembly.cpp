#include "herd/assembly.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "clmm/litmus/event_structure.h"
#include "herd/elaborate.h"

namespace clmm::targets {

using litmus::EventStructure;
using litmus::LitmusTest;

void place_threads(LitmusTest& test, const TestFile& file, const Surroundings& known) {
    std::string form;
    for (const auto& [kind, _] : known)
        form += (form.empty() ? "P0@" : ",") + std::string(kind) + " 0";
    for (litmus::Unit& unit : test.units) {
        const Column& column = file.columns[unit.id.index()];
        std::size_t count = 0;
        for (const Surrounding& each : column.surroundings) {
            const auto found =
                std::ranges::find(known, each.kind, [](const auto& entry) { return entry.first; });
            if (found == known.end())
                reject("E-PLACE", "a thread is in no '" + each.kind + "'", each.span, form);
            unit.*found->second = each.number;
            ++count;
        }
        if (count != known.size())
            reject("E-PLACE", "where P" + std::to_string(column.number) + " runs is not said",
                   column.span, form);
    }
}

Result<LitmusTest> Assembly::read(SourcePtr source) const {
    using Failure = Result<LitmusTest>;
    try {
        std::shared_ptr<const Program> program = parse(source->text());
        Diagnostics problems;
        LitmusTest test =
            elaborate(source, *this, program->file, program->locations, widths(), problems);
        complete(test, *program);
        // What its names and addresses mean is known once it is unfolded.
        static_cast<void>(events(test, *program, 1));
        if (has_errors(problems)) return Failure::failure(std::move(problems));
        test.program = std::move(program);
        return test;
    } catch (const Rejected& rejected) {
        return Failure::failure(rejected.in(source));
    }
}

Result<std::string> Assembly::dump_tree(SourcePtr source) const {
    try {
        return to_text(parse(source->text())->file, source->text());
    } catch (const Rejected& rejected) {
        return Result<std::string>::failure(rejected.in(source));
    }
}

Result<EventStructure> Assembly::unfold(const LitmusTest& test,
                                        const litmus::UnfoldOptions& options) const {
    using Failure = Result<EventStructure>;
    try {
        EventStructure structure =
            events(test, *static_cast<const Program*>(test.program.get()), options.unroll);
        const std::size_t count = structure.size() - structure.initial_count;
        if (count <= options.event_limit) return structure;
        return Failure::failure(
            {Severity::error,
             "E-LIMIT",
             "the test has more than " + std::to_string(options.event_limit) + " events",
             {},
             test.source,
             structure.events[structure.initial_count + options.event_limit].span});
    } catch (const Rejected& rejected) {  // an address that only a later turn of a loop has
        return Failure::failure(rejected.in(test.source));
    }
}

std::shared_ptr<const litmus::ChangeSpace> Assembly::changes(
    const LitmusTest& test, const EventStructure& structure) const {
    if (fences().empty()) return nullptr;
    const auto& program = *static_cast<const Program*>(test.program.get());
    return fence_changes(test.source, program.file, structure, fences());
}

std::string Assembly::operation(const EventStructure& structure, litmus::EventId id) const {
    const litmus::Event& event = structure[id];
    if (event.kind != litmus::EventKind::read && event.kind != litmus::EventKind::write)
        return event.label;
    if (event.initial) return "Winit";
    return (event.kind == litmus::EventKind::read ? "R" : "W") + event.label;
}

/// Processors' threads are nowhere in particular, and each location has one name.
void Assembly::complete(LitmusTest& /*test*/, const Program& program) const {
    for (const Column& column : program.file.columns)
        for (const Surrounding& each : column.surroundings)
            reject("E-PLACE", "threads have no place in " + std::string(name()), each.span,
                   "write P" + std::to_string(column.number));
    for (const Alias& each : program.file.aliases)
        reject("E-NAME", "locations have one name in " + std::string(name()), each.span);
    for (const ThreadLink& each : program.file.links)
        reject("E-SYNTAX", "threads are not related in " + std::string(name()), each.span);
}

}  // namespace clmm::targets
