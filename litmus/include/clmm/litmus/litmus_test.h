#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/base/source.h"
#include "clmm/litmus/front_end.h"
#include "clmm/litmus/term.h"

namespace clmm::litmus {

enum class Language { opencl, c };
enum class AddressSpace : std::uint8_t { global, local, constant, private_memory };

/// How an object was allocated; narrows the scopes of atomics on it (docs/model.md, Scopes).
enum class Allocation : std::uint8_t {
    fine_grained_svm_atomics,  ///< what a litmus location without an allocation kind is
    fine_grained_svm,
    coarse_grained_svm,
    system_svm,
    buffer,
    image,
    pipe,
    program_scope,
    host_memory,  ///< memory of the host that no device can reach
};

/// One scalar object, or one element of an array.
///
/// Units    width in bits; address is abstract, distinct per object, elements of an array
///          contiguous in bytes. `initial` is the initial value.
struct Location {
    LocationId id;
    std::string name;  ///< `x`, `a[2]`
    AddressSpace space = AddressSpace::global;
    Allocation allocation = Allocation::fine_grained_svm_atomics;
    unsigned width = 32;
    bool is_signed = true;
    bool is_pointer = false;
    bool atomic_type = false;  ///< atomic in every declaration that reaches it
    std::uint64_t address = 0;
    std::uint64_t initial = 0;
    bool arbitrary = false;  ///< starts with any value, in place of `initial`
    std::uint32_t object =
        0;  ///< equal for the elements of one memory object (and its sub-buffers)
};

/// What a unit of execution is: a work-item, a host thread (or callback), the execution of a
/// command, the event that signals its completion, or an asynchronous copy of a work-group.
enum class UnitKind : std::uint8_t { work_item, host_thread, command, completion, copy };

/// A unit of execution (`P0`, …) and where it runs. Equal numbers mean the same device,
/// kernel-instance, work-group of that kernel-instance, sub-group of that work-group.
struct Unit {
    UnitId id;
    UnitKind kind = UnitKind::work_item;
    std::string name = {};     ///< `P0`, `reduce[3]`, `write x`
    std::uint32_t number = 0;  ///< of `P<number>`
    std::uint32_t device = 0;  ///< of work-items, their copies, and commands
    std::uint32_t kernel = 0;  ///< the kernel-instance, unique over all devices if launched
    std::uint32_t work_group = 0;
    std::uint32_t sub_group = 0;
    std::vector<std::uint32_t> ancestors = {};  ///< the kernel-instance that enqueued this one
                                                ///< stands last, before it that one's, and so on
};

/// Host threads are on no device, and in no kernel-instance.
[[nodiscard]] bool same_device(const Unit& a, const Unit& b);
[[nodiscard]] bool same_kernel_instance(const Unit& a, const Unit& b);
/// The kernel-instance of `child` was enqueued by a work-item of the other's.
[[nodiscard]] bool is_parent(const Unit& parent, const Unit& child);
[[nodiscard]] bool same_work_group(const Unit& a, const Unit& b);
[[nodiscard]] bool same_sub_group(const Unit& a, const Unit& b);

/// Sets of work-items that share a place: work-groups, then kernel-instances, then devices.
[[nodiscard]] std::vector<std::vector<UnitBlock>> blocks_by_place(const std::vector<Unit>& units);

enum class Quantifier { exists, not_exists, forall };

/// An item of an `Expect=` line, one of expectation_words(), where it stands in the source.
struct ExpectedWord {
    std::string word;
    Span span;
};

/// What a clause of an `Expect=` line claims, e.g. `Expect=opencl-scoped: allowed, race-free;
/// opencl-3.0: racy`. A clause without a model is for every model.
struct Expectation {
    std::string model;                ///< empty: any
    std::vector<ExpectedWord> words;  ///< as written; none repeats or contradicts another
    Span span;
};

struct TestCode;  // syntax and resolved names, private to litmus

/// An elaborated litmus test: named, placed, with its objects; its code still as written.
struct LitmusTest {
    SourcePtr source;
    const FrontEnd* front_end = &opencl();
    Language language = Language::opencl;  ///< which of those of opencl()
    std::string name;
    std::string documentation;
    std::vector<Unit> units;
    std::vector<Location> locations;
    std::optional<Quantifier> quantifier;  ///< none: the file has no condition
    std::string condition_text;            ///< `exists (x=1 /\ 0:r0=2)` in canonical spelling
    std::vector<Expectation> expectations;
    std::shared_ptr<const TestCode> code;  ///< null in languages of other folders
    /// … whose front ends keep there what they read.
    std::shared_ptr<const void> program = nullptr;
};

/// Parses and elaborates one litmus test in OpenCL C or C. For a file in any language there is
/// targets::read_test.
/// Errors   E-SYNTAX from the parser; E-NAME, E-TYPE, E-SCOPE, E-PLACE, E-EXPECT here.
[[nodiscard]] Result<LitmusTest> read_test(SourcePtr source);

/// `--dump=tree`, of the same languages.
[[nodiscard]] Result<std::string> dump_tree(SourcePtr source);
/// `--dump=test`.
[[nodiscard]] std::string to_text(const LitmusTest& test);

}  // namespace clmm::litmus
