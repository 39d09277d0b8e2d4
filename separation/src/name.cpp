#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "clmm/generator/thread_orders.h"
#include "clmm/separation/separate.h"
#include "outline.h"

namespace clmm::separation {
namespace {

using generator::Kind;
using generator::MemoryOrder;
using generator::MemoryScope;
using Step = Outline::Step;

struct Family {
    std::string_view name;
    std::string_view accesses;  ///< by thread; R, W and U with a location
};
/// As Alglave, Maranget, Sarkar and Sewell name them (Fences in Weak Memory Models, CAV 2010;
/// herd's own suites).
constexpr std::array kFamilies{
    Family{"CoRR", "Wx|RxRx"},          Family{"CoWR", "WxRx|Wx"},
    Family{"CoRW", "RxWx|Wx"},          Family{"CoWW", "WxWx|Rx"},
    Family{"MP", "WxWy|RyRx"},          Family{"SB", "WxRy|WyRx"},
    Family{"LB", "RxWy|RyWx"},          Family{"S", "WxWy|RyWx"},
    Family{"R", "WxWy|WyRx"},           Family{"2+2W", "WxWy|WyWx"},
    Family{"WRC", "Wx|RxWy|RyRx"},      Family{"WWC", "Wx|RxWy|RyWx"},
    Family{"RWC", "Wx|RxRy|WyRx"},      Family{"WRW+WR", "Wx|RxWy|WyRx"},
    Family{"WRW+2W", "Wx|RxWy|WyWx"},   Family{"WRR+2W", "Wx|RxRy|WyWx"},
    Family{"IRIW", "Wx|RxRy|Wy|RyRx"},  Family{"IRRWIW", "Wx|RxRy|Wy|RyWx"},
    Family{"IRWIW", "Wx|RxWy|Wy|RyWx"}, Family{"ISA2", "WxWy|RyWz|RzRx"},
    Family{"W+RWC", "WxWy|RyRz|WzRx"},  Family{"Z6.0", "WxWy|RyWz|WzRx"},
    Family{"Z6.1", "WxWy|WyWz|RzWx"},   Family{"Z6.2", "WxWy|RyWz|RzWx"},
    Family{"Z6.3", "WxWy|WyWz|RzRx"},   Family{"Z6.4", "WxWy|WyRz|WzRx"},
    Family{"Z6.5", "WxWy|WyRz|WzWx"},   Family{"3.SB", "WxRy|WyRz|WzRx"},
    Family{"3.LB", "RxWy|RyWz|RzWx"},   Family{"3.2W", "WxWy|WyWz|WzWx"},
};

struct Mark {
    char what;
    int location;
};
using Marks = std::vector<std::vector<Mark>>;

/// The least text over the orders of the threads, with locations named by first mention.
std::string canonical(const Marks& threads) {
    std::string least;
    generator::each_thread_order(threads.size(), [&](const std::vector<std::size_t>& order) {
        std::vector<int> names;
        std::string text;
        for (const std::size_t thread : order) {
            if (!text.empty()) text += '-';
            for (const Mark& each : threads[thread]) {
                auto found = std::ranges::find(names, each.location);
                if (found == names.end()) found = names.insert(names.end(), each.location);
                text += each.what;
                text += generator::location_name(static_cast<std::size_t>(found - names.begin()));
            }
        }
        if (least.empty() || text < least) least = text;
    });
    return least;
}

Marks marks_of(std::string_view accesses) {
    Marks marks(1);
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        if (accesses[i] == '|') {
            marks.emplace_back();
        } else {
            marks.back().push_back({accesses[i], accesses[i + 1]});
            ++i;
        }
    }
    return marks;
}

Marks marks_of(const Outline& outline) {
    Marks marks;
    for (const Outline::Thread& thread : outline.threads) {
        marks.emplace_back();
        for (const Step& each : thread.steps)
            if (each.location >= 0)
                marks.back().push_back({each.kind == Kind::load    ? 'R'
                                        : each.kind == Kind::store ? 'W'
                                                                   : 'U',
                                        each.location});
    }
    return marks;
}

std::size_t accesses_of(const Marks& marks) {
    std::size_t accesses = 0;
    for (const auto& thread : marks) accesses += thread.size();
    return accesses;
}

/// Whether some family has as many threads and accesses.
bool may_be_known(const Marks& marks) {
    return std::ranges::any_of(kFamilies, [&](const Family& each) {
        const Marks family = marks_of(each.accesses);
        return family.size() == marks.size() && accesses_of(family) == accesses_of(marks);
    });
}

std::optional<std::string> known_name(const Marks& marks) {
    const std::string wanted = canonical(marks);
    for (const Family& each : kFamilies)
        if (canonical(marks_of(each.accesses)) == wanted) return std::string(each.name);
    return std::nullopt;
}

/// A read-modify-write may be there for its load or its store.
std::optional<std::string> family_of(Marks& marks, std::size_t thread, std::size_t at) {
    if (thread == marks.size()) return known_name(marks);
    if (at == marks[thread].size()) return family_of(marks, thread + 1, 0);
    char& what = marks[thread][at].what;
    if (what != 'U') return family_of(marks, thread, at + 1);
    for (const char part : {'R', 'W'}) {
        what = part;
        if (auto found = family_of(marks, thread, at + 1)) {
            what = 'U';
            return found;
        }
    }
    what = 'U';
    return std::nullopt;
}

std::string order_word(MemoryOrder order) {
    constexpr std::array words{"rlx", "acq", "rel", "ar", "sc"};
    return words[static_cast<std::size_t>(order)];
}

std::string scope_word(MemoryScope scope) {
    constexpr std::array words{".wi", ".sg", ".wg", ".dev", ""};
    return words[static_cast<std::size_t>(scope)];
}

std::string flags_word(const Step& step, bool has_local) {
    if (!has_local || (step.flags.global && step.flags.local)) return "";
    return step.flags.global ? ".g" : ".l";
}

std::string prefix(Kind kind) {
    if (kind == Kind::modify) return "u";
    if (kind == Kind::compare_exchange) return "cas";
    if (kind == Kind::fence) return "F";
    return kind == Kind::barrier ? "bar" : "";
}

std::string word_of(const Step& step, bool has_local) {
    if (step.location >= 0 && !step.is_atomic) return "";
    std::string text = prefix(step.kind);
    if (step.kind != Kind::barrier) text += order_word(step.order);
    if (step.kind == Kind::compare_exchange) text += "." + order_word(step.failure);
    text += scope_word(step.scope);
    if (step.location < 0) text += flags_word(step, has_local);
    if (step.kind == Kind::modify && !step.is_used) text += ".noret";
    return text;
}

/// `rel.wg`, `rlx-acq`, `fence.sc`, `ctrl-rlx-data`; plain accesses are not said.
std::string words_of(const Outline::Thread& thread, bool has_local) {
    std::vector<std::string> words;
    std::set<std::string> accesses;
    std::string fence;
    for (std::size_t i = 0; i < thread.steps.size(); ++i) {
        const Step& step = thread.steps[i];
        for (const Outline::Guard& each : thread.guards)
            if (each.from == i) words.emplace_back(each.on_zero ? "ctrl0" : "ctrl");
        if (step.address >= 0) words.emplace_back("addr");
        if (step.data >= 0) words.emplace_back("data");
        const std::string word = word_of(step, has_local);
        if (word.empty()) continue;
        words.push_back(word);
        if (step.kind == Kind::fence)
            fence += "fence." + word.substr(1);
        else
            accesses.insert(word);
    }
    const bool is_uniform = accesses.size() <= 1;
    const auto fences =
        static_cast<std::size_t>(std::ranges::count(thread.steps, Kind::fence, &Step::kind));
    if (is_uniform && fences == 1 && thread.guards.empty() &&
        (accesses.empty() || *accesses.begin() == "rlx"))
        return fence;
    if (is_uniform && fences == 0 && words.size() > 1 && accesses.size() == 1 &&
        std::ranges::all_of(words, [&](const auto& each) { return each == words.front(); }))
        return words.front();
    std::string text;
    for (const std::string& each : words) text += (text.empty() ? "" : "-") + each;
    return text.empty() ? "na" : text;
}

bool is_relaxed(const std::string& word) { return word == "rlx"; }

/// `+wg01`: these threads share a work-group; `+dev01`: a device, where there are several.
std::string places_of(const Outline& outline) {
    std::string text;
    const auto& threads = outline.threads;
    const std::string between = threads.size() > 10 ? "." : "";
    const auto groups = [&](auto&& same, const std::string& word) {
        std::vector<bool> is_said(threads.size());
        for (std::size_t i = 0; i < threads.size(); ++i) {
            const std::string first = std::to_string(i);
            std::string others;
            for (std::size_t j = i + 1; j < threads.size(); ++j)
                if (!is_said[i] && same(threads[i].place, threads[j].place)) {
                    others += between + std::to_string(j);
                    is_said[j] = true;
                }
            if (!others.empty()) text.append("+").append(word).append(first).append(others);
        }
    };
    groups([](const auto& a,
              const auto& b) { return a.device == b.device && a.work_group == b.work_group; },
           "wg");
    const bool has_devices = std::ranges::any_of(threads, [&](const auto& each) {
        return each.place.device != threads.front().place.device;
    });
    if (!has_devices) return text;
    const std::size_t before = text.size();
    groups([](const auto& a, const auto& b) { return a.device == b.device; }, "dev");
    if (text.size() == before) text += "+devs";
    return text;
}

std::string regions_of(const Outline& outline) {
    std::string text;
    for (const generator::Location& each : outline.locations)
        if (each.is_local) text += each.name;
    if (text.empty()) return text;
    return text.size() == outline.locations.size() ? "+local" : "+local." + text;
}

}  // namespace

std::string name_of(const generator::Program& program) {
    const Outline outline = outline_of(program);
    Marks marks = marks_of(outline);
    const auto family = may_be_known(marks) ? family_of(marks, 0, 0) : std::nullopt;
    std::string name = family ? *family : canonical(marks);
    const bool has_local =
        std::ranges::any_of(outline.locations, [](const auto& each) { return each.is_local; });
    std::vector<std::string> words;
    for (const Outline::Thread& each : outline.threads) words.push_back(words_of(each, has_local));
    const bool is_same =
        std::ranges::all_of(words, [&](const std::string& each) { return each == words.front(); });
    if (is_same && !is_relaxed(words.front()))
        name += "+" + words.front() + "s";
    else if (!std::ranges::all_of(words, is_relaxed))
        for (const std::string& each : words) name += "+" + each;
    return name + regions_of(outline) + places_of(outline);
}

}  // namespace clmm::separation
