#include "object_draft.h"

#include <algorithm>
#include <array>

#include "constant.h"

namespace clmm::litmus {
namespace {

constexpr std::int64_t kLongestArray = 65536;

struct AllocationWord {
    std::string_view word;
    Allocation allocation;
};

constexpr std::array kAllocationWords = {
    AllocationWord{"buffer", Allocation::buffer},
    AllocationWord{"sub_buffer", Allocation::buffer},
    AllocationWord{"image", Allocation::image},
    AllocationWord{"pipe", Allocation::pipe},
    AllocationWord{"coarse_svm", Allocation::coarse_grained_svm},
    AllocationWord{"fine_svm", Allocation::fine_grained_svm},
    AllocationWord{"atomic_svm", Allocation::fine_grained_svm_atomics},
    AllocationWord{"system_svm", Allocation::system_svm},
    AllocationWord{"program", Allocation::program_scope},
    AllocationWord{"host", Allocation::host_memory},
};

bool is_list(const syntax::Expression& expression) {
    return std::holds_alternative<syntax::InitializerList>(expression.node);
}

void check_width(const ObjectDraft& draft, const TypePtr& element, Span span) {
    const bool same =
        draft.element->width == element->width && is_pointer(draft.element) == is_pointer(element);
    if (!same)
        reject("E-TYPE",
               "'" + draft.name + "' is " + to_text(*value_type(element)) + " here and " +
                   to_text(*value_type(draft.element)) + " in an earlier declaration",
               span);
}

}  // namespace

std::optional<std::size_t> array_length(const std::vector<syntax::ExpressionPtr>& dimensions,
                                        Span span) {
    if (dimensions.size() > 1)
        reject("E-UNSUPPORTED", "arrays of arrays are not supported in litmus tests", span);
    if (!dimensions.front()) return std::nullopt;
    const auto length = constant_value(*dimensions.front());
    if (!length)
        reject("E-TYPE", "an array's length has to be a constant", dimensions.front()->span);
    if (*length <= 0 || *length > kLongestArray)
        reject("E-TYPE",
               "an array's length has to be between 1 and " + std::to_string(kLongestArray),
               dimensions.front()->span);
    return static_cast<std::size_t>(*length);
}

ObjectDraft& ObjectDrafts::add(const std::string& name, Span span) {
    const auto [place, fresh] = index_.try_emplace(name, drafts_.size());
    if (fresh) drafts_.push_back({.name = name, .span = span});
    return drafts_[place->second];
}

void ObjectDrafts::declare(ObjectDraft& draft, const TypePtr& element, Span span) {
    if (element->kind == Type::Kind::void_type) return;  // a pointer to void says nothing
    if (is_array(element))
        reject("E-UNSUPPORTED", "arrays of arrays are not supported in litmus tests", span);
    if (draft.element) check_width(draft, element, span);
    if (!draft.element) draft.element = element;
    draft.all_atomic = draft.all_atomic && element->is_atomic;
    if (!element->space) return;
    if (draft.space && *draft.space != *element->space)
        reporter_.warn("W-SPACE",
                       "'" + draft.name + "' is " + to_text(*element->space) + " here and " +
                           to_text(*draft.space) + " elsewhere",
                       span, "each access takes the region of the pointer that it goes through");
    if (!draft.space) draft.space = element->space;
}

void ObjectDrafts::add_initial_entry(const syntax::InitEntry& entry) {
    const bool is_element = !entry.dimensions.empty() && !entry.type && entry.value != nullptr &&
                            !is_list(*entry.value);
    const bool known = contains(entry.name);
    ObjectDraft& draft = add(entry.name, entry.name_span);
    if (is_element) {  // `x[2]=5` initialises one element
        const auto index = constant_value(*entry.dimensions.front());
        if (entry.dimensions.size() != 1 || !index || *index < 0 || *index >= kLongestArray)
            reject("E-TYPE", "an element is initialised by a constant index", entry.span);
        draft.is_array = true;
        draft.count = std::max(draft.count, static_cast<std::size_t>(*index) + 1);
        draft.elements[static_cast<std::size_t>(*index)] = entry.value.get();
        return;
    }
    if (known) reject("E-NAME", "'" + entry.name + "' is initialised twice", entry.name_span);
    if (entry.type) {
        declare(draft, resolve_type(*entry.type), entry.type->span);
        apply_words(draft, *entry.type);
    }
    set_value(draft, entry.dimensions, entry.value.get(), entry.span);
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
    const TypePtr type = resolve_type(declarator.type);
    const AddressSpace space = type->space.value_or(AddressSpace::global);
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
    declare(draft, in_space(type, space), declarator.type.span);
    set_value(draft, declarator.dimensions, declarator.initializer.get(), declarator.span);
}

void ObjectDrafts::set_value(ObjectDraft& draft,
                             const std::vector<syntax::ExpressionPtr>& dimensions,
                             const syntax::Expression* value, Span span) {
    draft.value = value;
    const auto* list = value ? std::get_if<syntax::InitializerList>(&value->node) : nullptr;
    draft.is_array = !dimensions.empty() || list != nullptr;
    if (!draft.is_array) return;
    const auto length = dimensions.empty() ? std::nullopt : array_length(dimensions, span);
    if (value && list == nullptr && !draft.is_sub_buffer)
        reject("E-TYPE", "an array is initialised by a list in braces", value->span);
    const std::size_t given = list == nullptr ? 0 : list->elements.size();
    if (length && given > *length)
        reject("E-TYPE", "more initial values than elements", value->span);
    draft.count = length.value_or(std::max<std::size_t>(given, 1));
}

}  // namespace clmm::litmus
