#include "launch_terms.h"

namespace clmm::runtime::launches {

using handlers::ItemQuery;

void know_range(Formulas& formulas, TermId term, const NumberRange& range, bool is_signed) {
    const unsigned width = formulas.width(term);
    const auto number = [&](std::int64_t value) {
        return formulas.number(static_cast<std::uint64_t>(value), width);
    };
    if (range.least) formulas.know(formulas.less_equal(number(*range.least), term, is_signed));
    if (range.most) formulas.know(formulas.less_equal(term, number(*range.most), is_signed));
    if (range.power_of_two) formulas.know(formulas.is_power_of_two(term));
    if (range.multiple > 1)
        formulas.know(formulas.terms().equal(
            formulas.remainder(term, formulas.number(range.multiple, width), is_signed),
            formulas.number(0, width)));
}

LaunchTerms::LaunchTerms(Formulas& formulas, const LaunchSpace& space)
    : formulas_(formulas), dimensions_(static_cast<unsigned>(space.global.size())) {
    const NumberRange one{.least = 1, .most = 1};
    for (unsigned d = 0; d < 3; ++d)
        add_sizes(d < dimensions_ ? space.global[d] : one, d < dimensions_ ? space.local[d] : one,
                  d);
    for (unsigned d = 0; d < 3; ++d) add_ids(d);
}

void LaunchTerms::add_sizes(const NumberRange& global, const NumberRange& local, unsigned d) {
    Symbols& symbols = formulas_.symbols();
    const auto number = [&](std::int64_t value) {
        return formulas_.number(static_cast<std::uint64_t>(value), 64);
    };
    const auto size = [&](NumberRange range, std::int64_t most) {
        if (const auto exact = range.exact()) return number(*exact);
        range.least = std::max<std::int64_t>(range.least.value_or(1), 1);
        range.most = std::min(range.most.value_or(most), most);
        const TermId made = symbols.fresh(64, Extent::launch);
        know_range(formulas_, made, range, true);
        return made;
    };
    local_[d] = size(local, kMostLocal);
    const auto exact_global = global.exact();
    const auto exact_local = local.exact();
    if (exact_global && exact_local) {
        groups_[d] = number(*exact_global / *exact_local);
    } else {
        groups_[d] = symbols.fresh(64, Extent::launch);
        formulas_.know(formulas_.less_equal(number(1), groups_[d], true));
        formulas_.know(formulas_.less_equal(groups_[d], number(kMostGlobal), true));
    }
    const TermId whole = formulas_.product(groups_[d], local_[d]);
    if (exact_global) {
        global_[d] = number(*exact_global);
        formulas_.know(formulas_.terms().equal(global_[d], whole));
    } else {
        global_[d] = whole;
        NumberRange range = global;
        range.most = std::min(range.most.value_or(kMostGlobal), kMostGlobal);
        range.least = std::max<std::int64_t>(range.least.value_or(1), 1);
        know_range(formulas_, whole, range, true);
    }
}

void LaunchTerms::add_ids(unsigned d) {
    const TermId zero = formulas_.number(0, 64);
    const auto id = [&](TermId below, Extent extent) {
        if (below == formulas_.number(1, 64)) return zero;
        const TermId made = formulas_.symbols().fresh(64, extent);
        formulas_.know(formulas_.less_equal(zero, made, true));
        formulas_.know(formulas_.less(made, below, true));
        return made;
    };
    group_id_[d] = id(groups_[d], Extent::group);
    local_id_[d] = id(local_[d], Extent::item);
    const TermId base = formulas_.product(group_id_[d], local_[d]);
    global_id_[d] = formulas_.add(base, local_id_[d]);
    formulas_.know(formulas_.less_equal(zero, base, true));
    formulas_.know(formulas_.less_equal(formulas_.add(base, local_[d]), global_[d], true));
}

std::optional<TermId> LaunchTerms::query(ItemQuery what, std::uint64_t dimension) {
    const std::uint64_t d = dimension < 3 ? dimension : 2;
    const bool beyond = dimension >= 3;
    const TermId zero = formulas_.number(0, 64);
    const TermId one = formulas_.number(1, 64);
    switch (what) {
        case ItemQuery::global_id:
            return beyond ? zero : global_id_[d];
        case ItemQuery::local_id:
            return beyond ? zero : local_id_[d];
        case ItemQuery::group_id:
            return beyond ? zero : group_id_[d];
        case ItemQuery::global_size:
            return beyond ? one : global_[d];
        case ItemQuery::local_size:
        case ItemQuery::enqueued_local_size:
            return beyond ? one : local_[d];
        case ItemQuery::number_of_groups:
            return beyond ? one : groups_[d];
        case ItemQuery::global_offset:
            return zero;
        case ItemQuery::work_dimensions:
            return formulas_.number(dimensions_, 64);
        case ItemQuery::global_linear_id:
            return formulas_.add(
                global_id_[0],
                formulas_.product(
                    global_[0],
                    formulas_.add(global_id_[1], formulas_.product(global_[1], global_id_[2]))));
        case ItemQuery::local_linear_id:
            return formulas_.add(
                local_id_[0],
                formulas_.product(
                    local_[0],
                    formulas_.add(local_id_[1], formulas_.product(local_[1], local_id_[2]))));
        default:
            return std::nullopt;
    }
}

}  // namespace clmm::runtime::launches
