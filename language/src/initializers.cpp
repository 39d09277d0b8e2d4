#include "clmm/language/initializers.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "clmm/language/designation.h"
#include "clmm/language/names.h"

namespace clmm::language {
namespace {

const syntax::InitializerList* list_of(const syntax::Expression& expression) {
    return std::get_if<syntax::InitializerList>(&expression.node);
}

bool is_array(const TypePtr& type) { return type->kind == TypeKind::array; }
bool is_vector(const TypePtr& type) { return type->kind == TypeKind::vector; }
bool is_record(const TypePtr& type) { return type->kind == TypeKind::record; }
/// What has parts that a list without braces of its own may go into.
bool is_aggregate(const TypePtr& type) { return is_array(type) || is_record(type); }

/// Goes through a list and the object that it initialises side by side.
class Spread {
public:
    explicit Spread(const InitializerRules& rules) : rules_(rules) {}

    std::vector<InitialPart> operator()(const TypePtr& type, const syntax::Expression& given) {
        const syntax::Expression& value = looked_at(type, given);
        const auto* list = list_of(value);
        const Member whole{type};
        if (add_string(whole, value)) return std::move(parts_);
        if (is_array(type) && list == nullptr)
            reject("E-TYPE", "an array is initialised by a list in braces", value.span);
        if (list == nullptr)
            add(whole, value);
        else
            braced(whole, *list, value.span);
        return std::move(parts_);
    }

    std::uint64_t count(const TypePtr& element, const syntax::InitializerList& list) {
        constexpr std::uint64_t kAny = std::uint64_t{1} << 32U;
        Cursor cursor{list};
        return spread({array_of(element, kAny)}, cursor);
    }

private:
    /// The elements of a list that are not used up.
    struct Cursor {
        const syntax::InitializerList& list;
        std::size_t next = 0;
        [[nodiscard]] bool at_end() const { return next == list.elements.size(); }
        [[nodiscard]] const syntax::Expression& peek() const { return *list.elements[next]; }
        [[nodiscard]] std::optional<Designation> designated() const {
            return at_end() ? std::nullopt : designation(peek());
        }
    };
    /// A part of an aggregate.
    struct Member {
        TypePtr type;
        std::uint64_t offset = 0;
        std::vector<std::size_t> path = {};
        /// The steps of the path that are of a union, and where that lies.
        std::vector<std::pair<std::size_t, std::uint64_t>> unions = {};
    };
    /// Where in an aggregate a list has come to.
    struct Level {
        Member whole;
        std::uint64_t next = 0;
    };

    void add(const Member& of, const syntax::Expression& value,
             std::optional<unsigned char> character = {}) {
        replace(of);
        end_ = std::max(end_, of.offset + size_of(*of.type));
        parts_.push_back({of.type, of.offset, of.path, &value, character});
    }

    /// What is said of a part anew takes the place of all that was said of it, and one member of a
    /// union that of another. [C11 6.7.9 p19]
    void replace(const Member& of) {
        // The outermost union begins first.
        if ((of.unions.empty() ? of.offset : of.unions.front().second) >= end_) return;
        const auto agree = [&](const InitialPart& part, std::size_t steps) {
            return part.path.size() >= steps &&
                   std::equal(of.path.begin(), of.path.begin() + static_cast<std::ptrdiff_t>(steps),
                              part.path.begin());
        };
        std::erase_if(parts_, [&](const InitialPart& part) {
            return agree(part, of.path.size()) ||
                   std::ranges::any_of(of.unions, [&](const auto& chosen) {
                       const std::size_t step = chosen.first;
                       return agree(part, step) && part.path.size() > step &&
                              part.path[step] != of.path[step];
                   });
        });
    }

    /// A compound literal at file scope is a constant as its list is.
    [[nodiscard]] const syntax::Expression& looked_at(const TypePtr& type,
                                                      const syntax::Expression& value) const {
        const syntax::Expression* list = rules_.has_type ? compound_literal_list(value) : nullptr;
        if (list == nullptr) return value;
        if (rules_.has_type(type, std::get<syntax::Cast>(value.node).type)) return *list;
        require(is_aggregate(type), "E-UNSUPPORTED",
                "outside functions a compound literal is taken as a value alone, of " +
                    quote(to_text(*value_type(type))) + " here",
                value.span, "declare a variable with this list, and name that");
        return value;
    }

    /// Whether it is an array of characters that a string initialises.
    bool add_string(const Member& of, const syntax::Expression& value) {
        const TypePtr& type = of.type;
        const auto* string = is_array(type) ? string_for(type->element, value) : nullptr;
        if (string == nullptr) return false;
        // The last 0 may be left out. [C11 6.7.9 p14]
        if (string->text.size() > type->length)
            reject("E-TYPE", "more characters than elements", value.span);
        const std::uint64_t count = std::min<std::uint64_t>(string->text.size() + 1, type->length);
        for (std::uint64_t i = 0; i < count; ++i)
            add(member(of, i), value, static_cast<unsigned char>(string->text.c_str()[i]));
        return true;
    }

    void braced(const Member& of, const syntax::InitializerList& list, Span span) {
        Cursor cursor{list};
        replace(of);
        if (is_aggregate(of.type) || is_vector(of.type))
            (void)spread(of, cursor);
        else if (!cursor.at_end())
            part(of, cursor.peek(), cursor);
        if (!cursor.at_end()) reject("E-TYPE", "more initial values than elements", span);
    }

    /// How many there are; of a union that no designation chooses from, the first one.
    static std::uint64_t count_of(const TypePtr& type) {
        if (is_array(type)) return type->length;
        if (is_vector(type)) return type->lanes;
        return type->record->is_union ? 1 : type->record->fields.size();
    }

    static Member member(const Member& of, std::uint64_t i) {
        Member out{.offset = of.offset, .path = of.path, .unions = of.unions};
        if (is_record(of.type) && of.type->record->is_union)
            out.unions.emplace_back(of.path.size(), of.offset);
        out.path.push_back(i);
        if (is_record(of.type)) {
            const Field& field = of.type->record->fields[i];
            out.type = in_space(field.type, of.type->space);
            out.offset += field.offset;
            return out;
        }
        out.type = is_array(of.type) ? of.type->element : component_of(*of.type);
        out.offset += i * size_of(*out.type);
        return out;
    }

    static TypePtr component_of(const Type& vector) {
        Type component = vector;
        component.kind = TypeKind::scalar;
        component.lanes = 1;
        return std::make_shared<Type>(std::move(component));
    }

    /// All of a list in braces, as far as it goes. A designation goes to a member of the whole, or
    /// inside of one; what follows goes on behind it. [C11 6.7.9 p17] Yields how many members of
    /// the whole there have to be.
    std::uint64_t spread(const Member& whole, Cursor& cursor) {
        std::vector<Level> levels{{whole}};
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
                   quote(to_text(*value_type(type))) + " has no member " + quote(named->field),
                   step.span,
                   is_record(type) ? did_you_mean(named->field, member_names(*type->record)) : "");
        }
        const auto& subscript = std::get<syntax::Subscript>(step.node);
        const auto index = rules_.constant(*subscript.index);
        Level& level = levels.back();
        const bool is_right = is_array(level.whole.type) && index && *index >= 0 &&
                              static_cast<std::uint64_t>(*index) < level.whole.type->length;
        if (!is_right)
            reject("E-TYPE", quote(to_text(*value_type(level.whole.type))) + " has no such element",
                   step.span);
        go_into(levels, static_cast<std::uint64_t>(*index));
    }

    /// Also a member of an unnamed struct or union.
    bool enter(std::vector<Level>& levels, const std::string& name, Span span) {
        const TypePtr type = levels.back().whole.type;
        if (!is_record(type)) return false;
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
    void part(const Member& of, const syntax::Expression& given, Cursor& cursor) {
        const syntax::Expression& value = looked_at(of.type, given);
        if (add_string(of, value)) {
            ++cursor.next;
        } else if (const auto* list = list_of(value)) {
            ++cursor.next;
            braced(of, *list, value.span);
        } else if (!is_aggregate(of.type) ||
                   (is_record(of.type) && rules_.is_whole(of.type, value))) {
            ++cursor.next;
            add(of, value);
        } else {
            const syntax::Expression* first = &value;
            for (std::uint64_t i = 0; i < count_of(of.type) && !cursor.at_end(); ++i) {
                if (first == nullptr && cursor.designated()) return;
                part(member(of, i), first != nullptr ? *first : cursor.peek(), cursor);
                first = nullptr;
            }
        }
    }

    const InitializerRules& rules_;
    std::vector<InitialPart> parts_;
    std::uint64_t end_ = 0;  ///< of the parts so far: nothing beyond it is said twice
};

}  // namespace

std::vector<InitialPart> initial_parts(const TypePtr& type, const syntax::Expression& value,
                                       const InitializerRules& rules) {
    return Spread(rules)(type, value);
}

std::uint64_t listed_elements(const TypePtr& element, const syntax::InitializerList& list,
                              const InitializerRules& rules) {
    return Spread(rules).count(element, list);
}

const syntax::StringLiteral* string_for(const TypePtr& element, const syntax::Expression& value) {
    if (element->kind != TypeKind::scalar || element->width() != 8) return nullptr;
    const auto* list = list_of(value);
    if (list != nullptr && list->elements.size() == 1)
        return std::get_if<syntax::StringLiteral>(&list->elements.front()->node);
    return std::get_if<syntax::StringLiteral>(&value.node);
}

const syntax::Expression* compound_literal_list(const syntax::Expression& expression) {
    const auto* cast = std::get_if<syntax::Cast>(&expression.node);
    return cast != nullptr && list_of(*cast->operand) != nullptr ? cast->operand.get() : nullptr;
}

}  // namespace clmm::language
