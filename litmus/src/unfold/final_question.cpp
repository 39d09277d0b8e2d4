#include "clmm/litmus/final_question.h"

#include <algorithm>
#include <map>

#include "clmm/base/ensure.h"
#include "unfold/observation.h"
#include "unfold/unfolding.h"

namespace clmm::litmus {

/// Registers are the values of events that there are not, numbered as the observables.
struct FinalQuestion::Terms {
    TermPool pool;
    TermId condition, filter;
    std::map<LocationId, std::size_t> locations;  ///< to observables
};

namespace {

class ObservedValues : public Valuation {
public:
    ObservedValues(const std::map<LocationId, std::size_t>& locations,
                   std::span<const std::uint64_t> values)
        : locations_(locations), values_(values) {}
    std::uint64_t read_value(EventId event) const override { return values_[event.index()]; }
    std::uint64_t final_value(LocationId location) const override {
        return values_[locations_.at(location)];
    }
    std::uint64_t choice(std::uint64_t /*number*/) const override { return 0; }

private:
    const std::map<LocationId, std::size_t>& locations_;
    std::span<const std::uint64_t> values_;
};

TypePtr type_of(const Observable& observable, unsigned width) {
    return observable.is_pointer ? pointer_to(int_type())
                                 : integer_type(width, observable.is_signed);
}

/// `0:r0` gets a term of its own.
void name_register(Unfolding& unfolding, const EventStructure& structure, std::size_t index) {
    const Observable& observable = structure.observables[index];
    const std::size_t colon = observable.name.find(':');
    const auto number = static_cast<std::uint32_t>(std::stoul(observable.name.substr(0, colon)));
    const auto unit = std::ranges::find(structure.units, number, &Unit::number);
    ensure(unit != structure.units.end(), "an observed register has a unit");
    const unsigned width = structure.terms[observable.value].width;
    unfolding.registers[{unit->id, observable.name.substr(colon + 1)}] = {
        .value = unfolding.structure.terms.read_value(EventId(index), width),
        .type = type_of(observable, width)};
}

}  // namespace

FinalQuestion::FinalQuestion(const LitmusTest& test, const EventStructure& structure) {
    const UnfoldOptions options;
    Unfolding unfolding(test, options);
    unfolding.structure.locations = structure.locations;
    unfolding.objects = test.code->objects;
    for (std::size_t i = 0; i < structure.observables.size(); ++i)
        if (structure.observables[i].name.find(':') != std::string::npos)
            name_register(unfolding, structure, i);
    observe(unfolding);
    auto terms = std::make_unique<Terms>();
    for (const Location& location : structure.locations)
        for (std::size_t i = 0; i < structure.observables.size(); ++i)
            if (structure.observables[i].name == location.name) terms->locations[location.id] = i;
    terms->condition = unfolding.structure.condition;
    terms->filter = unfolding.structure.filter;
    terms->pool = std::move(unfolding.structure.terms);
    terms_ = std::move(terms);
}

FinalQuestion::FinalQuestion(FinalQuestion&&) noexcept = default;
FinalQuestion& FinalQuestion::operator=(FinalQuestion&&) noexcept = default;
FinalQuestion::~FinalQuestion() = default;

bool FinalQuestion::satisfies(std::span<const std::uint64_t> values) const {
    return evaluate(terms_->pool, terms_->condition, ObservedValues(terms_->locations, values)) !=
           0;
}

bool FinalQuestion::passes_filter(std::span<const std::uint64_t> values) const {
    return evaluate(terms_->pool, terms_->filter, ObservedValues(terms_->locations, values)) != 0;
}

}  // namespace clmm::litmus
