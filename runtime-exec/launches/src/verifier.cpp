#include "verifier.h"

#include <algorithm>

#include "check/races/scopes.h"
#include "clmm/litmus/orders.h"
#include "overlap.h"

namespace clmm::runtime::launches {
namespace {

using Verdict = LaunchAnswer::Verdict;

constexpr std::size_t kMostCandidates = 4;
constexpr std::uint32_t kQuestionEffort = 10'000'000;
constexpr std::uint32_t kSmallEffort = 3'000'000;

void leave_unknown(LaunchAnswer& answer, std::string reason,
                   std::vector<LaunchAnswer::Place> places) {
    if (answer.reason.empty()) {
        answer.reason = std::move(reason);
        answer.places = std::move(places);
    }
    answer.verdict = Verdict::unknown;
}

}  // namespace

std::string Verifier::word(const Access& access) {
    const std::string kind = access.atomic ? "atomic " : "";
    if (access.reads && access.writes) return kind + "update of " + access.text;
    return kind + (access.writes ? "write of " : "read of ") + access.text;
}

void Verifier::add_obstacles(LaunchAnswer& answer, const Deeds& deeds,
                             bool Obstacle::*concerns) const {
    for (const Obstacle& each : deeds.obstacles)
        if (each.*concerns) leave_unknown(answer, each.text, {{each.span, ""}});
    if (questions_.late()) leave_unknown(answer, "the time is over", {});
}

// ---- launches ----

TermId Verifier::is_within(std::uint64_t items, std::int64_t least_of_scalars,
                           std::int64_t most_of_scalars) {
    TermId out = terms_.boolean(true);
    const TermId limit = formulas_.number(items, 64);
    for (unsigned d = 0; d < launch_.dimensions(); ++d)
        out = terms_.land(out, formulas_.less_equal(launch_.global_size(d), limit, true));
    for (std::uint32_t p = 0; p < walk_.parameters().size(); ++p) {
        const auto scalar = walk_.scalar_parameter(p);
        if (!scalar) continue;
        const TermId value = terms_.extend(*scalar, 64, true);
        const auto number = [&](std::int64_t bound) {
            return formulas_.number(static_cast<std::uint64_t>(bound), 64);
        };
        out = terms_.land(out, formulas_.less_equal(value, number(most_of_scalars), true));
        out = terms_.land(out, formulas_.less_equal(number(least_of_scalars), value, true));
    }
    for (const auto& [parameter, bytes] : sizes_)
        out =
            terms_.land(out, formulas_.less_equal(bytes, formulas_.number(items << 12U, 64), true));
    return out;
}

CandidateLaunch Verifier::last_launch() {
    CandidateLaunch out;
    for (unsigned d = 0; d < launch_.dimensions(); ++d) {
        out.global.push_back(questions_.value(launch_.global_size(d)));
        out.local.push_back(questions_.value(launch_.local_size(d)));
    }
    for (std::uint32_t p = 0; p < walk_.parameters().size(); ++p) {
        const Parameter& parameter = kernel_.parameters()[p];
        const auto scalar = walk_.scalar_parameter(p);
        if (!scalar) continue;
        out.scalars[parameter.name] = static_cast<std::int64_t>(
            questions_.value(terms_.extend(*scalar, 64, parameter.type_name[0] != 'u')));
    }
    for (const auto& [parameter, bytes] : sizes_) {
        const Parameter& each = kernel_.parameters()[parameter];
        out.elements[each.name] = questions_.value(bytes) / std::max<std::size_t>(each.size, 1);
    }
    return out;
}

std::optional<CandidateLaunch> Verifier::launch_within(const Question& question,
                                                       std::uint64_t most_items,
                                                       std::int64_t least_of_scalars,
                                                       std::int64_t most_of_scalars) {
    Question smaller = question;
    smaller.together.push_back(is_within(most_items, least_of_scalars, most_of_scalars));
    smaller.effort = kSmallEffort;
    const bool is_one = questions_.ask(smaller) == Questions::Answer::satisfiable;
    return is_one ? std::optional(last_launch()) : std::nullopt;
}

/// The smallest that is found quickly, or any. Large scalars mean long loops, and negative ones
/// indices outside of memory. Sizes that are one group's leave no products to be decided.
std::pair<Questions::Answer, CandidateLaunch> Verifier::launch_of(const Question& question) {
    if (question.couple != Couple::other_groups) {
        Question of_one_group = question;
        for (unsigned d = 0; d < launch_.dimensions(); ++d)
            of_one_group.together.push_back(
                terms_.equal(launch_.groups(d), formulas_.number(1, 64)));
        if (auto launch = small_launch_of(of_one_group))
            return {Questions::Answer::satisfiable, std::move(*launch)};
    }
    if (auto launch = small_launch_of(question))
        return {Questions::Answer::satisfiable, std::move(*launch)};
    const Questions::Answer found = questions_.ask(question);
    const bool is_one = found == Questions::Answer::satisfiable;
    return {found, is_one ? last_launch() : CandidateLaunch()};
}

std::optional<CandidateLaunch> Verifier::small_launch_of(const Question& question) {
    constexpr std::int64_t kSmallScalar = 1;  // memory that is run has such numbers
    for (const std::int64_t most : {4, 16, 64, 256, 1024, 4096, 65536}) {
        const auto items = static_cast<std::uint64_t>(most);
        auto launch = launch_within(question, items, -4 * most, 4 * most);
        if (!launch) continue;
        if (launch->global.size() > 1 && most > 16)
            if (auto flatter = flatter_launch(question, items)) launch = std::move(flatter);
        const bool is_small = std::ranges::none_of(launch->scalars, [](const auto& each) {
            return each.second > kSmallScalar || each.second < 0;
        });
        for (const std::int64_t least : {std::int64_t{0}, std::int64_t{-4}})
            for (std::int64_t scalars = 1; !is_small && scalars <= 4 * most; scalars *= 4)
                if (auto smaller = launch_within(question, items, least * scalars / 4, scalars))
                    return smaller;
        return launch;
    }
    return std::nullopt;
}

/// Of few work-items in all dimensions but those that need more.
std::optional<CandidateLaunch> Verifier::flatter_launch(const Question& question,
                                                        std::uint64_t most_items) {
    constexpr std::uint64_t kFew = 2;
    std::optional<CandidateLaunch> out;
    Question flatter = question;
    for (unsigned d = launch_.dimensions(); d-- > 0;) {
        flatter.together.push_back(
            formulas_.less_equal(launch_.global_size(d), formulas_.number(kFew, 64), true));
        const auto scalars = static_cast<std::int64_t>(4 * most_items);
        if (auto launch = launch_within(flatter, most_items, -scalars, scalars))
            out = std::move(launch);
        else
            flatter.together.pop_back();
    }
    return out;
}

/// Whether a launch shows it when it is run: the smallest, or one of more work-items. Adds it to
/// the answer's candidates.
bool Verifier::comes_true(LaunchAnswer& answer, const Question& question,
                          const LaunchAnswer::Candidate& candidate) {
    constexpr std::uint64_t kSmall = 64;
    answer.candidates.push_back(candidate);
    if (rehearse_(answer.property, candidate)) return true;
    const bool of_groups = question.couple == Couple::other_groups;
    const std::uint64_t size =
        (of_groups ? candidate.launch.global : candidate.launch.local).front();
    if (size > kSmall) return false;
    Question larger = question;
    larger.together.push_back(
        formulas_.less_equal(formulas_.number(2 * size, 64),
                             of_groups ? launch_.global_size(0) : launch_.local_size(0), true));
    if (auto launch = small_launch_of(larger)) {
        Candidate other = candidate;
        other.launch = std::move(*launch);
        return rehearse_(answer.property, other);
    }
    return false;
}

bool Verifier::ask(LaunchAnswer& answer, Question question,
                   const std::vector<LaunchAnswer::Place>& places, const std::string& undecided) {
    Question quick = question;
    quick.exact = false;
    if (questions_.ask(quick) == Questions::Answer::unsatisfiable) return true;
    if (question.couple == Couple::same_group && trusts_) {
        quick.without_races = question.without_races = true;
        if (questions_.ask(quick) == Questions::Answer::unsatisfiable) return has_trusted_ = true;
    }
    const auto same = [&](const Candidate& each) {
        return each.places.front().span.begin == places.front().span.begin &&
               each.places.back().span.begin == places.back().span.begin;
    };
    if (std::ranges::any_of(answer.candidates, same)) return true;
    const auto [found, launch] = launch_of(question);
    if (found == Questions::Answer::unsatisfiable) {
        has_trusted_ = has_trusted_ || question.without_races;
        return true;
    }
    if (found == Questions::Answer::unknown) {
        leave_unknown(answer, questions_.late() ? "the time is over" : undecided, places);
        return !questions_.late();
    }
    answer.verdict = Verdict::unknown;
    if (comes_true(answer, question, {places, launch, question.couple == Couple::same_group})) {
        answer.verdict = Verdict::refuted;
        return false;
    }
    return answer.candidates.size() < kMostCandidates;
}

// ---- races ----

namespace {

check::Memory allocation_of(const Memory& memory) {
    if (memory.is_local()) return check::Memory::local;
    return memory.kind == Memory::Kind::program ? check::Memory::program : check::Memory::buffer;
}

}  // namespace

/// Of two work-items of one launch that are in different sub-groups, as any two may be.
bool Verifier::are_inclusive(const Access& a, const Access& b, Couple couple) const {
    const check::Memory memory = allocation_of(memory_[a.memory]);
    const auto position = [&](std::uint32_t number, std::uint32_t group) {
        return check::UnitPosition{.unit = {.launch = 1, .number = number},
                                   .group = group,
                                   .sub_group = number,
                                   .device = 0};
    };
    const auto scope = [&](const Access& access) {
        return check::narrowed(litmus::scope_of(access.scope), memory, false, rules_);
    };
    const std::uint32_t other = couple == Couple::same_group ? 0 : 1;
    return check::inclusive(position(0, 0), scope(a), position(1, other), scope(b), memory, rules_);
}

bool Verifier::may_conflict(const Access& a, const Access& b, Couple couple) const {
    if (a.memory != b.memory || !(a.writes || b.writes)) return false;
    return !a.atomic || !b.atomic || a.bytes != b.bytes || !are_inclusive(a, b, couple);
}

TermId Verifier::distinct(Couple couple) {
    Copies& copies = questions_.copies(couple);
    TermId out = terms_.boolean(false);
    for (unsigned d = 0; d < launch_.dimensions(); ++d) {
        const TermId id = couple == Couple::same_group ? launch_.local_id(d) : launch_.group_id(d);
        out = terms_.lor(out, formulas_.differ(copies.first(id), copies.second(id)));
    }
    return out;
}

Question Verifier::meeting(const Access& a, TermId alive, const Access& b, Couple couple,
                           bool by_one) {
    Copies& copies = questions_.copies(couple);
    Question out{
        .couple = couple, .together = {}, .apart = {}, .exact = true, .effort = kQuestionEffort};
    // Bytes outside of an object are none of it: that is a matter of bounds alone.
    out.together = {copies.first(terms_.land(a.guard, a.within)), copies.first(alive),
                    copies.second(terms_.land(b.guard, b.within)),
                    by_one ? terms_.boolean(true) : distinct(couple),
                    overlap(formulas_, {copies.first(a.offset), copies.first(a.bytes)},
                            {copies.second(b.offset), copies.second(b.bytes)})};
    const std::size_t region = memory_[a.memory].is_local() ? 0 : 1;
    for (const Access* each : {&a, &b})
        for (const Access::Around& around : each->around)
            if (around.unordered[region]) out.apart.insert(around.pass);
    return out;
}

LaunchAnswer Verifier::races(const Deeds& deeds) {
    LaunchAnswer out{.property = LaunchProperty::race_free, .verdict = Verdict::verified};
    add_obstacles(out, deeds, &Obstacle::race);
    const auto consider = [&](const Access& a, TermId alive, const Access& b, Couple couple,
                              bool by_one) {
        if (!may_conflict(a, b, couple)) return true;
        const std::string text =
            "the solver did not decide whether these meet: " + word(a) + ", " + word(b);
        return ask(out, meeting(a, alive, b, couple, by_one),
                   {{a.span, word(a)}, {b.span, word(b)}}, text);
    };
    for (const Meeting& each : deeds.meetings)
        if (!consider(deeds.accesses[each.first], each.alive, deeds.accesses[each.second],
                      Couple::same_group, each.by_one))
            return out;
    if (terms_.is_false(distinct(Couple::other_groups))) return out;
    for (std::size_t i = 0; i < deeds.accesses.size(); ++i)
        for (std::size_t k = 0; k <= i; ++k) {
            const Access& a = deeds.accesses[k];
            const Access& b = deeds.accesses[i];
            if (!a.canonical || !b.canonical || memory_[a.memory].is_local()) continue;
            if (!consider(a, terms_.boolean(true), b, Couple::other_groups, false)) return out;
        }
    return out;
}

// ---- divergence, bounds ----

LaunchAnswer Verifier::divergence(const Deeds& deeds) {
    LaunchAnswer out{.property = LaunchProperty::no_divergence, .verdict = Verdict::verified};
    add_obstacles(out, deeds, &Obstacle::divergence);
    Copies& two = questions_.copies(Couple::same_group);
    for (const Convergence& each : deeds.convergences) {
        const Question question{
            .couple = Couple::same_group,
            .together = {two.first(each.entered), two.second(each.entered), two.first(each.guard),
                         terms_.lnot(two.second(each.guard)), distinct(Couple::same_group)},
            .apart = {},
            .exact = true,
            .effort = kQuestionEffort};
        if (!ask(out, question, {{each.span, each.text}},
                 "the solver did not decide whether all work-items of a group come here"))
            return out;
        for (const TermId value : each.same) {
            Question differs = question;
            differs.together = {two.first(each.guard), two.second(each.guard),
                                formulas_.differ(two.first(value), two.second(value)),
                                distinct(Couple::same_group)};
            if (!ask(out, differs, {{each.span, "the same arguments of " + each.text}},
                     "the solver did not decide whether all work-items give the same arguments"))
                return out;
        }
    }
    return out;
}

LaunchAnswer Verifier::bounds(const Deeds& deeds) {
    LaunchAnswer out{.property = LaunchProperty::bounds, .verdict = Verdict::verified};
    for (std::uint32_t p = 0; p < kernel_.parameters().size(); ++p)
        if (kernel_.parameters()[p].kind == ParameterKind::pointer && !sizes_.contains(p))
            out.unsized.push_back(kernel_.parameters()[p].name);
    add_obstacles(out, deeds, &Obstacle::bounds);
    Copies& one = questions_.copies(Couple::one);
    for (const Limit& each : deeds.limits) {
        const Question question{.couple = Couple::one,
                                .together = {one.first(each.outside)},
                                .apart = {},
                                .exact = true,
                                .effort = kQuestionEffort};
        if (!ask(out, question, {{each.span, each.text}},
                 "the solver did not decide whether this stays within its object: " + each.text))
            return out;
    }
    return out;
}

// ---- whether what is known contradicts itself ----

/// Of two work-items of a group, which may be one.
bool Verifier::is_excluded(TermId term) {
    Copies& two = questions_.copies(Couple::same_group);
    return questions_.ask({.couple = Couple::same_group,
                           .together = {two.first(term), two.second(term)},
                           .apart = {},
                           .exact = false,
                           .effort = kSmallEffort}) == Questions::Answer::unsatisfiable;
}

const Expectation* Verifier::contradiction(const Deeds& deeds) {
    for (const Expectation& each : deeds.expectations) {
        TermId all = terms_.land(each.entered, each.what);
        for (const auto& [a, b] : each.equal) all = terms_.land(all, terms_.equal(a, b));
        if (is_excluded(all) && !is_excluded(each.entered)) return &each;
    }
    return nullptr;
}

void Verifier::doubt(LaunchAnswer& answer, const Deeds& deeds) {
    if (answer.verdict != Verdict::verified) return;
    if (!contradiction_) contradiction_ = contradiction(deeds);
    if (const Expectation* found = *contradiction_)
        leave_unknown(answer, found->otherwise, {{found->span, ""}});
}

std::vector<LaunchAnswer> Verifier::operator()(const Deeds& deeds, const AnswerHeard& told) {
    const auto settled = [&](LaunchAnswer answer) {
        doubt(answer, deeds);
        told(answer);
        return answer;
    };
    trusts_ = true;
    LaunchAnswer diverges = divergence(deeds);
    const bool come_together = diverges.verdict == Verdict::verified;
    // The first of all mistakes is no race, nor is it two that part where nothing races.
    const bool hangs_on_races = come_together && has_trusted_;
    if (!hangs_on_races) diverges = settled(std::move(diverges));
    LaunchAnswer within = settled(bounds(deeds));
    LaunchAnswer race = races(deeds);
    // Intervals between barriers are those of all work-items of a group.
    if (race.verdict == Verdict::verified && !come_together)
        leave_unknown(race, "it is not known that all work-items come to the same barriers", {});
    race = settled(std::move(race));
    if (hangs_on_races) {
        trusts_ = false;
        if (race.verdict != Verdict::verified) diverges = divergence(deeds);
        diverges = settled(std::move(diverges));
    }
    return {std::move(race), std::move(diverges), std::move(within)};
}

}  // namespace clmm::runtime::launches
