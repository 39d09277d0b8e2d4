#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "clmm/base/diagnostic.h"
#include "clmm/language/initializers.h"
#include "clmm/parser/litmus_tree.h"
#include "compile/diagnose.h"
#include "compile/host.h"
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
    const syntax::BlockLiteral* block = nullptr;  ///< it is no object but a block
};

/// A place in program-scope memory that holds the address of another one.
struct Relocation {
    std::uint64_t at = 0;
    std::int64_t target = 0;
};

/// Where a constant initial value is written to.
struct ConstantBytes {
    std::byte* bytes = nullptr;
    std::vector<Relocation>* addresses = nullptr;  ///< in them, relative to `bytes`
};

/// What all kernels of a program share: types, functions, program-scope variables.
///
/// Errors   collected in `diagnostics`.
class Program {
public:
    /// The tree and what is said of host code outlive it; without that it has kernels.
    explicit Program(const syntax::LitmusTree& tree, bool watched = false,
                     const HostDialect* host = nullptr)
        : tree_(tree), host_(host), watched_(watched) {}

    /// Reads the types, enumerators and variables; run once, before anything is translated.
    void read();

    [[nodiscard]] const syntax::LitmusTree& tree() const { return tree_; }
    [[nodiscard]] bool watched() const { return watched_; }
    /// Of host code; null: of kernels.
    [[nodiscard]] const HostDialect* host() const { return host_; }
    /// Functions that host code hands to the API, or that call themselves: each has code of its
    /// own. In the order in which they are found.
    std::vector<const syntax::Function*> called_later;
    /// See CompileOptions.
    bool missing_bodies = false;
    bool only_signatures = false;
    bool rejects_work_item_scope = false;
    /// The variables of program scope, in the order of their places.
    [[nodiscard]] const std::vector<ProgramVariable>& allocated() const { return allocated_; }
    [[nodiscard]] TypeTable& types() { return types_; }
    [[nodiscard]] const syntax::Function* function(const std::string& name) const;
    /// All of the name: several are overloadable.
    [[nodiscard]] std::span<const syntax::Function* const> overloads(const std::string& name) const;
    /// What is declared and has no body.
    [[nodiscard]] const syntax::Function* prototype(const std::string& name) const;
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
    /// The type of a declarator; an empty first dimension is what its initial value has, which
    /// `rules` read: null where no variables of functions are in it.
    Declared type_of(const syntax::Declarator& declarator,
                     const language::InitializerRules* rules = nullptr);
    /// … of a parameter, whose first dimension says nothing.
    Declared parameter_type(const syntax::Declarator& declarator);
    Declared type_of(const syntax::TypeName& name);

    [[nodiscard]] std::size_t scope_size() const { return initial_.size(); }
    [[nodiscard]] const std::vector<std::byte>& initial_values() const { return initial_; }
    /// What is to be added to them where the memory is.
    [[nodiscard]] const std::vector<Relocation>& relocations() const { return relocations_; }
    [[nodiscard]] bool is_relocated(std::uint64_t at) const;
    /// A string literal as an array in constant memory; equal ones are one.
    const ProgramVariable& text(const std::string& characters);
    /// Memory for a variable of program scope, such as one that is `static` in a function.
    ProgramVariable allocate(const Declared& declared, const syntax::Declarator& declarator);
    void add(const Rejected& rejected);
    Diagnostics diagnostics;

private:
    TypePtr base_type(const syntax::TypeName& name);
    void declare_records();
    void define_record(const syntax::StructDefinition& definition);
    void define_enumerators();
    void define_variable(const syntax::Declarator& declarator);
    void define_block(const syntax::Declarator& declarator, const Declared& declared);
    ProgramVariable make_room(const Declared& declared, const syntax::Declarator& declarator);
    void initialize(const ProgramVariable& variable);
    [[nodiscard]] Record* find_record(const std::string& name) const;
    std::int64_t constant(const syntax::Expression& expression);
    /// `first`: of the first dimension, where it is missing.
    Declared sized(const syntax::Declarator& declarator,
                   const std::function<std::uint64_t(const TypePtr& element)>& first);
    [[nodiscard]] language::InitializerRules list_rules();
    template <class Work>
    void attempt(Work&& work);

    const syntax::LitmusTree& tree_;
    const HostDialect* host_ = nullptr;
    TypeTable types_;
    std::map<std::string, TypePtr> typedefs_;
    std::map<std::string, AddressSpace> typedef_spaces_;
    std::map<std::string, Record*> records_;
    std::set<const Record*> defined_records_;
    std::map<std::string, std::int64_t> enumerators_;
    std::map<std::string, std::vector<const syntax::Function*>> functions_;
    std::map<std::string, ProgramVariable> variables_;
    std::vector<std::byte> initial_;
    std::vector<ProgramVariable> allocated_;
    std::vector<Relocation> relocations_;
    std::deque<syntax::Declarator> text_declarators_;
    std::map<std::string, ProgramVariable> texts_;
    std::set<std::pair<std::uint32_t, std::string>> said_;  ///< by place
    bool watched_ = false;
};

}  // namespace clmm::runtime::compiler
