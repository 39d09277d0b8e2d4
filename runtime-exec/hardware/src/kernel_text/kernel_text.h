#pragma once

#include <string>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/litmus_test.h"
#include "harness/layout.h"
#include "kernel_text/print.h"
#include "launch_flags.h"
#include "outcome.h"

namespace clmm::hardware {

/// What the text of the kernels is made from.
struct TextInput {
    const litmus::LitmusTest& test;
    const syntax::LitmusTree& tree;
    const litmus::EventStructure& structure;
    const DeviceInfo& device;
    const Tuning& tuning;
    const Layout& layout;
    const std::vector<Observed>& observed;
};

/// The OpenCL C of a test: kernels clmm_prepare, clmm_test and clmm_collect.
/// Errors   Rejected.
[[nodiscard]] std::string kernel_text(const TextInput& input);

// ---- parts of it ----

/// Structs, constants and functions of the test, and what code of it is called by.
[[nodiscard]] CodeNames code_names(const TextInput& input);
[[nodiscard]] std::string definitions(const TextInput& input, const CodeNames& names);

/// Where an instance has an object: a pointer to bytes in the object's address space. The
/// instance is `clmm_instance`, in local memory the place in its block `clmm_lane`.
[[nodiscard]] std::string place_of(const TextInput& input, const PlacedObject& object);
/// The type of a location, as far as loads and stores go: `uint`.
[[nodiscard]] std::string storage_type(const litmus::Location& location);
/// The place of a location as an lvalue.
[[nodiscard]] std::string lvalue_of(const TextInput& input, const PlacedObject& object,
                                    const litmus::Location& location);
/// The initial value of a location: a number, or the address of an object of the instance.
[[nodiscard]] std::string initial_value(const TextInput& input, const litmus::Location& location);
/// An expression of type clmm_value; `text` has this many bits.
[[nodiscard]] std::string as_value(const TextInput& input, const std::string& text, unsigned width,
                                   bool in_group);

/// A role as a function clmm_P<number>, for groups without barriers.
[[nodiscard]] std::string role_function(const TextInput& input, const CodeNames& names,
                                        const Role& role);
/// Calls or code of all roles of a group, for the work-item's `clmm_role` and `clmm_instance`.
[[nodiscard]] std::string group_code(const TextInput& input, const CodeNames& names,
                                     const TestGroup& group, unsigned depth);

/// The variables of a role: its parameters, pointers to file-scope and local objects, observed
/// registers.
class RoleVariables {
public:
    /// Names get the prefix. The printer knows them afterwards.
    RoleVariables(const TextInput& input, const CodeNames& names, const Role& role,
                  std::string prefix, CodePrinter& printer);

    [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }
    /// Statements that put the observed registers into the results.
    [[nodiscard]] std::vector<std::string> stores() const;
    /// A variable for a declaration of the body; its line is added to lines().
    std::string add(const syntax::Declarator& declarator);

private:
    void add_parameter(const syntax::Declarator& declarator);
    void add_local_objects();
    void add_initial_registers();
    void add_observed();
    [[nodiscard]] std::string own_initial_value(const syntax::InitEntry& entry) const;
    [[nodiscard]] const syntax::InitEntry* initial_entry(const std::string& name) const;
    std::string variable(const std::string& name);

    const TextInput& input_;
    const CodeNames& names_;
    const Role& role_;
    std::string prefix_;
    CodePrinter& printer_;
    std::vector<std::string> lines_;
    std::map<std::string, std::string> variables_;  ///< of parameters and observed registers
    std::set<std::string> used_;
};

}  // namespace clmm::hardware
