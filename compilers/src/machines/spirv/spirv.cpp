#include "machines/instruction_set.h"
#include "machines/spirv/execution.h"
#include "machines/spirv/flatten.h"

/// SPIR-V of the OpenCL environment, as spirv-dis prints it: read into tests in OpenCL C.
namespace clmm::compilers {
namespace khronos {
namespace {

class Spirv final : public InstructionSet {
public:
    Listing read(const SourcePtr& file) const override {
        return flattened(file, Module(read_instructions(*file)));
    }

    const Dialect& dialect() const override {
        static const Dialect made{.word = "OPENCL", .model = "", .is_program = true};
        return made;
    }

    void enter(Machine& machine, const Listing& /*listing*/, const std::string& function,
               const std::vector<TermId>& parameters) const override {
        enter_by_name(machine, function, parameters);
    }

    Next execute(Machine& machine, const Line& line) const override {
        return Execution(machine, line)();
    }
};

}  // namespace
}  // namespace khronos

const InstructionSet& spirv() {
    static const khronos::Spirv made;
    return made;
}

}  // namespace clmm::compilers
