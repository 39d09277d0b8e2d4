#include "settled.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "certainty.h"
#include "clmm/model/flags.h"
#include "clmm/model/incremental.h"
#include "clmm/model/symmetry.h"
#include "consequences.h"

namespace clmm::explorer {
namespace {

using litmus::Event;
using litmus::EventKind;
using litmus::UnitId;
using model::Check;
using model::CheckRole;
using model::IncrementalEvaluator;
using model::Literal;
using model::Suspect;
using Input = IncrementalEvaluator::Input;

constexpr unsigned kMostRounds = 16;

bool is_searched(const Check& check, const model::EngineRequest& request) {
    return check.role != CheckRole::axiom && (!request.wanted || request.wanted(check.name));
}

/// Names of the language on which something that the model asks depends.
std::set<std::string> needed_names(const model::Program& program,
                                   const model::Evaluator& evaluator) {
    std::set<std::string> names;
    std::set<model::NodeId> seen;
    std::vector<model::NodeId> pending;
    for (const Check& check : program.checks) pending.push_back(check.node);
    while (!pending.empty()) {
        const model::NodeId id = pending.back();
        pending.pop_back();
        if (!id.valid() || !seen.insert(id).second || evaluator.bounds(id).may.none()) continue;
        const model::Node& node = program[id];
        if (const model::NamedBase* named = program.named(node)) names.insert(named->name);
        pending.insert(pending.end(), {node.left, node.right});
        if (node.op == model::NodeOp::total_order)
            pending.push_back(program.total_orders[node.payload].over);
        if (node.op == model::NodeOp::recursive)
            pending.push_back(program.recursive[node.payload].body);
    }
    return names;
}

class Steps {
public:
    Steps(const EventStructure& structure, Sources sources, const model::MemoryModel& model,
          const model::EngineRequest& request)
        : structure_(structure),
          sources_(std::move(sources)),
          model_(model),
          request_(request),
          values_(structure.size()),
          evaluator_(model, structure),
          axioms_(IncrementalEvaluator::create(evaluator_, IncrementalEvaluator::Orders::implied)),
          consequences_(structure, sources_, values_) {}

    bool run() {
        if (!axioms_ || !axioms_->settle() || !is_asked_simply()) return false;
        number_inputs();
        order_alike_units();
        find_guards();
        find_suspects();
        for (unsigned round = 0; round < kMostRounds && !request_.budget.exceeded(); ++round) {
            bool is_new = learn_values();
            is_new = leave_out_sources() || is_new;
            if (is_new) continue;
            return suspects_.empty() && bounds_are_kept() && nothing_is_undefined();
        }
        return false;
    }

private:
    /// Where pairs are taken by the rest of the work.
    bool is_asked_simply() const {
        return std::ranges::all_of(model_.program.checks, [&](const Check& check) {
            return !is_searched(check, request_) ||
                   (check.negated && check.kind != model::CheckKind::acyclic);
        });
    }

    // ---- literals ----

    void number_inputs() {
        const std::vector<Literal>& inputs = axioms_->inputs();
        for (Input input = 0; input < inputs.size(); ++input) {
            const Literal& of = inputs[input];
            if (of.kind != Literal::Kind::total_order)
                numbers_.emplace(std::tuple(of.kind, of.a, of.b), input);
            if (of.kind == Literal::Kind::executed)
                executed_.emplace(structure_[of.a].guard, input);
            if (of.kind == Literal::Kind::barrier_pair) barriers_.push_back(input);
        }
    }
    [[nodiscard]] std::optional<Input> input(Literal::Kind kind, EventId a, EventId b) const {
        const auto found = numbers_.find({kind, a, b});
        return found == numbers_.end() ? std::nullopt : std::optional(found->second);
    }

    /// Whether these cannot be, with what is held. False where that cannot be asked.
    [[nodiscard]] bool is_refuted(const std::vector<std::optional<Input>>& held) {
        if (std::ranges::any_of(held, [](const auto& each) { return !each; })) return false;
        const auto mark = axioms_->mark();
        for (const auto& each : held) axioms_->hold(*each);
        const bool holds = axioms_->settle();
        axioms_->undo(mark);
        return !holds;
    }

    // ---- one order of alike units ----

    struct Modification {
        EventId read, write;
    };

    /// The read-modify-writes of one location, where nothing else writes to it: one of each unit,
    /// in each execution.
    [[nodiscard]] std::vector<Modification> modifications(LocationId location) const {
        std::vector<Modification> found;
        std::set<UnitId> units;
        for (const Event& write : structure_.events) {
            const bool is_there = std::ranges::any_of(
                write.targets, [&](const auto& each) { return each.location == location; });
            if (write.kind != EventKind::write || write.initial || !is_there) continue;
            EventId read;
            for (const Event& other : structure_.events)
                if (structure_.rmw.test(other.id.index(), write.id.index())) read = other.id;
            const bool is_sure = read.valid() && structure_.terms.is_true(write.guard) &&
                                 structure_.terms.is_true(structure_[read].guard) &&
                                 write.targets.size() == 1 && structure_[read].targets.size() == 1;
            if (!is_sure || !units.insert(write.unit).second) return {};
            found.push_back({read, write.id});
        }
        return found;
    }

    void order_alike_units() {
        for (const litmus::Location& location : structure_.locations) {
            const std::vector<Modification> all = modifications(location.id);
            if (all.size() < 3 || !are_alike(all) || !read_the_last(all)) continue;
            for (std::size_t i = 1; i < all.size(); ++i)
                sources_[all[i].read.index()] = {all[i - 1].write};
            std::erase_if(sources_[all[0].read.index()],
                          [&](EventId write) { return !structure_[write].initial; });
            return;  // what is chosen of one location leaves no choice of another
        }
    }

    /// Exchanges put the same event of each unit in the others' places.
    [[nodiscard]] bool are_alike(const std::vector<Modification>& all) const {
        std::vector<UnitId> units;
        std::set<std::size_t> places;
        for (const Modification& each : all) {
            units.push_back(structure_[each.write].unit);
            std::size_t first = 0;
            while (structure_.events[first].unit != units.back()) ++first;
            places.insert(each.write.index() - first);
        }
        const std::set<std::string> names = needed_names(model_.program, evaluator_);
        return places.size() == 1 &&
               model::are_exchangeable(structure_, units, [&](std::string_view name) {
                   return names.contains(std::string(name));
               });
    }

    /// What holds of three units holds of any three.
    [[nodiscard]] bool read_the_last(const std::vector<Modification>& all) {
        const auto reads = [&](EventId write, std::size_t reader) {
            return input(Literal::Kind::reads_from, write, all[reader].read);
        };
        const auto before = [&](std::size_t a, std::size_t b) {
            return input(Literal::Kind::modification_order, all[a].write, all[b].write);
        };
        EventId initial;
        for (const EventId write : sources_[all[0].read.index()])
            if (structure_[write].initial) initial = write;
        return initial.valid() && is_refuted({reads(all[0].write, 0)}) &&
               is_refuted({reads(all[1].write, 0), before(0, 1)}) &&
               is_refuted({reads(initial, 1), before(0, 1)}) &&
               is_refuted({reads(all[0].write, 2), before(0, 1), before(1, 2)});
    }

    // ---- what holds with each guard ----

    void find_guards() {
        std::map<TermId, std::size_t> numbers;
        for (const Event& event : structure_.events) {
            const auto [found, is_new] = numbers.try_emplace(event.guard, guards_.size());
            if (is_new) guards_.push_back(event.guard);
            guard_of_.push_back(found->second);
        }
        is_impossible_.assign(guards_.size(), false);
    }

    /// Literals that hold where the guard does; nothing where it never does.
    struct World {
        std::vector<Input> inputs;
        BitSet guards;
    };
    std::optional<World> world_of(std::size_t guard) {
        const auto before = consequences_.mark();
        World world{.inputs = {}, .guards = BitSet(guards_.size())};
        const bool is_possible = consequences_.assume(guards_[guard]);
        if (is_possible) collect(world);
        consequences_.undo(before);
        return is_possible ? std::optional(std::move(world)) : std::nullopt;
    }

    void collect(World& world) const {
        for (std::size_t i = 0; i < guards_.size(); ++i) {
            if (consequences_.value(guards_[i]) != 1) continue;
            world.guards.set(i);
            if (const auto found = executed_.find(guards_[i]); found != executed_.end())
                world.inputs.push_back(found->second);
        }
        for (const EventId read : consequences_.settled_reads())
            if (const auto found =
                    input(Literal::Kind::reads_from, consequences_.source_of(read), read))
                world.inputs.push_back(*found);
        for (const Input barrier : barriers_) {
            const Literal& pair = axioms_->inputs()[barrier];
            if (world.guards.test(guard_of_[pair.a.index()]) &&
                world.guards.test(guard_of_[pair.b.index()]) && is_one_instance(pair))
                world.inputs.push_back(barrier);
        }
        std::ranges::sort(world.inputs);
    }

    [[nodiscard]] bool is_one_instance(const Literal& barrier) const {
        return std::ranges::any_of(structure_.barriers, [&](const litmus::BarrierPair& pair) {
            return pair.entry == barrier.a && pair.exit == barrier.b &&
                   consequences_.value(pair.when) == 1;
        });
    }

    /// Whether some source was left out.
    bool leave_out_sources() {
        std::vector<std::pair<std::size_t, World>> worlds;
        for (std::size_t guard = 0; guard < guards_.size(); ++guard) {
            auto world = world_of(guard);
            is_impossible_[guard] = !world;
            if (world) worlds.emplace_back(guard, *std::move(world));
        }
        std::ranges::stable_sort(worlds, {},
                                 [](const auto& each) { return each.second.inputs.size(); });
        bool some = false;
        const auto start = axioms_->mark();
        held_.clear();
        for (auto& [guard, world] : worlds) {
            if (request_.budget.exceeded()) break;
            some = look_at(guard, world, start) || some;
        }
        axioms_->undo(start);
        return some;
    }

    bool look_at(std::size_t guard, const World& world, IncrementalEvaluator::Mark start) {
        if (!std::ranges::includes(world.inputs, held_)) {
            axioms_->undo(start);
            held_.clear();
        }
        std::vector<Input> more;
        std::ranges::set_difference(world.inputs, held_, std::back_inserter(more));
        for (const Input each : more) axioms_->hold(each);
        if (!axioms_->settle()) {
            is_impossible_[guard] = true;
            axioms_->undo(start);
            held_.clear();
            return false;
        }
        held_ = world.inputs;
        refute_suspects(guard, world);
        return refute_sources(guard, world);
    }

    bool refute_sources(std::size_t guard, const World& world) {
        bool some = false;
        for (std::size_t read = 0; read < sources_.size(); ++read) {
            if (sources_[read].size() < 2 || !world.guards.test(guard_of_[read])) continue;
            const bool is_its_own = guard_of_[read] == guard;
            if (!is_its_own && structure_.terms.is_true(structure_.events[read].guard)) continue;
            some =
                std::erase_if(
                    sources_[read],
                    [&](EventId write) {
                        const std::size_t other = guard_of_[write.index()];
                        return world.guards.test(other) && (is_its_own || other == guard) &&
                               is_refuted({input(Literal::Kind::reads_from, write, EventId(read))});
                    }) != 0 ||
                some;
        }
        return some;
    }

    /// Whether some value became known.
    bool learn_values() {
        bool some = false;
        for (const Event& write : structure_.events) {
            if (write.kind != EventKind::write || values_[write.id.index()]) continue;
            const auto before = consequences_.mark();
            if (consequences_.assume(write.guard))
                values_[write.id.index()] = consequences_.value_either_way(write.value);
            consequences_.undo(before);
            some = some || values_[write.id.index()];
        }
        return some;
    }

    // ---- what is asked ----

    void find_suspects() {
        for (std::size_t i = 0; i < model_.program.checks.size(); ++i) {
            const Check& check = model_.program.checks[i];
            if (!is_searched(check, request_)) continue;
            for (const model::SuspectClass& each :
                 model::suspects(model_.program, check, evaluator_, {}))
                suspects_.push_back({i, each.suspect});
        }
        certainty_.emplace(model_.program, evaluator_, *axioms_);
    }

    struct Suspected {
        std::size_t check;
        Suspect pair;
    };

    void refute_suspects(std::size_t guard, const World& world) {
        certainty_->forget();
        std::erase_if(suspects_, [&](const Suspected& each) {
            const auto [a, b] = each.pair;
            const std::size_t of_a = guard_of_[a.index()];
            const std::size_t of_b = guard_of_[(b.valid() ? b : a).index()];
            if (is_impossible_[of_a] || is_impossible_[of_b]) return true;
            if ((of_a != guard && of_b != guard) || !world.guards.test(of_a) ||
                !world.guards.test(of_b) || !b.valid())
                return false;
            return certainty_->is_impossible(model_.program.checks[each.check].node, a.index(),
                                             b.index());
        });
    }

    [[nodiscard]] bool never_holds(TermId term) {
        const auto before = consequences_.mark();
        const bool is_refuted =
            !consequences_.assume(term) || consequences_.is_refuted_either_way();
        consequences_.undo(before);
        return is_refuted;
    }

    bool bounds_are_kept() {
        return std::ranges::all_of(structure_.bounds, [&](const litmus::UnrollBound& bound) {
            return bound.exhaustive || never_holds(bound.reached);
        });
    }

    bool nothing_is_undefined() {
        return std::ranges::all_of(
            structure_.undefined, [&](const litmus::UndefinedBehaviour& each) {
                return (request_.wanted && !request_.wanted(each.kind)) || never_holds(each.when);
            });
    }

    const EventStructure& structure_;
    Sources sources_;
    const model::MemoryModel& model_;
    const model::EngineRequest& request_;
    Consequences::Values values_;
    model::Evaluator evaluator_;
    std::unique_ptr<IncrementalEvaluator> axioms_;
    Consequences consequences_;
    std::map<std::tuple<Literal::Kind, EventId, EventId>, Input> numbers_;
    std::map<TermId, Input> executed_;  ///< by guard
    std::vector<Input> barriers_;
    std::vector<TermId> guards_;
    std::vector<std::size_t> guard_of_;  ///< by event
    std::vector<bool> is_impossible_;    ///< by guard
    std::vector<Input> held_;            ///< sorted
    std::vector<Suspected> suspects_;
    std::optional<Certainty> certainty_;
};

}  // namespace

std::optional<model::EngineAnswer> settled(const EventStructure& structure, const Sources& sources,
                                           const model::MemoryModel& model,
                                           const model::EngineRequest& request) {
    if (!Steps(structure, sources, model, request).run()) return std::nullopt;
    model::EngineAnswer answer;
    answer.race_free = true;
    return answer;
}

}  // namespace clmm::explorer
