#include "clmm/model/symmetry.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>

namespace clmm::model {

using litmus::Event;
using litmus::TermId;
using litmus::TermOp;
using litmus::Unit;
using litmus::UnitId;

namespace {

constexpr std::size_t kMostAttempts = 256;
constexpr std::size_t kMostSymmetries = 32;
/// Events of the structures that are compared; some hundred microseconds.
constexpr std::size_t kEventsUnasked = 250;
constexpr std::uint32_t kUnset = ~std::uint32_t{0};

using Map = std::vector<std::uint32_t>;

/// A partial injective map that grows.
class Pairing {
public:
    explicit Pairing(std::size_t size) : to_(size, kUnset), from_(size, kUnset) {}

    bool bind(std::size_t a, std::size_t b) {
        if (to_[a] == kUnset && from_[b] == kUnset) {
            to_[a] = static_cast<std::uint32_t>(b);
            from_[b] = static_cast<std::uint32_t>(a);
            return true;
        }
        return to_[a] == b && from_[b] == a;
    }

    /// The rest stays where it is. False where that is taken.
    bool complete() {
        for (std::size_t a = 0; a < to_.size(); ++a)
            if (to_[a] == kUnset && !bind(a, a)) return false;
        return true;
    }

    [[nodiscard]] const Map& map() const { return to_; }

private:
    Map to_, from_;
};

std::size_t choice_count(const litmus::TermPool& terms) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < terms.size(); ++i)
        if (const litmus::Term& term = terms[TermId(i)]; term.op == TermOp::choice)
            count = std::max<std::size_t>(count, term.payload + 1);
    return count;
}

/// What the language says of a structure's events.
struct LanguageFacts {
    std::vector<std::uint32_t> looks;  ///< by event: equal where kind, label and all sets are
    std::vector<BitMatrix> of_units;   ///< RelationName::of_units
    std::vector<BitMatrix> pairs;      ///< the other relations

    /// Without relations that do not matter, if it is said which do.
    explicit LanguageFacts(const EventStructure& structure,
                           const std::function<bool(std::string_view)>& matters = {}) {
        const litmus::FrontEnd& language = *structure.language;
        const litmus::Vocabulary& words = language.vocabulary();
        look(structure);
        for (std::size_t i = 0; i < words.relations.size(); ++i) {
            if (matters && !matters(words.relations[i].name)) continue;
            if (BitMatrix found = language.pairs(structure, i); found.size() != 0)
                (words.relations[i].of_units ? of_units : pairs).push_back(std::move(found));
        }
    }

private:
    void look(const EventStructure& structure) {
        using Members = std::vector<std::uint64_t>;  // a bit for each set
        using Look = std::tuple<litmus::EventKind, bool, std::string_view, Members>;
        const std::size_t sets = structure.language->vocabulary().sets.size();
        std::vector<Members> members(structure.size(), Members((sets + 63) / 64));
        for (std::size_t i = 0; i < sets; ++i)
            structure.language->members(structure, i).for_each([&](std::size_t event) {
                members[event][i / 64] |= std::uint64_t{1} << (i % 64);
            });
        std::map<Look, std::uint32_t> numbers;
        for (const Event& e : structure.events) {
            const auto number = static_cast<std::uint32_t>(numbers.size());
            Look found{e.kind, e.initial, e.label, std::move(members[e.id.index()])};
            looks.push_back(numbers.try_emplace(std::move(found), number).first->second);
        }
    }
};

/// Tries to extend an exchange of events to an automorphism.
class Attempt {
public:
    Attempt(const EventStructure& structure, const LanguageFacts& language, std::size_t choices,
            const Map& events)
        : s_(structure),
          language_(language),
          events_(events),
          locations_(structure.locations.size()),
          choices_(choices) {}

    std::optional<Automorphism> operator()() {
        if (!map_locations() || !same_events()) return std::nullopt;
        for (std::uint32_t event = 0; event < events_.size(); ++event)
            if (events_[event] != event) moved_.push_back(event);
        if (!same_relations() || !same_rest()) return std::nullopt;
        Pairing choices = choices_;
        if (!choices.complete()) return std::nullopt;
        Automorphism result{events_, locations_.map(), choices.map(), {}};
        result.observables = map_observables();
        return result;
    }

    /// After it was one: what is undefined stays what it is, too.
    bool keeps_undefined() {
        return std::ranges::all_of(s_.undefined, [&](const litmus::UndefinedBehaviour& a) {
            return same_term(a.when, a.when) ||
                   std::ranges::any_of(s_.undefined, [&](const litmus::UndefinedBehaviour& b) {
                       return a.kind == b.kind && same_term(a.when, b.when);
                   });
        });
    }

private:
    bool map_locations() {
        for (const Event& event : s_.events) {
            if (event.initial) continue;
            const Event& image = s_.events[events_[event.id.index()]];
            if (event.targets.size() != image.targets.size()) return false;
            for (std::size_t i = 0; i < event.targets.size(); ++i)
                if (!locations_.bind(event.targets[i].location.index(),
                                     image.targets[i].location.index()))
                    return false;
        }
        if (!locations_.complete()) return false;
        // Initial writes follow their locations.
        for (const Event& event : s_.events) {
            if (!event.initial) break;
            const auto location = event.targets.front().location.index();
            events_[event.id.index()] = initial_write(locations_.map()[location]);
        }
        return true;
    }

    std::uint32_t initial_write(std::uint32_t location) const {
        for (const Event& event : s_.events)
            if (event.initial && event.targets.front().location.index() == location)
                return static_cast<std::uint32_t>(event.id.index());
        return 0;
    }

    bool same_events() {
        for (const Event& a : s_.events) {
            const Event& b = s_.events[events_[a.id.index()]];
            if (language_.looks[a.id.index()] != language_.looks[b.id.index()]) return false;
            if (!same_term(a.guard, b.guard) || !same_term(a.value, b.value)) return false;
            for (std::size_t i = 0; i < a.targets.size(); ++i)
                if (!same_term(a.targets[i].when, b.targets[i].when)) return false;
        }
        for (std::size_t l = 0; l < s_.locations.size(); ++l) {
            const litmus::Location& a = s_.locations[l];
            const litmus::Location& b = s_.locations[locations_.map()[l]];
            const auto type = [](const litmus::Location& x) {
                return std::tuple(x.width, x.is_signed, x.is_pointer);
            };
            if (type(a) != type(b) || !s_.language->alike(a, b)) return false;
        }
        return true;
    }

    /// Pairs of events that stay where they are need no look.
    bool invariant(const BitMatrix& relation) const {
        if (relation.size() == 0) return true;
        const auto is_kept = [&](std::size_t a, std::size_t b) {
            return relation.test(a, b) == relation.test(events_[a], events_[b]);
        };
        return std::ranges::all_of(moved_, [&](std::uint32_t moved) {
            for (std::size_t other = 0; other < relation.size(); ++other)
                if (!is_kept(moved, other) || !is_kept(other, moved)) return false;
            return true;
        });
    }

    /// Relations that the units decide: one event of each stands for all.
    bool same_units() const {
        Map first(s_.units.size(), kUnset);
        for (const Event& event : s_.events)
            if (event.unit.valid() && first[event.unit.index()] == kUnset)
                first[event.unit.index()] = static_cast<std::uint32_t>(event.id.index());
        std::erase(first, kUnset);
        return std::ranges::all_of(language_.of_units, [&](const BitMatrix& pairs) {
            return std::ranges::all_of(first, [&](std::uint32_t a) {
                return std::ranges::all_of(first, [&](std::uint32_t b) {
                    return pairs.test(a, b) == pairs.test(events_[a], events_[b]);
                });
            });
        });
    }

    bool same_relations() const {
        return same_units() && invariant(s_.sb) && invariant(s_.data) && invariant(s_.addr) &&
               invariant(s_.ctrl) && invariant(s_.ctrl_until_join) && invariant(s_.rmw) &&
               std::ranges::all_of(language_.pairs,
                                   [&](const BitMatrix& m) { return invariant(m); });
    }

    bool same_rest() {
        const auto has_pair = [&](const litmus::BarrierPair& pair) {
            return std::ranges::any_of(s_.barriers, [&](const litmus::BarrierPair& other) {
                return other.entry.index() == events_[pair.entry.index()] &&
                       other.exit.index() == events_[pair.exit.index()] &&
                       same_term(pair.when, other.when);
            });
        };
        if (!std::ranges::all_of(s_.barriers, has_pair)) return false;
        std::vector<TermId> bounds;
        for (const litmus::UnrollBound& bound : s_.bounds) bounds.push_back(bound.reached);
        return same_set(s_.constraints) && same_set(bounds) && same_term(s_.filter, s_.filter);
    }

    bool same_set(const std::vector<TermId>& terms) {
        return std::ranges::all_of(terms, [&](TermId a) {
            return same_term(a, a) ||
                   std::ranges::any_of(terms, [&](TermId b) { return same_term(a, b); });
        });
    }

    Map map_observables() {
        const auto& observables = s_.observables;
        Map result;
        // Several may have one value: each becomes another.
        std::vector<bool> taken(observables.size());
        for (const litmus::Observable& from : observables) {
            if (from.is_pointer) return {};
            std::size_t to = 0;
            while (to < observables.size() &&
                   (taken[to] || !same_term(from.value, observables[to].value)))
                ++to;
            if (to == observables.size()) return {};
            taken[to] = true;
            result.push_back(static_cast<std::uint32_t>(to));
        }
        return result;
    }

    /// Whether `b` is what `a` becomes. Choices are paired as they are met; what was found alike
    /// on the way to a difference is forgotten with its pairs.
    bool same_term(TermId a, TermId b) {
        if (!a.valid() || !b.valid()) return a.valid() == b.valid();
        if (const auto same = same_leaf(s_.terms[a], s_.terms[b])) return *same;
        if (alike_.contains({a, b})) return true;
        if (different_.contains({a, b})) return false;
        const Pairing before = choices_;
        const std::size_t alike_before = found_alike_.size();
        if (compare(a, b)) {
            alike_.insert({a, b});
            found_alike_.emplace_back(a, b);
            return true;
        }
        choices_ = before;
        for (; found_alike_.size() > alike_before; found_alike_.pop_back())
            alike_.erase(found_alike_.back());
        different_.insert({a, b});
        return false;
    }

    /// Nullopt where that is for others to say.
    std::optional<bool> same_leaf(const litmus::Term& x, const litmus::Term& y) const {
        if (x.op != y.op || x.width != y.width) return false;
        switch (x.op) {
            case TermOp::constant:
                return x.payload == y.payload;
            case TermOp::read_value:
                return events_[x.payload] == y.payload;
            case TermOp::final_value:
                return locations_.map()[x.payload] == y.payload;
            default:
                return std::nullopt;
        }
    }

    /// No leaves but choices.
    bool compare(TermId a, TermId b) {
        const litmus::Term& x = s_.terms[a];
        const litmus::Term& y = s_.terms[b];
        if (x.op == TermOp::choice) return choices_.bind(x.payload, y.payload);
        if (same_term(x.a, y.a) && same_term(x.b, y.b) && same_term(x.c, y.c)) return true;
        return litmus::is_commutative(x.op) && same_term(x.a, y.b) && same_term(x.b, y.a);
    }

    const EventStructure& s_;
    const LanguageFacts& language_;
    Map events_;
    Map moved_;  ///< events that do not stay where they are
    Pairing locations_;
    Pairing choices_;
    using TermPair = std::pair<TermId, TermId>;
    std::set<TermPair> alike_;
    std::set<TermPair> different_;  ///< perhaps only with the pairs of choices as they were
    std::vector<TermPair> found_alike_;
};

using Block = litmus::UnitBlock;

using EventsOf = std::vector<std::vector<EventId>>;

/// By unit.
EventsOf events_by_unit(const EventStructure& structure) {
    EventsOf events(structure.units.size());
    for (const Event& event : structure.events)
        if (event.unit.valid()) events[event.unit.index()].push_back(event.id);
    return events;
}

/// Two blocks with as many events change places.
Map exchange(std::size_t size, const EventsOf& events_of, const Block& a, const Block& b) {
    Map map(size);
    std::iota(map.begin(), map.end(), 0U);
    for (std::size_t u = 0; u < a.size(); ++u) {
        const auto& left = events_of[a[u].index()];
        const auto& right = events_of[b[u].index()];
        for (std::size_t i = 0; i < left.size(); ++i) {
            map[left[i].index()] = static_cast<std::uint32_t>(right[i].index());
            map[right[i].index()] = static_cast<std::uint32_t>(left[i].index());
        }
    }
    return map;
}

/// What may be exchanged as wholes: single units, then the language's blocks.
std::vector<std::vector<Block>> levels(const EventStructure& structure) {
    std::vector<std::vector<Block>> result(1);
    for (const Unit& unit : structure.units) result.front().push_back({unit.id});
    std::ranges::move(structure.language->blocks(structure), std::back_inserter(result));
    return result;
}

class Finder {
public:
    Finder(const EventStructure& structure, std::function<bool()> should_stop)
        : structure_(structure),
          should_stop_(std::move(should_stop)),
          choices_(choice_count(structure.terms)),
          events_of_(events_by_unit(structure)) {}

    std::vector<Automorphism> operator()() {
        for (const std::vector<Block>& level : levels(structure_))
            for (std::size_t i = 0; i < level.size(); ++i) try_with_next(level, i);
        return std::move(found_);
    }

private:
    /// Before an attempt.
    bool is_over() {
        if (attempts_++ >= kMostAttempts || found_.size() >= kMostSymmetries) return true;
        unasked_ += structure_.size();
        if (unasked_ < kEventsUnasked || !should_stop_) return is_stopped_;
        unasked_ = 0;
        is_stopped_ = is_stopped_ || should_stop_();
        return is_stopped_;
    }

    /// The nearest later block with which an exchange works: those chains generate all.
    void try_with_next(const std::vector<Block>& level, std::size_t i) {
        for (std::size_t j = i + 1; j < level.size(); ++j) {
            if (!alike(level[i], level[j])) continue;
            if (is_over()) return;
            const Map events = exchange(structure_.size(), events_of_, level[i], level[j]);
            std::optional<Automorphism> symmetry =
                Attempt(structure_, *language_, choices_, events)();
            if (!symmetry) continue;
            const auto same = [&](const Automorphism& other) {
                return other.events == symmetry->events;
            };
            if (std::ranges::none_of(found_, same)) found_.push_back(std::move(*symmetry));
            return;
        }
    }

    /// The language is asked where the kinds of events do not tell: mostly they do.
    bool alike(const Block& a, const Block& b) {
        if (!equal_by(a, b, [&](EventId e) { return structure_[e].kind; })) return false;
        if (!language_) language_.emplace(structure_);
        return equal_by(a, b, [&](EventId e) { return language_->looks[e.index()]; });
    }

    template <class Look>
    bool equal_by(const Block& a, const Block& b, const Look& look) const {
        return std::ranges::equal(a, b, [&](UnitId x, UnitId y) {
            return std::ranges::equal(events_of_[x.index()], events_of_[y.index()], {}, look, look);
        });
    }

    const EventStructure& structure_;
    std::function<bool()> should_stop_;
    std::optional<LanguageFacts> language_;
    const std::size_t choices_;
    const EventsOf events_of_;
    std::vector<Automorphism> found_;
    std::size_t attempts_ = 0;
    std::size_t unasked_ = 0;  ///< events of structures compared since should_stop_ was asked
    bool is_stopped_ = false;
};

BitMatrix image(const BitMatrix& relation, const Map& map) {
    BitMatrix result(relation.size());
    for (std::size_t a = 0; a < relation.size(); ++a)
        relation.for_each_in_row(a, [&](std::size_t b) { result.set(map[a], map[b]); });
    return result;
}

std::vector<std::uint64_t> image(const std::vector<std::uint64_t>& values, const Map& map) {
    std::vector<std::uint64_t> result(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) result[map[i]] = values[i];
    return result;
}

}  // namespace

Reason Automorphism::operator()(const Reason& reason) const {
    Reason result = reason;
    for (Literal& literal : result) {
        literal.a = (*this)(literal.a);
        literal.b = (*this)(literal.b);
        if (literal.kind == Literal::Kind::same_location && literal.b < literal.a)
            std::swap(literal.a, literal.b);
    }
    std::sort(result.begin(), result.end());
    return result;
}

Execution Automorphism::operator()(const Execution& from) const {
    Execution to(from.values.size());
    from.executed.for_each([&](std::size_t e) { to.executed.set(events[e]); });
    to.reads_from = image(from.reads_from, events);
    to.modification_order = image(from.modification_order, events);
    to.same_location = image(from.same_location, events);
    to.barrier_pairs = image(from.barrier_pairs, events);
    for (const BitMatrix& order : from.total_orders)
        to.total_orders.push_back(image(order, events));
    to.values = image(from.values, events);
    for (std::size_t e = 0; e < from.locations.size(); ++e)
        if (from.locations[e].valid())
            to.locations[events[e]] = LocationId(locations[from.locations[e].index()]);
    to.final_values = image(from.final_values, locations);
    // The last ones may be left out, and are 0 then; their images need not be last.
    to.choices = from.choices;
    to.choices.resize(std::max(from.choices.size(), choices.size()));
    for (std::size_t c = 0; c < choices.size(); ++c)
        to.choices[choices[c]] = c < from.choices.size() ? from.choices[c] : 0;
    return to;
}

std::vector<std::uint64_t> Automorphism::operator()(
    const std::vector<std::uint64_t>& observed) const {
    return image(observed, observables);
}

std::vector<Automorphism> symmetries(const EventStructure& structure,
                                     std::function<bool()> should_stop) {
    return Finder(structure, std::move(should_stop))();
}

bool are_exchangeable(const EventStructure& structure, const std::vector<litmus::UnitId>& units,
                      const std::function<bool(std::string_view)>& matters) {
    const LanguageFacts language(structure, matters);
    const std::size_t choices = choice_count(structure.terms);
    const EventsOf events_of = events_by_unit(structure);
    for (std::size_t i = 0; i + 1 < units.size(); ++i) {
        if (events_of[units[i].index()].size() != events_of[units[i + 1].index()].size())
            return false;
        Attempt attempt(structure, language, choices,
                        exchange(structure.size(), events_of, {units[i]}, {units[i + 1]}));
        if (!attempt() || !attempt.keeps_undefined()) return false;
    }
    return true;
}

}  // namespace clmm::model
