#include <algorithm>
#include <numeric>

#include "evaluator_test_support.h"

namespace clmm::model::test {

using litmus::Event;
using litmus::EventKind;
using litmus::Order;
using litmus::Scope;
using litmus::TermId;
using litmus::UnitId;

NodeId ProgramBuilder::base(Base base) {
    Node node;
    node.op = NodeOp::base;
    node.is_set = base < Base::identity;
    node.payload = static_cast<std::uint32_t>(base);
    program.nodes.push_back(node);
    return NodeId(program.nodes.size() - 1);
}

NodeId ProgramBuilder::named_set(std::size_t number) {
    const litmus::SetName& name = litmus::opencl().vocabulary().sets[number];
    return named({std::string(name.name), true, {}});
}

NodeId ProgramBuilder::named_relation(std::size_t number) {
    return named({std::string(litmus::opencl().vocabulary().relations[number].name), false, {}});
}

NodeId ProgramBuilder::named(const NamedBase& name) {
    const auto known = std::ranges::find(program.names, name);
    const auto number = static_cast<std::uint32_t>(known - program.names.begin());
    if (known == program.names.end()) program.names.push_back(name);
    Node node;
    node.op = NodeOp::base;
    node.is_set = name.is_set;
    node.payload = static_cast<std::uint32_t>(Base::first_named) + number;
    program.nodes.push_back(node);
    return NodeId(program.nodes.size() - 1);
}

NodeId ProgramBuilder::empty(bool is_set) {
    Node node;
    node.is_set = is_set;
    program.nodes.push_back(node);
    return NodeId(program.nodes.size() - 1);
}

NodeId ProgramBuilder::make(NodeOp op, NodeId left, NodeId right) {
    Node node;
    node.op = op;
    node.left = left;
    node.right = right;
    node.is_set = op == NodeOp::domain || op == NodeOp::range ||
                  (is_set(left) && op != NodeOp::product && op != NodeOp::identity_on);
    program.nodes.push_back(node);
    return NodeId(program.nodes.size() - 1);
}

NodeId ProgramBuilder::total_order(NodeId over) {
    program.total_orders.push_back({"S", over});
    Node node;
    node.op = NodeOp::total_order;
    node.payload = static_cast<std::uint32_t>(program.total_orders.size() - 1);
    program.nodes.push_back(node);
    return NodeId(program.nodes.size() - 1);
}

NodeId ProgramBuilder::recursive(bool is_set, std::uint32_t group) {
    Node node;
    node.op = NodeOp::recursive;
    node.is_set = is_set;
    node.payload = static_cast<std::uint32_t>(program.recursive.size());
    program.nodes.push_back(node);
    program.recursive.push_back({NodeId(program.nodes.size() - 1), NodeId::none(), group, "r"});
    return program.recursive.back().node;
}

void ProgramBuilder::define(NodeId recursive, NodeId body) {
    program.recursive[program[recursive].payload].body = body;
}

void ProgramBuilder::check(CheckKind kind, NodeId node, CheckRole role, bool negated) {
    program.checks.push_back({kind, negated, role, node, "check", "", {}, 0});
}

MemoryModel ProgramBuilder::model() const { return {"test", "", program}; }

namespace {

class StructureMaker {
public:
    StructureMaker(Random& random, const Shapes& shapes) : random_(random), shapes_(shapes) {}

    EventStructure make() {
        // Few, so that some are left empty.
        for (std::size_t i = 0; i < 5; ++i)
            tags_.push_back(static_cast<litmus::Tag>(pick(random_, litmus::kTags)));
        made_.condition = made_.filter = made_.terms.boolean(true);
        for (std::size_t i = 0; i < 3; ++i) choices_.push_back(made_.terms.choice(1));
        make_locations();
        for (std::size_t i = 0; i < shapes_.units; ++i) make_unit(i);
        for (BitMatrix* matrix :
             {&made_.sb, &made_.data, &made_.addr, &made_.ctrl, &made_.ctrl_until_join, &made_.rmw})
            *matrix = BitMatrix(made_.size());
        relate();
        link();
        if (shapes_.barriers) pair_barriers();
        return std::move(made_);
    }

private:
    TermId condition() {
        const TermId choice = choices_[pick(random_, choices_.size())];
        return chance(random_, 50) ? choice : made_.terms.lnot(choice);
    }

    void make_locations() {
        for (std::size_t i = 0; i < shapes_.locations; ++i) {
            litmus::Location location;
            location.id = LocationId(i);
            made_.locations.push_back(location);
            litmus::OpenClEvent event;
            event.kind = EventKind::write;
            event.initial = true;
            event.regions.global = true;
            event.guard = made_.terms.boolean(true);
            event.targets = {{LocationId(i), made_.terms.boolean(true)}};
            add(event);
        }
        made_.initial_count = shapes_.locations;
    }

    void add(litmus::OpenClEvent event) {
        event.atomic_location = chance(random_, 70);
        if (!event.targets.empty()) event.value = made_.terms.constant(0, 32);
        litmus::append(made_, event);
    }

    void make_unit(std::size_t number) {
        litmus::Unit unit;
        unit.id = UnitId(number);
        unit.device = static_cast<std::uint32_t>(pick(random_, 2));
        unit.work_group = static_cast<std::uint32_t>(pick(random_, 2));
        unit.sub_group = static_cast<std::uint32_t>(pick(random_, 2));
        made_.units.push_back(unit);
        for (std::size_t i = 0; i < shapes_.events_a_unit; ++i) {
            litmus::OpenClEvent event;
            event.unit = unit.id;
            event.kind =
                static_cast<EventKind>(chance(random_, 75) ? pick(random_, 2) : pick(random_, 5));
            event.order = static_cast<Order>(pick(random_, 6));
            event.scope = static_cast<Scope>(pick(random_, 6));
            event.regions = {chance(random_, 60), chance(random_, 40), false};
            event.guard = guard();
            for (std::size_t tag = 0; tag < tags_.size(); ++tag)
                if (chance(random_, 30)) event.tags.add(tags_[tag]);
            if (event.kind == EventKind::read || event.kind == EventKind::write) {
                event.object = static_cast<std::uint32_t>(pick(random_, 3));
                event.atomic = chance(random_, 60);
                event.targets = targets();
            }
            add(event);
        }
    }

    TermId guard() {
        if (!shapes_.branches || chance(random_, 60)) return made_.terms.boolean(true);
        return chance(random_, 50) ? condition() : made_.terms.land(condition(), condition());
    }

    std::vector<litmus::Target> targets() {
        const LocationId first(pick(random_, shapes_.locations));
        const LocationId second((first.index() + 1) % shapes_.locations);
        if (!shapes_.dynamic_addresses || shapes_.locations < 2 || chance(random_, 75))
            return {{first, made_.terms.boolean(true)}};
        const TermId when = condition();
        return {{first, when}, {second, made_.terms.lnot(when)}};
    }

    void relate() {
        for (const Event& a : made_.events)
            for (const Event& b : made_.events) {
                if (!a.unit.valid() || a.unit != b.unit || a.id >= b.id) continue;
                const std::size_t x = a.id.index();
                const std::size_t y = b.id.index();
                made_.sb.set(x, y);
                if (a.kind != EventKind::read) continue;
                for (BitMatrix* matrix :
                     {&made_.data, &made_.addr, &made_.ctrl, &made_.ctrl_until_join})
                    if (chance(random_, 20)) matrix->set(x, y);
                if (b.kind == EventKind::write && y == x + 1 && chance(random_, 50))
                    made_.rmw.set(x, y);
            }
    }

    /// Some of the links there are, the others have no matrix.
    void link() {
        for (std::size_t number = 0; number < litmus::kLinks; ++number) {
            if (chance(random_, 50)) continue;
            BitMatrix& pairs = litmus::linked(made_, static_cast<litmus::Link>(number));
            pairs = BitMatrix(made_.size());
            for (std::size_t i = 0; i < made_.size(); ++i)
                pairs.set(pick(random_, made_.size()), pick(random_, made_.size()));
        }
    }

    void pair_barriers() {
        for (const Event& a : made_.events)
            for (const Event& b : made_.events)
                if (a.kind == EventKind::barrier_entry && b.kind == EventKind::barrier_exit &&
                    a.unit != b.unit)
                    made_.barriers.push_back(
                        {a.id, b.id,
                         chance(random_, 50) ? made_.terms.boolean(true) : condition()});
    }

    Random& random_;
    const Shapes& shapes_;
    EventStructure made_;
    std::vector<TermId> choices_;
    std::vector<litmus::Tag> tags_;
};

class ProgramMaker {
public:
    explicit ProgramMaker(Random& random) : random_(random) {}

    ProgramBuilder make(std::size_t operators) {
        for (const Base base : {Base::reads_from, Base::modification_order, Base::same_location,
                                Base::sequenced_before, Base::barrier_pair, Base::identity})
            relations_.push_back(builder_.base(base));
        for (int i = 0; i < 4; ++i) {
            const NodeId node = random_base();
            (builder_.is_set(node) ? sets_ : relations_).push_back(node);
        }
        for (const Base base : {Base::read, Base::write, Base::rmw_event, Base::everything})
            sets_.push_back(builder_.base(base));
        if (chance(random_, 50)) relations_.push_back(builder_.total_order(some(sets_)));
        const std::size_t groups = pick(random_, 3);
        for (std::size_t i = 0; i < operators; ++i) step();
        for (std::uint32_t i = 0; i < groups; ++i) recursion(i);
        for (std::size_t i = 0; i < operators / 3; ++i) step();
        return std::move(builder_);
    }

private:
    /// One that all languages have, or a name of the language.
    NodeId random_base() {
        constexpr auto kStructural = static_cast<std::size_t>(Base::first_named);
        const litmus::Vocabulary& words = litmus::opencl().vocabulary();
        const std::size_t number =
            pick(random_, kStructural + words.sets.size() + words.relations.size());
        if (number < kStructural) return builder_.base(static_cast<Base>(number));
        const std::size_t named = number - kStructural;
        return named < words.sets.size() ? builder_.named_set(named)
                                         : builder_.named_relation(named - words.sets.size());
    }

    NodeId some(const std::vector<NodeId>& from) {
        const std::size_t last = std::min<std::size_t>(from.size(), 8);
        return from[chance(random_, 60) ? from.size() - 1 - pick(random_, last)
                                        : pick(random_, from.size())];
    }

    void step() {
        const bool set = chance(random_, 20);
        const NodeId made = grow(set, some(set ? sets_ : relations_));
        (builder_.is_set(made) ? sets_ : relations_).push_back(made);
    }

    /// A random operator with `first` as an operand, where it is monotone.
    NodeId grow(bool set, NodeId first, bool monotone = false) {
        const auto& pool = set ? sets_ : relations_;
        const NodeId second = some(pool);
        const bool swap = chance(random_, 50);
        const auto both = [&](NodeOp op) {
            return swap ? builder_.make(op, second, first) : builder_.make(op, first, second);
        };
        switch (pick(random_, set ? 7 : 14)) {
            case 0:
                return both(NodeOp::unite);
            case 1:
                return both(NodeOp::intersect);
            case 2:
                return builder_.make(NodeOp::subtract, first, second);
            case 3:
                return monotone ? both(NodeOp::unite) : builder_.make(NodeOp::complement, first);
            case 4:
                return set ? builder_.make(NodeOp::identity_on, first) : both(NodeOp::sequence);
            case 5:
                return set ? both(NodeOp::product) : builder_.make(NodeOp::inverse, first);
            case 6:
                return set ? both(NodeOp::unite) : builder_.make(NodeOp::transitive_closure, first);
            case 7:
                return builder_.make(NodeOp::reflexive_transitive_closure, first);
            case 8:
                return builder_.make(NodeOp::optional, first);
            case 9:
                return builder_.make(NodeOp::domain, first);
            case 10:
                return builder_.make(NodeOp::range, first);
            case 11:
                return builder_.make(NodeOp::sequence, builder_.make(NodeOp::inverse, second),
                                     first);
            case 12:
                return builder_.make(NodeOp::sequence,
                                     builder_.make(NodeOp::identity_on, some(sets_)), first);
            default:
                return both(NodeOp::sequence);
        }
    }

    /// let rec r = some | f(r, s) and s = some | g(r, s)
    void recursion(std::uint32_t group) {
        std::vector<NodeId> bound;
        for (std::size_t i = 0; i <= pick(random_, 2); ++i)
            bound.push_back(builder_.recursive(false, group));
        for (const NodeId name : bound) {
            NodeId grown = bound[pick(random_, bound.size())];
            for (std::size_t i = 0; i <= pick(random_, 3); ++i) {
                const NodeId next = grow(false, grown, true);
                if (!builder_.is_set(next)) grown = next;
            }
            const NodeId other = bound[pick(random_, bound.size())];
            grown =
                builder_.make(NodeOp::unite, grown, builder_.make(NodeOp::sequence, other, name));
            builder_.define(name, builder_.make(NodeOp::unite, some(relations_), grown));
        }
        for (const NodeId name : bound) relations_.push_back(name);
    }

    Random& random_;
    ProgramBuilder builder_;
    std::vector<NodeId> sets_, relations_;
};

}  // namespace

EventStructure random_structure(Random& random, const Shapes& shapes) {
    return StructureMaker(random, shapes).make();
}

ProgramBuilder random_program(Random& random, std::size_t operators) {
    return ProgramMaker(random).make(operators);
}

Seeds::Seeds(const EventStructure& structure, const Program& program, Random& random) {
    const auto priorities = [&] {
        std::vector<std::uint32_t> result(structure.size());
        for (std::uint32_t& each : result) each = static_cast<std::uint32_t>(random());
        return result;
    };
    for (std::size_t i = 0; i < 3; ++i) choices.push_back(random() & 1U);
    for (std::size_t i = 0; i < structure.size(); ++i) sources.push_back(priorities());
    order = priorities();
    for (std::size_t i = 0; i < program.total_orders.size(); ++i)
        total_orders.push_back(priorities());
}

void Seeds::mutate(Random& random) {
    const auto change = [&](std::vector<std::uint32_t>& of) {
        of[pick(random, of.size())] = static_cast<std::uint32_t>(random());
    };
    switch (pick(random, total_orders.empty() ? 5 : 6)) {
        case 0:
            choices[pick(random, choices.size())] ^= 1U;
            break;
        case 1:
        case 2:
            change(sources[pick(random, sources.size())]);
            break;
        case 3:
        case 4:
            change(order);
            break;
        default:
            change(total_orders[pick(random, total_orders.size())]);
            break;
    }
}

}  // namespace clmm::model::test
