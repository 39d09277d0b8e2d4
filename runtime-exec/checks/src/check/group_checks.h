#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/kernel_checks.h"

namespace clmm::runtime::check {

/// The checks of one work-group. Accesses come as rows of lanes; a row that lies wholly in the
/// object that it is to lie in, which is what rows do, is checked as one.
class GroupChecks final : public GroupMonitor {
public:
    GroupChecks(KernelChecks& kernel, GroupRun& group);
    ~GroupChecks() override;
    GroupChecks(const GroupChecks&) = delete;
    GroupChecks& operator=(const GroupChecks&) = delete;

    void access(Block& block, const Site& site, std::uint32_t size, std::span<const AccessRow> rows,
                std::vector<unsigned>& denied) override;
    bool transfer(Block& block, const Site& site, unsigned lane, std::uint64_t address,
                  std::uint64_t count, std::int64_t stride) override;
    AtomicPlan begin_atomic(Block& block, const Site& site, unsigned lane,
                            std::uint64_t address) override;
    void end_atomic(Block& block, const Site& site, unsigned lane, std::uint64_t address,
                    const AtomicStep& step) override;
    void end_atomics() override;
    void fence(Block& block, const Site& site) override;
    void together(GroupRun& group, const Site& site, unsigned first, unsigned count) override;
    void begin_enqueue(Block& block, const Site& site, unsigned lane) override;
    void end_enqueue() override;
    void begin_life(Block& block, const Site& site) override;
    void end_life(Block& block, const Site& site) override;
    void divides_by_zero(Block& block, const Site& site, std::span<const unsigned> lanes) override;
    void outside_array(Block& block, const Site& site, std::span<const unsigned> lanes) override;
    void misaligned(Block& block, const Site& site, std::span<const unsigned> lanes) override;
    void begin_copy(const CopySide& to, const CopySide& from, std::uint64_t count,
                    std::uint64_t event) override;
    void wait_for_copies(const Site& site, std::span<const std::uint64_t> events) override;
    void end_group() override;
    void unassigned(Block& block, const Site& site, std::span<const unsigned> lanes) override;
    void outside_image(Block& block, const Site& site, unsigned lane) override;

private:
    /// One row or element, and who accesses it.
    struct Access {
        Block& block;
        const Site& site;
        std::uint32_t size = 0;
        bool reads = false;
        bool writes = false;
        bool atomic = false;
    };
    struct PrivateValues {
        const Block* block = nullptr;
        Values values;
    };

    /// One side of a copy that nobody has waited for yet.
    struct PendingSide {
        CopySide side;
        std::uint64_t count = 0;
        std::uint64_t event = 0;

        [[nodiscard]] bool overlaps(std::uint64_t address, std::uint64_t size) const;
    };

    /// Whether the whole row may be accessed; false: each of its lanes is to be asked for.
    /// `region`: where the row before it was, or null.
    bool access_row(const Access& access, const AccessRow& row, const ObjectRegion*& region);
    bool access_lane(const Access& access, unsigned lane, std::uint64_t address);
    bool private_row(const Access& access, const AccessRow& row);
    void pass(const Access& access, const ObjectRegion& region, const AccessRow& row);
    void check_alignment(const Access& access, const AccessRow& row);
    void check_values(const Access& access, const ObjectRegion& region, const AccessRow& row);

    /// Where the lane's access may be; null: nowhere, and `region_` is of no meaning.
    [[nodiscard]] const ObjectRegion* region_of(const Access& access, unsigned lane,
                                                std::uint64_t address);
    [[nodiscard]] bool local_region(const Root& root, std::uint64_t address);
    [[nodiscard]] bool private_region(const Access& access, unsigned lane, std::uint64_t address);
    [[nodiscard]] Values* private_values(Block& block);
    [[nodiscard]] bool is_local(std::uint64_t address) const;
    [[nodiscard]] bool is_private(Block& block, std::uint64_t address) const;

    /// Which of its variables were left behind by the block's lanes, byte by byte.
    [[nodiscard]] std::vector<std::uint8_t>* dead_bytes(Block& block);
    [[nodiscard]] bool is_dead(Block& block, std::uint64_t address);

    // copies.cpp
    /// Whether lanes of the row access what a copy under way writes, or write what it reads.
    [[nodiscard]] bool meets_copy(const Access& access, const AccessRow& row);
    void report_copy(const Access& access, unsigned lane, const PendingSide& copy,
                     std::uint64_t count);
    void report_about_copies(const Site& site, std::string message);

    // races: group_races.cpp
    void begin_races();
    void end_races();
    /// Of one instruction; `tell_rows` passes them on.
    void tell_row(const Access& access, const ObjectRegion& region, const AccessRow& row);
    void tell_rows();
    [[nodiscard]] std::uint32_t number_of(const Block& block, unsigned lane) const;
    /// The place of an atomic operation, found once for all lanes that are in the same one.
    [[nodiscard]] const ObjectRegion* atomic_region(const Access& access, unsigned lane,
                                                    std::uint64_t address);
    /// Of one instruction; `end_atomics` passes them on.
    void tell_atomic(const Atomic& atomic);
    void tell_atomics();
    [[nodiscard]] std::optional<Atomic> atomic_at(Block& block, const Site& site, unsigned lane,
                                                  std::uint64_t address);
    /// What an atomic operation is to read, if that is not what memory holds.
    [[nodiscard]] std::optional<std::uint64_t> older_value(Block& block, const Site& site,
                                                           unsigned lane, std::uint64_t address);

    // texts: fault_text.cpp
    [[nodiscard]] std::string action(const Access& access) const;
    [[nodiscard]] std::string fault(const Access& access, unsigned lane, std::uint64_t address,
                                    const ObjectRegion* region);
    void report(FindingKind kind, const Access& access, unsigned lane, std::string message,
                std::string detail, std::uint64_t count = 1);

    KernelChecks& kernel_;
    GroupRun& group_;
    const CheckSet wanted_;
    std::uint64_t local_begin_ = 0;
    std::uint64_t local_end_ = 0;
    Values local_values_;
    RaceDetector* races_ = nullptr;   ///< null: they are not looked for
    OlderWrites* older_ = nullptr;    ///< null: all read the last write
    std::uint32_t first_number_ = 0;  ///< of the group's work-items
    ObjectId local_race_;
    std::vector<Row> rows_;  ///< of the instruction that is looked at
    AtomicRow atomic_row_;
    std::vector<AtomicRow::Each> atomics_;       ///< of the row
    std::optional<ObjectRegion> atomic_region_;  ///< of the last operation of the instruction
    std::vector<PrivateValues> private_values_;
    std::vector<PrivateValues> dead_;  ///< flags of private memory, as those of values
    std::vector<unsigned> outside_;    ///< lanes whose next access is denied
    std::vector<PendingSide> pending_;
    ObjectRegion region_;  ///< local or private, of the access that is looked at
};

}  // namespace clmm::runtime::check
