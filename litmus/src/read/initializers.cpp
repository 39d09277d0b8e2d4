#include "read/initializers.h"

#include <algorithm>
#include <optional>

#include "clmm/language/designation.h"
#include "clmm/language/names.h"
#include "read/constant.h"
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
        if (add_string(type, 0, value)) return std::move(parts_);
        if (is_array(type) && list == nullptr)
            reject("E-TYPE", "an array is initialised by a list in braces", value.span);
        if (list == nullptr)
            add(type, 0, value);
        else
            braced(type, 0, *list, value.span);
        return std::move(parts_);
    }

    std::uint64_t count(const TypePtr& element, const syntax::InitializerList& list) {
        constexpr std::uint64_t kAny = std::uint64_t{1} << 32U;
        Cursor cursor{list};
        return spread(array_of(element, kAny), 0, cursor);
    }

private:
    /// The elements of a list that are not used up.
    struct Cursor {
        const syntax::InitializerList& list;
        std::size_t next = 0;
        [[nodiscard]] bool at_end() const { return next == list.elements.size(); }
        [[nodiscard]] const syntax::Expression& peek() const { return *list.elements[next]; }
        [[nodiscard]] std::optional<language::Designation> designated() const {
            return at_end() ? std::nullopt : language::designation(peek());
        }
    };
    /// A part of an aggregate.
    struct Member {
        TypePtr type;
        std::uint64_t offset = 0;
    };
    /// Where in an aggregate a list has come to.
    struct Level {
        Member whole;
        std::uint64_t next = 0;
    };

    void add(const TypePtr& type, std::uint64_t offset, const syntax::Expression& value) {
        parts_.push_back({type, offset, &value});
    }

    /// Whether it is an array of characters that a string initialises.
    bool add_string(const TypePtr& type, std::uint64_t offset, const syntax::Expression& value) {
        const auto* string = is_array(type) ? string_for(type->element, value) : nullptr;
        if (string == nullptr) return false;
        // The last 0 may be left out. [C11 6.7.9 p14]
        if (string->text.size() > type->length)
            reject("E-TYPE", "more characters than elements", value.span);
        const std::uint64_t count = std::min<std::uint64_t>(string->text.size() + 1, type->length);
        for (std::uint64_t i = 0; i < count; ++i)
            parts_.push_back({type->element, offset + i, &value,
                              static_cast<unsigned char>(string->text.c_str()[i])});
        return true;
    }

    void braced(const TypePtr& type, std::uint64_t offset, const syntax::InitializerList& list,
                Span span) {
        Cursor cursor{list};
        if (is_aggregate(type))
            (void)spread(type, offset, cursor);
        else if (!cursor.at_end())
            part({type, offset}, cursor.peek(), cursor);
        if (!cursor.at_end()) reject("E-TYPE", "more initial values than elements", span);
    }

    /// How many there are; of a union that no designation chooses from, the first one.
    static std::uint64_t count_of(const TypePtr& type) {
        if (is_array(type)) return type->length;
        if (is_vector(type)) return type->lanes;
        return type->record->is_union ? 1 : type->record->fields.size();
    }

    static Member member(const Member& of, std::uint64_t i) {
        if (is_array(of.type))
            return {of.type->element, of.offset + i * size_of(*of.type->element)};
        if (is_vector(of.type)) {
            const TypePtr component = component_type(of.type);
            return {component, of.offset + i * size_of(*component)};
        }
        const Field& field = of.type->record->fields[i];
        return {in_space(field.type, of.type->space), of.offset + field.offset};
    }

    /// All of a list in braces, as far as it goes. A designation goes to a member of the whole, or
    /// inside of one; what follows goes on behind it. [C11 6.7.9 p17] Yields how many members of
    /// the whole there have to be.
    std::uint64_t spread(const TypePtr& type, std::uint64_t offset, Cursor& cursor) {
        std::vector<Level> levels{{{type, offset}}};
        std::uint64_t most = 0;
        while (!cursor.at_end()) {
            const auto given = cursor.designated();
            if (given) {
                levels.resize(1);
                for (const syntax::Expression* step : given->steps) enter(levels, *step);
                // The last step is the member itself.
                levels.pop_back();
                --levels.back().next;
            }
            while (!given && levels.size() > 1 &&
                   levels.back().next >= count_of(levels.back().whole.type))
                levels.pop_back();
            Level& level = levels.back();
            if (!given && level.next >= count_of(level.whole.type)) return most;
            const Member next = member(level.whole, level.next);
            ++level.next;
            part(next, given ? *given->value : cursor.peek(), cursor);
            most = std::max(most, levels.front().next);
        }
        return most;
    }

    /// From the innermost aggregate to a member of it that a step of a designation names. What
    /// comes next there is behind that member.
    void enter(std::vector<Level>& levels, const syntax::Expression& step) {
        if (const auto* named = std::get_if<syntax::Member>(&step.node)) {
            if (enter(levels, named->field, step.span)) return;
            const TypePtr type = levels.back().whole.type;
            reject("E-NAME",
                   "'" + to_text(*value_type(type)) + "' has no member '" + named->field + "'",
                   step.span,
                   is_structure(type)
                       ? language::did_you_mean(named->field, language::member_names(*type->record))
                       : "");
        }
        const auto& subscript = std::get<syntax::Subscript>(step.node);
        const auto index = constant_value(*subscript.index);
        Level& level = levels.back();
        const bool is_right = is_array(level.whole.type) && index && *index >= 0 &&
                              static_cast<std::uint64_t>(*index) < level.whole.type->length;
        if (!is_right)
            reject("E-TYPE", "'" + to_text(*value_type(level.whole.type)) + "' has no such element",
                   step.span);
        go_into(levels, static_cast<std::uint64_t>(*index));
    }

    /// Also a member of an unnamed struct or union.
    bool enter(std::vector<Level>& levels, const std::string& name, Span span) {
        const TypePtr type = levels.back().whole.type;
        if (!is_structure(type)) return false;
        const auto& fields = type->record->fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const std::size_t depth = levels.size();
            if (fields[i].name == name) {
                go_into(levels, i);
                return true;
            }
            if (!fields[i].name.empty()) continue;
            go_into(levels, i);
            if (enter(levels, name, span)) return true;
            levels.resize(depth);
        }
        return false;
    }

    static void go_into(std::vector<Level>& levels, std::uint64_t i) {
        levels.back().next = i + 1;
        const Member inner = member(levels.back().whole, i);
        levels.push_back({inner});
    }

    /// What initialises a member: a list, a value, or with braces left out as many elements of the
    /// list around as the member has scalars.
    void part(const Member& of, const syntax::Expression& value, Cursor& cursor) {
        if (add_string(of.type, of.offset, value)) {
            ++cursor.next;
        } else if (const auto* list = list_of(value)) {
            ++cursor.next;
            braced(of.type, of.offset, *list, value.span);
        } else if (!is_aggregate(of.type) || (has_parts(of.type) && is_struct_(value))) {
            ++cursor.next;
            add(of.type, of.offset, value);
        } else {
            const syntax::Expression* first = &value;
            for (std::uint64_t i = 0; i < count_of(of.type) && !cursor.at_end(); ++i) {
                if (first == nullptr && cursor.designated()) return;
                part(member(of, i), first != nullptr ? *first : cursor.peek(), cursor);
                first = nullptr;
            }
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

const syntax::StringLiteral* string_for(const TypePtr& element, const syntax::Expression& value) {
    if (element->kind != TypeKind::scalar || element->width() != 8) return nullptr;
    const auto* list = list_of(value);
    if (list != nullptr && list->elements.size() == 1)
        return std::get_if<syntax::StringLiteral>(&list->elements.front()->node);
    return std::get_if<syntax::StringLiteral>(&value.node);
}

std::uint64_t listed_elements(const TypePtr& element, const syntax::InitializerList& list,
                              const IsStruct& is_struct) {
    return Spread(is_struct).count(element, list);
}

}  // namespace clmm::litmus
