#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "machines/spirv/text.h"

namespace clmm::compilers::khronos {

/// A type as far as values of the module's threads have it.
///
/// Units    bits. Addresses have 64, whatever the addressing model.
struct Type {
    enum class Kind : std::uint8_t {
        none,
        boolean,
        integer,
        vector,
        array,
        structure,
        pointer,
        other  ///< of which no value is followed: floating point, images, functions …
    };
    Kind kind = Kind::other;
    unsigned width = 0;                ///< of booleans, integers and pointers
    std::uint64_t count = 0;           ///< of vectors and arrays
    std::vector<std::string> members;  ///< of structures; of others their only element
    std::uint64_t size = 0;            ///< bytes, as OpenCL C lays it out
    std::uint64_t alignment = 1;
};

/// A scalar in a value, and where in memory.
struct Leaf {
    std::uint64_t offset = 0;  ///< bytes
    unsigned width = 0;        ///< bits
};

struct Function {
    Instruction head;
    std::vector<Instruction> parameters;
    std::vector<Instruction> body;
};

/// A module of the OpenCL environment: what it declares, and its functions as they stand there.
///
/// Source   SPIR-V, section 2.4, "Logical Layout of a Module"
class Module {
public:
    /// Throws Rejected: what is not known, an id that is defined twice.
    explicit Module(std::vector<Instruction> instructions);

    [[nodiscard]] const Type& type(const std::string& id, Span span) const;
    /// The type that an id's value has.
    [[nodiscard]] const std::string& type_of(const Piece& id) const;
    /// The scalars of a type, in order. Refuses types that have none, or more than can be followed.
    [[nodiscard]] std::vector<Leaf> leaves(const std::string& type, Span span) const;
    [[nodiscard]] std::uint64_t offset(const Type& structure, std::size_t member, Span span) const;

    /// The scalars of a constant as `VALUE:WIDTH`, of an undefined one `undef:WIDTH`; null: the id
    /// is none.
    [[nodiscard]] const std::vector<std::string>* constant(const std::string& id) const;
    /// Of a constant that is one number.
    [[nodiscard]] std::uint64_t number(const Piece& id) const;

    /// By id.
    [[nodiscard]] const std::map<std::string, Function>& functions() const { return functions_; }
    /// Ids of functions by the names of kernels; of a module without kernels, of functions.
    [[nodiscard]] const std::map<std::string, std::string>& entries() const {
        return entries_.empty() ? names_ : entries_;
    }

private:
    void declare(const Instruction& each);
    void define(const Instruction& each);
    bool head(const Instruction& each);
    bool type_declaration(const Instruction& each);
    bool constant_declaration(const Instruction& each);
    void within(Instruction each);
    [[nodiscard]] std::string element(const Instruction& each, std::size_t at) const;
    [[nodiscard]] std::vector<std::string> numeral(const Instruction& each) const;
    [[nodiscard]] std::vector<std::string> composite(const Instruction& each) const;
    void collect(const std::string& type, std::uint64_t at, std::vector<Leaf>& leaves,
                 Span span) const;
    void lay_out(Type& type, Span span) const;

    std::map<std::string, Type> types_;
    std::map<std::string, std::string> type_of_;
    std::map<std::string, std::vector<std::string>> constants_;
    std::map<std::string, Function> functions_;
    std::map<std::string, std::string> entries_, names_;
    Function* open_ = nullptr;
};

}  // namespace clmm::compilers::khronos
