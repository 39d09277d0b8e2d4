#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/runtime/kernel_code.h"
#include "execute/code.h"
#include "formulas.h"

namespace clmm::runtime::launches {

/// Memory whose addresses begin at a base of its own.
struct Memory {
    enum class Kind : std::uint8_t {
        buffer,          ///< of a parameter to global or constant memory
        local_argument,  ///< of a parameter to local memory
        local,           ///< the local variables, at their offsets
        private_memory,  ///< the private variables, at their offsets
        program,         ///< variables outside functions
        value,           ///< a struct that is an argument
        nowhere,         ///< where null points
        image,           ///< of a parameter; an offset is x + y * 2^32
    };
    Kind kind = Kind::buffer;
    std::uint32_t parameter = 0;
    std::string name;
    TermId base;          ///< none: no address begins there
    bool written = true;  ///< by some access of the kernel

    [[nodiscard]] bool is_shared() const {
        return kind != Kind::private_memory && kind != Kind::value && kind != Kind::nowhere;
    }
    [[nodiscard]] bool is_local() const {
        return kind == Kind::local || kind == Kind::local_argument;
    }
};

/// The memory that a kernel has, and into which of it an address points.
class MemoryMap {
public:
    MemoryMap(Formulas& formulas, const std::vector<Parameter>& parameters, const Code& code);

    /// A place that an address is, under a condition.
    struct Place {
        TermId when;
        std::size_t memory = 0;
        TermId offset;  ///< bytes, 64 bits
    };
    /// All that it may be, by the form of the term; nothing where that does not tell.
    [[nodiscard]] std::vector<Place> places(TermId address);
    /// The one memory that it points into, if its form tells.
    [[nodiscard]] std::optional<std::size_t> memory_of(TermId address);
    /// Whether no address of an object is in it.
    [[nodiscard]] bool is_number(TermId term);
    [[nodiscard]] const Memory& operator[](std::size_t memory) const { return all_[memory]; }
    [[nodiscard]] TermId base(Memory::Kind kind) const;
    [[nodiscard]] std::optional<std::size_t> of_parameter(std::uint32_t parameter) const;
    /// Each begins at a place of its own, and none at null: of comparisons of pointers.
    void know_bases();
    [[nodiscard]] std::size_t size() const { return all_.size(); }

private:
    void add(Memory memory) { all_.push_back(std::move(memory)); }
    [[nodiscard]] std::size_t nowhere() const;
    [[nodiscard]] bool points(TermId term);
    [[nodiscard]] bool is_null(TermId address) const;
    void find_written(const std::vector<Parameter>& parameters, const Code& code);
    [[nodiscard]] std::optional<Place> place(TermId address);

    Formulas& formulas_;
    std::vector<Memory> all_;
};

}  // namespace clmm::runtime::launches
