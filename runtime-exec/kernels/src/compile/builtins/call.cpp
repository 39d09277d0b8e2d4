#include "compile/builtins/call.h"

#include <algorithm>
#include <array>

#include "clmm/base/counted.h"
#include "clmm/language/builtins.h"
#include "clmm/language/functions.h"
#include "clmm/language/signatures.h"

namespace clmm::runtime::compiler {

std::optional<Value> BuiltinCall::operator()() {
    using Family = Result (BuiltinCall::*)();
    static constexpr std::array kFamilies = {&BuiltinCall::work_items,
                                             &BuiltinCall::synchronisation,
                                             &BuiltinCall::atomics,
                                             &BuiltinCall::legacy_atomics,
                                             &BuiltinCall::math,
                                             &BuiltinCall::math_with_pointer,
                                             &BuiltinCall::common,
                                             &BuiltinCall::integer,
                                             &BuiltinCall::relational,
                                             &BuiltinCall::geometric,
                                             &BuiltinCall::conversion,
                                             &BuiltinCall::memory,
                                             &BuiltinCall::shuffles,
                                             &BuiltinCall::group_functions,
                                             &BuiltinCall::sub_group_shuffles,
                                             &BuiltinCall::ballots,
                                             &BuiltinCall::block_accesses,
                                             &BuiltinCall::address_spaces,
                                             &BuiltinCall::async_copies,
                                             &BuiltinCall::images,
                                             &BuiltinCall::image_queries,
                                             &BuiltinCall::pipes,
                                             &BuiltinCall::enqueue,
                                             &BuiltinCall::device_events,
                                             &BuiltinCall::ndranges,
                                             &BuiltinCall::print,
                                             &BuiltinCall::assertion};
    std::string problem;
    if (const auto known = language::find_builtin(name())) {
        expect(known->least, known->most);
        if (language::has_signatures(*known)) problem = choose_form(*known);
    }
    for (const Family family : kFamilies) {
        Result result = (this->*family)();
        // A family says of some arguments what is wrong with them.
        if (result && !problem.empty()) reject("E-TYPE", problem, at());
        if (result) return result;
    }
    return std::nullopt;
}

/// Converts the arguments to the types that the function takes. Else says why it takes none.
std::string BuiltinCall::choose_form(const language::Builtin& function) {
    std::vector<TypePtr> types;
    for (const Value& each : arguments()) types.push_back(language::value_type(each.type));
    if (types.size() > 1 && language::find_vector_dot(name(), *types[0], *types[1])) return {};
    const language::SignatureChoice chosen = language::choose_signature(function, types);
    if (!chosen.signature) return chosen.problem;
    for (std::size_t i = 0; i < types.size(); ++i)
        if (!is_pointer(types[i])) arguments_[i] = converted(i, chosen.signature->parameters[i]);
    return {};
}

/// What `clmm check` verifies, executed.
BuiltinCall::Result BuiltinCall::assertion() {
    if (name() != "assert") return std::nullopt;
    expect(1, 1);
    const Reg holds = t_.truth(argument(0));
    const Span place = at();
    out_.effect(handlers::check_assertion(), nullptr, std::nullopt, {holds}, 0, place);
    return t_.void_value();
}

void BuiltinCall::expect(std::size_t least, std::size_t most) {
    const std::size_t given = node_.arguments.size();
    if (given >= least && given <= most) return;
    reject("E-TYPE",
           quote(name()) + " takes " +
               (most > least ? std::to_string(least) + " to " : std::string()) +
               counted(most, "argument") + ", not " + std::to_string(given),
           at());
}

std::vector<Value> BuiltinCall::arguments() {
    if (!evaluated_)
        for (const auto& each : node_.arguments) arguments_.push_back(t_.evaluate(*each));
    evaluated_ = true;
    return arguments_;
}

Value BuiltinCall::argument(std::size_t i) { return arguments().at(i); }

Value BuiltinCall::converted(std::size_t i, TypePtr type) {
    const Span around = t_.at_;
    t_.at_ = node_.arguments[i]->span;
    Value out = t_.convert(argument(i), type);
    t_.at_ = around;
    return out;
}

void BuiltinCall::wrong_argument(std::size_t i, const std::string& wanted) {
    reject("E-TYPE",
           quote(name()) + " takes " + wanted + " here, not " + quote(to_string(argument(i).type)),
           node_.arguments[i]->span);
}

std::vector<Value> BuiltinCall::generic(std::vector<Value> values, bool floating, TypePtr& type) {
    type = nullptr;
    // An integer beside a floating-point value becomes one: pow(x, 2).
    const bool converts = floating && std::ranges::any_of(values, [](const Value& each) {
                              return is_arithmetic(each.type) && is_floating(each.type->scalar);
                          });
    for (std::size_t i = 0; i < values.size(); ++i) {
        const TypePtr each = values[i].type;
        const bool fits = is_arithmetic(each) && is_floating(each->scalar) == floating;
        if (!fits && converts && is_scalar(each) && is_integer(each)) continue;
        if (!fits) wrong_argument(i, floating ? "a floating-point value" : "an integer");
        if (!type || each->lanes > type->lanes ||
            (each->lanes == type->lanes && is_scalar(each) && each->scalar > type->scalar))
            type = each;
    }
    type = types_.unqualified(type);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const TypePtr each = values[i].type;
        const bool fits = is_scalar(each) || each->lanes == type->lanes;
        if (!fits) wrong_argument(i, quote(to_string(type)));
        values[i] = t_.convert(values[i], type);
    }
    return values;
}

/// Component by component; scalars among the operands stand for all components.
Value BuiltinCall::map(TypePtr type, Scalar element, Handler handler, Loop loop,
                       const std::vector<const Value*>& operands) {
    require(loop != nullptr, "E-UNSUPPORTED",
            quote(name()) + " is not there for " + quote(to_string(operands.front()->type)), at());
    Value out;
    out.type = types_.shaped(element, type->lanes);
    const Emitter::Operation operation{handler, loop, element};
    for (unsigned i = 0; i < type->lanes; ++i) {
        std::vector<Reg> regs;
        for (const Value* operand : operands)
            regs.push_back(operand->parts[operand->parts.size() == 1 ? 0 : i]);
        Reg reg = kNoRegister;
        if (regs.size() == 1) reg = out_.pure(operation, {regs[0]}, at());
        if (regs.size() == 2) reg = out_.pure(operation, {regs[0], regs[1]}, at());
        if (regs.size() == 3) reg = out_.pure(operation, {regs[0], regs[1], regs[2]}, at());
        out.parts.push_back(reg);
    }
    return out;
}

/// 0 or 1 of a scalar; of a vector 0 or -1 in integers of the operand's width.
Value BuiltinCall::boolean_result(const Value& ones, TypePtr operand) {
    if (ones.type->lanes == 1) return ones;
    const unsigned size = memory_size(operand->scalar);
    const Scalar scalar = size == 1   ? Scalar::i8
                          : size == 2 ? Scalar::i16
                          : size == 4 ? Scalar::i32
                                      : Scalar::i64;
    Value out;
    out.type = types_.vector(scalar, ones.type->lanes);
    for (const Reg reg : ones.parts) {
        const Reg wide = t_.convert_element(reg, types_.scalar(Scalar::i32), types_.scalar(scalar));
        out.parts.push_back(
            out_.pure({handlers::pure(), loops::negate(scalar), scalar}, {wide}, at()));
    }
    return out;
}

Value BuiltinCall::query_result(Scalar scalar, Reg reg) {
    return t_.scalar_value(
        scalar, t_.convert_element(reg, types_.scalar(Scalar::u64), types_.scalar(scalar)));
}

std::int64_t BuiltinCall::constant(std::size_t i) {
    const Value value = argument(i);
    const auto known = value.parts.size() == 1 ? out_.value(value.reg()) : std::nullopt;
    if (!known)
        reject("E-UNSUPPORTED", "this argument has to be a constant", node_.arguments[i]->span);
    return *known;
}

// ---- work-items ----

namespace {

using handlers::ItemQuery;

/// The executor has the same queries, and addresses behind them.
ItemQuery item_query(language::WorkItemQuery query) {
    static_assert(static_cast<unsigned>(language::WorkItemQuery::enqueued_number_of_sub_groups) ==
                      static_cast<unsigned>(ItemQuery::enqueued_number_of_sub_groups) &&
                  static_cast<unsigned>(language::WorkItemQuery::work_dimensions) ==
                      static_cast<unsigned>(ItemQuery::work_dimensions));
    return static_cast<ItemQuery>(query);
}

}  // namespace

std::vector<std::string> builtin_names() {
    std::vector<std::string> out = language::builtin_names();
    for (const auto& more : {language::synchronisation_names(), language::api_names(false)})
        out.insert(out.end(), more.begin(), more.end());
    return out;
}

BuiltinCall::Result BuiltinCall::work_items() {
    const auto* known = language::find_work_item_function(name());
    if (known == nullptr) return std::nullopt;
    const ItemQuery query = item_query(known->query);
    const Scalar result = known->is_wide ? Scalar::u64 : Scalar::u32;
    if (!known->takes_dimension) return query_result(result, out_.query(query, 0, at()));
    const Value dimension = converted(0, types_.scalar(Scalar::u32));
    if (const auto constant = out_.value(dimension.reg()))
        return query_result(result, out_.query(query, *constant, at()));
    return query_result(result, out_.effect(handlers::query_dimension(query), nullptr, Scalar::u64,
                                            {dimension.reg()}, 0, at()));
}

// ---- barriers and fences ----

BuiltinCall::Result BuiltinCall::synchronisation() {
    using Kind = language::FenceFunction::Kind;
    const language::FenceFunction* known = language::find_fence(name());
    if (known == nullptr || (t_.is_host() && (known->is_barrier() || known->names_order())))
        return std::nullopt;
    expect(known->least, known->most);
    arguments();
    if (known->flags != kNone) check_flags();
    const std::size_t given = known->scope < node_.arguments.size() ? known->scope : kNone;
    if (!known->is_barrier()) {
        const Ordered how{.order = known->implied_order, .scope = known->implied_scope};
        // A signal fence is within one work-item, which nothing here reorders.
        if (known->kind == Kind::signal_fence) return t_.void_value();
        if (known->names_order())
            fence(how, known->flags);
        else
            choose_ordered({.order = known->order, .scope = given, .implied = known->implied_scope},
                           handlers::Wanted::order,
                           [&](const Ordered& chosen) { fence(chosen, known->flags); });
        return t_.void_value();
    }
    const bool of_group = known->kind == Kind::work_group_barrier;
    choose_scope(given, known->implied_scope, [&](MemoryScope reach) { barrier(of_group, reach); });
    return t_.void_value();
}

/// Flags that are no constant have to be the same for all of a work-group, who meet for that. What
/// they order is then known, where somebody looks: one of several barriers orders it.
void BuiltinCall::barrier(bool of_group, MemoryScope reach) {
    const Handler handler = of_group ? handlers::barrier() : handlers::sub_group_barrier();
    const auto site = [&](std::optional<std::int64_t> orders) {
        const std::uint32_t index = synchronisation_site(
            of_group ? SiteKind::barrier : SiteKind::sub_group_barrier, reach, 0);
        if (orders && t_.program_.watched()) order_regions(out_.code().sites[index], *orders);
        return index;
    };
    const auto emit = [&](std::optional<std::int64_t> orders) {
        out_.effect(handler, nullptr, std::nullopt, {}, site(orders), at(), true);
    };
    if (!of_group || is_known(0)) return emit(std::nullopt);
    const Reg flags = converted(0, types_.scalar(Scalar::u32)).reg();
    out_.effect(handler, nullptr, std::nullopt, {flags}, site(0), at(), true);
    if (t_.program_.watched()) choose(0, handlers::Wanted::flags, emit);
}

/// `flags`: which argument says what is ordered; flags that are no constant may order anything.
std::uint32_t BuiltinCall::synchronisation_site(SiteKind kind, MemoryScope scope,
                                                std::size_t flags) {
    if (!t_.program_.watched()) return 0;
    const std::uint32_t index = t_.add_site(kind, name());
    Site& site = out_.code().sites[index];
    site.scope = scope;
    site.order = handlers::MemoryOrder::acq_rel;
    site.label = t_.label_;
    std::int64_t bits = 7;
    if (flags < node_.arguments.size() && argument(flags).parts.size() == 1)
        bits = out_.value(argument(flags).reg()).value_or(7);
    order_regions(site, bits);
    return index;
}

void BuiltinCall::order_regions(Site& site, std::int64_t number) {
    const auto flags = language::fence_flags(number).value_or(language::FenceFlags{});
    site.orders_local = flags.local;
    site.orders_global = flags.global;
    site.orders_image = flags.image;
}

/// Of a fence or barrier, whose first argument says what it orders.
void BuiltinCall::check_flags() {
    if (is_known(0) && !language::fence_flags(constant(0)))
        reject("E-TYPE",
               "flags are CLK_GLOBAL_MEM_FENCE, CLK_LOCAL_MEM_FENCE and CLK_IMAGE_MEM_FENCE",
               node_.arguments[0]->span);
}

Reg BuiltinCall::watched_pointer(const Value& pointer, TypePtr type, bool writes) {
    if (!t_.program_.watched()) return pointer.reg();
    Lvalue place = t_.memory_place(type, pointer.reg(), 0, pointee_space(pointer.type));
    place.root = pointer.root;
    place.alignment = pointer.alignment;
    place.span = at();
    return t_.watched(place, writes).address;
}

}  // namespace clmm::runtime::compiler
