#include "host/final_state.h"

#include "clmm/base/reject.h"
#include "clmm/parser/tree_walk.h"

namespace clmm::runtime::host {
namespace {

using litmus::FinalQuestion;

class Observer {
public:
    explicit Observer(Run& run) : run_(run) {}

    void operator()(HostOutcome& outcome) {
        const FinalQuestion& question = run_.code().questions->about(registers());
        std::vector<std::uint64_t> values;
        for (const FinalQuestion::Observed& observed : question.observables()) {
            const FinalValue value = value_of(observed.name);
            outcome.state.push_back({observed.name, text_of(value)});
            values.push_back(bits_in_test(value));
        }
        outcome.satisfies = question.satisfies(values);
        outcome.filtered = !question.passes_filter(values);
    }

private:
    /// All scalars that the threads left; the map notes them as the test names them.
    FinalQuestions::Registers registers() {
        FinalQuestions::Registers out;
        for (const auto& [unit, variables] : run_.registers)
            for (const auto& [name, value] : variables) {
                const language::IntegerType& type = value.type.integer;
                registers_[std::to_string(unit) + ":" + name] = value;
                out.push_back({unit, name, type.width, type.is_signed, value.type.is_pointer});
            }
        return out;
    }

    FinalValue value_of(const std::string& name) const {
        if (name.find(':') == std::string::npos) return left_in(name);
        const auto found = registers_.find(name);
        // A variable whose declaration was not reached.
        return found == registers_.end() ? FinalValue{} : found->second;
    }

    FinalValue left_in(const std::string& name) const {
        const litmus::Location* location = run_.memory().location(name);
        const std::string object = name.substr(0, name.find_first_of("[.@"));
        if (location == nullptr)
            reject("E-UNSUPPORTED",
                   "the final value of " + quote(object) + " is not read when it is executed",
                   place_of(object));
        const ScalarType type{{.width = static_cast<std::uint8_t>(location->width),
                               .is_signed = location->is_signed && !location->is_pointer},
                              location->is_pointer};
        const std::uint64_t address = run_.memory().address_of(*location);
        return final_value(type, Memory::load(address, location->width));
    }

    /// Where the test asks about an object.
    [[nodiscard]] Span place_of(const std::string& object) const {
        Span place;
        const auto look = [&](const syntax::PropositionAtom& atom) {
            if (place.end == 0 && atom.name == object) place = atom.span;
        };
        const syntax::LitmusTree& tree = run_.code().tree;
        if (tree.condition) syntax::for_each_atom(*tree.condition->proposition, look);
        if (tree.filter) syntax::for_each_atom(*tree.filter, look);
        for (const auto& observed : tree.locations) look(observed.atom);
        return place;
    }

    std::string text_of(const FinalValue& value) const {
        if (value.type.is_pointer || is_address(value))
            return run_.memory().address_text(value.bits);
        if (value.type.integer.is_signed)
            return std::to_string(static_cast<std::int64_t>(value.bits));
        return std::to_string(value.bits);
    }

    /// An integer that a pointer was cast to, as far as that is seen: no text says what it is.
    [[nodiscard]] bool is_address(const FinalValue& value) const {
        return value.type.integer.width == 64 &&
               run_.memory().address_in_test(value.bits) != value.bits;
    }

    /// The test's addresses are abstract ones, those in integers too.
    [[nodiscard]] std::uint64_t bits_in_test(const FinalValue& value) const {
        const unsigned width = value.type.integer.width;
        if (width == 64) return run_.memory().address_in_test(value.bits);
        return value.bits & ((std::uint64_t{1} << width) - 1);
    }

    Run& run_;
    std::map<std::string, FinalValue> registers_;
};

}  // namespace

const FinalQuestion& FinalQuestions::about(const Registers& registers) {
    const std::scoped_lock lock(mutex_);
    return questions_.try_emplace(registers, test_, registers).first->second;
}

void read_final_state(Run& run, HostOutcome& outcome) {
    const std::scoped_lock lock(run.mutex);
    Observer observe(run);
    observe(outcome);
}

}  // namespace clmm::runtime::host
