#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assembly/data.h"
#include "assembly/listing.h"
#include "clmm/generator/program.h"
#include "walk/terms.h"

namespace clmm::compilers {

/// A step as the target's tests have it.
///
/// Shape    `text` is the litmus instruction, more of them separated by ` ; `, with $D for the
///          result, $A the location, $V and $E what is stored and expected, $U the status of a
///          conditional store, $T another register, $L a label. Where tests are programs it is a
///          `statement`, without these.
struct Code {
    Code() = default;
    Code(std::string words) : text(std::move(words)) {}
    Code(const char* words) : text(words) {}
    Code(generator::Statement made)
        : text(generator::to_text(made, generator::Dialect::opencl)), statement(std::move(made)) {}

    std::string text;
    std::optional<generator::Statement> statement = {};
};

/// What a thread does to memory that others see, and what orders it.
struct Step {
    enum class Kind : std::uint8_t {
        load,
        store,
        modify,
        compare_exchange,
        conditional,
        fence,
        branch
    };
    Kind kind = Kind::fence;
    Code code;
    std::size_t location = 0;
    std::optional<TermId> value, expected;
    std::optional<TermId> result, status;  ///< symbols
    std::optional<TermId> success;         ///< one bit, of what may fail
    std::optional<TermId> condition;       ///< of a branch
    bool is_plain = false;                 ///< a load that orders nothing
    Span span;
};

/// Thrown where a value that nobody may use is used.
struct PoisonUsed {};
/// Thrown where no value is left that what is known on this way allows: it is no way.
struct NoWay {};
/// Thrown where what is stored depends on a condition: both cases are ways of their own.
struct Split {
    TermId condition;
};

/// A condition that a way took to be so, behind so many steps.
struct Assumption {
    TermId condition;
    bool is_true;
    std::size_t steps;
};

/// What all ways through a program share: values, and what their bases are.
struct World {
    Terms terms;
    std::map<std::uint64_t, std::vector<std::size_t>> objects;  ///< their locations, by base
    TermId stack{}, out{};
    std::vector<std::int64_t> out_offsets;  ///< of what the function has to leave there
    std::vector<TermId> location_terms;     ///< the object of each
    std::set<std::uint64_t> local_objects;  ///< bases of the work-group's memory
    std::set<std::uint64_t> private_bases;
    std::map<std::string, TermId> callers;  ///< what registers hold at the beginning
    TermId back{};                          ///< where the thread's function returns to

    /// What a label of the file points to.
    [[nodiscard]] TermId label(const std::string& name);
    /// Where an instruction is, by its place in the listing.
    [[nodiscard]] TermId code(std::size_t place);
    /// Memory of the thread's own that has a name.
    [[nodiscard]] TermId own(const std::string& name);
    [[nodiscard]] bool is_own(std::uint64_t base) const;
    /// What points to where `window` points, if that is an address of a window of its own and this
    /// is the generic one.
    [[nodiscard]] TermId generic(TermId window);
    /// … and back: nothing where a base is none of those.
    [[nodiscard]] std::optional<TermId> window_of(std::uint64_t generic) const;
    [[nodiscard]] const std::string* label_of(std::uint64_t base) const;
    [[nodiscard]] const std::size_t* place_of(std::uint64_t base) const;
    /// What a table says of where code is.
    [[nodiscard]] TermId code_offset(const CodeOffset& offset, unsigned width);
    /// The label where a value points, if it is one's address or made of a table's entry as that
    /// wants it: what it counts from is added, and the bits that it leaves out.
    [[nodiscard]] std::optional<std::string> target(TermId value) const;

private:
    [[nodiscard]] const CodeOffset* offset_of(TermId value, unsigned shift) const;

    std::map<std::string, TermId> label_terms_, own_terms_;
    std::map<TermId, TermId> generic_terms_;   ///< by window's
    std::map<std::uint64_t, TermId> windows_;  ///< by generic base
    std::map<std::pair<CodeOffset, unsigned>, TermId> offset_terms_;
    std::map<std::uint64_t, CodeOffset> offsets_;
    std::map<std::size_t, TermId> code_terms_;
    std::map<std::uint64_t, std::string> labels_;
    std::map<std::uint64_t, std::size_t> places_;
};

/// A thread on its way: registers, memory of its own, and the steps that others see.
class Machine {
public:
    Machine(World& world, const Listing& listing) : world_(&world), listing_(&listing) {}

    [[nodiscard]] Terms& terms() { return world_->terms; }
    [[nodiscard]] World& world() { return *world_; }
    [[nodiscard]] const Listing& listing() const { return *listing_; }
    [[nodiscard]] const Terms& terms() const { return world_->terms; }
    [[nodiscard]] const World& world() const { return *world_; }

    /// 64 bits wide; what the caller left in it where nothing wrote it.
    [[nodiscard]] TermId get(const std::string& name);
    [[nodiscard]] std::optional<TermId> find(const std::string& name) const;
    void set(const std::string& name, TermId value) { registers_[name] = value; }
    void forget(const std::string& name) { registers_.erase(name); }
    /// A function has registers of its own, under the same names; what there was is kept.
    void enter_frame();
    void leave_frame();

    /// Flags of a comparison of a with b: eq, lt, lo, mi behind the prefix.
    void compare(const std::string& prefix, TermId a, TermId b);
    void compare_with_zero(const std::string& prefix, TermId result);  ///< no carry
    void only_equal(const std::string& prefix, TermId is_equal);
    /// eq ne lt ge gt le lo hs hi ls mi pl, as one bit.
    [[nodiscard]] TermId condition(const std::string& prefix, std::string_view name, Span span);

    /// The width in bits. Accesses of the thread's own memory are no steps. A plain access of
    /// several locations is as many steps; `code` is one's.
    [[nodiscard]] TermId load(TermId address, unsigned width, Code code, Span span,
                              bool is_plain = false);
    void store(TermId address, TermId value, Code code, Span span, bool is_plain = false);
    /// A read-modify-write in one instruction. `code` uses $D where it `has_result`.
    [[nodiscard]] TermId modify(TermId address, Op op, TermId operand, bool has_result, Code code,
                                Span span);
    /// Exchanges with `operand` in place of computing.
    [[nodiscard]] TermId exchange(TermId address, TermId operand, bool has_result, Code code,
                                  Span span);
    /// What was there; whether it was as expected is `equal` of both.
    [[nodiscard]] TermId compare_exchange(TermId address, TermId expected, TermId value, Code code,
                                          Span span);
    /// The status's register as a word; `success` says which of its values is success.
    [[nodiscard]] TermId store_conditional(TermId address, TermId value, std::uint64_t success,
                                           Code code, Span span);
    void fence(Code code, Span span);
    void branch(TermId condition, Span span);

    /// Takes a condition to be so on this way; false where that cannot be.
    [[nodiscard]] bool assume(TermId condition, bool is_true);
    /// Whether a condition is known on this way.
    [[nodiscard]] std::optional<bool> decided(TermId condition) const;
    /// The values that a term may have on this way, which a comparison with a number or a mask has
    /// to bound; nothing: it may have too many.
    [[nodiscard]] std::optional<std::vector<TermId>> possible_values(TermId term);
    /// Says of what is compared for equality that it is the one value that is left to it.
    void assume_last(TermId comparison);
    /// What decides a value apart from numbers: `x` of `8 * x + 16`, however it is extended.
    [[nodiscard]] TermId index_in(TermId value) const;
    /// Whether an address is in the thread's own memory.
    [[nodiscard]] bool is_private(TermId address) const;
    /// Whether it is in the work-group's memory.
    [[nodiscard]] bool is_local(TermId address) const;
    void set_private(Address address, TermId value) { memory_[address] = value; }
    [[nodiscard]] std::optional<TermId> private_at(Address address) const;

    [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
    [[nodiscard]] const std::vector<Assumption>& assumptions() const { return assumed_; }

    /// This state with all that differs from another one (in which a symbol may be another)
    /// replaced by poison.
    void poison_differences(const Machine& other, const std::map<TermId, TermId>& renaming);
    /// The same where the other one may follow on this one: what differs and may be used there is
    /// replaced by a symbol, which joins `any`: those that stand for all values. Whether anything
    /// is new.
    bool widen(const Machine& other, const std::map<TermId, TermId>& renaming,
               std::set<TermId>& any);

private:
    [[nodiscard]] Address resolved(TermId address, Span span) const;
    /// The first location that is accessed, behind which lie those of the other words; nothing: it
    /// is the thread's own memory.
    [[nodiscard]] const std::size_t* shared(Address address, unsigned width, Span span,
                                            bool is_plain = false) const;
    [[nodiscard]] std::optional<TermId> known_private(Address address, unsigned width);
    [[nodiscard]] TermId load_private(Address address, unsigned width, Span span);
    /// From data that the file has.
    [[nodiscard]] TermId load_constant(const std::string& label, std::int64_t offset,
                                       unsigned width, Span span);
    /// From data of the file that a value chooses; nothing: the address is another one.
    [[nodiscard]] std::optional<TermId> load_chosen(TermId address, unsigned width, Span span);
    void store_private(Address address, TermId value);
    /// As it is stored in the test: without conditions, but with all that it depends on.
    [[nodiscard]] TermId stored(TermId value, Span span);
    [[nodiscard]] TermId with_known_conditions(TermId value);
    /// By what `by(here, there)` makes of each two that differ; whether that is anything new.
    template <class By>
    bool replace_differences(const Machine& other, const std::map<TermId, TermId>& renaming,
                             const By& by);
    TermId access(Step step, Span span);
    [[nodiscard]] std::set<std::uint64_t> left_by_equalities(TermId term,
                                                             std::set<std::uint64_t> values);
    /// Whether what is compared may have a value on this way.
    [[nodiscard]] bool is_possible(TermId comparison);

    World* world_;
    const Listing* listing_;
    std::map<std::string, TermId> registers_;
    std::map<Address, TermId> memory_;
    std::vector<Step> steps_;
    std::vector<Assumption> assumed_;
    std::map<TermId, bool> known_;
};

}  // namespace clmm::compilers
