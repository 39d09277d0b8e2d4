#include "read/object_draft.h"

#include <algorithm>

#include "read/allocation_words.h"
#include "read/constant.h"

namespace clmm::litmus {
namespace {

constexpr std::int64_t kLongestArray = 65536;

bool is_list(const syntax::Expression& expression) {
    return std::holds_alternative<syntax::InitializerList>(expression.node);
}

const TypePtr& innermost(const TypePtr& type) {
    return is_array(type) ? innermost(type->element) : type;
}

bool is_const(const TypePtr& type) { return innermost(type)->is_const; }

/// A pointer to an array's elements, or to theirs, fits the array.
void check_same(const ObjectDraft& draft, const TypePtr& element, Span span) {
    const TypePtr& a = innermost(draft.element);
    const TypePtr& b = innermost(element);
    const bool same = a->width() == b->width() && is_pointer(a) == is_pointer(b) &&
                      is_structure(a) == is_structure(b) && a->record == b->record;
    if (!same)
        reject("E-TYPE",
               "'" + draft.name + "' is " + to_text(*value_type(element)) + " here and " +
                   to_text(*value_type(draft.element)) + " in an earlier declaration",
               span);
}

}  // namespace

TypePtr with_atomic(const TypePtr& type, bool is_atomic) {
    if (is_array(type)) return array_of(with_atomic(type->element, is_atomic), type->length);
    if (is_structure(type) || type->is_atomic == is_atomic) return type;
    Type copy = *type;
    copy.is_atomic = is_atomic;
    return std::make_shared<Type>(std::move(copy));
}

ObjectDraft& ObjectDrafts::add(const std::string& name, Span span) {
    const auto [place, fresh] = index_.try_emplace(name, drafts_.size());
    if (fresh) drafts_.push_back({.name = name, .span = span});
    return drafts_[place->second];
}

void ObjectDrafts::declare(ObjectDraft& draft, const TypePtr& element, Span span) {
    if (element->kind == TypeKind::void_type) return;  // a pointer to void says nothing
    if (is_structure(element) && !element->record->is_complete)
        reject("E-TYPE", "'struct " + element->record->name + "' is not defined", span);
    if (draft.element) check_same(draft, element, span);
    // That one thread does not write an object does not keep others from it.
    if (!draft.element)
        draft.element = constant_type(element, draft.is_variable && is_const(element));
    draft.all_atomic = draft.all_atomic && innermost(element)->is_atomic;
    const auto space = written_space(*element);
    if (!space) return;
    if (draft.space && *draft.space != *space)
        reporter_.warn("W-SPACE",
                       "'" + draft.name + "' is " + to_text(*space) + " here and " +
                           to_text(*draft.space) + " elsewhere",
                       span, "each access takes the region of the pointer that it goes through");
    if (!draft.space) draft.space = space;
}

void ObjectDrafts::add_initial_entry(const syntax::InitEntry& entry) {
    const bool is_element = !entry.dimensions.empty() && !entry.type && entry.value != nullptr &&
                            !is_list(*entry.value);
    const bool known = contains(entry.name);
    ObjectDraft& draft = add(entry.name, entry.name_span);
    if (is_element) {  // `x[2]=5` initialises one element
        const syntax::Expression* const place = entry.dimensions.front().get();
        const auto index = place == nullptr ? std::nullopt : constant_value(*place);
        if (entry.dimensions.size() != 1 || !index || *index < 0 || *index >= kLongestArray)
            reject("E-TYPE", "an element is initialised by a constant index", entry.span);
        draft.is_array = true;
        draft.count = std::max(draft.count, static_cast<std::size_t>(*index) + 1);
        draft.elements[static_cast<std::size_t>(*index)] = entry.value.get();
        return;
    }
    if (known) reject("E-NAME", "'" + entry.name + "' is initialised twice", entry.name_span);
    draft.value = entry.value.get();
    if (entry.type) {
        apply_words(draft, *entry.type);
        set_type(draft,
                 types_.declared(*entry.type, entry.dimensions,
                                 draft.is_sub_buffer ? nullptr : entry.value.get(), entry.span),
                 entry.type->span);
    } else {
        set_untyped_length(draft, entry);
    }
}

void ObjectDrafts::set_type(ObjectDraft& draft, const TypePtr& type, Span span) {
    draft.is_array = is_array(type);
    if (draft.is_array) draft.count = static_cast<std::size_t>(type->length);
    declare(draft, draft.is_array ? type->element : type, span);
}

/// `a[4]`, `a = {1, 2}`: what the elements are, the threads say.
void ObjectDrafts::set_untyped_length(ObjectDraft& draft, const syntax::InitEntry& entry) {
    const auto* list =
        entry.value ? std::get_if<syntax::InitializerList>(&entry.value->node) : nullptr;
    draft.is_array = !entry.dimensions.empty();
    if (list != nullptr && !draft.is_array) draft.is_list = true;
    if (!draft.is_array) return;
    if (entry.dimensions.size() > 1)
        reject("E-TYPE", "an array of arrays without a type", entry.span,
               "write for example 'int " + draft.name + "[2][3]'");
    const auto length = array_length(entry.dimensions.front());
    const std::size_t given = list == nullptr ? 0 : list->elements.size();
    draft.count = length ? static_cast<std::size_t>(*length) : std::max<std::size_t>(given, 1);
}

void ObjectDrafts::apply_words(ObjectDraft& draft, const syntax::TypeName& type) {
    for (const AllocationWord& each : kAllocationWords) {
        if (std::ranges::find(type.qualifiers, each.word) == type.qualifiers.end()) continue;
        if (draft.allocation)
            reject("E-TYPE", "'" + draft.name + "' is allocated in two ways", type.span);
        if (draft.space && *draft.space != AddressSpace::global)
            reject("E-ADDRESS",
                   "'" + draft.name + "' is in " + to_text(*draft.space) +
                       " memory, which is not allocated as " + std::string(each.word),
                   type.span);
        draft.allocation = each.allocation;
        draft.space = AddressSpace::global;
        draft.is_sub_buffer = each.word == "sub_buffer";
    }
}

/// A variable at file scope is in global memory unless it is declared constant.
void ObjectDrafts::add_variable(const syntax::Declarator& declarator) {
    if (contains(declarator.name))
        reject("E-NAME", "'" + declarator.name + "' is declared twice", declarator.span);
    const TypePtr type = types_.declared(declarator);
    const AddressSpace space = written_space(*type).value_or(AddressSpace::global);
    if (space != AddressSpace::global && space != AddressSpace::constant)
        reject("E-ADDRESS",
               std::string("a variable at file scope cannot be in ") + to_text(space) + " memory",
               declarator.type.span, "it is global or constant");
    if (space == AddressSpace::constant && !declarator.initializer)
        reject("E-TYPE", "'" + declarator.name + "' is constant and has no initial value",
               declarator.span);
    ObjectDraft& draft = add(declarator.name, declarator.span);
    draft.is_variable = true;
    draft.allocation = Allocation::program_scope;
    draft.space = space;
    draft.value = declarator.initializer.get();
    set_type(draft, in_space(type, space), declarator.type.span);
}

}  // namespace clmm::litmus
