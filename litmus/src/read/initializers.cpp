#include "read/initializers.h"

#include "read/diagnose.h"

namespace clmm::litmus {
namespace {

const syntax::InitializerList* list_of(const syntax::Expression& expression) {
    return std::get_if<syntax::InitializerList>(&expression.node);
}

bool is_aggregate(const TypePtr& type) { return is_array(type) || has_parts(type); }

class Spread {
public:
    explicit Spread(const IsStruct& is_struct) : is_struct_(is_struct) {}

    std::vector<InitialPart> operator()(const TypePtr& type, const syntax::Expression& value) {
        const auto* list = list_of(value);
        if (is_array(type) && list == nullptr)
            reject("E-TYPE", "an array is initialised by a list in braces", value.span);
        if (list == nullptr)
            add(type, 0, value);
        else
            braced(type, 0, *list, value.span);
        return std::move(parts_);
    }

    std::uint64_t count(const TypePtr& element, const syntax::InitializerList& list) {
        Cursor cursor{list};
        std::uint64_t count = 0;
        for (; !cursor.at_end(); ++count) part(element, 0, cursor);
        return count;
    }

private:
    /// The elements of a list that are not used up.
    struct Cursor {
        const syntax::InitializerList& list;
        std::size_t next = 0;
        [[nodiscard]] bool at_end() const { return next == list.elements.size(); }
        [[nodiscard]] const syntax::Expression& peek() const { return *list.elements[next]; }
    };

    void add(const TypePtr& type, std::uint64_t offset, const syntax::Expression& value) {
        parts_.push_back({type, offset, &value});
    }

    void braced(const TypePtr& type, std::uint64_t offset, const syntax::InitializerList& list,
                Span span) {
        Cursor cursor{list};
        if (is_aggregate(type))
            members(type, offset, cursor);
        else if (!cursor.at_end())
            part(type, offset, cursor);
        if (!cursor.at_end()) reject("E-TYPE", "more initial values than elements", span);
    }

    void members(const TypePtr& type, std::uint64_t offset, Cursor& cursor) {
        if (is_vector(type)) {
            for (const Leaf& leaf : leaves_of(type))
                if (!cursor.at_end()) part(leaf.type, offset + leaf.offset, cursor);
            return;
        }
        if (is_structure(type)) {
            for (const Field& field : type->record->fields)
                if (!cursor.at_end())
                    part(in_space(field.type, type->space), offset + field.offset, cursor);
            return;
        }
        const std::uint64_t size = size_of(*type->element);
        for (std::uint64_t i = 0; i < type->length && !cursor.at_end(); ++i)
            part(type->element, offset + i * size, cursor);
    }

    void part(const TypePtr& type, std::uint64_t offset, Cursor& cursor) {
        const syntax::Expression& value = cursor.peek();
        if (const auto* list = list_of(value)) {
            ++cursor.next;
            braced(type, offset, *list, value.span);
        } else if (!is_aggregate(type) || (has_parts(type) && is_struct_(value))) {
            ++cursor.next;
            add(type, offset, value);
        } else {
            members(type, offset, cursor);
        }
    }

    const IsStruct& is_struct_;
    std::vector<InitialPart> parts_;
};

/// `a, b, c` as its parts.
void add_operands(const syntax::Expression& expression,
                  std::vector<const syntax::Expression*>& operands) {
    const auto* binary = std::get_if<syntax::Binary>(&expression.node);
    if (binary == nullptr || binary->op != syntax::BinaryOperator::comma) {
        operands.push_back(&expression);
        return;
    }
    add_operands(*binary->left, operands);
    operands.push_back(binary->right.get());
}

}  // namespace

std::vector<const syntax::Expression*> literal_operands(const syntax::Expression& operand) {
    std::vector<const syntax::Expression*> operands;
    add_operands(operand, operands);
    return operands;
}

std::vector<InitialPart> initial_parts(const TypePtr& type, const syntax::Expression& value,
                                       const IsStruct& is_struct) {
    return Spread(is_struct)(type, value);
}

std::uint64_t listed_elements(const TypePtr& element, const syntax::InitializerList& list,
                              const IsStruct& is_struct) {
    return Spread(is_struct).count(element, list);
}

}  // namespace clmm::litmus
