#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/source.h"
#include "gpu/local.h"

namespace clmm::targets::vulkan {

enum class Kind : std::uint8_t {
    load,
    store,
    rmw,
    fence,     ///< membar
    barrier,   ///< cbar
    avdevice,  ///< makes available to the device domain
    visdevice,
    move,
    compute,
    branch,
    jump
};

/// What the words behind an instruction say: sets of the vocabulary, by their numbers.
enum class Word : std::uint8_t {
    atom,
    acquire,
    release,
    sub_group,
    work_group,
    queue_family,
    device,
    available,
    visible,
    sem_available,
    sem_visible,
    non_private,
    class0,
    class1,
    class2,
    class3,
    sem_class0,
    sem_class1,
    sem_class2,
    sem_class3
};
inline constexpr std::size_t kWords = 20;

/// A set of words.
class Words {
public:
    constexpr Words() = default;
    constexpr Words(std::initializer_list<Word> words) {
        for (const Word word : words) add(word);
    }
    constexpr void add(Word word) { bits_ |= 1U << static_cast<unsigned>(word); }
    constexpr void add(const Words& others) { bits_ |= others.bits_; }
    constexpr void remove(const Words& others) { bits_ &= ~others.bits_; }
    [[nodiscard]] constexpr bool has(Word word) const {
        return (bits_ >> static_cast<unsigned>(word) & 1U) != 0;
    }
    [[nodiscard]] constexpr bool has_any(const Words& of) const { return (bits_ & of.bits_) != 0; }
    [[nodiscard]] constexpr bool has_one(const Words& of) const {
        const std::uint32_t common = bits_ & of.bits_;
        return common != 0 && (common & (common - 1)) == 0;
    }

private:
    std::uint32_t bits_ = 0;
};

inline constexpr Words kScopes{Word::sub_group, Word::work_group, Word::queue_family, Word::device};
inline constexpr Words kClasses{Word::class0, Word::class1, Word::class2, Word::class3};
inline constexpr Words kSemClasses{Word::sem_class0, Word::sem_class1, Word::sem_class2,
                                   Word::sem_class3};

/// One instruction of the litmus form of Vulkan's memory model:
/// `st.atom.rel.dv.sc0.semsc0.semav x, 1`.
struct Instruction {
    Kind kind = Kind::move;
    Words words;
    Operation operation = Operation::exchange;
    std::optional<Condition> condition;
    std::string mnemonic;
    std::vector<gpu::Operand> operands;
    Span span;
};

/// An instruction in a piece of a text. Throws Rejected (E-SYNTAX, E-NAME, E-TYPE, E-SCOPE).
[[nodiscard]] Instruction parse_instruction(std::string_view text, Span place);

}  // namespace clmm::targets::vulkan
