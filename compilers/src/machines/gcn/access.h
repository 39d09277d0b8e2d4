#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "machines/gcn/wave.h"

namespace clmm::compilers::gcn {

/// What is behind the last comma: an operand, and words that say how the access is done.
struct Access {
    std::vector<Piece> operands;
    std::string words;  ///< ` glc`, as the target's tests have them
    std::uint64_t offset = 0;
    std::uint64_t first = 0, second = 0;  ///< `offset0:1 offset1:2`, of twofold accesses
    bool returns = false;
};
[[nodiscard]] Access access_of(const Wave& wave);

/// How much an access of this name moves: words, or 8 or 16 bits.
struct Size {
    unsigned words = 0;
    unsigned bits = 32;
};
/// `dwordx2`, `b64`; no words: it is no such type.
[[nodiscard]] Size size_of(std::string_view type);

/// One access, of as many words as it has.
class Accessing {
public:
    Accessing(Wave& wave, Access access) : wave_(wave), access_(std::move(access)) {}

    [[nodiscard]] const Piece& operand(std::size_t at) const;
    [[nodiscard]] const Access& access() const { return access_; }

    /// Registers with a pointer, and perhaps scalar ones that it is added to: `v0, s[2:3]`.
    TermId address(std::size_t vector, std::size_t scalar);

    TermId plain_address(std::size_t at, unsigned width);

    void load(TermId address, Size size, const Piece& to, const std::string& code);

    std::vector<TermId> words(TermId address, Size size, const std::string& code);

    void store(TermId address, Size size, const Piece& from, const std::string& code);

    /// One access, as the target's tests have it: of a word, where this one is of several.
    [[nodiscard]] std::string code(std::string_view operands) const;
    [[nodiscard]] std::string code_of(std::string_view name, std::string_view operands) const;

private:
    TermId behind(TermId address, unsigned words);

    Wave& wave_;
    Access access_;
};

/// Counts an operation that begins now: it is in the test as often as it made a step.
class Counted {
public:
    explicit Counted(Wave& wave) : wave_(wave), before_(wave.machine.steps().size()) {}
    void in(Counter counter, bool is_in_order = true) const {
        count(wave_, counter, wave_.machine.steps().size() - before_, is_in_order);
    }

private:
    Wave& wave_;
    std::size_t before_;
};

/// Accesses of LDS: `name` is what stands behind `ds_`.
[[nodiscard]] bool lds(Wave& wave, std::string_view name);

}  // namespace clmm::compilers::gcn
