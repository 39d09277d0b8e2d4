// Initial values, of variables and of program-scope memory.
#include <algorithm>
#include <cstring>

#include "clmm/language/designation.h"
#include "clmm/runtime/image_format.h"
#include "compile/translator.h"

namespace clmm::runtime::compiler {

/// All bits 0, also of what holds no value in registers.
Value Translator::default_value(TypePtr type) {
    Value out;
    out.type = types_.unqualified(type);
    for (const Component& component : components(type))
        out.parts.push_back(out_.constant(component.scalar, 0));
    return out;
}

void Translator::zero(const Lvalue& place) {
    if (component_count(place.type) != 0) return write(place, default_value(place.type));
    const bool is_array = place.type->kind == TypeKind::array;
    const std::size_t count = is_array ? place.type->length : place.type->record->fields.size();
    for (std::size_t i = 0; i < count; ++i) zero(part(place, i));
}

namespace {

/// How many parts of an array, struct or union a list initialises.
std::size_t part_count(TypePtr type) {
    if (!is_record(type)) return type->length;
    return type->record->is_union ? 1 : type->record->fields.size();
}

/// Where a list with designations goes on.
class DesignatedList {
public:
    /// The part that a value without a designation is of.
    std::size_t next(TypePtr type, const syntax::Expression& value) {
        require(!inside_, "E-UNSUPPORTED", "a value behind one of a part of a part", value.span,
                "say which part it is of");
        require(next_ < part_count(type), "E-TYPE", "there are more values than elements",
                value.span);
        return next_++;
    }
    const std::vector<std::size_t>& go(std::vector<std::size_t> path) {
        path_ = std::move(path);
        next_ = path_.front() + 1;
        inside_ = path_.size() > 1;
        return path_;
    }

private:
    std::size_t next_ = 0;
    bool inside_ = false;
    std::vector<std::size_t> path_;
};

}  // namespace

/// An element, or a member.
Lvalue Translator::part(const Lvalue& place, std::size_t i) {
    if (is_record(place.type)) return member_at(place, i);
    Lvalue element = place;
    element.type = place.type->element;
    element.offset += static_cast<std::int64_t>(i * size_of(*element.type));
    return element;
}

/// Which parts a designation goes through, by their numbers.
std::vector<std::size_t> Translator::designated_path(TypePtr type, const Designation& given) {
    std::vector<std::size_t> path;
    for (const syntax::Expression* step : given.steps) {
        at_ = step->span;
        const auto* named = std::get_if<syntax::Member>(&step->node);
        if (named && is_record(type)) {
            const std::size_t known = path.size();
            require(find_member(*type->record, named->field, path), "E-NAME",
                    quote(to_string(type)) + " has no member " + quote(named->field), at_);
            for (std::size_t i = known; i < path.size(); ++i)
                type = type->record->fields[path[i]].type;
        } else if (!named && type->kind == TypeKind::array) {
            const std::int64_t index =
                integer_constant(*std::get<syntax::Subscript>(step->node).index);
            require(index >= 0 && static_cast<std::uint64_t>(index) < type->length, "E-TYPE",
                    quote(to_string(type)) + " has no element " + std::to_string(index), at_);
            path.push_back(static_cast<std::size_t>(index));
            type = type->element;
        } else {
            reject("E-TYPE", quote(to_string(type)) + " has no such part", at_);
        }
    }
    return path;
}

/// What is not said is 0.
void Translator::initialize_designated(const Lvalue& place,
                                       const std::vector<syntax::ExpressionPtr>& elements) {
    zero(place);
    DesignatedList list;
    for (std::size_t next = 0; next < elements.size();) {
        const auto given = designation(*elements[next]);
        if (!given) {
            const std::size_t i = list.next(place.type, *elements[next]);
            initialize_element(part(place, i), elements, next);
            continue;
        }
        Lvalue target = place;
        for (const std::size_t i : list.go(designated_path(place.type, *given)))
            target = part(target, i);
        initialize(target, *given->value);
        ++next;
    }
}

namespace {

/// `{"abc"}` for an array of characters is `"abc"`. [C11 6.7.9 p14]
const syntax::Expression& string_in_braces(const TypePtr& type, const syntax::Expression& given) {
    const auto* list = std::get_if<syntax::InitializerList>(&given.node);
    const bool is_text = type->kind == TypeKind::array && size_of(*type->element) == 1;
    if (!is_text || list == nullptr || list->elements.size() != 1) return given;
    const syntax::Expression& only = *list->elements.front();
    return std::holds_alternative<syntax::StringLiteral>(only.node) ? only : given;
}

}  // namespace

void Translator::initialize(const Lvalue& place, const syntax::Expression& given) {
    const syntax::Expression& initializer = string_in_braces(place.type, given);
    at_ = initializer.span;
    if (const auto* list = std::get_if<syntax::InitializerList>(&initializer.node)) {
        if (has_designations(list->elements)) return initialize_designated(place, list->elements);
        std::size_t next = 0;
        initialize_list(place, list->elements, next, true);
        require(next == list->elements.size(), "E-TYPE", "there are more values than elements",
                next < list->elements.size() ? list->elements[next]->span : at_);
        return;
    }
    const auto* text = std::get_if<syntax::StringLiteral>(&initializer.node);
    if (text && place.type->kind == TypeKind::array) {
        for (std::uint64_t i = 0; i < place.type->length; ++i) {
            Lvalue element = place;
            element.type = place.type->element;
            element.offset += static_cast<std::int64_t>(i * size_of(*element.type));
            const char c = i < text->text.size() ? text->text[i] : '\0';
            write(element, convert(int_value(out_.integer(Scalar::i32, c)), element.type, true));
        }
        return;
    }
    require(place.type->kind != TypeKind::array, "E-TYPE", "an array is initialised by a list",
            at_);
    const Value value = convert(evaluate(initializer), place.type);
    initial_root_ = value.root;
    write(place, value);
}

/// From elements[next] on: inner braces may be left out, what is left out is 0.
void Translator::initialize_list(const Lvalue& place,
                                 const std::vector<syntax::ExpressionPtr>& elements,
                                 std::size_t& next, bool braced) {
    if (place.type->kind == TypeKind::array || is_record(place.type)) {
        for (std::size_t i = 0; i < part_count(place.type); ++i)
            initialize_element(part(place, i), elements, next);
    } else if (place.type->kind == TypeKind::vector && braced) {
        // `float4 v = {1, 2, 3, 4}`
        static constexpr const char* kDigits = "0123456789abcdef";
        for (unsigned i = 0; i < place.type->lanes; ++i)
            initialize_element(swizzle(place, std::string("s") + kDigits[i]), elements, next);
    } else {
        initialize_element(place, elements, next);
    }
}

void Translator::initialize_element(const Lvalue& place,
                                    const std::vector<syntax::ExpressionPtr>& elements,
                                    std::size_t& next) {
    if (next >= elements.size() || designation(*elements[next])) return zero(place);
    const syntax::Expression& first = *elements[next];
    const bool aggregate = place.type->kind == TypeKind::array || is_record(place.type);
    const bool own = std::holds_alternative<syntax::InitializerList>(first.node) ||
                     (std::holds_alternative<syntax::StringLiteral>(first.node) &&
                      place.type->kind == TypeKind::array);
    if (own || !aggregate || (is_record(place.type) && is_same(type_of(first), place.type))) {
        ++next;
        return initialize(place, first);
    }
    initialize_list(place, elements, next, false);
}

std::int64_t Translator::integer_constant(const syntax::Expression& expression) {
    const std::size_t mark = out_.mark();
    const Value value = evaluate(expression);
    const auto constant =
        value.parts.size() == 1 && is_scalar(value.type) ? out_.value(value.reg()) : std::nullopt;
    if (!constant) reject("E-TYPE", "an integer constant is needed here", expression.span);
    out_.forget_since(mark);
    return *constant;
}

/// Values of a program-scope variable: constants, written as the bytes that memory holds.
class ConstantWriter {
public:
    using Elements = std::vector<syntax::ExpressionPtr>;

    ConstantWriter(Translator& translator, ConstantBytes out) : t_(translator), out_(out) {}

    void write(const syntax::Expression& given, TypePtr type, std::uint64_t at) {
        const syntax::Expression& initializer = string_in_braces(type, given);
        if (const auto* list = std::get_if<syntax::InitializerList>(&initializer.node)) {
            if (has_designations(list->elements)) return write_designated(type, at, list->elements);
            std::size_t next = 0;
            write_list(type, at, list->elements, next, true);
            require(next == list->elements.size(), "E-TYPE", "there are more values than elements",
                    initializer.span);
            return;
        }
        const auto* text = std::get_if<syntax::StringLiteral>(&initializer.node);
        if (text && type->kind == TypeKind::array && size_of(*type->element) == 1) {
            std::memcpy(out_.bytes + at, text->text.data(),
                        std::min<std::size_t>(text->text.size(), size_of(*type)));
            return;
        }
        require(type->kind != TypeKind::array, "E-TYPE", "an array is initialised by a list",
                initializer.span);
        t_.at_ = initializer.span;
        write_value(t_.convert(t_.evaluate(initializer), type), type, at, initializer.span);
    }

private:
    struct Part {
        TypePtr type = nullptr;
        std::uint64_t at = 0;
    };
    static Part part(Part whole, std::size_t i) {
        if (!is_record(whole.type))
            return {whole.type->element, whole.at + i * size_of(*whole.type->element)};
        const Field& field = whole.type->record->fields[i];
        return {field.type, whole.at + field.offset};
    }

    void write_list(TypePtr type, std::uint64_t at, const Elements& elements, std::size_t& next,
                    bool braced) {
        if (type->kind == TypeKind::array || is_record(type)) {
            for (std::size_t i = 0; i < part_count(type); ++i)
                write_element(part({type, at}, i), elements, next);
        } else if (type->kind == TypeKind::vector && braced) {
            for (unsigned i = 0; i < type->lanes; ++i)
                write_element({t_.types_.scalar(type->scalar), at + i * memory_size(type->scalar)},
                              elements, next);
        } else {
            write_element({type, at}, elements, next);
        }
    }

    void write_designated(TypePtr type, std::uint64_t at, const Elements& elements) {
        DesignatedList list;
        for (std::size_t next = 0; next < elements.size();) {
            const auto given = designation(*elements[next]);
            if (!given) {
                const std::size_t i = list.next(type, *elements[next]);
                write_element(part({type, at}, i), elements, next);
                continue;
            }
            Part target{type, at};
            for (const std::size_t i : list.go(t_.designated_path(type, *given)))
                target = part(target, i);
            write(*given->value, target.type, target.at);
            ++next;
        }
    }

    /// What is left out is 0, as all of the memory is at first.
    void write_element(Part place, const Elements& elements, std::size_t& next) {
        if (next >= elements.size() || designation(*elements[next])) return;
        const syntax::Expression& first = *elements[next];
        const bool aggregate = place.type->kind == TypeKind::array || is_record(place.type);
        const bool own = std::holds_alternative<syntax::InitializerList>(first.node) ||
                         std::holds_alternative<syntax::StringLiteral>(first.node);
        if (aggregate && !own) return write_list(place.type, place.at, elements, next, false);
        ++next;
        write(first, place.type, place.at);
    }

    void write_value(const Value& value, TypePtr type, std::uint64_t at, Span span) {
        static constexpr const char* kNoConstant =
            "the value of a program-scope variable is a constant";
        const std::vector<Component> list = components(type);
        require(list.size() == value.parts.size() && !list.empty(), "E-TYPE", kNoConstant, span);
        for (std::size_t i = 0; i < list.size(); ++i) {
            std::byte* to = out_.bytes + at + list[i].offset;
            const auto bits = t_.out_.bits(value.parts[i]);
            const auto address = bits ? std::nullopt : t_.out_.program_offset(value.parts[i]);
            if (address)
                out_.addresses->push_back({at + list[i].offset, *address});
            else if (!bits)
                reject("E-TYPE", kNoConstant, span, "assign it in a kernel");
            else if (list[i].scalar == Scalar::f16)
                write_bytes(to, float_to_half(read_bytes<float>(&*bits)));
            else
                std::memcpy(to, &*bits, memory_size(list[i].scalar));
        }
    }

    Translator& t_;
    ConstantBytes out_;
};

void Translator::constant_bytes(const syntax::Expression& initializer, TypePtr type,
                                ConstantBytes out, Span span) {
    at_ = span;
    calls_.emplace_back();
    open_scope();
    ConstantWriter(*this, out).write(initializer, type, 0);
    close_scope();
    calls_.pop_back();
}

}  // namespace clmm::runtime::compiler
