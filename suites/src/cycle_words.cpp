#include <algorithm>
#include <array>
#include <map>

#include "clmm/base/edit_distance.h"
#include "clmm/base/reject.h"
#include "clmm/suites/cycles.h"

namespace clmm::suites {
namespace {

using generator::MemoryOrder;
using generator::MemoryScope;

constexpr std::array kOrders{
    std::pair{"Rlx", MemoryOrder::relaxed}, std::pair{"Acq", MemoryOrder::acquire},
    std::pair{"Rel", MemoryOrder::release}, std::pair{"AcqRel", MemoryOrder::acq_rel},
    std::pair{"Sc", MemoryOrder::seq_cst}};

/// All edges by their words.
std::map<std::string, Edge, std::less<>> all_edges() {
    std::map<std::string, Edge, std::less<>> all;
    const auto add = [&](const std::string& word, Edge edge) {
        edge.word = word;
        all.emplace(word, edge);
    };
    using Step = Edge::Kind;
    for (const bool external : {false, true}) {
        const char* const end = external ? "e" : "i";
        const auto communication = [&](const char* word, Step kind, char from, char to) {
            add(std::string(word) + end, {.kind = kind,
                                          .is_external = external,
                                          .is_same_location = true,
                                          .from = from,
                                          .to = to});
        };
        communication("Rf", Step::reads_from, 'W', 'R');
        communication("Fr", Step::reads_before, 'R', 'W');
        communication("Co", Step::coherence, 'W', 'W');
        communication("Ws", Step::coherence, 'W', 'W');
    }
    for (const bool same : {false, true}) {
        const std::string place = same ? "s" : "d";
        for (const char from : {'R', 'W'})
            for (const char to : {'R', 'W'}) {
                const std::string ends{from, to};
                Edge edge{.is_same_location = same, .from = from, .to = to};
                add("Po" + place + ends, edge);
                edge.kind = Step::fence;
                for (const auto& [word, order] : kOrders) {
                    if (order == MemoryOrder::relaxed) continue;
                    edge.fence = order;
                    add("Fence" + std::string(word) + place + ends, edge);
                }
            }
        Edge edge{.kind = Step::data, .is_same_location = same, .to = 'W'};
        add("DpData" + place + "W", edge);
        for (const auto& [word, kind] :
             {std::pair{"DpAddr", Step::address}, std::pair{"DpCtrl", Step::control}})
            for (const char to : {'W', 'R'}) {
                edge.kind = kind;
                edge.to = to;
                add(word + place + to, edge);
            }
    }
    using generator::Modification;
    for (const auto& [word, modification] :
         {std::pair{"Rmw", Modification::exchange}, std::pair{"RmwAdd", Modification::add},
          std::pair{"RmwCas", Modification::none}}) {
        Edge edge{.kind = Step::modify, .is_same_location = true, .from = 'R', .to = 'W'};
        edge.modification = modification;
        add(word, edge);
    }
    return all;
}

const std::map<std::string, Edge, std::less<>>& edges() {
    static const auto all = all_edges();
    return all;
}

/// What begins at `.` or `@`.
struct Word {
    std::string base;
    Span span;
    std::vector<std::pair<std::string, Span>> suffixes;  ///< with their first character
};

class Words {
public:
    explicit Words(const SourcePtr& source) : text_(source->text()) {}

    std::vector<Word> operator()() {
        std::vector<Word> all;
        for (std::uint32_t at = 0; at < text_.size();) {
            if (is_blank(text_[at])) {
                ++at;
                continue;
            }
            const std::uint32_t begin = at;
            while (at < text_.size() && !is_blank(text_[at])) ++at;
            all.push_back(word(begin, at));
        }
        return all;
    }

private:
    static bool is_blank(char each) {
        return each == ' ' || each == '\t' || each == '\n' || each == ',';
    }

    [[nodiscard]] Word word(std::uint32_t begin, std::uint32_t end) const {
        Word made{{}, {begin, end}, {}};
        std::uint32_t from = begin;
        for (std::uint32_t at = begin + 1; at <= end; ++at) {
            if (at < end && text_[at] != '.' && text_[at] != '@') continue;
            const std::string piece(text_.substr(from, at - from));
            if (from == begin)
                made.base = piece;
            else
                made.suffixes.emplace_back(piece, Span{from, at});
            from = at;
        }
        return made;
    }

    std::string_view text_;
};

std::string suggestion(const std::string& word) {
    std::vector<std::string> known{"Na"};
    for (const auto& [name, edge] : edges()) known.push_back(name);
    for (const auto& [name, order] : kOrders) known.emplace_back(name);
    std::string best;
    std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string& each : known)
        if (const std::size_t distance = edit_distance(word, each); distance < least) {
            least = distance;
            best = each;
        }
    return best.empty() ? "" : "did you mean " + quote(best) + "?";
}

std::optional<MemoryScope> scope_of(std::string_view word) {
    constexpr std::array scopes{
        std::pair{".sg", MemoryScope::sub_group}, std::pair{".wg", MemoryScope::work_group},
        std::pair{".dev", MemoryScope::device}, std::pair{".all", MemoryScope::all_devices}};
    for (const auto& [name, scope] : scopes)
        if (word == name) return scope;
    return std::nullopt;
}

[[noreturn]] void unknown_suffix(const std::string& suffix, Span span, const std::string& known) {
    reject("E-CYCLE", quote(suffix) + " cannot stand here", span, known);
}

Edge edge_of(const Word& word, Edge edge) {
    edge.span = word.span;
    for (const auto& [suffix, span] : word.suffixes) {
        if (edge.kind == Edge::Kind::fence) {
            if (const auto scope = scope_of(suffix))
                edge.scope = scope;
            else if (suffix == ".g" || suffix == ".l" || suffix == ".gl")
                edge.flags = {.local = suffix != ".g", .global = suffix != ".l"};
            else
                unknown_suffix(suffix, span, "a fence has .sg .wg .dev .all and .g .l .gl");
        } else if (edge.is_external) {
            if (suffix == "@wg")
                edge.sharing = Edge::Sharing::group;
            else if (suffix == "@dev")
                edge.sharing = Edge::Sharing::device;
            else if (suffix == "@sys")
                edge.sharing = Edge::Sharing::nothing;
            else
                unknown_suffix(suffix, span, "a step to another thread has @wg @dev @sys");
        } else {
            unknown_suffix(
                suffix, span,
                "scopes are of accesses and fences; @wg and @dev of steps to another thread");
        }
    }
    return edge;
}

/// An access's order, or nothing where the word is none.
std::optional<Annotation> annotation_of(const Word& word) {
    Annotation made{.span = word.span};
    made.is_plain = word.base == "Na";
    for (const auto& [name, order] : kOrders)
        if (word.base == name) made.order = order;
    if (!made.order && !made.is_plain) return std::nullopt;
    for (const auto& [suffix, span] : word.suffixes) {
        if (const auto scope = scope_of(suffix); scope && !made.is_plain)
            made.scope = scope;
        else if (suffix == ".l")
            made.is_local = true;
        else
            unknown_suffix(suffix, span, "an access has .sg .wg .dev .all unless it is Na, and .l");
    }
    return made;
}

[[noreturn]] void unknown_word(const Word& word) {
    reject("E-CYCLE", "there is no relaxation " + quote(word.base), word.span,
           suggestion(word.base));
}

}  // namespace

Result<Cycle> read_cycle(const SourcePtr& source) {
    Cycle cycle{source, {}, {}};
    std::optional<Annotation> waiting;
    try {
        for (const Word& word : Words(source)()) {
            if (auto annotation = annotation_of(word)) {
                require(!waiting, "E-CYCLE", "this access has an order already", word.span,
                        "between two steps is one access");
                waiting = annotation;
                continue;
            }
            const auto found = edges().find(word.base);
            if (found == edges().end()) unknown_word(word);
            cycle.edges.push_back(edge_of(word, found->second));
            cycle.accesses.push_back(waiting.value_or(Annotation{}));
            waiting.reset();
        }
        if (waiting) {  // the access that the cycle comes back to
            require(!cycle.edges.empty(), "E-CYCLE", "there is no step", waiting->span);
            const Annotation& first = cycle.accesses.front();
            require(!first.order && !first.is_plain, "E-CYCLE",
                    "the access that the cycle comes back to has an order already", waiting->span);
            cycle.accesses.front() = *waiting;
        }
        require(!cycle.edges.empty(), "E-CYCLE", "there is no step", {},
                "PodWW Rfe PodRR Fre is the cycle of MP");
    } catch (const Rejected& rejected) {
        return Result<Cycle>::failure(rejected.in(source));
    }
    return cycle;
}

Result<std::vector<Edge>> read_relaxations(const SourcePtr& source) {
    std::vector<Edge> made;
    try {
        for (const Word& word : Words(source)()) {
            const auto found = edges().find(word.base);
            if (found == edges().end()) unknown_word(word);
            made.push_back(edge_of(word, found->second));
        }
        require(!made.empty(), "E-CYCLE", "there is no relaxation", {}, "Rfe Fre PodWW PodRR");
    } catch (const Rejected& rejected) {
        return Result<std::vector<Edge>>::failure(rejected.in(source));
    }
    return made;
}

const std::vector<std::pair<std::string_view, std::string_view>>& families() {
    static const std::vector<std::pair<std::string_view, std::string_view>> all{
        {"CoRR", "Rfe PosRR Fre"},
        {"CoRW", "Rfe PosRW Coe"},
        {"CoWR", "PosWR Fre Coe"},
        {"MP", "PodWW Rfe PodRR Fre"},
        {"SB", "PodWR Fre PodWR Fre"},
        {"LB", "PodRW Rfe PodRW Rfe"},
        {"S", "PodWW Rfe PodRW Coe"},
        {"R", "PodWW Coe PodWR Fre"},
        {"2+2W", "PodWW Coe PodWW Coe"},
        {"WRC", "Rfe PodRW Rfe PodRR Fre"},
        {"WWC", "Rfe PodRW Rfe PodRW Coe"},
        {"RWC", "Rfe PodRR Fre PodWR Fre"},
        {"WRW+WR", "Rfe PodRW Coe PodWR Fre"},
        {"WRW+2W", "Rfe PodRW Coe PodWW Coe"},
        {"WRR+2W", "Rfe PodRR Fre PodWW Coe"},
        {"IRIW", "Rfe PodRR Fre Rfe PodRR Fre"},
        {"IRRWIW", "Rfe PodRR Fre Rfe PodRW Coe"},
        {"IRWIW", "Rfe PodRW Coe Rfe PodRW Coe"},
        {"ISA2", "PodWW Rfe PodRW Rfe PodRR Fre"},
        {"W+RWC", "PodWW Rfe PodRR Fre PodWR Fre"},
        {"Z6.0", "PodWW Rfe PodRW Coe PodWR Fre"},
        {"Z6.1", "PodWW Coe PodWW Rfe PodRW Coe"},
        {"Z6.2", "PodWW Rfe PodRW Rfe PodRW Coe"},
        {"Z6.3", "PodWW Coe PodWW Rfe PodRR Fre"},
        {"Z6.4", "PodWW Coe PodWR Fre PodWR Fre"},
        {"Z6.5", "PodWW Coe PodWR Fre PodWW Coe"},
        {"3.SB", "PodWR Fre PodWR Fre PodWR Fre"},
        {"3.LB", "PodRW Rfe PodRW Rfe PodRW Rfe"},
        {"3.2W", "PodWW Coe PodWW Coe PodWW Coe"},
    };
    return all;
}

std::string to_text(const Cycle& cycle) {
    std::string text;
    for (const Edge& each : cycle.edges) text += (text.empty() ? "" : " ") + each.word;
    return text;
}

}  // namespace clmm::suites
