#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "assembly/listing.h"
#include "machines/spirv/module.h"

namespace clmm::compilers::khronos {

/// A function's phis, by their own block and by those that come before it.
class Phis {
public:
    explicit Phis(const Function& function);
    using Value = std::pair<const Instruction*, const Piece*>;
    [[nodiscard]] const std::vector<const Instruction*>& of_block(const std::string& label) const;
    [[nodiscard]] const std::vector<Value>& from_block(const std::string& label) const;

private:
    std::map<std::string, std::vector<const Instruction*>> of_;
    std::map<std::string, std::vector<Value>> from_;
};

/// A function where it is called, or a kernel.
struct Frame {
    struct Return {
        Piece result;       ///< of the call
        std::string label;  ///< empty: a kernel
    };
    const Function& function;
    unsigned instance;
    Return back;
    const Frame* caller;
};

/// Writes what flattened() says.
class Expansion {
public:
    Expansion(const Module& module, Listing& made) : module_(module), made_(made) {}

    void kernel(const std::string& name, const Function& function);

private:
    static Phis phis_of(const Function& function) { return Phis(function); }
    void body(const Frame& frame);
    void instruction(const Frame& frame, const Instruction& each);
    void elementwise(const Frame& frame, const Instruction& each);
    void scalars(const Frame& frame, const Instruction& each);
    void call(const Frame& frame, const Instruction& each);

    // Between blocks.
    [[nodiscard]] static bool is_end(const Instruction& each);
    void end(const Frame& frame, const Instruction& each);
    void leave(const Frame& frame, const Instruction& each);
    void choose(const Frame& frame, const Instruction& each);
    void jump(const Frame& frame, const Piece& label, Span span);
    /// A phi gets its value in two steps: all of a block's read before one of them is written.
    void part(const Frame& frame, const Instruction& phi, const Piece& value);
    void meet(const Frame& frame, const Instruction& phi);

    // What is several accesses or values.
    bool memory(const Frame& frame, const Instruction& each);
    void variable(const Frame& frame, const Instruction& each);
    void address(const Frame& frame, const Instruction& each);
    bool composite(const Frame& frame, const Instruction& each);
    [[nodiscard]] std::pair<std::size_t, std::size_t> member(const Piece& whole,
                                                             const Instruction& each,
                                                             std::size_t first) const;
    void construct(const Frame& frame, const Instruction& each);
    void shuffle(const Frame& frame, const Instruction& each);
    void collected(const Frame& frame, const Instruction& each, std::vector<Piece> parts);

    void copy(Span span, const Frame& to, const Piece& result, const Frame& from,
              const Piece& value);
    void emit(Span span, std::string name, std::string result, std::vector<Piece> operands);

    [[nodiscard]] std::vector<Leaf> leaves_of(const Piece& id) const;
    /// Refuses what is no scalar.
    [[nodiscard]] const Piece& only(const Piece& id) const;
    [[nodiscard]] Piece width_of(const Piece& id, std::size_t leaf) const;
    [[nodiscard]] static std::string label(const Frame& frame, const Piece& id);
    [[nodiscard]] static std::string name_of(const Frame& frame, const Piece& id, std::size_t leaf,
                                             std::size_t count);
    /// One of a value's scalars as an operand: a constant, or a name.
    [[nodiscard]] Piece value(const Frame& frame, const Piece& id, std::size_t leaf) const;

    const Module& module_;
    Listing& made_;
    unsigned instances_ = 0;
    std::uint64_t stack_ = 0;
};

}  // namespace clmm::compilers::khronos
