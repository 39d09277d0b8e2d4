#pragma once

#include <unordered_map>
#include <vector>

#include "symbols.h"

namespace clmm::runtime::launches {

/// Products of two unknown values, which a solver of bits takes long for, as values of their own
/// with what is known of them: bounds, and how products with a common factor lie to one another.
///
/// Idea     x·y and z·y differ by y at least where x and z differ: with y a size and x, z numbers
///          of groups or of turns of a loop this is all that index arithmetic needs. What is said
///          holds where the factors are at most 2³¹ and the products thus do not wrap.
class Products {
public:
    explicit Products(Symbols& symbols) : symbols_(symbols) {}

    /// The same with each product a choice. Adds to `used` which.
    [[nodiscard]] TermId without(TermId term, std::vector<TermId>& used);
    /// How much of what holds is said: `few` leaves out bounds by powers of two, and factors that
    /// are not one term. That decides most index arithmetic, and is a third of the formulas.
    enum class Lemmas : std::uint8_t { few, all };
    /// What holds of these products.
    [[nodiscard]] std::vector<TermId> lemmas(std::vector<TermId> used, Lemmas extent);

private:
    struct Product {
        TermId a, b;  ///< factors, without products
        TermId value;
    };
    [[nodiscard]] TermId replaced(TermId term);
    void of_one(const Product& product, Lemmas extent, std::vector<TermId>& out);
    void of_two(const Product& one, const Product& other, Lemmas extent, std::vector<TermId>& out);
    void of_common(TermId same, TermId x, TermId p, TermId z, TermId q, TermId y,
                   std::vector<TermId>& out);
    [[nodiscard]] TermId is_small(TermId term);

    Symbols& symbols_;
    std::unordered_map<TermId, TermId> memo_;
    std::unordered_map<TermId, Product> products_;  ///< by the value
};

}  // namespace clmm::runtime::launches
