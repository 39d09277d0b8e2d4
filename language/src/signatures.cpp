#include "clmm/language/signatures.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace clmm::language {
namespace {

using Elements = Builtin::Elements;

constexpr std::array kNumbersOfLanes = {1U, 2U, 3U, 4U, 8U, 16U};
constexpr std::array kScalars = {Scalar::i8,  Scalar::u8,  Scalar::i16, Scalar::u16,
                                 Scalar::i32, Scalar::u32, Scalar::i64, Scalar::u64,
                                 Scalar::f16, Scalar::f32, Scalar::f64};

/// A type of a form, without memory of its own.
struct Shape {
    Scalar scalar = Scalar::i32;
    unsigned lanes = 1;
    bool is_pointer = false;
    bool operator==(const Shape&) const = default;
};

bool has(Elements elements, Scalar scalar) {
    switch (elements) {
        case Elements::none:
            return false;
        case Elements::any:
            return true;
        case Elements::floating:
            return is_floating(scalar);
        case Elements::single:
            return scalar == Scalar::f32;
        case Elements::integers:
            return !is_floating(scalar);
        case Elements::signed_integers:
            return !is_floating(scalar) && is_signed(scalar);
        case Elements::narrow:
            return !is_floating(scalar) && memory_size(scalar) <= 4;
        case Elements::words:
            return scalar == Scalar::i32 || scalar == Scalar::u32;
    }
    return false;
}

bool has(Builtin::Lanes wanted, unsigned lanes) {
    if (wanted == Builtin::Lanes::any) return true;
    return lanes <= 4 && (lanes >= 3 || wanted == Builtin::Lanes::up_to_four);
}

/// Of this many bytes.
Scalar integer_scalar(unsigned size, bool is_signed) {
    constexpr std::array kSigned = {Scalar::i8, Scalar::i16, Scalar::i32, Scalar::i64};
    constexpr std::array kUnsigned = {Scalar::u8, Scalar::u16, Scalar::u32, Scalar::u64};
    const std::size_t at = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
    return is_signed ? kSigned.at(at) : kUnsigned.at(at);
}

/// What a letter of a form stands for.
Shape shape_of(char letter, Shape generic) {
    const unsigned size = memory_size(generic.scalar);
    switch (letter) {
        case 's':
            return {generic.scalar, 1};
        case 'i':
            return {Scalar::i32, generic.lanes};
        case 'j':
            return {Scalar::i32, 1};
        case 'k':
            return {integer_scalar(size, true), generic.lanes};
        case 'u':
            return {integer_scalar(size, false), generic.lanes};
        case 't':
            return {generic.lanes == 1 ? Scalar::i32 : integer_scalar(size, true), generic.lanes};
        case 'w':
            return {integer_scalar(2 * size, is_signed(generic.scalar)), generic.lanes};
        case 'p':
            return {generic.scalar, generic.lanes, true};
        case 'q':
            return {Scalar::i32, generic.lanes, true};
        default:
            return generic;
    }
}

/// How far an argument is from a parameter, if it converts at all. Less is better.
enum class Distance : std::uint8_t { same, promotion, conversion, widening, none };

bool promotes(const Type& from, Scalar to) {
    if (from.scalar == Scalar::f32) return to == Scalar::f64;
    return !is_floating(from.scalar) && memory_size(from.scalar) < 4 && to == Scalar::i32;
}

Distance distance(const Type& from, const Shape& to) {
    if (to.is_pointer) {
        const bool fits = from.kind == TypeKind::pointer && from.element->is_arithmetic_kind() &&
                          !from.element->is_const && !from.element->is_bool &&
                          from.element->scalar == to.scalar && from.element->lanes == to.lanes;
        return fits ? Distance::same : Distance::none;
    }
    if (!from.is_arithmetic_kind()) return Distance::none;
    const bool same_scalar = from.scalar == to.scalar && !from.is_bool;
    if (from.kind == TypeKind::vector)
        return same_scalar && from.lanes == to.lanes ? Distance::same : Distance::none;
    if (to.lanes > 1) return Distance::widening;
    if (same_scalar) return Distance::same;
    return promotes(from, to.scalar) ? Distance::promotion : Distance::conversion;
}

/// A form with types.
struct Candidate {
    std::string_view form;
    Shape generic;
    std::vector<Distance> distances;

    [[nodiscard]] bool is_better_than(const Candidate& other) const {
        bool some = false;
        for (std::size_t i = 0; i < distances.size(); ++i) {
            if (distances[i] > other.distances[i]) return false;
            some = some || distances[i] < other.distances[i];
        }
        return some;
    }
};

std::optional<Candidate> candidate(std::string_view form, Shape generic,
                                   std::span<const TypePtr> arguments) {
    Candidate out{form, generic, {}};
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        out.distances.push_back(distance(*arguments[i], shape_of(form[i + 1], generic)));
        if (out.distances.back() == Distance::none) return std::nullopt;
    }
    return out;
}

/// Those that take the arguments, which may be the first ones of a call.
std::vector<Candidate> candidates(const Builtin& function, std::span<const TypePtr> arguments) {
    std::vector<Candidate> out;
    std::string_view rest = function.forms;
    while (!rest.empty()) {
        const std::string_view form = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(form.size() + 1, rest.size()));
        // Of one component this is another form again.
        const bool is_mixed = form.substr(1).find_first_of("sj") != std::string_view::npos;
        for (const unsigned lanes : kNumbersOfLanes)
            for (const Scalar scalar : kScalars) {
                if (!has(function.elements, scalar) || !has(function.lanes, lanes)) continue;
                if (is_mixed && lanes == 1) continue;
                if (auto each = candidate(form, {scalar, lanes}, arguments))
                    out.push_back(std::move(*each));
            }
    }
    return out;
}

bool converts(const Candidate& candidate) {
    return std::ranges::any_of(candidate.distances,
                               [](Distance each) { return each != Distance::same; });
}

const Candidate* best_of(const std::vector<Candidate>& all) {
    for (const Candidate& each : all) {
        const auto is_worse = [&](const Candidate& other) {
            return &other == &each || each.is_better_than(other);
        };
        if (std::ranges::all_of(all, is_worse)) return &each;
    }
    return nullptr;
}

/// A pointer keeps its own type: which address space it is in makes no difference.
Signature signature_of(const Candidate& chosen, std::span<const TypePtr> arguments) {
    const auto type = [&](char letter) {
        const Shape shape = shape_of(letter, chosen.generic);
        return vector_type(shape.scalar, shape.lanes);
    };
    Signature out{type(chosen.form[0]), {}};
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool is_pointer = arguments[i]->kind == TypeKind::pointer;
        out.parameters.push_back(is_pointer ? arguments[i] : type(chosen.form[i + 1]));
    }
    return out;
}

/// The arguments with their scalars in the widest floating-point type among them; empty where there
/// is none, or the function has no such form. So `clamp(x, 0, 1)` is that of a float x, also beside
/// the forms for integers, and `fmax(x, 0.0)` of a device with doubles.
std::vector<TypePtr> as_floating(const Builtin& function, std::span<const TypePtr> arguments) {
    std::optional<Scalar> widest;
    for (const TypePtr& each : arguments)
        if (each->is_arithmetic_kind() && is_floating(each->scalar))
            widest = std::max(widest.value_or(each->scalar), each->scalar);
    if (!widest || !has(function.elements, *widest)) return {};
    std::vector<TypePtr> out(arguments.begin(), arguments.end());
    for (TypePtr& each : out)
        if (each->kind == TypeKind::scalar) each = scalar_type(*widest);
    return out;
}

std::string listed(std::span<const TypePtr> types) {
    std::string out;
    for (const TypePtr& each : types) out += (out.empty() ? "" : ", ") + to_text(*value_type(each));
    return out;
}

bool is_shuffle(const Builtin& function) {
    return function.name == "shuffle" || function.name == "shuffle2";
}

/// `shuffle(v, mask)`, `shuffle2(v, w, mask)`: as many components as the mask has. A scalar beside
/// a vector becomes one. Source   OpenCL C 3.0, "Miscellaneous Vector Functions"
std::optional<Signature> shuffle_signature(std::span<const TypePtr> arguments) {
    const std::span<const TypePtr> given = arguments.first(arguments.size() - 1);
    const auto is_vector = [](const TypePtr& type) { return type->kind == TypeKind::vector; };
    const auto found = std::ranges::find_if(given, is_vector);
    const Type& mask = *arguments.back();
    if (found == given.end() || !is_vector(arguments.back())) return std::nullopt;
    const TypePtr vector = value_type(*found);
    const auto fits = [&](const TypePtr& type) {
        return type->kind == TypeKind::scalar || is_same(*type, *vector);
    };
    if (vector->lanes == 3 || mask.lanes == 3 || !std::ranges::all_of(given, fits) ||
        mask.scalar != integer_scalar(memory_size(vector->scalar), false))
        return std::nullopt;
    Signature out{vector_type(vector->scalar, mask.lanes), {}};
    out.parameters.assign(given.size(), vector);
    out.parameters.push_back(value_type(arguments.back()));
    return out;
}

}  // namespace

bool has_signatures(const Builtin& function) {
    return !function.forms.empty() || is_shuffle(function);
}

SignatureChoice choose_signature(const Builtin& function, std::span<const TypePtr> arguments) {
    const std::string call = "'" + std::string(function.name) + "'";
    if (is_shuffle(function)) {
        auto signature = shuffle_signature(arguments);
        if (!signature)
            return {.problem = call +
                               " takes vectors of 2, 4, 8 or 16 components and a mask of "
                               "unsigned integers of their width, not (" +
                               listed(arguments) + ")"};
        return {.signature = std::move(signature)};
    }
    std::vector<Candidate> all = candidates(function, arguments);
    // Its two parts make up one number: a signed low part would be a mistake.
    if (function.name == "upsample") std::erase_if(all, converts);
    if (const Candidate* best = best_of(all)) return {.signature = signature_of(*best, arguments)};
    if (all.empty()) return {.problem = call + " does not take (" + listed(arguments) + ")"};
    if (const std::vector<TypePtr> floating = as_floating(function, arguments); !floating.empty())
        if (const auto others = candidates(function, floating); const auto* best = best_of(others))
            return {.signature = signature_of(*best, arguments)};
    return {
        .is_ambiguous = true,
        .problem = "several forms of " + call + " take (" + listed(arguments) + ") equally well"};
}

}  // namespace clmm::language
