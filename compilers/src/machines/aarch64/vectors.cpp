#include <algorithm>
#include <array>

#include "machines/aarch64/execution.h"

/// Vector registers as far as compilers move integers in them: four words, of which an access of
/// memory is as many. The architecture promises of each aligned 8 bytes that they are accessed at
/// once, and of their order nothing.
namespace clmm::compilers::a64 {
namespace {

constexpr std::size_t kRegister = 16;  ///< bytes

std::size_t size_named(char letter) {
    return letter == 'b' ? 1 : letter == 'h' ? 2 : letter == 's' ? 4 : letter == 'd' ? 8 : 0;
}

/// What stands behind the dot: `4s`, or one element, `s[2]`.
bool take_type(Vector& made, std::string_view type) {
    const std::size_t open = type.find('[');
    if (open != std::string_view::npos) {
        made.element = open == 1 ? size_named(type[0]) : 0;
        made.bytes = made.element;
        const auto index = number_in(type.substr(2, type.size() - 3));
        if (made.element == 0 || !type.ends_with(']') || !index || *index < 0 ||
            static_cast<std::size_t>(*index) >= kRegister / made.element)
            return false;
        made.at = static_cast<std::size_t>(*index) * made.element;
        return true;
    }
    const auto count = type.empty() ? std::nullopt : number_in(type.substr(0, type.size() - 1));
    made.element = type.empty() ? 0 : size_named(type.back());
    if (!count || *count < 1 || *count > 16 || made.element == 0) return false;
    made.bytes = static_cast<std::size_t>(*count) * made.element;
    return made.bytes == kRegister || made.bytes == kRegister / 2;
}

struct Elementwise {
    std::string_view name;
    Op op;
    bool inverts = false;  ///< the second operand
};
constexpr std::array kElementwise{
    Elementwise{"add", Op::add},         Elementwise{"sub", Op::subtract},
    Elementwise{"and", Op::bit_and},     Elementwise{"orr", Op::bit_or},
    Elementwise{"eor", Op::bit_xor},     Elementwise{"bic", Op::bit_and, true},
    Elementwise{"orn", Op::bit_or, true}};

}  // namespace

std::optional<Vector> vector_named(std::string_view text) {
    if (text.size() < 2) return std::nullopt;
    const std::size_t dot = text.find('.');
    const std::string_view digits = text.substr(1, dot == text.npos ? dot : dot - 1);
    const auto number = number_in(digits);
    if (!number || *number < 0 || *number > 31) return std::nullopt;
    Vector made{"v" + std::string(digits)};
    if (dot != text.npos)
        return text[0] == 'v' && take_type(made, text.substr(dot + 1)) ? std::optional(made)
                                                                       : std::nullopt;
    made.bytes = made.element = text[0] == 'q' ? kRegister : size_named(text[0]);
    return made.bytes == 0 ? std::nullopt : std::optional(made);
}

Bytes Execution::bytes_of_vector(const Vector& vector) {
    const Bytes all = bytes_of(read_words(machine_, vector.name, kRegister / 4));
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(vector.at.value_or(0));
    return {first, first + static_cast<std::ptrdiff_t>(vector.bytes)};
}

/// Bytes of a vector, of one of its elements, or of a general register.
Bytes Execution::vector_value(std::size_t at) {
    if (const auto found = vector_named(operand(at).text)) return bytes_of_vector(*found);
    return bytes_of(words_of(terms_, read(at)));
}

/// One element alone, or all, above which there are zeros.
void Execution::put_vector(const Vector& to, const Bytes& bytes) {
    Bytes all(kRegister, {terms_.constant(0, 32), 0});
    if (to.at) all = bytes_of(read_words(machine_, to.name, kRegister / 4));
    std::ranges::copy(bytes, all.begin() + static_cast<std::ptrdiff_t>(to.at.value_or(0)));
    write_words(machine_, to.name, words_from(terms_, all));
}

TermId Execution::from_bytes(const Bytes& bytes) {
    Bytes whole = bytes;
    while (whole.size() < 4) whole.push_back({terms_.constant(0, 32), 0});
    const Words words = words_from(terms_, whole);
    return terms_.resized(from_words(terms_, words, 0, words.size()),
                          static_cast<unsigned>(8 * bytes.size()));
}

Bytes Execution::repeated(const Bytes& element, std::size_t bytes) {
    Bytes made;
    while (made.size() < bytes) made.insert(made.end(), element.begin(), element.end());
    return made;
}

bool Execution::vector() {
    const bool has_vector = std::ranges::any_of(line_.operands, [](const Piece& each) {
        return each.text.starts_with('{') || vector_named(each.text).has_value();
    });
    if (!has_vector) return false;
    return vector_access() || vector_list() || vector_constant() || vector_move() ||
           vector_compute() || vector_shuffle() || vector_reverse();
}

void Execution::load_vector(const Vector& to, TermId where) {
    if (to.bytes >= 4) {
        const Words words = load_words(machine_, where, to.bytes / 4, kLoad, line_.span);
        return put_vector(to, bytes_of(words));
    }
    const auto width = static_cast<unsigned>(8 * to.bytes);
    const TermId loaded = machine_.load(where, width, kLoad, line_.span, true);
    Bytes bytes = bytes_of({terms_.resized(loaded, 32)});
    bytes.resize(to.bytes);
    put_vector(to, bytes);
}

void Execution::store_vector(const Vector& from, TermId where) {
    const Bytes bytes = bytes_of_vector(from);
    if (bytes.size() >= 4)
        store_words(machine_, where, words_from(terms_, bytes), kStore, line_.span);
    else
        machine_.store(where, from_bytes(bytes), kStore, line_.span, true);
}

bool Execution::vector_access() {
    const std::string& name = line_.name;
    const bool is_pair = name == "ldp" || name == "stp";
    const bool loads = name == "ldr" || name == "ldur" || name == "ldp";
    if (!loads && name != "str" && name != "stur" && name != "stp") return false;
    const std::size_t count = is_pair ? 2 : 1;
    TermId where = address(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto reg = vector_named(operand(i).text);
        if (!reg || reg->at) return false;
        if (loads)
            load_vector(*reg, where);
        else
            store_vector(*reg, where);
        where = terms_.binary(Op::add, where, terms_.constant(reg->bytes));
    }
    return true;
}

/// `ld1 { v0.4s, v1.4s }, [x0]`, `ld1 { v0.s }[1], [x0]`, `ld1r { v0.4s }, [x0]`.
bool Execution::vector_list() {
    const std::string& name = line_.name;
    if (name != "ld1" && name != "st1" && name != "ld1r") return false;
    std::string_view list = operand(0).text;
    const std::size_t end = list.find('}');
    if (!list.starts_with('{') || end == list.npos) return false;
    const std::string index(list.substr(end + 1));
    list = list.substr(1, end - 1);
    TermId where = address(1);
    for (std::size_t from = 0; from <= list.size();) {
        const std::size_t comma = std::min(list.find(',', from), list.size());
        const auto reg =
            vector_named(std::string(trimmed(list.substr(from, comma - from))) + index);
        if (!reg) return false;
        if (name == "st1") {
            store_vector(*reg, where);
        } else if (name == "ld1") {
            load_vector(*reg, where);
        } else {
            load_vector({reg->name, reg->element, reg->element}, where);
            const Bytes one = bytes_of_vector({reg->name, reg->element, reg->element});
            put_vector(*reg, repeated(one, reg->bytes));
        }
        where = terms_.binary(Op::add, where, terms_.constant(reg->bytes));
        from = comma + 1;
    }
    return true;
}

/// The same number in all elements.
bool Execution::vector_constant() {
    const auto to = vector_named(operand(0).text);
    const bool inverts = line_.name == "mvni";
    if ((line_.name != "movi" && !inverts) || !to || to->at) return false;
    const auto width = static_cast<unsigned>(8 * to->element);
    TermId element = known_number(1, width);
    if (count() > 2) {
        if (!operand(2).text.starts_with("lsl")) return false;
        element = modified(element, operand(2).text, width, operand(2).span);
    }
    if (inverts) element = terms_.binary(Op::bit_xor, element, terms_.constant(~0ULL, width));
    Bytes bytes = bytes_of(words_of(terms_, terms_.resized(element, std::max(width, 32U))));
    bytes.resize(to->element);
    return put_vector(*to, repeated(bytes, to->bytes)), true;
}

bool Execution::vector_move() {
    const std::string& name = line_.name;
    const auto to = vector_named(operand(0).text);
    if (name == "dup" && to && !to->at) {
        Bytes element = vector_value(1);
        if (element.size() < to->element) return false;
        element.resize(to->element);
        return put_vector(*to, repeated(element, to->bytes)), true;
    }
    const bool moves =
        name == "mov" || name == "fmov" || name == "ins" || name == "umov" || name == "smov";
    if (!moves || count() != 2) return false;
    Bytes moved = vector_value(1);
    if (to) {
        // Of a general register, the lowest bits go to an element.
        if (to->at && moved.size() > to->bytes && !vector_named(operand(1).text))
            moved.resize(to->bytes);
        if (moved.size() != to->bytes) return false;
        return put_vector(*to, moved), true;
    }
    const Register general = reg(operand(0));
    if (8 * moved.size() > general.width) return false;
    const bool extends = name == "umov" || name == "smov";
    if (!extends && 8 * moved.size() != general.width) return false;
    write(general, terms_.resized(from_bytes(moved), general.width, name == "smov"));
    return true;
}

bool Execution::vector_compute() {
    const auto to = vector_named(operand(0).text);
    const bool inverts = (line_.name == "mvn" || line_.name == "not") && count() == 2;
    const auto found = std::ranges::find(kElementwise, line_.name, &Elementwise::name);
    if ((found == kElementwise.end() && !inverts) || !to || to->at || to->bytes < 8) return false;
    const Words left = words_from(terms_, vector_value(1));
    const Words ones(left.size(), terms_.constant(~0ULL, 32));
    if (left.size() != to->bytes / 4) return false;
    if (inverts) return put_vector(*to, bytes_of(computed(terms_, Op::bit_xor, left, ones))), true;
    if (count() != 3 || !vector_named(operand(2).text)) return false;
    Words right = words_from(terms_, vector_value(2));
    if (left.size() != right.size()) return false;
    if (found->inverts) right = computed(terms_, Op::bit_xor, right, ones);
    const bool is_bitwise = found->op >= Op::bit_and && found->op <= Op::bit_xor;
    if (is_bitwise || to->element == 4)
        return put_vector(*to, bytes_of(computed(terms_, found->op, left, right))), true;
    if (to->element != 8) return false;
    Words made;
    for (std::size_t i = 0; i < left.size(); i += 2) {
        const TermId sum = terms_.binary(found->op, from_words(terms_, left, i, 2),
                                         from_words(terms_, right, i, 2));
        std::ranges::copy(words_of(terms_, sum), std::back_inserter(made));
    }
    return put_vector(*to, bytes_of(made)), true;
}

/// Elements of two registers, by their places; `ext` takes bytes behind one another.
bool Execution::vector_shuffle() {
    const std::string_view name = line_.name;
    const bool extracts = name == "ext";
    const std::string_view stem = name.substr(0, name.size() - 1);
    const bool permutes = (stem == "zip" || stem == "uzp" || stem == "trn") &&
                          (name.back() == '1' || name.back() == '2');
    const auto to = vector_named(operand(0).text);
    if ((!extracts && !permutes) || !to || to->at) return false;
    expect_operands(line_, extracts ? 4 : 3);
    Bytes both = vector_value(1);
    const Bytes second = vector_value(2);
    if (both.size() != to->bytes || second.size() != to->bytes) return false;
    both.insert(both.end(), second.begin(), second.end());
    Bytes made;
    const std::size_t size = extracts ? 1 : to->element;
    const std::size_t places = to->bytes / size;
    const std::size_t odd = name.back() == '2' ? 1 : 0;
    const auto by = extracts ? number(operand(3).text) : std::optional<std::int64_t>(0);
    if (!by || *by < 0 || static_cast<std::size_t>(*by) >= to->bytes) return false;
    for (std::size_t i = 0; i < places; ++i) {
        const std::size_t of_second = (i % 2) * places;
        const std::size_t place = extracts        ? i + static_cast<std::size_t>(*by)
                                  : stem == "zip" ? i / 2 + odd * (places / 2) + of_second
                                  : stem == "uzp" ? 2 * i + odd
                                                  : i / 2 * 2 + odd + of_second;
        for (std::size_t k = 0; k < size; ++k) made.push_back(both[place * size + k]);
    }
    return put_vector(*to, made), true;
}

/// Elements in the opposite order, in each group of bytes.
bool Execution::vector_reverse() {
    const std::string& name = line_.name;
    const std::size_t group = name == "rev64" ? 8 : name == "rev32" ? 4 : name == "rev16" ? 2 : 0;
    const auto to = vector_named(operand(0).text);
    if (group == 0 || !to || to->at || to->element >= group) return false;
    expect_operands(line_, 2);
    const Bytes from = vector_value(1);
    if (from.size() != to->bytes) return false;
    Bytes made;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const std::size_t element = i % group / to->element;
        const std::size_t place = group / to->element - 1 - element;
        made.push_back(from[i / group * group + place * to->element + i % to->element]);
    }
    return put_vector(*to, made), true;
}

}  // namespace clmm::compilers::a64
