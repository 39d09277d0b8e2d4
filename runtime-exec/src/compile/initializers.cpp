// Initial values, of variables and of program-scope memory.
#include <algorithm>
#include <cstring>

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

void Translator::zero(const Place& place) {
    if (component_count(place.type) != 0) return write(place, default_value(place.type));
    if (!is_record(place.type)) {
        for (std::uint64_t i = 0; i < place.type->count; ++i) {
            Place element = place;
            element.type = place.type->element;
            element.offset += static_cast<std::int64_t>(i * element.type->size);
            zero(element);
        }
        return;
    }
    for (const Field& field : place.type->record->fields) zero(member(place, field.name));
}

void Translator::initialize(const Place& place, const syntax::Expression& initializer) {
    at_ = initializer.span;
    if (const auto* list = std::get_if<syntax::InitializerList>(&initializer.node)) {
        std::size_t next = 0;
        initialize_list(place, list->elements, next, true);
        require(next == list->elements.size(), "E-TYPE", "there are more values than elements",
                next < list->elements.size() ? list->elements[next]->span : at_);
        return;
    }
    const auto* text = std::get_if<syntax::StringLiteral>(&initializer.node);
    if (text && place.type->kind == TypeKind::array) {
        for (std::uint64_t i = 0; i < place.type->count; ++i) {
            Place element = place;
            element.type = place.type->element;
            element.offset += static_cast<std::int64_t>(i * element.type->size);
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
void Translator::initialize_list(const Place& place,
                                 const std::vector<syntax::ExpressionPtr>& elements,
                                 std::size_t& next, bool braced) {
    if (place.type->kind == TypeKind::array) {
        for (std::uint64_t i = 0; i < place.type->count; ++i) {
            Place element = place;
            element.type = place.type->element;
            element.offset += static_cast<std::int64_t>(i * element.type->size);
            initialize_element(element, elements, next);
        }
    } else if (is_record(place.type)) {
        for (const Field& field : place.type->record->fields) {
            initialize_element(member(place, field.name), elements, next);
            if (place.type->record->is_union) break;
        }
    } else if (place.type->kind == TypeKind::vector && braced) {
        // `float4 v = {1, 2, 3, 4}`
        static constexpr const char* kDigits = "0123456789abcdef";
        for (unsigned i = 0; i < place.type->lanes; ++i)
            initialize_element(swizzle(place, std::string("s") + kDigits[i]), elements, next);
    } else {
        initialize_element(place, elements, next);
    }
}

void Translator::initialize_element(const Place& place,
                                    const std::vector<syntax::ExpressionPtr>& elements,
                                    std::size_t& next) {
    if (next >= elements.size()) return zero(place);
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
    using Evaluate = std::function<Value(const syntax::Expression&, TypePtr)>;
    using Bits = std::function<std::optional<std::uint64_t>(Reg)>;

    ConstantWriter(TypeTable& types, Evaluate evaluate, Bits bits, std::byte* out)
        : types_(types), evaluate_(std::move(evaluate)), bits_(std::move(bits)), out_(out) {}

    void write(const syntax::Expression& initializer, TypePtr type, std::uint64_t at) {
        if (const auto* list = std::get_if<syntax::InitializerList>(&initializer.node)) {
            std::size_t next = 0;
            write_list(type, at, list->elements, next, true);
            require(next == list->elements.size(), "E-TYPE", "there are more values than elements",
                    initializer.span);
            return;
        }
        const auto* text = std::get_if<syntax::StringLiteral>(&initializer.node);
        if (text && type->kind == TypeKind::array && type->element->size == 1) {
            std::memcpy(out_ + at, text->text.data(),
                        std::min<std::size_t>(text->text.size(), type->size));
            return;
        }
        require(type->kind != TypeKind::array, "E-TYPE", "an array is initialised by a list",
                initializer.span);
        write_value(evaluate_(initializer, type), type, at, initializer.span);
    }

private:
    void write_list(TypePtr type, std::uint64_t at, const Elements& elements, std::size_t& next,
                    bool braced) {
        if (type->kind == TypeKind::array) {
            for (std::uint64_t i = 0; i < type->count; ++i)
                write_element(type->element, at + i * type->element->size, elements, next);
        } else if (is_record(type)) {
            for (const Field& field : type->record->fields) {
                write_element(field.type, at + field.offset, elements, next);
                if (type->record->is_union) break;
            }
        } else if (type->kind == TypeKind::vector && braced) {
            for (unsigned i = 0; i < type->lanes; ++i)
                write_element(types_.scalar(type->scalar), at + i * memory_size(type->scalar),
                              elements, next);
        } else {
            write_element(type, at, elements, next);
        }
    }

    /// What is left out is 0, as all of the memory is at first.
    void write_element(TypePtr type, std::uint64_t at, const Elements& elements,
                       std::size_t& next) {
        if (next >= elements.size()) return;
        const syntax::Expression& first = *elements[next];
        const bool aggregate = type->kind == TypeKind::array || is_record(type);
        const bool own = std::holds_alternative<syntax::InitializerList>(first.node) ||
                         std::holds_alternative<syntax::StringLiteral>(first.node);
        if (aggregate && !own) return write_list(type, at, elements, next, false);
        ++next;
        write(first, type, at);
    }

    void write_value(const Value& value, TypePtr type, std::uint64_t at, Span span) {
        const std::vector<Component> list = components(type);
        require(list.size() == value.parts.size() && !list.empty(), "E-UNSUPPORTED",
                "the value of a program-scope variable is a constant", span);
        for (std::size_t i = 0; i < list.size(); ++i) {
            const auto bits = bits_(value.parts[i]);
            if (!bits)
                reject("E-UNSUPPORTED", "the value of a program-scope variable is a constant", span,
                       "assign it in a kernel");
            std::byte* to = out_ + at + list[i].offset;
            if (list[i].scalar == Scalar::f16)
                write_bytes(to, float_to_half(read_bytes<float>(&*bits)));
            else
                std::memcpy(to, &*bits, memory_size(list[i].scalar));
        }
    }

    TypeTable& types_;
    Evaluate evaluate_;
    Bits bits_;
    std::byte* out_;
};

void Translator::constant_bytes(const syntax::Expression* initializer, TypePtr type, std::byte* out,
                                Span span) {
    at_ = span;
    calls_.emplace_back();
    open_scope();
    const auto evaluate_as = [&](const syntax::Expression& expression, TypePtr as) {
        at_ = expression.span;
        return convert(evaluate(expression), as);
    };
    const auto bits = [&](Reg reg) { return out_.bits(reg); };
    ConstantWriter(types_, evaluate_as, bits, out).write(*initializer, type, 0);
    close_scope();
    calls_.pop_back();
}

}  // namespace clmm::runtime::compiler
