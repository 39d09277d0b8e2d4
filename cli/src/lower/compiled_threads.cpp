#include "lower/compiled_threads.h"

#include <set>

#include "lower/run_compiler.h"

namespace clmm::cli {

using compilers::CompiledThread;
using generator::Program;
using lowering::Lowered;

Result<std::string> CompiledThreads::text_of(const Program& program, std::size_t thread) const {
    const std::vector<compilers::NamedThread> one{{program, thread, "P"}};
    return compilers::source_text(one, command_.written_for());
}

void CompiledThreads::prepare(const std::vector<Program>& programs) {
    std::vector<Waiting> waiting;
    std::set<std::string> asked;
    for (const Program& program : programs)
        for (std::size_t i = 0; i < program.threads.size(); ++i) {
            auto text = text_of(program, i);
            if (!text || known_.contains(*text) || !asked.insert(*text).second) continue;
            waiting.push_back({std::move(text).value(), &program, i});
        }
    compile(waiting);
}

/// A file in which something is not compiled says nothing of the rest.
void CompiledThreads::compile(std::span<const Waiting> threads) {
    if (threads.empty() || budget_.exceeded()) return;
    const Diagnostics problems = compile_together(threads);
    if (problems.empty()) return;
    if (threads.size() == 1) {
        known_.emplace(threads.front().text, Result<CompiledThread>::failure(problems));
        return;
    }
    compile(threads.first(threads.size() / 2));
    compile(threads.subspan(threads.size() / 2));
}

Diagnostics CompiledThreads::compile_together(std::span<const Waiting> threads) {
    std::vector<compilers::NamedThread> named;
    for (std::size_t i = 0; i < threads.size(); ++i)
        named.push_back({*threads[i].program, threads[i].thread, "P" + std::to_string(i)});
    const auto text = compilers::source_text(named, command_.written_for());
    if (!text) return text.diagnostics();
    const auto assembly =
        compile_text(command_, *text, threads.front().program->dialect, "a thread");
    if (!assembly) return assembly.diagnostics();
    const auto machine = machine_of(command_, **assembly);
    if (!machine) return machine.diagnostics();
    const auto listing = compilers::read_listing(assembly.value(), **machine);
    if (!listing) return listing.diagnostics();
    command_.architecture = machine.value();
    for (std::size_t i = 0; i < threads.size(); ++i)
        known_.emplace(threads[i].text, CompiledThread{listing.value(), named[i].function});
    return {};
}

Result<Lowered> CompiledThreads::lower(const Program& program) const {
    std::vector<CompiledThread> threads;
    for (std::size_t i = 0; i < program.threads.size(); ++i) {
        const auto text = text_of(program, i);
        if (!text) return Result<Lowered>::failure(text.diagnostics());
        const auto found = known_.find(*text);
        if (found == known_.end())
            return Result<Lowered>::failure({Severity::error,
                                             "E-COMPILER",
                                             "the time was over before it was compiled",
                                             {},
                                             nullptr,
                                             Span{}});
        if (!found->second) return Result<Lowered>::failure(found->second.diagnostics());
        threads.push_back(*found->second);
    }
    auto made = compilers::read_threads(program, threads, *command_.architecture);
    // Programs are counted by reason: places in assembly are no part of it.
    if (made && !made->incomplete.empty())
        made.value().incomplete = "a loop may go on longer than it is followed";
    return made;
}

}  // namespace clmm::cli
