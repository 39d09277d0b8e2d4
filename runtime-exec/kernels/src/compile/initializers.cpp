// Initial values, of variables and of program-scope memory.
#include "clmm/language/initializers.h"

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

void Translator::zero(const Lvalue& place) {
    if (component_count(place.type) != 0) return write(place, default_value(place.type));
    const bool is_array = place.type->kind == TypeKind::array;
    const std::size_t count = is_array ? place.type->length : place.type->record->fields.size();
    for (std::size_t i = 0; i < count; ++i) zero(part(place, i));
}

/// An element, a member or a component.
Lvalue Translator::part(const Lvalue& place, std::size_t i) {
    if (is_record(place.type)) return member_at(place, i);
    if (place.type->kind == TypeKind::vector)
        return swizzle(place, std::string("s") + "0123456789abcdef"[i]);
    Lvalue element = place;
    element.type = place.type->element;
    element.offset += static_cast<std::int64_t>(i * size_of(*element.type));
    return element;
}

namespace {

std::size_t part_count(const Type& type) {
    if (type.kind == TypeKind::vector) return type.lanes;
    return type.kind == TypeKind::array ? type.length : type.record->fields.size();
}

}  // namespace

/// What of a place, and of what lies at `path` in it, a list does not say is 0.
void Translator::zero_others(const Lvalue& place, const std::set<Path>& said, Path& path) {
    const auto from = said.lower_bound(path);
    const bool is_said = from != said.end() && from->size() >= path.size() &&
                         std::equal(path.begin(), path.end(), from->begin());
    // What is said of a union is written afterwards.
    if (!is_said || (is_record(place.type) && place.type->record->is_union)) return zero(place);
    if (from->size() == path.size()) return;
    for (std::size_t i = 0; i < part_count(*place.type); ++i) {
        path.push_back(i);
        zero_others(part(place, i), said, path);
        path.pop_back();
    }
}

language::InitializerRules Translator::list_rules() {
    language::InitializerRules rules{
        .is_whole =
            [this](const TypePtr& structure, const syntax::Expression& value) {
                return is_same(type_of(value), structure);
            },
        .constant = [this](const syntax::Expression& index) -> std::optional<std::int64_t> {
            return integer_constant(index);
        }};
    if (is_constant_)
        rules.has_type = [this](const TypePtr& type, const syntax::TypeName& literal) {
            try {
                return is_same(program_.type_of(literal).type, type);
            } catch (const Rejected&) {  // an array's type is defined behind the variable
                return false;
            }
        };
    return rules;
}

void Translator::initialize(const Lvalue& place, const syntax::Expression& given) {
    at_ = given.span;
    const auto parts = language::initial_parts(place.type, given, list_rules());
    std::set<Path> said;
    for (const language::InitialPart& each : parts) said.insert(each.path);
    Path path;
    zero_others(place, said, path);
    for (const language::InitialPart& each : parts) {
        at_ = each.value->span;
        Lvalue target = place;
        for (const std::size_t i : each.path) target = part(target, i);
        if (each.character) {
            const Value character = int_value(out_.integer(Scalar::i32, *each.character));
            write(target, convert(character, target.type, true));
            continue;
        }
        const Value value = convert(evaluate(*each.value), target.type);
        initial_root_ = value.root;
        write(target, value);
    }
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

/// Values of a program-scope variable: constants, written as the bytes that memory holds. What is
/// left out is 0, as all of the memory is at first.
class ConstantWriter {
public:
    ConstantWriter(Translator& translator, ConstantBytes out) : t_(translator), out_(out) {}

    void write(const syntax::Expression& initializer, const TypePtr& type) {
        for (const language::InitialPart& each :
             language::initial_parts(type, initializer, t_.list_rules())) {
            t_.at_ = each.value->span;
            if (each.character)
                out_.bytes[each.offset] = std::byte{*each.character};
            else
                write_value(t_.convert(t_.evaluate(*each.value), each.type), each.type, each.offset,
                            each.value->span);
        }
    }

private:
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
    is_constant_ = true;
    ConstantWriter(*this, out).write(initializer, type);
    is_constant_ = false;
    close_scope();
    calls_.pop_back();
}

}  // namespace clmm::runtime::compiler
