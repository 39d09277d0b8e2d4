#include <algorithm>
#include <array>

#include "machines/gcn/access.h"

/// Accesses of LDS.
namespace clmm::compilers::gcn {
namespace {

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

}  // namespace

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

}  // namespace clmm::compilers::gcn
