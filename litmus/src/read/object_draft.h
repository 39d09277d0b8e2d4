#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "clmm/parser/litmus_tree.h"
#include "read/diagnose.h"
#include "read/test_code.h"

namespace clmm::litmus {

/// An object while its declarations are still being gathered.
struct ObjectDraft {
    std::string name;
    TypePtr element = {};    ///< of the first declaration; null: none yet
    bool all_atomic = true;  ///< scalars and elements, as far as declarations went
    std::optional<AddressSpace> space = {};
    std::optional<Allocation> allocation = {};  ///< where a word says so
    std::size_t count = 1;
    bool is_array = false;
    bool is_list = false;        ///< initialised by a list, and not declared an array
    bool in_body = false;        ///< a `local` declaration in a body
    bool is_variable = false;    ///< at file scope
    bool is_sub_buffer = false;  ///< `value` names the part of a buffer that it is
    Span span = {};
    const syntax::Expression* value = nullptr;
    std::map<std::size_t, const syntax::Expression*> elements = {};  ///< `x[2]=5`
    std::set<UnitId> users = {};
    std::size_t object = 0;  ///< in TestCode::objects, once placed
};

/// The drafts by name, in the order in which the text first mentions them.
class ObjectDrafts {
public:
    ObjectDrafts(const TypeNames& types, Reporter& reporter) : types_(types), reporter_(reporter) {}

    void add_initial_entry(const syntax::InitEntry& entry);
    void add_variable(const syntax::Declarator& declarator);
    ObjectDraft& add(const std::string& name, Span span);
    /// One more declaration that reaches the object.
    void declare(ObjectDraft& draft, const TypePtr& element, Span span);

    [[nodiscard]] bool contains(const std::string& name) const { return index_.contains(name); }
    [[nodiscard]] std::vector<ObjectDraft>& all() { return drafts_; }

private:
    void apply_words(ObjectDraft& draft, const syntax::TypeName& type);
    void set_type(ObjectDraft& draft, const TypePtr& type, Span span);
    static void set_untyped_length(ObjectDraft& draft, const syntax::InitEntry& entry);

    const TypeNames& types_;
    Reporter& reporter_;
    std::vector<ObjectDraft> drafts_;
    std::map<std::string, std::size_t> index_;
};

/// The type with all of its scalars atomic or none; the members of structs stay as they are.
[[nodiscard]] TypePtr with_atomic(const TypePtr& type, bool is_atomic);

}  // namespace clmm::litmus
