#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "evaluator_test_support.h"

namespace clmm::model::test {

using litmus::Event;
using litmus::EventKind;
using litmus::OpenClEvent;
using litmus::Order;
using litmus::Scope;
using litmus::Tag;

namespace {

class ChoiceValuation : public litmus::Valuation {
public:
    explicit ChoiceValuation(const std::vector<std::uint64_t>& choices) : choices_(choices) {}
    std::uint64_t read_value(EventId) const override { return 0; }
    std::uint64_t final_value(LocationId) const override { return 0; }
    std::uint64_t choice(std::uint64_t number) const override { return choices_[number]; }

private:
    const std::vector<std::uint64_t>& choices_;
};

BitMatrix ranked(const std::vector<std::uint32_t>& priority, const BitSet& members) {
    BitMatrix result(members.size());
    members.for_each([&](std::size_t a) {
        members.for_each([&](std::size_t b) {
            if (std::pair(priority[a], a) < std::pair(priority[b], b)) result.set(a, b);
        });
    });
    return result;
}

void set_sources(const EventStructure& structure, const Seeds& seeds, Execution& made) {
    for (const Event& read : structure.events) {
        const std::size_t r = read.id.index();
        if (read.kind != EventKind::read || !made.executed.test(r)) continue;
        std::optional<std::size_t> best;
        for (const Event& write : structure.events) {
            const std::size_t w = write.id.index();
            if (write.kind == EventKind::write && made.same_location.test(w, r) &&
                (!best || seeds.sources[r][w] > seeds.sources[r][*best]))
                best = w;
        }
        made.reads_from.set(*best, r);
    }
}

}  // namespace

Execution execution_of(const EventStructure& structure, const Program& program,
                       const Seeds& seeds) {
    const std::size_t n = structure.size();
    Execution made(n);
    const ChoiceValuation valuation(seeds.choices);
    const auto is = [&](litmus::TermId term) {
        return litmus::evaluate(structure.terms, term, valuation) != 0;
    };
    made.choices = seeds.choices;
    for (const Event& event : structure.events) {
        if (!is(event.guard)) continue;
        made.executed.set(event.id.index());
        for (const litmus::Target& target : event.targets)
            if (is(target.when)) made.locations[event.id.index()] = target.location;
    }
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b)
            if (made.locations[a].valid() && made.locations[a] == made.locations[b])
                made.same_location.set(a, b);
    set_sources(structure, seeds, made);
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b) {
            const Event& x = structure.events[a];
            const Event& y = structure.events[b];
            if (a == b || x.kind != EventKind::write || y.kind != EventKind::write || y.initial)
                continue;
            if (made.same_location.test(a, b) &&
                (x.initial || std::pair(seeds.order[a], a) < std::pair(seeds.order[b], b)))
                made.modification_order.set(a, b);
        }
    for (const litmus::BarrierPair& pair : structure.barriers)
        if (made.executed.test(pair.entry.index()) && made.executed.test(pair.exit.index()) &&
            is(pair.when))
            made.barrier_pairs.set(pair.entry.index(), pair.exit.index());
    // Orders all that takes place; evaluation restricts it.
    for (std::size_t i = 0; i < program.total_orders.size(); ++i)
        made.total_orders.push_back(ranked(seeds.total_orders[i], made.executed));
    made.final_values.resize(structure.locations.size());
    return made;
}

bool holds(const Literal& literal, const Execution& execution) {
    const auto in = [&](const BitMatrix& matrix) {
        return matrix.test(literal.a.index(), literal.b.index()) == literal.positive;
    };
    switch (literal.kind) {
        case Literal::Kind::executed:
            return execution.executed.test(literal.a.index()) == literal.positive;
        case Literal::Kind::reads_from:
            return in(execution.reads_from);
        case Literal::Kind::modification_order:
            return in(execution.modification_order);
        case Literal::Kind::same_location:
            return in(execution.same_location);
        case Literal::Kind::barrier_pair:
            return in(execution.barrier_pairs);
        case Literal::Kind::total_order:
            return in(execution.total_orders[literal.order]);
    }
    return false;
}

bool holds(const Reason& reason, const Execution& execution) {
    return std::all_of(reason.begin(), reason.end(),
                       [&](const Literal& each) { return holds(each, execution); });
}

namespace {

/// Operators on sets of pairs, written as their definitions read.
class Naive {
public:
    Naive(const Program& program, const EventStructure& structure, const Execution& execution)
        : program_(program),
          structure_(structure),
          execution_(execution),
          values_(program.nodes.size()) {}

    /// One recursion after the other, each from nothing until nothing changes.
    std::vector<Pairs> run() {
        std::uint32_t groups = 1;
        for (const RecursiveDefinition& each : program_.recursive)
            groups = std::max(groups, each.group + 1);
        for (std::uint32_t group = 0; group < groups; ++group) settle(group);
        return values_;
    }

private:
    void settle(std::uint32_t group) {
        for (bool changed = true; changed;) {
            const std::vector<Pairs> before = values_;
            for (std::size_t i = 0; i < values_.size(); ++i)
                if (program_.nodes[i].op != NodeOp::recursive)
                    values_[i] = compute(program_.nodes[i]);
            for (const RecursiveDefinition& each : program_.recursive)
                if (each.group == group) values_[each.node.index()] = values_[each.body.index()];
            changed = values_ != before;
        }
    }

    [[nodiscard]] std::size_t n() const { return structure_.size(); }
    [[nodiscard]] bool there(std::size_t a) const { return execution_.executed.test(a); }
    [[nodiscard]] const Event& event(std::size_t a) const { return structure_.events[a]; }
    [[nodiscard]] const Pairs& of(NodeId id) const { return values_[id.index()]; }

    template <class F>
    Pairs where(F&& f) const {
        Pairs result;
        for (std::size_t a = 0; a < n(); ++a)
            for (std::size_t b = 0; b < n(); ++b)
                if (there(a) && there(b) && f(a, b)) result.emplace(a, b);
        return result;
    }
    template <class F>
    Pairs members(F&& f) const {
        return where([&](std::size_t a, std::size_t b) { return a == b && f(event(a)); });
    }

    Pairs compute(const Node& node) const {
        switch (node.op) {
            case NodeOp::base:
                if (const NamedBase* name = program_.named(node))
                    return name->is_set ? named_set(name->name) : named_relation(name->name);
                return is_set(static_cast<Base>(node.payload))
                           ? base_set(static_cast<Base>(node.payload))
                           : base_relation(static_cast<Base>(node.payload));
            case NodeOp::total_order: {
                const Pairs& over = of(program_.total_orders[node.payload].over);
                return where([&](std::size_t a, std::size_t b) {
                    return execution_.total_orders[node.payload].test(a, b) &&
                           over.contains({a, a}) && over.contains({b, b});
                });
            }
            case NodeOp::empty:
            case NodeOp::recursive:
                return {};
            default:
                return combine(node);
        }
    }

    /// Of a node with one operand or two.
    Pairs combine(const Node& node) const {
        const Pairs& left = of(node.left);
        static const Pairs nothing;
        const Pairs& right = node.right.valid() ? of(node.right) : nothing;
        const auto both = [&](auto&& f) {
            return where([&](std::size_t a, std::size_t b) {
                return f(left.contains({a, b}), right.contains({a, b}));
            });
        };
        switch (node.op) {
            case NodeOp::unite:
                return both([](bool l, bool r) { return l || r; });
            case NodeOp::intersect:
                return both([](bool l, bool r) { return l && r; });
            case NodeOp::subtract:
                return both([](bool l, bool r) { return l && !r; });
            case NodeOp::complement:
                return where([&](std::size_t a, std::size_t b) {
                    return (!node.is_set || a == b) && !left.contains({a, b});
                });
            case NodeOp::sequence:
                return sequence(left, right);
            case NodeOp::inverse:
                return where([&](std::size_t a, std::size_t b) { return left.contains({b, a}); });
            case NodeOp::transitive_closure:
                return closure(left);
            case NodeOp::reflexive_transitive_closure:
                return with_identity(closure(left));
            case NodeOp::optional:
                return with_identity(left);
            case NodeOp::product:
                return where([&](std::size_t a, std::size_t b) {
                    return left.contains({a, a}) && right.contains({b, b});
                });
            case NodeOp::identity_on:
                return left;
            case NodeOp::domain:
                return where([&](std::size_t a, std::size_t b) {
                    return a == b && std::any_of(left.begin(), left.end(),
                                                 [&](auto p) { return p.first == a; });
                });
            default:
                return where([&](std::size_t a, std::size_t b) {
                    return a == b && std::any_of(left.begin(), left.end(),
                                                 [&](auto p) { return p.second == a; });
                });
        }
    }

    Pairs sequence(const Pairs& left, const Pairs& right) const {
        Pairs result;
        for (const auto& [a, b] : left)
            for (const auto& [c, d] : right)
                if (b == c) result.emplace(a, d);
        return result;
    }
    Pairs closure(Pairs relation) const {
        for (std::size_t size = 0; size != relation.size();) {
            size = relation.size();
            relation.merge(sequence(relation, relation));
        }
        return relation;
    }
    Pairs with_identity(Pairs relation) const {
        relation.merge(members([](const Event&) { return true; }));
        return relation;
    }

    template <class Together>
    Pairs placed(Together&& together) const {
        return where([&](std::size_t a, std::size_t b) {
            return event(a).unit.valid() && event(b).unit.valid() &&
                   together(structure_.units[event(a).unit.index()],
                            structure_.units[event(b).unit.index()]);
        });
    }

    Pairs base_set(Base base) const;
    Pairs base_relation(Base base) const;
    Pairs named_set(const std::string& name) const;
    bool on_atomic_object(const litmus::Event& access) const;
    Pairs named_relation(const std::string& name) const;

    const Program& program_;
    const EventStructure& structure_;
    const Execution& execution_;
    std::vector<Pairs> values_;
};

Pairs Naive::base_set(Base base) const {
    const auto kind = [&](EventKind k) {
        return members([k](const Event& e) { return e.kind == k; });
    };
    const auto access = [](const Event& e) {
        return e.kind == EventKind::read || e.kind == EventKind::write;
    };
    switch (base) {
        case Base::everything:
            return members([](const Event&) { return true; });
        case Base::read:
            return kind(EventKind::read);
        case Base::write:
            return kind(EventKind::write);
        case Base::memory:
            return members(access);
        case Base::fence:
            return members([&](const Event& e) { return !access(e); });
        case Base::barrier:
            return members(
                [&](const Event& e) { return !access(e) && e.kind != EventKind::fence; });
        case Base::barrier_entry:
            return kind(EventKind::barrier_entry);
        case Base::barrier_exit:
            return kind(EventKind::barrier_exit);
        case Base::initial:
            return members([](const Event& e) { return e.initial; });
        default:
            break;
    }
    const Pairs rmw = base_relation(Base::read_modify_write);
    return where([&](std::size_t a, std::size_t b) {
        return a == b && std::any_of(rmw.begin(), rmw.end(),
                                     [&](auto p) { return p.first == a || p.second == a; });
    });
}

Pairs Naive::base_relation(Base base) const {
    const auto from = [&](const BitMatrix& m) {
        return where([&](std::size_t a, std::size_t b) { return m.test(a, b); });
    };
    switch (base) {
        case Base::identity:
            return members([](const Event&) { return true; });
        case Base::sequenced_before:
            return from(structure_.sb);
        case Base::reads_from:
            return from(execution_.reads_from);
        case Base::modification_order:
            return from(execution_.modification_order);
        case Base::same_location:
            return from(execution_.same_location);
        case Base::same_unit:
            return placed([](const auto& a, const auto& b) { return a.id == b.id; });
        case Base::address_dependency:
            return from(structure_.addr);
        case Base::data_dependency:
            return from(structure_.data);
        case Base::control_dependency:
            return from(structure_.ctrl);
        case Base::control_until_join:
            return from(structure_.ctrl_until_join);
        case Base::read_modify_write:
            return from(structure_.rmw);
        case Base::barrier_pair:
            return from(execution_.barrier_pairs);
        default:
            break;
    }
    return {};
}

bool Naive::on_atomic_object(const litmus::Event& access) const {
    for (const litmus::Target& own : access.targets) {
        if (structure_.locations[own.location.index()].atomic_type) return true;
        for (const litmus::Event& other : structure_.events)
            for (const litmus::Target& shared : other.targets)
                if (shared.location == own.location &&
                    litmus::attributes(structure_, other.id).atomic)
                    return true;
    }
    return false;
}

/// The names of OpenCL, each by what it means.
Pairs Naive::named_set(const std::string& name) const {
    using Members = std::map<std::string, std::function<bool(const OpenClEvent&)>>;
    const auto order = [](Order o) { return [o](const OpenClEvent& e) { return e.order == o; }; };
    const auto scope = [](Scope s) { return [s](const OpenClEvent& e) { return e.scope == s; }; };
    const auto tag = [](Tag t) { return [t](const OpenClEvent& e) { return e.tags.has(t); }; };
    const auto access = [](const OpenClEvent& e) {
        return e.kind == EventKind::read || e.kind == EventKind::write;
    };
    static const Members known{
        {"A", [](const OpenClEvent& e) { return e.atomic; }},
        {"NA", [=](const OpenClEvent& e) { return access(e) && !e.atomic; }},
        {"NAL", [=](const OpenClEvent& e) { return access(e) && !e.atomic_location; }},
        {"RLX", order(Order::relaxed)},
        {"ACQ", order(Order::acquire)},
        {"REL", order(Order::release)},
        {"AR", order(Order::acq_rel)},
        {"ACQ_REL", order(Order::acq_rel)},
        {"SC", order(Order::seq_cst)},
        {"WI", scope(Scope::work_item)},
        {"SG", scope(Scope::sub_group)},
        {"WG", scope(Scope::work_group)},
        {"DEV", scope(Scope::device)},
        {"ALL", scope(Scope::all)},
        {"REDUCED",
         [](const OpenClEvent& e) {
             return e.written_scope == Scope::device && e.scope == Scope::work_group;
         }},
        {"G", [](const OpenClEvent& e) { return e.regions.global; }},
        {"L", [](const OpenClEvent& e) { return e.regions.local; }},
        {"IMG", [](const OpenClEvent& e) { return e.regions.image; }},
        {"API", tag(Tag::api_call)},
        {"API_DEVICE", tag(Tag::device_side)},
        {"API_FINISH", tag(Tag::finish)},
        {"CMD", tag(Tag::command)},
        {"CMD_IN_ORDER", tag(Tag::in_order)},
        {"CMD_MARKER", tag(Tag::marker)},
        {"CMD_BARRIER", tag(Tag::command_barrier)},
        {"CMD_NO_WAIT", tag(Tag::empty_wait_list)},
        {"KERNEL_END", tag(Tag::kernel_end)},
        {"GROUP_END", tag(Tag::group_end)},
        {"COMPLETE", tag(Tag::completion)},
        {"MAP", tag(Tag::mapping)},
        {"MAP_WRITE", tag(Tag::mapping_for_write)},
        {"UNMAP", tag(Tag::unmapping)},
        {"HOST", tag(Tag::host)},
        {"FROM_HOST", tag(Tag::kernel_from_host)},
        {"BUF", tag(Tag::on_buffer)},
        {"CG_SVM", tag(Tag::on_coarse_svm)},
        {"FG_SVM", tag(Tag::on_fine_svm)},
        {"ATOMIC_SVM", tag(Tag::on_atomic_svm)},
        {"SYSTEM_SVM", tag(Tag::on_system_svm)},
        {"PROGRAM", tag(Tag::on_program_scope)},
        {"HOST_MEM", tag(Tag::on_host_memory)},
        {"IMAGE", tag(Tag::on_image)},
        {"PIPE", tag(Tag::on_pipe)}};
    if (name == "AO") return members([&](const litmus::Event& e) { return on_atomic_object(e); });
    const auto& has = known.at(name);
    return members([&](const Event& e) { return has(litmus::with_attributes(structure_, e.id)); });
}

Pairs Naive::named_relation(const std::string& name) const {
    using Placement = bool (*)(const litmus::Unit&, const litmus::Unit&);
    static const std::map<std::string, Placement> placements{{"ssg", litmus::same_sub_group},
                                                             {"swg", litmus::same_work_group},
                                                             {"ski", litmus::same_kernel_instance},
                                                             {"sdv", litmus::same_device},
                                                             {"parent", litmus::is_parent}};
    if (const auto together = placements.find(name); together != placements.end())
        return placed(together->second);
    if (name == "obj")
        return where([&](std::size_t a, std::size_t b) {
            const auto object = [&](std::size_t e) {
                return litmus::attributes(structure_, EventId(e)).object;
            };
            return object(a) != 0 && object(a) == object(b);
        });
    static const std::vector<std::string> links{
        "enqueues",     "wait-list",  "completes",       "waited-for",  "same-queue",
        "starts-items", "ends-items", "calls-back",      "sets-status", "wait-kernel",
        "ends-group",   "wait-group", "child-completes", "ends-mapping"};
    const auto number = std::ranges::find(links, name) - links.begin();
    const BitMatrix& pairs = litmus::linked(structure_, static_cast<litmus::Link>(number));
    if (pairs.size() == 0) return {};
    return where([&](std::size_t a, std::size_t b) { return pairs.test(a, b); });
}

}  // namespace

std::vector<Pairs> naive_values(const Program& program, const EventStructure& structure,
                                const Execution& execution) {
    return Naive(program, structure, execution).run();
}

bool naive_passes(const Check& check, const Pairs& value) {
    const auto reflexive = [](const Pairs& pairs) {
        return std::any_of(pairs.begin(), pairs.end(), [](auto p) { return p.first == p.second; });
    };
    bool holds = value.empty();
    if (check.kind == CheckKind::irreflexive) holds = !reflexive(value);
    if (check.kind == CheckKind::acyclic) {
        Pairs closed = value;
        for (std::size_t size = 0; size != closed.size();) {
            size = closed.size();
            Pairs more;
            for (const auto& [a, b] : closed)
                for (const auto& [c, d] : closed)
                    if (b == c) more.emplace(a, d);
            closed.merge(more);
        }
        holds = !reflexive(closed);
    }
    return holds != check.negated;
}

Pairs pairs_of(const Evaluator& evaluator, const Program& program, NodeId node) {
    Pairs result;
    if (program[node].is_set)
        evaluator.set(node).for_each([&](std::size_t a) { result.emplace(a, a); });
    else
        evaluator.relation(node).for_each(
            [&](std::size_t a, std::size_t b) { result.emplace(a, b); });
    return result;
}

}  // namespace clmm::model::test
