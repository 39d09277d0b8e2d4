#include "clmm/litmus/final_question.h"

#include <algorithm>
#include <map>

#include "clmm/base/ensure.h"
#include "unfold/observation.h"
#include "unfold/unfolding.h"

namespace clmm::litmus {

/// Registers are the values of events that there are not.
struct FinalQuestion::Terms {
    TermPool pool;
    TermId condition, filter;
    std::vector<Observed> observables;
    std::map<LocationId, std::size_t> locations;  ///< to observables
    std::map<std::size_t, std::size_t> events;    ///< to observables

    /// `registers`: the name of each event's register.
    Terms(Unfolding& unfolding, const std::vector<Observable>& observed,
          const std::vector<std::string>& registers);
    /// Each observable is the value of an event with its number.
    Terms(const EventStructure& structure, const Ask& ask);

    [[nodiscard]] std::uint64_t evaluate(TermId asked, std::span<const std::uint64_t> values) const;
};

namespace {

class ObservedValues : public Valuation {
public:
    ObservedValues(const std::map<LocationId, std::size_t>& locations,
                   const std::map<std::size_t, std::size_t>& events,
                   std::span<const std::uint64_t> values)
        : locations_(locations), events_(events), values_(values) {}
    std::uint64_t read_value(EventId event) const override {
        return values_[events_.at(event.index())];
    }
    std::uint64_t final_value(LocationId location) const override {
        return values_[locations_.at(location)];
    }
    std::uint64_t choice(std::uint64_t /*number*/) const override { return 0; }

private:
    const std::map<LocationId, std::size_t>& locations_;
    const std::map<std::size_t, std::size_t>& events_;
    std::span<const std::uint64_t> values_;
};

/// A register gets a term of its own: the value of an event with its number.
void name_register(Unfolding& unfolding, std::size_t event, const FinalQuestion::Register& reg) {
    const auto unit = std::ranges::find(unfolding.test.units, reg.unit, &Unit::number);
    ensure(unit != unfolding.test.units.end(), "a register has a unit");
    unfolding.registers[{unit->id, reg.name}] = {
        .value = unfolding.structure.terms.read_value(EventId(event), reg.width),
        .type = reg.is_pointer ? pointer_to(int_type()) : integer_type(reg.width, reg.is_signed)};
}

bool is_register(const Observable& observable) {
    return observable.name.find(':') != std::string::npos;
}

FinalQuestion::Register register_of(const Observable& observable, const TermPool& terms) {
    const std::size_t colon = observable.name.find(':');
    return {.unit = static_cast<std::uint32_t>(std::stoul(observable.name.substr(0, colon))),
            .name = observable.name.substr(colon + 1),
            .width = terms[observable.value].width,
            .is_signed = observable.is_signed,
            .is_pointer = observable.is_pointer};
}

}  // namespace

FinalQuestion::Terms::Terms(Unfolding& unfolding, const std::vector<Observable>& observed,
                            const std::vector<std::string>& registers)
    : condition(unfolding.structure.condition), filter(unfolding.structure.filter) {
    std::map<std::string, std::size_t> index;
    for (const Observable& each : observed) {
        index[each.name] = observables.size();
        observables.push_back({each.name, each.is_signed, each.is_pointer});
    }
    for (const Location& location : unfolding.structure.locations)
        if (const auto found = index.find(location.name); found != index.end())
            locations[location.id] = found->second;
    for (std::size_t event = 0; event < registers.size(); ++event)
        if (const auto found = index.find(registers[event]); found != index.end())
            events[event] = found->second;
    pool = std::move(unfolding.structure.terms);
}

FinalQuestion::Terms::Terms(const EventStructure& structure, const Ask& ask) {
    std::map<std::string, TermId> values;
    for (const Observable& each : structure.observables) {
        const std::size_t number = observables.size();
        values[each.name] = pool.read_value(EventId(number), structure.terms[each.value].width);
        events[number] = number;
        observables.push_back({each.name, each.is_signed, each.is_pointer});
    }
    const Asked asked = ask(pool, [&](const std::string& name) { return values.at(name); });
    condition = asked.condition;
    filter = asked.filter;
}

std::uint64_t FinalQuestion::Terms::evaluate(TermId asked,
                                             std::span<const std::uint64_t> values) const {
    return litmus::evaluate(pool, asked, ObservedValues(locations, events, values));
}

FinalQuestion::FinalQuestion(const LitmusTest& test, const EventStructure& structure) {
    const UnfoldOptions options;
    Unfolding unfolding(test, options);
    unfolding.structure.locations = structure.locations;
    unfolding.objects = test.code->objects;
    std::vector<std::string> names;
    for (const Observable& each : structure.observables) {
        if (is_register(each))
            name_register(unfolding, names.size(), register_of(each, structure.terms));
        names.push_back(each.name);
    }
    observe(unfolding);
    terms_ = std::make_unique<const Terms>(unfolding, structure.observables, names);
}

FinalQuestion::FinalQuestion(const LitmusTest& test, std::span<const Register> registers) {
    const UnfoldOptions options;
    Unfolding unfolding(test, options);
    unfolding.structure.locations = test.locations;
    unfolding.objects = test.code->objects;
    std::vector<std::string> names;
    for (const Register& each : registers) {
        name_register(unfolding, names.size(), each);
        names.push_back(std::to_string(each.unit) + ":" + each.name);
    }
    observe(unfolding);
    ensure(!unfolding.reporter.failed(), "a test that was read asks about scalars");
    terms_ = std::make_unique<const Terms>(unfolding, unfolding.structure.observables, names);
}

FinalQuestion::FinalQuestion(const EventStructure& structure, const Ask& ask)
    : terms_(std::make_unique<const Terms>(structure, ask)) {}

FinalQuestion::FinalQuestion(FinalQuestion&&) noexcept = default;
FinalQuestion& FinalQuestion::operator=(FinalQuestion&&) noexcept = default;
FinalQuestion::~FinalQuestion() = default;

std::span<const FinalQuestion::Observed> FinalQuestion::observables() const {
    return terms_->observables;
}

bool FinalQuestion::satisfies(std::span<const std::uint64_t> values) const {
    return terms_->evaluate(terms_->condition, values) != 0;
}

bool FinalQuestion::passes_filter(std::span<const std::uint64_t> values) const {
    return terms_->evaluate(terms_->filter, values) != 0;
}

}  // namespace clmm::litmus
