#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "clmm/targets/languages.h"
#include "machines/gcn/wave.h"

/// Waits, caches and barriers. A wait is for all but so many operations; those of the thread's own
/// memory are not in the test, so it waits there for all but those of them that are.
namespace clmm::compilers::gcn {
namespace {

constexpr std::uint64_t kOldest = std::uint64_t{1} << 63;

std::string name_of(Counter counter) {
    return "counter" + std::to_string(static_cast<int>(counter));
}

std::uint64_t number_of(Wave& wave, const std::string& name) {
    const auto found = wave.machine.find(name);
    if (!found) return 0;
    if (wave.terms.is_poison(*found)) throw PoisonUsed{};
    return *wave.terms.known(*found);
}

/// How many of the test's each of the last operations is, the latest in the lowest bit: the binary
/// digits of that number each in a word.
constexpr unsigned kDigits = 5;
std::string digit_of(const std::string& name, unsigned digit) {
    return name + "." + std::to_string(digit);
}

/// How many of the test's are among some operations.
std::int64_t in_test(Wave& wave, const std::string& name, std::uint64_t among) {
    std::int64_t count = 0;
    for (unsigned i = 0; i < kDigits; ++i)
        count += std::int64_t{std::popcount(number_of(wave, digit_of(name, i)) & among)} << i;
    return count;
}

Counter counted_in(const Wave& wave, Counter counter) {
    if (counter == Counter::stores && wave.is_gfx9()) return Counter::vector;
    return counter;
}

/// How many of the test's operations a wait leaves; nothing: it says nothing about them.
std::optional<std::int64_t> wait(Wave& wave, Counter counter, std::int64_t left) {
    const std::string name = name_of(counter);
    const bool has_order = number_of(wave, name + ".unordered") == 0;
    if (left == 0) {
        const bool is_none = in_test(wave, name, ~0ULL) == 0;
        for (unsigned i = 0; i < kDigits; ++i)
            wave.machine.set(digit_of(name, i), wave.number(0, 64));
        wave.machine.set(name + ".unordered", wave.number(0, 64));
        return is_none ? std::nullopt : std::optional<std::int64_t>(0);
    }
    if (!has_order || left >= 63) return std::nullopt;
    const std::uint64_t open = (std::uint64_t{1} << left) - 1;
    if (in_test(wave, name, ~open) == 0) return std::nullopt;
    return in_test(wave, name, open);
}

std::int64_t number_at(Wave& wave, std::size_t at) {
    const auto found = number_in(wave.operand(at).text);
    if (!found || *found < 0)
        refuse("'" + wave.operand(at).text + "' is no number", wave.operand(at).span);
    return *found;
}

/// The instruction with its words, as the target's tests have it.
std::string whole(const Wave& wave) {
    std::string code = wave.line.name;
    for (const Piece& each : wave.line.operands)
        code += (&each == &wave.line.operands.front() ? " " : ", ") + each.text;
    return code;
}

/// The target's tests know how far counters count, also of a wait that the test does not need.
void expect_known(const Wave& wave) {
    if (auto wrong = targets::instruction_error(wave.word, whole(wave)))
        refuse(std::move(wrong->message), wave.line.span, std::move(wrong->hint));
}

/// `vmcnt(1) lgkmcnt(0)`.
bool classic(Wave& wave) {
    expect_known(wave);
    std::string_view rest = wave.operand(0).text;
    std::string code;
    while (!rest.empty()) {
        const std::size_t open = rest.find('(');
        const std::size_t close = rest.find(')');
        if (open == std::string_view::npos || close == std::string_view::npos || close < open)
            return false;
        const std::string_view name = trimmed(rest.substr(0, open));
        const auto left = number_in(rest.substr(open + 1, close - open - 1));
        rest = trimmed(rest.substr(close + 1));
        if (rest.starts_with('&')) rest = trimmed(rest.substr(1));
        if (!left || *left < 0) return false;
        if (name == "expcnt") continue;
        if (name != "vmcnt" && name != "lgkmcnt") return false;
        const Counter counter = name == "vmcnt" ? Counter::vector : Counter::lds;
        if (const auto kept = wait(wave, counter, *left))
            code += " " + std::string(name) + "(" + std::to_string(*kept) + ")";
    }
    if (!code.empty()) wave.machine.fence("s_waitcnt" + code, wave.line.span);
    return true;
}

struct Wait {
    std::string_view name;
    std::string_view code;
    Counter counter;
};
constexpr std::array kWaits{Wait{"loadcnt", "s_wait_loadcnt ", Counter::vector},
                            Wait{"storecnt", "s_wait_storecnt ", Counter::stores},
                            Wait{"dscnt", "s_wait_dscnt ", Counter::lds},
                            Wait{"kmcnt", "s_wait_kmcnt ", Counter::scalar}};

void wait_for(Wave& wave, std::string_view name, std::int64_t left) {
    const auto found = std::ranges::find(kWaits, name, &Wait::name);
    if (found == kWaits.end()) unknown_instruction(wave.line);
    if (const auto kept = wait(wave, found->counter, left))
        wave.machine.fence(std::string(found->code) + std::to_string(*kept), wave.line.span);
}

/// gfx12: a counter each, or two in one number.
bool of_gfx12(Wave& wave, std::string_view name) {
    for (const std::string_view each : {"bvhcnt", "samplecnt", "expcnt", "alu"})
        if (name == each) return true;
    expect_known(wave);
    const std::int64_t left = number_at(wave, 0);
    if (name == "loadcnt_dscnt" || name == "storecnt_dscnt") {
        constexpr std::int64_t kMost = 0x3F;
        wait_for(wave, name.substr(0, name.find('_')), (left >> 8) & kMost);
        wait_for(wave, "dscnt", left & kMost);
        return true;
    }
    wait_for(wave, name, left);
    return true;
}

bool waits(Wave& wave) {
    const std::string_view name = wave.line.name;
    if (name == "s_waitcnt") return classic(wave);
    if (name == "s_waitcnt_vscnt") {
        expect_known(wave);
        if (const auto kept = wait(wave, Counter::stores, number_at(wave, 1)))
            wave.machine.fence("s_waitcnt_vscnt null, " + std::to_string(*kept), wave.line.span);
        return true;
    }
    constexpr std::string_view kPrefix = "s_wait_";
    return name.starts_with(kPrefix) && of_gfx12(wave, name.substr(kPrefix.size()));
}

}  // namespace

void count(Wave& wave, Counter counter, std::size_t in_test, bool is_in_order) {
    const std::string name = name_of(counted_in(wave, counter));
    for (unsigned i = 0; i < kDigits; ++i) {
        const std::uint64_t before = number_of(wave, digit_of(name, i));
        const std::uint64_t after =
            (before << 1U) | (before & kOldest) | static_cast<std::uint64_t>((in_test >> i) & 1U);
        wave.machine.set(digit_of(name, i), wave.number(after, 64));
    }
    if (!is_in_order) wave.machine.set(name + ".unordered", wave.number(1, 64));
}

bool waits_and_caches(Wave& wave) {
    if (waits(wave)) return true;
    const std::string_view name = wave.line.name;
    constexpr std::array<std::string_view, 11> kKnown{
        "buffer_wbinvl1_vol", "buffer_wbinvl1",   "buffer_invl2",  "buffer_inv",
        "buffer_gl0_inv",     "buffer_gl1_inv",   "global_inv",    "s_dcache_inv",
        "s_barrier",          "s_barrier_signal", "s_barrier_wait"};
    if (name == "buffer_wbl2" || name == "global_wb") {
        wave.machine.fence(whole(wave), wave.line.span);
        count(wave, Counter::stores, 1, true);
        return true;
    }
    if (std::ranges::find(kKnown, name) == kKnown.end()) return false;
    wave.machine.fence(whole(wave), wave.line.span);
    return true;
}

}  // namespace clmm::compilers::gcn
