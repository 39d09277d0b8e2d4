#pragma once

#include <cstdint>
#include <memory>

#include "clmm/base/budget.h"

namespace clmm::test {

/// A budget that is spent at the n-th time that somebody asks, wherever in the work that is. So an
/// interruption is the same in every run, which a time limit's is not.
class CountedBudget {
public:
    enum class Spent {
        for_good,  ///< from the n-th question on
        once       ///< for the n-th question only: as a half, after which the other half is left
    };
    explicit CountedBudget(std::uint64_t question, Spent spent = Spent::for_good)
        : asked_(std::make_shared<std::uint64_t>(0)) {
        budget_.set_memory(0, [asked = asked_, question, spent] {
            const std::uint64_t number = ++*asked;
            const bool is_spent = spent == Spent::once ? number == question : number >= question;
            return std::uint64_t{is_spent};
        });
    }

    [[nodiscard]] const Budget& budget() const { return budget_; }
    [[nodiscard]] std::uint64_t asked() const { return *asked_; }

private:
    std::shared_ptr<std::uint64_t> asked_;
    Budget budget_;
};

}  // namespace clmm::test
