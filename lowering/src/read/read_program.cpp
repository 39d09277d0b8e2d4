#include "clmm/lowering/read_program.h"

#include <algorithm>

#include "clmm/litmus/test_tree.h"
#include "read/thread_reader.h"

namespace clmm::lowering {
namespace {

using generator::Program;

void check_whole(const syntax::LitmusTree& tree) {
    const Span none{0, 0};
    if (!tree.launches.empty()) refuse("launched kernels are not lowered", tree.launches[0].span);
    if (!tree.structs.empty()) refuse("structs are not lowered", tree.structs[0].span);
    if (!tree.functions.empty())
        refuse("functions are not lowered", tree.functions[0].span, "write their code in place");
    if (!tree.variables.empty())
        refuse("variables of files are not lowered", tree.variables[0].span);
    if (tree.filter) refuse("a filter is not lowered", none, "write a branch in its place");
}

std::vector<generator::Location> locations_of(const litmus::LitmusTest& test) {
    std::vector<generator::Location> all;
    for (const litmus::Location& each : test.locations) {
        if (each.width != 32 || !each.is_signed || each.is_pointer ||
            each.name.find("][") != std::string::npos || each.name.find('.') != std::string::npos ||
            each.arbitrary || each.allocation != litmus::Allocation::fine_grained_svm_atomics)
            refuse("the location " + each.name +
                       " is not lowered: it is no int or atomic_int in ordinary memory, nor an "
                       "array of them",
                   {0, 0});
        const auto value = static_cast<std::int32_t>(static_cast<std::uint32_t>(each.initial));
        all.push_back(
            {each.name, each.atomic_type, each.space == litmus::AddressSpace::local, value});
    }
    return all;
}

/// The objects by name, with how many elements they have; 0: it is no array.
Objects objects_of(const Program& program) {
    Objects all;
    std::set<std::string> words;
    for (const generator::Location& each : program.locations) {
        std::size_t& count = all[generator::object_of(each.name)];
        if (generator::is_element(each.name)) ++count;
        if (!words.insert(generator::word_for(each.name)).second)
            refuse("the location " + each.name + " and another one have the same name in assembly",
                   {0, 0}, "rename one of them");
    }
    return all;
}

generator::Thread thread_of(const litmus::LitmusTest& test, const syntax::Thread& written,
                            Program& program) {
    const auto unit = std::ranges::find_if(test.units, [&](const litmus::Unit& each) {
        return each.kind == litmus::UnitKind::work_item && each.number == written.number;
    });
    if (unit == test.units.end()) refuse("host threads are not lowered", written.name_span);
    if (unit->kernel != test.units.front().kernel)
        refuse("several kernel-instances are not lowered", written.name_span);
    Objects objects = objects_of(program);
    for (const syntax::Declarator& each : written.parameters)
        if (!objects.contains(each.name))
            refuse("the parameter '" + each.name + "' is no location", each.span);
    ThreadReader reader(program.dialect, std::move(objects));
    return {written.number,
            {unit->device, unit->work_group, unit->sub_group},
            reader.read(written.body)};
}

Program program_of(const litmus::LitmusTest& test) {
    const syntax::LitmusTree& tree = litmus::tree_of(test);
    check_whole(tree);
    Program program{.dialect = test.language == litmus::Language::opencl
                                   ? generator::Dialect::opencl
                                   : generator::Dialect::c,
                    .name = test.name};
    program.locations = locations_of(test);
    for (const syntax::Thread& each : tree.threads)
        program.threads.push_back(thread_of(test, each, program));
    return program;
}

}  // namespace

Result<Program> read_program(const litmus::LitmusTest& test) {
    try {
        if (test.front_end != &litmus::opencl() || test.code == nullptr)
            refuse("only tests in OpenCL C and C are lowered", {0, 0},
                   "a test in assembly is lowered already: clmm check decides it");
        return program_of(test);
    } catch (const Rejected& rejected) {
        return Result<Program>::failure(rejected.in(test.source));
    }
}

}  // namespace clmm::lowering
