#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clmm/hardware/device.h"
#include "clmm/hardware/tuning.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/parser/litmus_tree.h"

namespace clmm::hardware {

/// A unit of the test, which one work-item executes for each instance.
struct Role {
    const syntax::Thread* thread = nullptr;  ///< null: in assembly
    litmus::UnitId unit;
    std::uint32_t number = 0;  ///< of P<number>
    std::size_t group = 0;     ///< in Layout::groups
};

/// The roles of one work-group of the test, and which work-items of a device's group run them.
///
/// Idea     a work-item l of round k is work-item s = l mod sub_group_lanes of sub-group
///          w = l / sub_group_lanes; it runs role s / cluster of the test's sub-group
///          (w + k) mod sub_groups, for instance k · per_round + (w / sub_groups) · cluster +
///          s mod cluster of the block.
struct TestGroup {
    std::uint32_t work_group = 0;
    std::vector<std::size_t> roles;
    std::vector<std::vector<std::size_t>> sub_groups;  ///< roles; where the device has none, each
                                                       ///< role is in one of its own
    std::uint32_t sub_group_lanes = 1;
    std::uint32_t cluster = 1;
    std::uint32_t per_round = 1;
    std::uint32_t rounds = 1;
    bool has_barrier = false;
    std::uint32_t local_bytes = 0;  ///< of one instance, multiple of 8
};

/// An object of the test: where each instance has its own.
///
/// Units    of a global one words from the start of memory, of a local one bytes.
struct PlacedObject {
    std::string name;
    litmus::AddressSpace space = litmus::AddressSpace::global;
    std::uint64_t address = 0;  ///< abstract
    std::uint32_t bytes = 4;
    std::size_t group = 0;  ///< of a local one
    std::uint64_t offset = 0;
    std::uint32_t stride = 1;      ///< between two instances
    std::uint32_t multiplier = 1;  ///< the instance times this, modulo Layout::slots, has its place
    std::vector<const litmus::Location*> locations;
};

/// Who executes what, and where objects lie.
struct Layout {
    std::vector<Role> roles;
    std::vector<TestGroup> groups;
    std::vector<PlacedObject> objects;

    std::uint32_t lanes = 1;           ///< work-items of a device's work-group
    std::uint32_t block = 1;           ///< instances that a group runs at once
    std::uint32_t blocks = 1;          ///< of a launch
    std::uint32_t instances = 1;       ///< block · blocks
    std::uint32_t slots = 2;           ///< power of 2 above the instances: one is spare, for
                                       ///< work-items that only keep up with barriers
    std::uint32_t testing_groups = 1;  ///< of the device
    std::uint32_t stress_groups = 0;
    std::uint32_t steps = 1;         ///< blocks that a testing group runs, one after another
    std::uint32_t teams = 1;         ///< looping: as many sets of groups, each with its instances
    std::uint32_t group_offset = 1;  ///< parallel: block b of group j is run by the device's group
                                     ///< b + j · group_offset modulo the blocks
    std::uint64_t memory_words = 1;
    std::uint64_t local_bytes = 0;  ///< of a device's work-group
};

/// Errors   Rejected: what cannot be placed, E-TUNING for a tuning that does not fit.
[[nodiscard]] Layout make_layout(const syntax::LitmusTree& tree, const litmus::LitmusTest& test,
                                 const litmus::EventStructure& structure, const DeviceInfo& device,
                                 const Tuning& tuning);
/// Of a test in a device's assembly: each thread is in a sub-group of its own, all locations are in
/// global memory. Where threads have barriers, a group of the device runs one instance in each
/// lane of one sub-group for each thread, so that a barrier of the device is one of the test.
[[nodiscard]] Layout make_layout(const litmus::LitmusTest& test,
                                 const litmus::EventStructure& structure, const DeviceInfo& device,
                                 const Tuning& tuning);

/// Of a test in the host's machine code: each thread is executed by one of the host's, an instance
/// after the other.
[[nodiscard]] Layout make_thread_layout(const litmus::LitmusTest& test,
                                        const litmus::EventStructure& structure,
                                        const DeviceInfo& device, const Tuning& tuning);

/// The object that a declaration of a unit means; null: none.
[[nodiscard]] const PlacedObject* object_of(const Layout& layout, const Role& role,
                                            const syntax::Declarator& declarator);

/// The least number from `wanted` on that has no common factor with `modulus`, below it if it can
/// be; 1 for modulus 1.
[[nodiscard]] std::uint32_t coprime(std::uint32_t wanted, std::uint32_t modulus);

}  // namespace clmm::hardware
