#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clmm/base/diagnostic.h"
#include "clmm/parser/litmus_tree.h"
#include "compile/diagnose.h"
#include "compile/type.h"

namespace clmm::runtime::compiler {

/// Bytes between variables of watched code, so that an access beside one meets no other.
inline constexpr std::uint64_t kRedZone = 32;

/// A variable outside functions.
struct ProgramVariable {
    TypePtr type = nullptr;
    AddressSpace space = AddressSpace::global;
    std::uint64_t offset = 0;
    const syntax::Declarator* declarator = nullptr;
};

/// What all kernels of a program share: types, functions, program-scope variables.
///
/// Errors   collected in `diagnostics`.
class Program {
public:
    explicit Program(syntax::LitmusTree tree, bool watched = false);

    /// Reads the types, enumerators and variables; run once, before anything is translated.
    void read();

    [[nodiscard]] const syntax::LitmusTree& tree() const { return tree_; }
    [[nodiscard]] bool watched() const { return watched_; }
    /// The variables of program scope, in the order of their places.
    [[nodiscard]] const std::vector<ProgramVariable>& allocated() const { return allocated_; }
    [[nodiscard]] TypeTable& types() { return types_; }
    [[nodiscard]] const syntax::Function* function(const std::string& name) const;
    [[nodiscard]] const ProgramVariable* variable(const std::string& name) const;
    [[nodiscard]] const std::int64_t* enumerator(const std::string& name) const;
    /// Names that may have been meant.
    [[nodiscard]] std::vector<std::string> names() const;

    struct Declared {
        TypePtr type = nullptr;
        AddressSpace space = AddressSpace::private_memory;  ///< of the object
        bool has_space = false;
        bool is_static = false;
        bool is_extern = false;
    };
    /// The type of a declarator; an empty first dimension takes `elements`.
    Declared type_of(const syntax::Declarator& declarator, std::uint64_t elements = 0);
    Declared type_of(const syntax::TypeName& name);

    [[nodiscard]] std::size_t scope_size() const { return initial_.size(); }
    [[nodiscard]] const std::vector<std::byte>& initial_values() const { return initial_; }
    /// Memory for a variable of program scope, such as one that is `static` in a function.
    ProgramVariable allocate(const Declared& declared, const syntax::Declarator& declarator);
    void add(const Rejected& rejected);
    Diagnostics diagnostics;

private:
    TypePtr base_type(const syntax::TypeName& name);
    void define_record(const syntax::StructDefinition& definition);
    void define_enumerators();
    void define_variable(const syntax::Declarator& declarator);
    std::int64_t constant(const syntax::Expression& expression);
    template <class Work>
    void attempt(Work&& work);

    syntax::LitmusTree tree_;
    TypeTable types_;
    std::map<std::string, TypePtr> typedefs_;
    std::map<std::string, AddressSpace> typedef_spaces_;
    std::map<std::string, const Record*> records_;
    std::map<std::string, std::int64_t> enumerators_;
    std::map<std::string, const syntax::Function*> functions_;
    std::map<std::string, ProgramVariable> variables_;
    std::vector<std::byte> initial_;
    std::vector<ProgramVariable> allocated_;
    bool watched_ = false;
};

}  // namespace clmm::runtime::compiler
