#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clmm/litmus/litmus_test.h"
#include "clmm/parser/litmus_tree.h"
#include "clmm/runtime/host_program.h"
#include "host/value.h"

namespace clmm::runtime {

/// The test's text and its kernels.
struct HostProgram::Code {
    litmus::LitmusTest test;
    syntax::LitmusTree tree;
    std::shared_ptr<const ProgramCode> kernels;

    [[nodiscard]] const syntax::Function* function(const std::string& name) const;
};

namespace host {

/// The functions, types and variables of a test, each where the test has it: the rest is blank.
[[nodiscard]] SourcePtr kernel_text(const syntax::LitmusTree& tree);

}  // namespace host
}  // namespace clmm::runtime
