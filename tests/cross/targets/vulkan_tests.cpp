#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "cross/targets/draw.h"
#include "cross/targets/vulkan.h"

/// Tests of Vulkan's memory model: small ones by number, larger ones by seed, and their texts.
namespace clmm::oracle::vulkan {
namespace {

using targets::Draw;

std::string classes_text(unsigned classes, const std::string& prefix) {
    return ((classes & 1U) != 0 ? prefix + "0" : "") + ((classes & 2U) != 0 ? prefix + "1" : "");
}

std::string order_text(const Instruction& of) {
    if (of.acquires && of.releases) return ".acq_rel";
    return of.acquires ? ".acq" : of.releases ? ".rel" : "";
}

std::string semantics_text(const Instruction& of) {
    return classes_text(of.semantics, ".semsc") + (of.sem_available ? ".semav" : "") +
           (of.sem_visible ? ".semvis" : "");
}

std::string name_of(const Program& test, int reference) {
    return reference < static_cast<int>(test.classes.size()) ? location_name(reference) : "a";
}

std::string text_of(const Program& test, const Instruction& of, int at) {
    static constexpr const char* kNames[] = {"ld",     "st",   "rmw",      "rmw",
                                             "membar", "cbar", "avdevice", "visdevice"};
    static constexpr const char* kScopes[] = {".sg", ".wg", ".qf", ".dv"};
    const std::string name = kNames[static_cast<int>(of.kind)];
    const std::string scope = kScopes[static_cast<int>(of.scope)];
    if (of.kind > Kind::cbar) return name;
    if (of.kind > Kind::exchange)
        return name + order_text(of) + scope + semantics_text(of) +
               (of.kind == Kind::cbar ? " 0" : "");
    std::string text = name;
    if (of.is_atomic)
        text += ".atom" + order_text(of) + scope;
    else if (of.makes_available || of.makes_visible)
        text += (of.makes_available ? ".av" : ".vis") + scope;
    else if (of.is_non_private)
        text += ".nonpriv";
    const int location = test.references[static_cast<std::size_t>(of.reference)];
    text += classes_text(test.classes[static_cast<std::size_t>(location)], ".sc") +
            semantics_text(of) + (of.kind == Kind::add ? ".add " : " ");
    if (of.kind != Kind::store) text += "r" + std::to_string(at) + ", ";
    text += name_of(test, of.reference);
    return of.kind == Kind::load ? text : text + ", " + std::to_string(of.value);
}

/// Releases and acquires of all scopes, with and without availability and visibility, on y and by
/// fences; then plain accesses of x.
std::vector<std::vector<Instruction>> small_alphabet(bool releases) {
    std::vector<std::vector<Instruction>> all;
    for (const Scope scope :
         {Scope::subgroup, Scope::workgroup, Scope::queue_family, Scope::device})
        for (const unsigned semantics : {1U, 2U, 3U})
            for (const bool moves : {false, true}) {
                Instruction made{.kind = releases ? Kind::store : Kind::load,
                                 .is_atomic = true,
                                 .acquires = !releases,
                                 .releases = releases,
                                 .sem_available = releases && moves,
                                 .sem_visible = !releases && moves,
                                 .scope = scope,
                                 .semantics = semantics,
                                 .reference = 1,
                                 .value = 1};
                all.push_back({made});
                Instruction flag = made;
                flag.acquires = flag.releases = flag.sem_available = flag.sem_visible = false;
                flag.semantics = 0;
                made.kind = Kind::membar;
                made.is_atomic = false;
                if (releases)
                    all.push_back({made, flag});
                else
                    all.push_back({flag, made});
            }
    return all;
}

std::vector<Instruction> payloads(bool stores) {
    Instruction made{.kind = stores ? Kind::store : Kind::load, .reference = 0, .value = 1};
    std::vector<Instruction> all{made};
    made.is_non_private = true;
    all.push_back(made);
    made.makes_available = stores;
    made.makes_visible = !stores;
    for (const Scope scope :
         {Scope::subgroup, Scope::workgroup, Scope::queue_family, Scope::device}) {
        made.scope = scope;
        all.push_back(made);
    }
    return all;
}

constexpr std::array<std::array<int, 3>, 4> kPlaces{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/// Draws the parts of a larger test.
class Drawing {
public:
    explicit Drawing(std::uint64_t seed) : draw_(seed), has_barrier_(draw_.once_in(3)) {
        test_.classes = {1U, draw_.of(1U, 1U, 2U)};
        test_.references = {0, 1};
        if (draw_.once_in(4)) test_.references.push_back(0);
        scope_ = draw_.of(Scope::subgroup, Scope::workgroup, Scope::queue_family, Scope::device);
        barrier_ = barrier();
    }

    Program operator()() {
        const int threads = draw_.of(2, 2, 2, 3, 3, 4);
        for (int t = 0; t < threads; ++t) {
            const auto& place = kPlaces[static_cast<std::size_t>(draw_.below(4))];
            test_.threads.push_back({place[0], place[1], place[2]});
            const int length = threads == 2 ? draw_.of(2, 3, 3, 4) : draw_.of(1, 2, 2, 3);
            const int meets = has_barrier_ ? draw_.below(length) : -1;
            for (int i = 0; i < length; ++i)
                test_.threads.back().body.push_back(i == meets ? barrier_ : instruction());
        }
        if (!has_barrier_ && draw_.once_in(4)) link();
        const Kind first = test_.threads[1].body.front().kind;
        test_.sees_a_write = first != Kind::store && first <= Kind::exchange && draw_.once_in(2);
        return test_;
    }

private:
    void link() {
        const int last = static_cast<int>(test_.threads.size()) - 1;
        for (int t = 0; t < last; ++t) test_.system.emplace_back(t, t + 1);
        Instruction domain{.kind = Kind::avdevice};
        test_.threads[0].body.push_back(domain);
        domain.kind = Kind::visdevice;
        auto& body = test_.threads[static_cast<std::size_t>(last)].body;
        body.insert(body.begin(), domain);
        if (draw_.once_in(2)) test_.threads[0].body.pop_back();
    }

    /// Most often one for the whole test.
    Scope scope() {
        return draw_.once_in(4)
                   ? draw_.of(Scope::subgroup, Scope::workgroup, Scope::queue_family, Scope::device)
                   : scope_;
    }
    unsigned semantics() { return draw_.of(3U, 3U, 1U, 2U); }

    void order(Instruction& made, bool may_acquire, bool may_release) {
        const int which = draw_.below(3);
        made.acquires = may_acquire && (!may_release || which != 0);
        made.releases = may_release && (!may_acquire || which != 1);
        made.semantics = semantics();
        made.sem_available = made.releases && draw_.once_in(2);
        made.sem_visible = made.acquires && draw_.once_in(2);
    }

    Instruction barrier() {
        Instruction made{.kind = Kind::cbar, .scope = scope()};
        if (!draw_.once_in(3)) order(made, true, true);
        return made;
    }

    Instruction instruction() {
        Instruction made{.scope = scope()};
        if (draw_.once_in(5)) {
            made.kind = Kind::membar;
            order(made, true, true);
            return made;
        }
        const bool is_flag = draw_.once_in(2);
        made.is_atomic = is_flag ? !draw_.once_in(8) : draw_.once_in(5);
        made.kind =
            draw_.of(Kind::load, Kind::load, Kind::store, Kind::store, Kind::add, Kind::exchange);
        if (!made.is_atomic && made.kind > Kind::store) made.kind = Kind::load;
        made.reference = is_flag ? 1 : 0;
        if (test_.references.size() > 2 && !is_flag && draw_.once_in(2)) made.reference = 2;
        if (made.kind != Kind::load) made.value = made.kind == Kind::add ? 8 : ++stored_;
        if (made.is_atomic) {
            if (!draw_.once_in(4)) order(made, made.kind != Kind::store, made.kind != Kind::load);
            return made;
        }
        const int moves = draw_.below(5);
        made.is_non_private = moves > 0;
        made.makes_available = made.kind == Kind::store && moves > 1;
        made.makes_visible = made.kind == Kind::load && moves > 1;
        return made;
    }

    Draw draw_;
    bool has_barrier_;
    Scope scope_;
    Instruction barrier_;
    Program test_;
    int stored_ = 0;
};

}  // namespace

Printed to_litmus(const Program& test) {
    std::string head = "VULKAN generated\n{ ";
    for (std::size_t l = 0; l < test.classes.size(); ++l)
        head += location_name(static_cast<int>(l)) + "=0; ";
    if (test.references.size() > test.classes.size()) head += "a aliases x; ";
    head += "}\n";
    if (!test.system.empty()) {
        head += "{ ";
        for (const auto& [from, to] : test.system)
            head += "ssw " + std::to_string(from) + " " + std::to_string(to) + "; ";
        head += "}\n";
    }
    auto columns = targets::by_instruction(
        test.threads, [&](const Instruction& each, int at) { return text_of(test, each, at); });
    for (std::size_t t = 0; t < columns.size(); ++t) {
        const Thread& thread = test.threads[t];
        columns[t].insert(columns[t].begin(), "P" + std::to_string(t) + "@sg " +
                                                  std::to_string(thread.subgroup) + ",wg " +
                                                  std::to_string(thread.workgroup) + ",qf " +
                                                  std::to_string(thread.queue_family));
    }
    Printed made =
        targets::in_columns(head, columns, effects(test), static_cast<int>(test.classes.size()));
    if (test.sees_a_write) made.text.insert(made.text.rfind("exists"), "filter (1:r0 != 0)\n");
    return made;
}

std::uint64_t small_tests() {
    const std::uint64_t flags = small_alphabet(true).size() * small_alphabet(false).size();
    return kPlaces.size() * 2 * flags * payloads(true).size() * payloads(false).size();
}

Program small_test(std::uint64_t number) {
    const auto one_of = [&](const auto& all) {
        const auto& found = all[number % all.size()];
        number /= all.size();
        return found;
    };
    const auto place = one_of(kPlaces);
    Program test{.classes = {1U, one_of(std::array<unsigned, 2>{1U, 2U})}, .references = {0, 1}};
    test.threads = {{0, 0, 0}, {place[0], place[1], place[2]}};
    test.threads[0].body = one_of(small_alphabet(true));
    test.threads[1].body = one_of(small_alphabet(false));
    test.threads[0].body.insert(test.threads[0].body.begin(), one_of(payloads(true)));
    test.threads[1].body.push_back(one_of(payloads(false)));
    test.sees_a_write = true;
    return test;
}

Program random_test(std::uint64_t seed) {
    for (std::uint64_t again = 0;; ++again) {
        Program test = Drawing(seed + (again << 40U))();
        const auto orders = [](int writes) { return std::tgamma(1 + writes); };
        if (targets::effort(effects(test), orders) <= 1500) return test;
    }
}

}  // namespace clmm::oracle::vulkan
