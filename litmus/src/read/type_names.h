#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clmm/parser/litmus_tree.h"
#include "read/diagnose.h"
#include "read/initializers.h"
#include "read/type.h"

namespace clmm::litmus {

/// What the type names of a test mean: the predefined ones, its structs and its typedefs. Owns the
/// structs that types refer to.
class TypeNames {
public:
    TypeNames() = default;
    /// Floating-point types and vectors too, which a kernel may have and a litmus test may not: of
    /// a test, all outcomes are listed.
    void allow_floating() { has_floating_ = true; }
    [[nodiscard]] bool has_floating() const { return has_floating_; }

    /// All of a tree. Later names may use earlier ones; a pointer may name any struct.
    void define(const syntax::LitmusTree& tree, Reporter& reporter);

    /// Of an array; nothing where none is written.
    [[nodiscard]] std::optional<std::uint64_t> length_of(
        const syntax::ExpressionPtr& dimension) const;
    /// Of a `sizeof` of a type.
    [[nodiscard]] std::optional<std::uint64_t> size_of_type(const syntax::SizeOf& node) const;

    /// Rejects (E-TYPE, E-UNSUPPORTED) unknown names and what tests have no use for.
    [[nodiscard]] TypePtr resolve(const syntax::TypeName& name) const;

    /// With `[2][3]` behind the name. A first length that is missing is the initial value's.
    [[nodiscard]] TypePtr declared(const syntax::TypeName& name,
                                   const std::vector<syntax::ExpressionPtr>& dimensions,
                                   const syntax::Expression* initializer, Span span,
                                   const InitializerRules& rules = no_rules()) const;
    /// `rules` tell what stands for a whole struct in a list that gives an array its length.
    [[nodiscard]] TypePtr declared(const syntax::Declarator& declarator,
                                   const InitializerRules& rules = no_rules()) const;
    /// … where no expression has a struct's type.
    [[nodiscard]] static InitializerRules no_rules() {
        return initializer_rules([](const TypePtr&, const syntax::Expression&) { return false; });
    }

    /// Of a parameter, where an array is a pointer to its first element.
    [[nodiscard]] TypePtr parameter(const syntax::Declarator& declarator) const;

    /// What a pipe of so many packets is made of; see pipes.cpp.
    [[nodiscard]] TypePtr pipe(const TypePtr& packet, std::uint64_t capacity);

private:
    void define(const syntax::StructDefinition& definition, Reporter& reporter);
    void define(const syntax::TypeDefinition& definition, Reporter& reporter);
    void add_field(Record& structure, const syntax::Declarator& field) const;
    [[nodiscard]] TypePtr base(const syntax::TypeName& name) const;
    [[nodiscard]] TypePtr structure(const syntax::TypeName& name) const;

    [[nodiscard]] TypePtr supported(const Type& type, const syntax::TypeName& name) const;

    bool has_floating_ = false;
    std::vector<std::unique_ptr<Record>> structures_;
    std::map<std::string, Record*> structure_names_;
    std::map<std::string, TypePtr> definitions_;
};

/// The length that `[n]` asks for; nothing for `[]`. Rejects what is no positive constant.
[[nodiscard]] std::optional<std::uint64_t> array_length(const syntax::ExpressionPtr& dimension,
                                                        const language::ConstantSizes& sizes = {});

}  // namespace clmm::litmus
