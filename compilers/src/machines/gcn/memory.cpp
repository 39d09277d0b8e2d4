#include <algorithm>
#include <array>

#include "machines/gcn/wave.h"

/// Accesses of memory: vectors', LDS, scalar loads, and the thread's own memory.
namespace clmm::compilers::gcn {
namespace {

/// What is behind the last comma: an operand, and words that say how the access is done.
struct Access {
    std::vector<Piece> operands;
    std::string words;  ///< ` glc`, as the target's tests have them
    std::uint64_t offset = 0;
    std::uint64_t first = 0, second = 0;  ///< `offset0:1 offset1:2`, of twofold accesses
    bool returns = false;
};

/// `offset:16`; nothing: the word is another.
std::optional<std::uint64_t> number_behind(std::string_view name, std::string_view word,
                                           const Line& line) {
    if (!word.starts_with(name)) return std::nullopt;
    const auto number = number_in(word.substr(name.size()));
    if (!number) refuse("unknown offset '" + std::string(word) + "'", line.span);
    return static_cast<std::uint64_t>(*number);
}

Access access_of(const Wave& wave) {
    Access made;
    made.operands = wave.line.operands;
    if (made.operands.empty()) expect_operands(wave.line, 2);
    std::string_view rest = wave.line.operands.back().text;  // not of `made`, which grows
    std::string first;
    while (!rest.empty()) {
        const std::size_t space = std::min(rest.find_first_of(" \t"), rest.size());
        const std::string_view word = rest.substr(0, space);
        rest = trimmed(rest.substr(space));
        if (first.empty()) {
            first = word;
        } else if (const auto offset = number_behind("offset:", word, wave.line)) {
            made.offset = *offset;
        } else if (const auto one = number_behind("offset0:", word, wave.line)) {
            made.first = *one;
        } else if (const auto two = number_behind("offset1:", word, wave.line)) {
            made.second = *two;
        } else if (const auto regs = Wave::registers({std::string(word), {}});
                   !regs.empty() || word == "off" || number_in(word)) {
            // Scratch and buffers: a scalar offset stands behind the resource, without a comma.
            made.operands.push_back({std::string(word), made.operands.back().span});
        } else {
            made.words += " " + std::string(word);
            made.returns =
                made.returns || word == "glc" || word == "sc0" || word == "th:TH_ATOMIC_RETURN";
        }
    }
    for (Piece& each : made.operands)
        if (each.span.begin == wave.line.operands.back().span.begin) {
            each.text = first;
            break;
        }
    return made;
}

/// How much an access of this name moves: words, or 8 or 16 bits.
struct Size {
    unsigned words = 0;
    unsigned bits = 32;
};
Size size_of(std::string_view type) {
    struct Known {
        std::string_view name;
        Size size;
    };
    static constexpr std::array kKnown{
        Known{"dword", {1, 32}},   Known{"dwordx2", {2, 32}}, Known{"dwordx3", {3, 32}},
        Known{"dwordx4", {4, 32}}, Known{"dwordx8", {8, 32}}, Known{"dwordx16", {16, 32}},
        Known{"b32", {1, 32}},     Known{"b64", {2, 32}},     Known{"b96", {3, 32}},
        Known{"b128", {4, 32}},    Known{"b256", {8, 32}},    Known{"b512", {16, 32}},
        Known{"ubyte", {1, 8}},    Known{"byte", {1, 8}},     Known{"u8", {1, 8}},
        Known{"b8", {1, 8}}};
    const auto found = std::ranges::find(kKnown, type, &Known::name);
    return found == kKnown.end() ? Size{} : found->size;
}

/// `global_load_dword` for `global_load_dwordx4`, `s_load_b32` for `s_load_b128`.
std::string of_one_word(std::string_view name) {
    if (const std::size_t at = name.find("dwordx"); at != std::string_view::npos)
        return std::string(name.substr(0, at + 5));
    for (const std::string_view wide : {"_b64", "_b96", "_b128", "_b256", "_b512"})
        if (name.ends_with(wide)) return std::string(name.substr(0, name.rfind('_'))) + "_b32";
    return std::string(name);
}

/// One access, of as many words as it has.
class Accessing {
public:
    Accessing(Wave& wave, Access access) : wave_(wave), access_(std::move(access)) {}

    [[nodiscard]] const Piece& operand(std::size_t at) const {
        if (at >= access_.operands.size()) expect_operands(wave_.line, at + 1);
        return access_.operands[at];
    }
    [[nodiscard]] const Access& access() const { return access_; }

    /// Registers with a pointer, and perhaps scalar ones that it is added to: `v0, s[2:3]`.
    TermId address(std::size_t vector, std::size_t scalar) {
        const TermId offset = wave_.number(access_.offset, 64);
        const Piece& base = operand(scalar);
        const TermId sum =
            base.text == "off"
                ? wave_.read(operand(vector), 64)
                : wave_.terms.binary(Op::add, wave_.read(base, 64),
                                     wave_.terms.resized(wave_.read(operand(vector), 32), 64));
        return wave_.terms.binary(Op::add, sum, offset);
    }

    TermId plain_address(std::size_t at, unsigned width) {
        return wave_.terms.binary(Op::add, wave_.read(operand(at), width),
                                  wave_.number(access_.offset, width));
    }

    void load(TermId address, Size size, const Piece& to, const std::string& code) {
        const auto registers = Wave::registers(to);
        if (registers.size() != size.words)
            refuse("'" + to.text + "' does not take what is loaded", to.span);
        const std::vector<TermId> values = words(address, size, code);
        for (unsigned i = 0; i < size.words; ++i) wave_.write(registers[i], values[i]);
    }

    std::vector<TermId> words(TermId address, Size size, const std::string& code) {
        std::vector<TermId> values;
        for (unsigned i = 0; i < size.words; ++i)
            values.push_back(wave_.terms.resized(
                wave_.machine.load(behind(address, i), size.bits, code, wave_.line.span), 32));
        return values;
    }

    void store(TermId address, Size size, const Piece& from, const std::string& code) {
        const auto registers = Wave::registers(from);
        if (registers.size() != size.words)
            refuse("'" + from.text + "' is not what is stored", from.span);
        for (unsigned i = 0; i < size.words; ++i)
            wave_.machine.store(behind(address, i),
                                wave_.terms.resized(wave_.read(registers[i]), size.bits), code,
                                wave_.line.span);
    }

    /// One access, as the target's tests have it: of a word, where this one is of several.
    [[nodiscard]] std::string code(std::string_view operands) const {
        return of_one_word(wave_.line.name) + " " + std::string(operands) + access_.words;
    }
    [[nodiscard]] std::string code_of(std::string_view name, std::string_view operands) const {
        return std::string(name) + " " + std::string(operands) + access_.words;
    }

private:
    TermId behind(TermId address, unsigned words) {
        const unsigned width = wave_.terms[address].width;
        return wave_.terms.binary(Op::add, address, wave_.number(4ULL * words, width));
    }

    Wave& wave_;
    Access access_;
};

/// Counts an operation that begins now: it is in the test as often as it made a step.
class Counted {
public:
    explicit Counted(Wave& wave) : wave_(wave), before_(wave.machine.steps().size()) {}
    void in(Counter counter, bool is_in_order = true) const {
        count(wave_, counter, wave_.machine.steps().size() - before_, is_in_order);
    }

private:
    Wave& wave_;
    std::size_t before_;
};

// ---- global and flat ----

void atomic(Wave& wave, Accessing& access, TermId address, std::size_t data, bool returns,
            bool compares) {
    const auto values = Wave::registers(access.operand(data));
    if (values.size() != (compares ? 2U : 1U)) unknown_instruction(wave.line);
    if (wave.machine.is_private(address)) unknown_instruction(wave.line);
    const TermId value = wave.read(values[0]);
    const TermId old =
        compares ? wave.machine.compare_exchange(
                       address, wave.read(values[1]), value,
                       access.code(returns ? "$D, [$A], $V, $E" : "[$A], $V, $E"), wave.line.span)
                 : wave.machine.exchange(address, value, returns,
                                         access.code(returns ? "$D, [$A], $V" : "[$A], $V"),
                                         wave.line.span);
    if (returns) wave.write(access.operand(0), old);
}

bool global(Wave& wave, std::string_view name, bool is_flat) {
    const Counted counted(wave);
    Accessing access(wave, access_of(wave));
    const auto address = [&](std::size_t at) {
        return is_flat ? access.plain_address(at, 64) : access.address(at, at + 1);
    };
    bool is_store = false;
    if (name.starts_with("load_")) {
        const Size size = size_of(name.substr(5));
        if (size.words == 0) return false;
        access.load(address(1), size, access.operand(0), access.code("$D, [$A]"));
    } else if (name.starts_with("store_")) {
        const Size size = size_of(name.substr(6));
        if (size.words == 0) return false;
        is_store = true;
        const TermId where = is_flat ? access.plain_address(0, 64) : access.address(0, 2);
        access.store(where, size, access.operand(1), access.code("[$A], $V"));
    } else if (name.starts_with("atomic_")) {
        const bool returns = access.access().returns;
        const std::size_t first = returns ? 1 : 0;
        const TermId where =
            is_flat ? access.plain_address(first, 64) : access.address(first, first + 2);
        atomic(wave, access, where, first + 1, returns, name.starts_with("atomic_cmpswap"));
        is_store = !returns;
    } else {
        return false;
    }
    counted.in(is_store ? Counter::stores : Counter::vector, !is_flat);
    if (is_flat) counted.in(Counter::lds, false);
    return true;
}

// ---- the thread's own memory ----

/// A vector register whose other lanes hold scalar ones is spilled with them.
void keep_lanes(Wave& wave, TermId address, const Piece& piece, bool is_load) {
    const auto known = wave.terms.address(address);
    const auto registers = Wave::registers(piece);
    if (!known || registers.size() != 1 || !wave.runs_all_lanes()) return;
    const std::string place = "spill" + std::to_string(known->offset);
    wave.copy_lanes(is_load ? place : registers[0], is_load ? registers[0] : place);
}

TermId scratch_address(Wave& wave, const Accessing& access, std::size_t from) {
    TermId sum = wave.terms.binary(Op::add, wave.machine.world().stack,
                                   wave.number(access.access().offset, 64));
    for (std::size_t i = from; i < access.access().operands.size(); ++i) {
        const Piece& each = access.operand(i);
        if (each.text == "off") continue;
        sum = wave.terms.binary(Op::add, sum, wave.terms.resized(wave.read(each, 32), 64));
    }
    return sum;
}

/// The thread's own memory. `operands` gives the register, then what the address is the sum of.
bool own_memory(Wave& wave, std::string_view name, Access (*operands)(const Wave&, bool is_load)) {
    const Counted counted(wave);
    const bool is_load = name.starts_with("load_");
    if (!is_load && !name.starts_with("store_")) return false;
    const Size size = size_of(name.substr(is_load ? 5 : 6));
    if (size.words == 0) return false;
    Accessing access(wave, operands(wave, is_load));
    const TermId where = scratch_address(wave, access, 1);
    if (is_load)
        access.load(where, size, access.operand(0), {});
    else
        access.store(where, size, access.operand(0), {});
    keep_lanes(wave, where, access.operand(0), is_load);
    counted.in(is_load ? Counter::vector : Counter::stores);
    return true;
}

/// `scratch_store_dword off, v1, s33 offset:8`, `scratch_load_dword v1, off, s33`.
Access of_scratch(const Wave& wave, bool is_load) {
    Access made = access_of(wave);
    if (made.operands.size() != 3) expect_operands(wave.line, 3);
    if (!is_load) std::swap(made.operands[0], made.operands[1]);
    return made;
}

/// `buffer_store_dword v0, off, s[0:3], s33 offset:4`: the resource is that of the stack, which
/// kernels find in the first registers.
Access of_stack_buffer(const Wave& wave, bool /*is_load*/) {
    Access made = access_of(wave);
    const bool is_stack = made.operands.size() == 4 && made.operands[1].text == "off" &&
                          made.operands[2].text == "s[0:3]";
    if (!is_stack || !wave.machine.find("scratch"))
        refuse("a buffer that is not the thread's stack", wave.line.span);
    made.operands.erase(made.operands.begin() + 2);
    return made;
}

// ---- LDS ----

/// `read_b64`, `load_2addr_b32`, `write2st64_b32`: words, how many times, how far apart.
struct LdsAccess {
    bool is_load = false;
    unsigned words = 1;
    bool is_twofold = false;
    unsigned stride = 0;  ///< of an offset, in bytes
};
std::optional<LdsAccess> lds_access(std::string_view name) {
    LdsAccess made;
    const std::size_t type = name.rfind("_b");
    if (type == std::string_view::npos) return std::nullopt;
    made.words = size_of(name.substr(type + 1)).words;
    std::string_view stem = name.substr(0, type);
    const bool is_far = stem.ends_with("st64") || stem.ends_with("stride64");
    if (is_far) stem = stem.substr(0, stem.find_last_of("s", stem.size() - 4));
    for (const std::string_view two : {"2", "_2addr_", "_2addr"})
        if (stem.ends_with(two)) {
            stem.remove_suffix(two.size());
            made.is_twofold = true;
        }
    made.is_load = stem == "read" || stem == "load";
    if (made.words == 0 || (!made.is_load && stem != "write" && stem != "store"))
        return std::nullopt;
    if (is_far && !made.is_twofold) return std::nullopt;
    made.stride = 4 * made.words * (is_far ? 64 : 1);
    return made;
}

/// Plain reads and writes of LDS, each word of which is one of the target's tests.
void lds_words(Wave& wave, Accessing& access, const LdsAccess& how) {
    const std::size_t first = how.is_load ? 1 : 0;
    const bool is_old = wave.is_gfx9();
    const std::string code =
        how.is_load ? access.code_of(is_old ? "ds_read_b32" : "ds_load_b32", "$D, [$A]")
                    : access.code_of(is_old ? "ds_write_b32" : "ds_store_b32", "[$A], $V");
    const TermId base = access.plain_address(first, 32);
    const auto at = [&](std::uint64_t offset) {
        return wave.terms.binary(Op::add, base, wave.number(offset * how.stride));
    };
    const Size size{how.words, 32};
    if (!how.is_twofold) {
        if (how.is_load) return access.load(base, size, access.operand(0), code);
        return access.store(base, size, access.operand(1), code);
    }
    const auto [one, two] = std::pair(access.access().first, access.access().second);
    if (!how.is_load) {
        access.store(at(one), size, access.operand(1), code);
        return access.store(at(two), size, access.operand(2), code);
    }
    const auto to = Wave::registers(access.operand(0));
    if (to.size() != 2UL * how.words)
        refuse("'" + access.operand(0).text + "' does not take what is loaded", wave.line.span);
    std::vector<TermId> loaded = access.words(at(one), size, code);
    for (const TermId each : access.words(at(two), size, code)) loaded.push_back(each);
    for (std::size_t i = 0; i < to.size(); ++i) wave.write(to[i], loaded[i]);
}

/// gfx9 has what is expected first, later processors what is stored.
void lds_compare_exchange(Wave& wave, Accessing& access, std::string_view name, bool returns) {
    const std::size_t first = returns ? 1 : 0;
    const bool expects_first = name.starts_with("cmpst_");
    const TermId one = wave.read(access.operand(first + 1), 32);
    const TermId two = wave.read(access.operand(first + 2), 32);
    const std::string order = expects_first ? "[$A], $E, $V" : "[$A], $V, $E";
    const TermId old = wave.machine.compare_exchange(
        access.plain_address(first, 32), expects_first ? one : two, expects_first ? two : one,
        access.code((returns ? "$D, " : "") + order), wave.line.span);
    if (returns) wave.write(access.operand(0), old);
}

bool lds(Wave& wave, std::string_view name) {
    const Counted counted(wave);
    Accessing access(wave, access_of(wave));
    const bool returns = name.find("_rtn_") != std::string_view::npos;
    if (const auto plain = lds_access(name)) {
        lds_words(wave, access, *plain);
    } else if (name.starts_with("cmpst")) {
        lds_compare_exchange(wave, access, name, returns);
    } else {
        const std::string_view kind = name.substr(0, name.find('_'));
        constexpr std::array<std::string_view, 9> kKinds{"wrxchg", "storexchg", "add", "sub", "and",
                                                         "or",     "xor",       "min", "max"};
        if (std::ranges::find(kKinds, kind) == kKinds.end()) return false;
        const std::size_t first = returns ? 1 : 0;
        const TermId old = wave.machine.exchange(
            access.plain_address(first, 32), wave.read(access.operand(first + 1), 32), returns,
            access.code(returns ? "$D, [$A], $V" : "[$A], $V"), wave.line.span);
        if (returns) wave.write(access.operand(0), old);
    }
    counted.in(Counter::lds);
    return true;
}

// ---- scalar loads ----

/// Arguments of the kernel, and locations that the compiler takes to be the same for all lanes.
bool scalar_load(Wave& wave, std::string_view type) {
    const Counted counted(wave);
    Accessing access(wave, access_of(wave));
    const Size size = size_of(type);
    const auto to = Wave::registers(access.operand(0));
    if (size.words == 0 || size.bits != 32 || to.size() != size.words) return false;
    const Piece& index = access.operand(2);
    const TermId offset =
        index.text == "null" ? wave.number(0, 64) : wave.terms.resized(wave.read(index, 32), 64);
    TermId where = wave.terms.binary(Op::add, wave.read(access.operand(1), 64), offset);
    where = wave.terms.binary(Op::add, where, wave.number(access.access().offset, 64));
    const auto known = wave.terms.address(where);
    const auto arguments = wave.machine.find("arguments");
    const std::string* const label = known ? wave.machine.world().label_of(known->base) : nullptr;
    if (label != nullptr && label->starts_with(kTableEntry) && to.size() == 2) {
        wave.write(access.operand(0),
                   wave.machine.world().label(label->substr(kTableEntry.size())));
    } else if (known && arguments && known->base == wave.terms[*arguments].value) {
        for (unsigned i = 0; i < size.words; ++i) {
            const auto word = wave.machine.private_at({known->base, known->offset + 4 * i});
            if (word)
                wave.write(to[i], *word);
            else
                wave.machine.forget(to[i]);
        }
    } else {
        access.load(where, size, access.operand(0), access.code("$D, [$A]"));
    }
    counted.in(wave.family == Family::gfx12 ? Counter::scalar : Counter::lds, false);
    return true;
}

}  // namespace

bool memory(Wave& wave) {
    const std::string_view name = wave.line.name;
    const auto behind = [&](std::string_view prefix) { return name.substr(prefix.size()); };
    if (name == "global_inv" || name == "global_wb" || name.starts_with("buffer_wb") ||
        name.starts_with("buffer_inv") || name.starts_with("buffer_gl"))
        return false;
    if (name.starts_with("global_")) return global(wave, behind("global_"), false);
    if (name.starts_with("flat_")) return global(wave, behind("flat_"), true);
    if (name.starts_with("scratch_")) return own_memory(wave, behind("scratch_"), of_scratch);
    if (name.starts_with("buffer_")) return own_memory(wave, behind("buffer_"), of_stack_buffer);
    if (name.starts_with("ds_")) return lds(wave, behind("ds_"));
    if (name.starts_with("s_load_")) return scalar_load(wave, behind("s_load_"));
    return false;
}

}  // namespace clmm::compilers::gcn
