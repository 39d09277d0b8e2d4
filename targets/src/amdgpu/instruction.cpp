#include "amdgpu/instruction.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "herd/program.h"

namespace clmm::targets::amdgpu {
namespace {

/// Bits behind the operands: what they say depends on the family and the instruction.
struct Modifiers {
    bool glc = false, sc0 = false, sc1 = false;
    std::optional<Level> scope;
    bool returns = false;  ///< th:TH_ATOMIC_RETURN
};

constexpr std::array<std::pair<std::string_view, Level>, 4> kScopes{{{"SCOPE_CU", Level::unit},
                                                                     {"SCOPE_SE", Level::group},
                                                                     {"SCOPE_DEV", Level::agent},
                                                                     {"SCOPE_SYS", Level::system}}};

/// How long a line may stay in a cache: none of them orders anything. [LLVM, "AMDGPU: Modifiers,
/// th"]
constexpr std::array<std::string_view, 8> kHints{"RT",    "NT",    "HT",    "LU",
                                                 "NT_RT", "RT_NT", "NT_HT", "BYPASS"};
constexpr std::array<std::string_view, 7> kAtomicHints{
    "RT", "NT", "RETURN", "RT_RETURN", "NT_RETURN", "CASCADE_RT", "CASCADE_NT"};

/// `TH_LOAD_NT`, as far as the kind of access has it.
bool is_hint(std::string_view word, Kind kind) {
    const std::string_view prefix = kind == Kind::load    ? "TH_LOAD_"
                                    : kind == Kind::store ? "TH_STORE_"
                                                          : "TH_ATOMIC_";
    if (!word.starts_with(prefix)) return false;
    const std::string_view hint = word.substr(prefix.size());
    return kind == Kind::atomic ? std::ranges::find(kAtomicHints, hint) != kAtomicHints.end()
                                : std::ranges::find(kHints, hint) != kHints.end();
}

/// How many bits a counter has in an instruction that waits. [LLVM, "AMDGPU: waitcnt"]
std::int64_t most_of(Counter counter, Family family) {
    const bool is_gfx9 = family == Family::gfx90a || family == Family::gfx942;
    if (counter == kLds && is_gfx9) return 15;
    return counter == kScalar ? 31 : 63;
}

bool is_access(Kind kind) {
    return kind == Kind::load || kind == Kind::store || kind == Kind::atomic;
}

class InstructionReader {
public:
    InstructionReader(const Processor& processor, std::string_view text, Span place)
        : processor_(processor), lexer_(text, place.begin, place.end) {
        made_.span = place;
    }

    Instruction operator()() && {
        const Token name = lexer_.expect_word("an instruction");
        made_.form = find_form(name.text, processor_.family);
        if (made_.form == nullptr) unknown(name);
        if (form().space == Space::lds && !processor_.has_lds)
            reject("E-TYPE", "in threadgroup split mode there is no LDS", name.span,
                   "without it the processor is " +
                       std::string(processor_.word.substr(0, processor_.word.find('_'))));
        if (form().shape == "c")
            counts();
        else
            operands();
        modifiers();
        if (!lexer_.at_end()) lexer_.fail("a modifier or the end of the instruction");
        mean();
        check_shape();
        return std::move(made_);
    }

private:
    [[nodiscard]] const Form& form() const { return *made_.form; }

    [[noreturn]] void unknown(const Token& name) const {
        std::vector<std::string> known;
        for (const Form& each : forms())
            if (find_form(each.name, processor_.family) != nullptr) known.emplace_back(each.name);
        reject_instruction(name, known);
    }

    // ---- s_waitcnt vmcnt(0) lgkmcnt(0) ----

    void counts() {
        do {
            lexer_.accept("&");
            const Token name = lexer_.expect_word("a counter");
            const bool is_export = name.text == "expcnt";
            const int index = name.text == "vmcnt" ? 0 : name.text == "lgkmcnt" ? 2 : -1;
            if (index < 0 && !is_export)
                reject("E-NAME", "there is no counter '" + std::string(name.text) + "'", name.span,
                       "vmcnt, lgkmcnt, expcnt");
            lexer_.expect("(");
            const std::int64_t count = number(is_export    ? 7
                                              : index == 0 ? most_of(kLoads, processor_.family)
                                                           : most_of(kLds, processor_.family));
            lexer_.expect(")");
            if (!is_export) made_.left.at(static_cast<std::size_t>(index)) = count;
        } while (lexer_.accept("&") || lexer_.peek().kind == Token::Kind::word);
    }

    std::int64_t number(std::int64_t most) {
        const Span at = lexer_.peek().span;
        const std::int64_t count = lexer_.expect_number();
        check_count(count, most, at);
        return count;
    }

    static void check_count(std::int64_t count, std::int64_t most, Span at) {
        if (count < 0) reject("E-TYPE", "a counter is not below 0", at);
        if (count > most)
            reject("E-TYPE", "this counter has no " + std::to_string(count), at,
                   "it counts to " + std::to_string(most));
    }

    /// Two counters in one number: the loads' or stores' stands above that of LDS.
    void packed_counts() {
        constexpr unsigned kUpper = 8;
        constexpr std::int64_t kLower = 0x3F;
        const Operand& count = made_.operands.back();
        const bool is_packed = (form().counters & kLds) != 0 && form().counters != kLds;
        const auto most = is_packed
                              ? ((kLower << kUpper) | kLower)
                              : most_of(static_cast<Counter>(form().counters), processor_.family);
        check_count(count.value, most, count.span);
        for (std::size_t i = 0; i < made_.left.size(); ++i) {
            const std::uint8_t bit = static_cast<std::uint8_t>(1U << i);
            if ((form().counters & bit) == 0) continue;
            made_.left.at(i) = !is_packed    ? count.value
                               : bit == kLds ? count.value & kLower
                                             : (count.value >> kUpper) & kLower;
        }
    }

    // ---- operands ----

    void operands() {
        if (lexer_.at_end() || form().shape.empty()) return;
        do made_.operands.push_back(operand());
        while (lexer_.accept(","));
    }

    Operand operand() {
        const Token& next = lexer_.peek();
        if (lexer_.accept("[")) {
            const Token name = lexer_.expect_word("a location");
            lexer_.expect("]");
            return {Operand::Kind::location, std::string(name.text), 0, name.span};
        }
        if (next.kind == Token::Kind::word) {
            const Token name = lexer_.take();
            const std::string reg = register_name(name.text);
            if (!reg.empty()) return {Operand::Kind::reg, reg, 0, name.span};
            return {Operand::Kind::word, std::string(name.text), 0, name.span};
        }
        if (next.kind != Token::Kind::number && !next.is("-"))
            lexer_.fail("an operand: a register (v0), a location ([x]) or a number");
        const Span at = next.span;
        return {Operand::Kind::number, {}, lexer_.expect_number(), at};
    }

    static bool fits(const Operand& operand, char letter) {
        switch (letter) {
            case 'd':
                return operand.kind == Operand::Kind::reg;
            case 'v':
                return operand.kind == Operand::Kind::reg || operand.kind == Operand::Kind::number;
            case 'n':
                return operand.kind == Operand::Kind::number;
            case 'x':
                return operand.kind == Operand::Kind::location;
            case 'z':
                return operand.kind == Operand::Kind::word && operand.name == "null";
            default:
                return operand.kind == Operand::Kind::word;
        }
    }

    static std::string describe(std::string_view shape) {
        std::string text;
        for (const char letter : shape) {
            text += text.empty() ? "" : ", ";
            text += letter == 'd'   ? "a register"
                    : letter == 'v' ? "a register or number"
                    : letter == 'n' ? "a number"
                    : letter == 'x' ? "[a location]"
                    : letter == 'z' ? "null"
                                    : "a label";
        }
        return text.empty() ? "none" : text;
    }

    void check_shape() const {
        if (form().shape == "c") return;
        std::string shape(form().shape);
        if (made_.returns) shape.insert(0, "d");
        bool is_right = shape.size() == made_.operands.size();
        for (std::size_t i = 0; is_right && i < shape.size(); ++i)
            is_right = fits(made_.operands[i], shape[i]);
        if (!is_right)
            reject("E-TYPE",
                   "the operands of " + std::string(form().name) + " are " + describe(shape),
                   made_.span,
                   form().kind == Kind::atomic && form().space != Space::lds
                       ? "an atomic returns the old value where " + returning() + " says so"
                       : "");
    }

    [[nodiscard]] std::string returning() const {
        switch (processor_.family) {
            case Family::gfx942:
                return "sc0";
            case Family::gfx12:
                return "th:TH_ATOMIC_RETURN";
            default:
                return "glc";
        }
    }

    // ---- modifiers ----

    void modifiers() {
        while (lexer_.peek().kind == Token::Kind::word) {
            const Token word = lexer_.take();
            std::string text(word.text);
            if (lexer_.accept(":"))
                text += ":" + std::string(lexer_.expect_word("what the modifier says").text);
            if (!modifier(text))
                reject("E-SYNTAX", std::string(form().name) + " has no modifier '" + text + "'",
                       word.span, known_modifiers());
            made_.words += (made_.words.empty() ? "" : ".") + text;
        }
    }

    [[nodiscard]] std::string known_modifiers() const {
        const bool has = is_access(form().kind) && form().space != Space::lds;
        switch (processor_.family) {
            case Family::gfx90a:
                return has ? "glc, slc" : "none";
            case Family::gfx942:
                return "sc0, sc1, nt";
            case Family::gfx11:
                return has ? "glc, slc, dlc" : "none";
            case Family::gfx12:
                break;
        }
        return "scope:SCOPE_CU, SCOPE_SE, SCOPE_DEV or SCOPE_SYS; th:TH_…";
    }

    bool modifier(std::string_view text) {
        const bool is_vector =
            is_access(form().kind) && form().space != Space::lds && form().space != Space::scalar;
        const bool is_cache = form().kind == Kind::invalidate || form().kind == Kind::write_back;
        switch (processor_.family) {
            case Family::gfx90a:
            case Family::gfx11:
                if (!is_vector) return false;
                if (text == "glc") return found_.glc = true;
                return text == "slc" || (text == "dlc" && processor_.family == Family::gfx11);
            case Family::gfx942:
                if (!is_vector && (!is_cache || form().caches == kScalarCache)) return false;
                if (text == "sc0") return found_.sc0 = true;
                if (text == "sc1") return found_.sc1 = true;
                return text == "nt" && is_vector;
            case Family::gfx12:
                break;
        }
        if (!is_vector && (!is_cache || form().caches == kScalarCache)) return false;
        if (text.starts_with("th:") && is_vector) {
            found_.returns = found_.returns || text.ends_with("RETURN");
            return is_hint(text.substr(3), form().kind);
        }
        const auto scope = std::ranges::find_if(kScopes, [&](const auto& each) {
            return text.starts_with("scope:") && text.substr(6) == each.first;
        });
        if (scope == kScopes.end()) return false;
        found_.scope = scope->second;
        return true;
    }

    // ---- what it all means ----

    void mean() {
        if (form().kind == Kind::wait && form().shape != "c" && !made_.operands.empty())
            packed_counts();
        if (form().kind == Kind::barrier_signal || form().kind == Kind::barrier_wait) of_group();
        if (form().kind == Kind::atomic) made_.returns = does_return();
        if (is_access(form().kind)) made_.level = level();
        if (form().kind == Kind::invalidate) made_.caches = invalidated();
        if (form().kind == Kind::write_back) made_.caches = written_back();
    }

    /// Other numbers are of barriers that have a name, and of the trap handler's.
    void of_group() const {
        if (made_.operands.empty() || made_.operands.front().value == -1) return;
        reject("E-TYPE", "only the work-group's barrier is known", made_.operands.front().span,
               std::string(form().name) + " -1");
    }

    [[nodiscard]] bool does_return() const {
        if (form().space == Space::lds) return form().returns;
        return processor_.family == Family::gfx942  ? found_.sc0
               : processor_.family == Family::gfx12 ? found_.returns
                                                    : found_.glc;
    }

    [[nodiscard]] Level level() const {
        if (form().space == Space::lds) return Level::system;
        if (form().space == Space::scalar) return Level::unit;
        switch (processor_.family) {
            case Family::gfx90a:
            case Family::gfx11:  // loads stop at no cache, or at the first; all else is in the L2
                return form().kind == Kind::load && !found_.glc ? Level::unit : Level::agent;
            case Family::gfx942:
                return gfx942_level();
            case Family::gfx12:
                break;
        }
        const Level scope = found_.scope.value_or(Level::unit);
        return form().kind == Kind::load ? scope : std::max(scope, Level::agent);
    }

    /// The bits are a number; of atomics sc0 means something else.
    [[nodiscard]] Level gfx942_level() const {
        if (form().kind == Kind::atomic) return found_.sc1 ? Level::system : Level::agent;
        const Level level = found_.sc1 ? (found_.sc0 ? Level::system : Level::agent)
                                       : (found_.sc0 ? Level::group : Level::unit);
        return form().kind == Kind::load ? level : std::max(level, Level::group);
    }

    [[nodiscard]] std::uint8_t invalidated() const {
        if (form().caches != 0) return form().caches;
        Level level = found_.scope.value_or(Level::unit);
        if (processor_.family == Family::gfx942)
            level = found_.sc1 ? (found_.sc0 ? Level::system : Level::agent)
                               : (found_.sc0 ? Level::group : Level::unit);
        return level == Level::system  ? kUnit | kGroup | kAgent
               : level == Level::agent ? kUnit | kGroup
               : level == Level::group ? kUnit
                                       : 0;
    }

    [[nodiscard]] std::uint8_t written_back() const {
        switch (processor_.family) {
            case Family::gfx942:
                return found_.sc1 ? (found_.sc0 ? kGroup | kAgent : kGroup) : 0;
            case Family::gfx12:
                return found_.scope == Level::system  ? kGroup | kAgent
                       : found_.scope == Level::agent ? kGroup
                                                      : 0;
            default:
                return form().caches;
        }
    }

    const Processor& processor_;
    Lexer lexer_;
    Instruction made_;
    Modifiers found_;
};

}  // namespace

std::string register_name(std::string_view name) {
    if (name == "vcc" || name == "scc") return std::string(name);
    constexpr std::size_t kLongest = 4;
    const bool is_register =
        name.size() > 1 && name.size() <= kLongest && (name[0] == 'v' || name[0] == 's') &&
        std::ranges::all_of(name.substr(1), [](char c) { return c >= '0' && c <= '9'; });
    return is_register ? std::string(name) : std::string();
}

Instruction parse_instruction(const Processor& processor, std::string_view text, Span place) {
    return InstructionReader(processor, text, place)();
}

}  // namespace clmm::targets::amdgpu
