#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machines/instruction_set.h"
#include "machines/words.h"

/// PTX as LLVM and NVIDIA's compilers write it.
namespace clmm::compilers::nvidia {

inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

/// What a function finds at its beginning.
void enter(Machine& machine, const std::string& function, const std::vector<TermId>& parameters,
           TermId back);

/// A part of memory that instructions name. Generic addresses are of all of them; those of global
/// memory are the same in its own window. [PTX ISA: State Spaces; Generic Addressing]
enum class Space : std::uint8_t { generic, global, shared, local };
/// `global`, `shared::cta`; nothing: another word.
[[nodiscard]] std::optional<Space> space_of(std::string_view word);

/// One instruction; its name is words between dots.
class Execution {
public:
    Execution(Machine& machine, const Line& line);

    Next operator()();

private:
    [[nodiscard]] bool has(std::string_view word) const;
    Next run();
    [[nodiscard]] const Piece& operand(std::size_t at) const { return operands_[at]; }
    /// Bits of the last word of the name: `u32`, `b64`, `pred`.
    [[nodiscard]] unsigned width() const;
    TermId value(const Piece& piece, unsigned width);
    TermId value(std::size_t at, unsigned width);
    void write(std::size_t at, TermId value);
    void write(const Piece& to, TermId value);
    /// `{%r1, %r2}`; one that is no vector by itself.
    [[nodiscard]] std::vector<Piece> elements(const Piece& piece, std::size_t count) const;
    /// `.local .align 8 .b8 __local_depot0[64]`: memory of the thread's own.
    void local();
    /// `[%rd1+4]`, `[P0_param_0]`.
    TermId address(std::size_t at);
    /// … of memory that the space which the instruction names has, as an address of its window.
    TermId place(std::size_t at);
    /// The space that the instruction names; none: generic.
    [[nodiscard]] Space named_space() const;
    /// `cvta.shared.u64`, `cvta.to.global.u64`.
    void convert_address();
    /// Where a base points, if that is known.
    [[nodiscard]] std::optional<Space> space_at(std::uint64_t base) const;
    std::optional<Next> control();
    /// What it is done under: nothing, where that is known to be so.
    std::optional<Next> guarded();
    TermId guard();
    Next call();
    Next leave();
    [[nodiscard]] static std::string parameter_name(const Piece& piece);
    TermId predicate(const std::string& name, Span span);
    bool fence();
    /// `bar.sync 0`, `barrier.sync.aligned 0`: all threads of the CTA.
    bool barrier();
    bool move();
    [[nodiscard]] unsigned type_width(std::string_view type) const;
    /// setp.eq.s32.
    bool compare();
    bool compute();
    /// The words of an access but for its space and type: `volatile`, `acquire.gpu`.
    [[nodiscard]] std::string order_of_access() const;
    bool access();
    TermId parameter();
    bool atomic();

    Machine& machine_;
    Terms& terms_;
    const Line& line_;
    Operands operands_;
    std::vector<std::string_view> words_;
};

}  // namespace clmm::compilers::nvidia
