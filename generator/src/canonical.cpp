#include "clmm/generator/canonical.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "clmm/generator/conditions.h"
#include "clmm/generator/thread_orders.h"

namespace clmm::generator {
namespace {

/// Names by first mention.
template <class T>
class Names {
public:
    std::size_t operator()(const T& name) {
        return known_.try_emplace(name, known_.size()).first->second;
    }

private:
    std::map<T, std::size_t> known_;
};

/// One order of the threads.
class Writing {
public:
    Writing(const Program& program, const State& state, const std::vector<std::size_t>& order)
        : program_(program), state_(state), order_(order) {}

    std::string operator()() {
        for (const std::size_t thread : order_) mention(program_.threads[thread].body);
        for (const std::size_t thread : order_) write(thread);
        for (const auto& [name, number] : locations_in_order()) {
            const auto at = std::ranges::find(program_.locations, name, &Location::name);
            text_ += at->is_atomic ? "A" : "P";
            text_ += at->is_local ? "L" : "G";
            put_value(name, of({-1, name}));
        }
        return std::move(text_);
    }

private:
    void put(std::size_t number) { text_ += std::to_string(number) + ","; }

    /// Locations and what is written to them.
    void mention(const std::vector<Statement>& body) {
        for (const Statement& each : body) {
            if (!each.location.empty()) locations_.try_emplace(each.location, locations_.size());
            if (each.is_access() && each.kind != Kind::load) {
                value(each.location, written_value(each.value));
                written_.emplace(each.location, written_value(each.value));
            }
            mention(each.when_true);
            mention(each.when_false);
        }
    }

    [[nodiscard]] std::vector<std::pair<std::string, std::size_t>> locations_in_order() const {
        std::vector<std::pair<std::string, std::size_t>> all(locations_.begin(), locations_.end());
        std::ranges::sort(all, {}, [](const auto& each) { return each.second; });
        return all;
    }

    static std::string reader_of(const Value& value) {
        if (value.kind == Value::Kind::reg) return value.reg;
        for (const Value& part : value.parts)
            if (std::string found = reader_of(part); !found.empty()) return found;
        return {};
    }

    /// 0 is the initial value.
    std::size_t value(const std::string& location, std::uint32_t constant) {
        return constant == 0 ? 0 : 1 + values_[location](constant);
    }

    /// A value that nobody writes is the sum of bits that are added.
    void put_value(const std::string& location, std::uint32_t constant) {
        if (constant == 0 || written_.contains({location, constant}))
            return put(value(location, constant));
        std::vector<std::size_t> bits;
        for (std::uint32_t bit = 1; bit != 0 && bit <= constant; bit <<= 1U)
            if ((constant & bit) != 0) bits.push_back(value(location, bit));
        std::ranges::sort(bits);
        text_ += '(';
        for (const std::size_t each : bits) put(each);
        text_ += ')';
    }

    [[nodiscard]] std::uint32_t of(const Observed& wanted) const {
        const auto all = observed(program_);
        const auto at = std::ranges::find_if(all, [&](const Observed& each) {
            return each.thread == wanted.thread && each.name == wanted.name;
        });
        return state_.empty() ? 0 : state_[static_cast<std::size_t>(at - all.begin())];
    }

    void write(std::size_t thread) {
        const Thread& here = program_.threads[thread];
        thread_ = static_cast<int>(here.number);
        registers_ = {};
        text_ += "P";
        put(devices_(here.place.device));
        put(groups_({here.place.device, here.place.work_group}));
        put(here.place.sub_group);
        write(here.body);
    }

    void write(const std::vector<Statement>& body) {
        for (const Statement& each : body) {
            text_ += static_cast<char>('a' + static_cast<int>(each.kind));
            put(static_cast<std::size_t>(each.order));
            put(static_cast<std::size_t>(each.failure));
            put(static_cast<std::size_t>(each.scope));
            put(static_cast<std::size_t>(each.flags.global) * 4 +
                static_cast<std::size_t>(each.flags.local) * 2 +
                static_cast<std::size_t>(each.flags.image));
            put(static_cast<std::size_t>(each.modification));
            text_ += each.is_atomic ? "a" : "p";
            if (!each.location.empty()) put(locations_[each.location]);
            if (!each.offset.empty()) {
                text_ += "o";
                put(registers_(each.offset));
            }
            if (each.is_access() && each.kind != Kind::load)
                put(value(each.location, written_value(each.value)));
            if (const std::string reader = reader_of(each.value); !reader.empty()) {
                text_ += each.value.op == Operator::equal ? "z" : "d";
                put(registers_(reader));
            }
            if (!each.result.empty()) {
                text_ += "r";
                put(registers_(each.result));
                put_value(each.location, of({thread_, each.result}));
            }
            text_ += '{';
            write(each.when_true);
            text_ += '}';
            write(each.when_false);
            text_ += ';';
        }
    }

    const Program& program_;
    const State& state_;
    const std::vector<std::size_t>& order_;
    std::map<std::string, std::size_t> locations_;
    std::map<std::string, Names<std::uint32_t>> values_;
    std::set<std::pair<std::string, std::uint32_t>> written_;
    Names<std::uint32_t> devices_;
    Names<std::pair<std::uint32_t, std::uint32_t>> groups_;
    Names<std::string> registers_;
    int thread_ = 0;
    std::string text_;
};

}  // namespace

std::string canonical_text(const Program& program, const State& state) {
    std::string least;
    each_thread_order(program.threads.size(), [&](const std::vector<std::size_t>& order) {
        std::string text = Writing(program, state, order)();
        if (least.empty() || text < least) least = std::move(text);
    });
    return least;
}

}  // namespace clmm::generator
