#include "amdgpu/forms.h"

#include <algorithm>
#include <array>

#include "herd/lexer.h"

namespace clmm::targets::amdgpu {
namespace {

constexpr std::array<Processor, 8> kProcessors{{{"GFX90A", Family::gfx90a, false, true},
                                                {"GFX90A_TGSPLIT", Family::gfx90a, true, false},
                                                {"GFX942", Family::gfx942, false, true},
                                                {"GFX942_TGSPLIT", Family::gfx942, true, false},
                                                {"GFX1100", Family::gfx11, true, true},
                                                {"GFX1100_CU", Family::gfx11, false, true},
                                                {"GFX1200", Family::gfx12, true, true},
                                                {"GFX1200_CU", Family::gfx12, false, true}}};

constexpr std::uint8_t kGfx11On = kGfx11 | kGfx12;

using O = Operation;

constexpr Form access(std::string_view name, Kind kind, std::uint8_t families, Space space,
                      Operation operation, std::string_view shape, bool returns = false) {
    return {name, kind, families, space, operation, returns, 0, 0, shape, {}};
}
constexpr Form load(std::string_view name, std::uint8_t families, Space space) {
    return access(name, Kind::load, families, space, O::none, "dx");
}
constexpr Form store(std::string_view name, std::uint8_t families, Space space) {
    return access(name, Kind::store, families, space, O::none, "xv");
}
constexpr Form atomic(std::string_view name, std::uint8_t families, Space space,
                      Operation operation, bool returns = false) {
    const bool compares = operation == O::compare_and_swap;
    return access(name, Kind::atomic, families, space, operation, compares ? "xvv" : "xv", returns);
}
constexpr Form wait(std::string_view name, std::uint8_t families, std::uint8_t counters,
                    std::string_view shape) {
    return {name, Kind::wait, families, Space::global, O::none, false, counters, 0, shape, {}};
}
constexpr Form cache(std::string_view name, Kind kind, std::uint8_t families, std::uint8_t caches) {
    return {name, kind, families, Space::global, O::none, false, 0, caches, "", {}};
}
constexpr Form local(std::string_view name, Kind kind, std::uint8_t families, Operation operation,
                     std::string_view shape, std::string_view scalar = {}) {
    return {name, kind, families, Space::global, operation, false, 0, 0, shape, scalar};
}

constexpr Form tested(std::string_view name, Kind kind, Condition condition, std::string_view shape,
                      std::string_view scalar = {}) {
    Form form = local(name, kind, 15, O::none, shape, scalar);
    form.condition = condition;
    return form;
}

/// One operation on registers has several names.
constexpr std::array kForms{
    load("global_load_dword", kGfx9, Space::global),
    load("flat_load_dword", kGfx9, Space::flat),
    load("s_load_dword", kGfx9, Space::scalar),
    load("ds_read_b32", kGfx9, Space::lds),
    load("global_load_b32", kGfx11On, Space::global),
    load("flat_load_b32", kGfx11On, Space::flat),
    load("s_load_b32", kGfx11On, Space::scalar),
    load("ds_load_b32", kGfx11On, Space::lds),
    store("global_store_dword", kGfx9, Space::global),
    store("flat_store_dword", kGfx9, Space::flat),
    store("ds_write_b32", kGfx9, Space::lds),
    store("global_store_b32", kGfx11On, Space::global),
    store("flat_store_b32", kGfx11On, Space::flat),
    store("ds_store_b32", kGfx11On, Space::lds),

    atomic("global_atomic_swap", kGfx9, Space::global, O::exchange),
    atomic("global_atomic_cmpswap", kGfx9, Space::global, O::compare_and_swap),
    atomic("global_atomic_add", kGfx9, Space::global, O::add),
    atomic("global_atomic_sub", kGfx9, Space::global, O::sub),
    atomic("global_atomic_and", kGfx9, Space::global, O::bit_and),
    atomic("global_atomic_or", kGfx9, Space::global, O::bit_or),
    atomic("global_atomic_xor", kGfx9, Space::global, O::bit_xor),
    atomic("global_atomic_smin", kGfx9, Space::global, O::signed_min),
    atomic("global_atomic_smax", kGfx9, Space::global, O::signed_max),
    atomic("global_atomic_umin", kGfx9, Space::global, O::unsigned_min),
    atomic("global_atomic_umax", kGfx9, Space::global, O::unsigned_max),
    atomic("global_atomic_swap_b32", kGfx11On, Space::global, O::exchange),
    atomic("global_atomic_cmpswap_b32", kGfx11On, Space::global, O::compare_and_swap),
    atomic("global_atomic_add_u32", kGfx11On, Space::global, O::add),
    atomic("global_atomic_sub_u32", kGfx11On, Space::global, O::sub),
    atomic("global_atomic_and_b32", kGfx11On, Space::global, O::bit_and),
    atomic("global_atomic_or_b32", kGfx11On, Space::global, O::bit_or),
    atomic("global_atomic_xor_b32", kGfx11On, Space::global, O::bit_xor),
    atomic("global_atomic_min_i32", kGfx11On, Space::global, O::signed_min),
    atomic("global_atomic_max_i32", kGfx11On, Space::global, O::signed_max),
    atomic("global_atomic_min_u32", kGfx11On, Space::global, O::unsigned_min),
    atomic("global_atomic_max_u32", kGfx11On, Space::global, O::unsigned_max),

    atomic("ds_wrxchg_rtn_b32", kGfx9, Space::lds, O::exchange, true),
    atomic("ds_cmpst_b32", kGfx9, Space::lds, O::compare_and_swap),
    atomic("ds_cmpst_rtn_b32", kGfx9, Space::lds, O::compare_and_swap, true),
    atomic("ds_storexchg_rtn_b32", kGfx11On, Space::lds, O::exchange, true),
    atomic("ds_cmpstore_b32", kGfx11On, Space::lds, O::compare_and_swap),
    atomic("ds_cmpstore_rtn_b32", kGfx11On, Space::lds, O::compare_and_swap, true),
    atomic("ds_add_u32", 15, Space::lds, O::add),
    atomic("ds_sub_u32", 15, Space::lds, O::sub),
    atomic("ds_and_b32", 15, Space::lds, O::bit_and),
    atomic("ds_or_b32", 15, Space::lds, O::bit_or),
    atomic("ds_xor_b32", 15, Space::lds, O::bit_xor),
    atomic("ds_min_i32", 15, Space::lds, O::signed_min),
    atomic("ds_max_i32", 15, Space::lds, O::signed_max),
    atomic("ds_min_u32", 15, Space::lds, O::unsigned_min),
    atomic("ds_max_u32", 15, Space::lds, O::unsigned_max),
    atomic("ds_add_rtn_u32", 15, Space::lds, O::add, true),
    atomic("ds_sub_rtn_u32", 15, Space::lds, O::sub, true),
    atomic("ds_and_rtn_b32", 15, Space::lds, O::bit_and, true),
    atomic("ds_or_rtn_b32", 15, Space::lds, O::bit_or, true),
    atomic("ds_xor_rtn_b32", 15, Space::lds, O::bit_xor, true),
    atomic("ds_min_rtn_i32", 15, Space::lds, O::signed_min, true),
    atomic("ds_max_rtn_i32", 15, Space::lds, O::signed_max, true),
    atomic("ds_min_rtn_u32", 15, Space::lds, O::unsigned_min, true),
    atomic("ds_max_rtn_u32", 15, Space::lds, O::unsigned_max, true),

    wait("s_waitcnt", kGfx9 | kGfx11, 0, "c"),
    wait("s_waitcnt_vscnt", kGfx11, kStores, "zn"),
    wait("s_wait_loadcnt", kGfx12, kLoads, "n"),
    wait("s_wait_storecnt", kGfx12, kStores, "n"),
    wait("s_wait_dscnt", kGfx12, kLds, "n"),
    wait("s_wait_kmcnt", kGfx12, kScalar, "n"),
    wait("s_wait_loadcnt_dscnt", kGfx12, kLoads | kLds, "n"),
    wait("s_wait_storecnt_dscnt", kGfx12, kStores | kLds, "n"),

    cache("buffer_wbinvl1_vol", Kind::invalidate, kGfx90a, kUnit),
    cache("buffer_wbinvl1", Kind::invalidate, kGfx90a, kUnit),
    cache("buffer_invl2", Kind::invalidate, kGfx90a, kAgent),
    cache("buffer_wbl2", Kind::write_back, kGfx9, kAgent),
    cache("buffer_inv", Kind::invalidate, kGfx942, 0),
    cache("buffer_gl0_inv", Kind::invalidate, kGfx11, kUnit),
    cache("buffer_gl1_inv", Kind::invalidate, kGfx11, kGroup),
    cache("global_inv", Kind::invalidate, kGfx12, 0),
    cache("global_wb", Kind::write_back, kGfx12, 0),
    cache("s_dcache_inv", Kind::invalidate, 15, kScalarCache),

    local("s_barrier", Kind::barrier, kGfx9 | kGfx11, O::none, ""),
    local("s_barrier_signal", Kind::barrier_signal, kGfx12, O::none, "n"),
    local("s_barrier_wait", Kind::barrier_wait, kGfx12, O::none, "n"),

    local("v_mov_b32", Kind::move, 15, O::none, "dv"),
    local("s_mov_b32", Kind::move, 15, O::none, "dv"),
    local("v_readfirstlane_b32", Kind::move, 15, O::none, "dv"),
    local("v_add_u32", Kind::compute, kGfx9, O::add, "dvv"),
    local("v_sub_u32", Kind::compute, kGfx9, O::sub, "dvv"),
    local("v_add_nc_u32", Kind::compute, kGfx11On, O::add, "dvv"),
    local("v_sub_nc_u32", Kind::compute, kGfx11On, O::sub, "dvv"),
    local("v_and_b32", Kind::compute, 15, O::bit_and, "dvv"),
    local("v_or_b32", Kind::compute, 15, O::bit_or, "dvv"),
    local("v_xor_b32", Kind::compute, 15, O::bit_xor, "dvv"),
    local("s_add_i32", Kind::compute, 15, O::add, "dvv"),
    local("s_sub_i32", Kind::compute, 15, O::sub, "dvv"),
    local("s_and_b32", Kind::compute, 15, O::bit_and, "dvv"),
    local("s_or_b32", Kind::compute, 15, O::bit_or, "dvv"),
    local("s_xor_b32", Kind::compute, 15, O::bit_xor, "dvv"),
    tested("v_cmp_eq_u32", Kind::compare, Condition::equal, "dvv"),
    tested("v_cmp_ne_u32", Kind::compare, Condition::not_equal, "dvv"),
    tested("v_cmp_lt_i32", Kind::compare, Condition::less, "dvv"),
    tested("v_cmp_le_i32", Kind::compare, Condition::less_equal, "dvv"),
    tested("v_cmp_gt_i32", Kind::compare, Condition::greater, "dvv"),
    tested("v_cmp_ge_i32", Kind::compare, Condition::greater_equal, "dvv"),
    tested("s_cmp_eq_u32", Kind::compare, Condition::equal, "vv", "scc"),
    tested("s_cmp_lg_u32", Kind::compare, Condition::not_equal, "vv", "scc"),
    tested("s_cmp_lt_i32", Kind::compare, Condition::less, "vv", "scc"),
    tested("s_cmp_le_i32", Kind::compare, Condition::less_equal, "vv", "scc"),
    tested("s_cmp_gt_i32", Kind::compare, Condition::greater, "vv", "scc"),
    tested("s_cmp_ge_i32", Kind::compare, Condition::greater_equal, "vv", "scc"),
    tested("s_cbranch_scc0", Kind::branch, Condition::equal, "l", "scc"),
    tested("s_cbranch_scc1", Kind::branch, Condition::not_equal, "l", "scc"),
    tested("s_cbranch_vccz", Kind::branch, Condition::equal, "l", "vcc"),
    tested("s_cbranch_vccnz", Kind::branch, Condition::not_equal, "l", "vcc"),
    local("s_branch", Kind::jump, 15, O::none, "l"),
    local("s_nop", Kind::nothing, 15, O::none, "n"),
};

std::uint8_t bit_of(Family family) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(family));
}

}  // namespace

std::span<const Processor> processors() { return kProcessors; }

const Processor* find_processor(std::string_view word) {
    const auto found = std::ranges::find(kProcessors, capitals(word), &Processor::word);
    return found == kProcessors.end() ? nullptr : &*found;
}

std::span<const Form> forms() { return kForms; }

const Form* find_form(std::string_view name, Family family) {
    const auto found = std::ranges::find_if(kForms, [&](const Form& form) {
        return form.name == name && (form.families & bit_of(family)) != 0;
    });
    return found == kForms.end() ? nullptr : &*found;
}

std::uint8_t counters_of(const Form& form, Family family, bool returns) {
    const bool is_gfx9 = family == Family::gfx90a || family == Family::gfx942;
    const bool counts_as_store = form.kind == Kind::store || form.kind == Kind::write_back ||
                                 (form.kind == Kind::atomic && !returns);
    const std::uint8_t vector = counts_as_store && !is_gfx9 ? kStores : kLoads;
    if (form.kind == Kind::write_back) return vector;
    switch (form.space) {
        case Space::global:
            return vector;
        case Space::flat:
            return vector | kLds;
        case Space::lds:
            return kLds;
        case Space::scalar:
            break;
    }
    return family == Family::gfx12 ? kScalar : kLds;
}

}  // namespace clmm::targets::amdgpu
