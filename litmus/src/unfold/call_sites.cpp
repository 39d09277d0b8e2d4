#include "unfold/call_sites.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "clmm/language/functions.h"
#include "read/constant.h"

namespace clmm::litmus {
namespace {

OperationKind kind_of(language::AtomicEffect effect) {
    switch (effect) {
        case language::AtomicEffect::load:
            return OperationKind::load;
        case language::AtomicEffect::initialise:
        case language::AtomicEffect::store:
            return OperationKind::store;
        default:
            return OperationKind::modify;
    }
}

/// What an argument means that is a constant.
template <class T>
CallSite::Argument<T> meaning(const syntax::Expression& argument,
                              std::optional<T> (*of)(std::int64_t)) {
    const auto number = constant_value(argument);
    const auto value = number ? of(*number) : std::nullopt;
    if (!value) return {};
    return {*value, argument.span};
}

language::OrderUse use_of(OperationKind kind) {
    if (kind == OperationKind::load) return language::OrderUse::load;
    return kind == OperationKind::store ? language::OrderUse::store
                                        : language::OrderUse::modification;
}

void read_atomic(CallSite& site, const syntax::Call& call, const language::AtomicCall& known,
                 Language language) {
    const auto& [builtin, is_explicit] = known;
    site.kind = kind_of(builtin->effect);
    site.compares = builtin->effect == language::AtomicEffect::compare_exchange;
    site.spelling = is_explicit ? CallSite::Spelling::complete : CallSite::Spelling::seq_cst;
    const bool scoped = language == Language::opencl;
    if (scoped) site.scope.value = Scope::device;
    if (!is_explicit) {
        site.order.value = Order::seq_cst;
        if (site.compares) site.failure.value = Order::seq_cst;
        return;
    }
    const auto& arguments = call.arguments;
    site.order = meaning(*arguments[builtin->operands], order_of);
    if (site.order.value) site.order.value = meaning_of(*site.order.value, use_of(site.kind));
    std::size_t scope = builtin->operands + 1;
    if (site.compares) {
        site.failure = meaning(*arguments[scope++], order_of);
        if (site.failure.value)
            site.failure.value = meaning_of(*site.failure.value, language::OrderUse::failure);
    }
    if (scope < arguments.size()) site.scope = meaning(*arguments[scope], scope_of);
}

bool read_fence(CallSite& site, const syntax::Call& call) {
    const language::FenceFunction* known = language::find_fence(call.function);
    if (known == nullptr || known->kind == language::FenceFunction::Kind::signal_fence)
        return false;
    const auto& arguments = call.arguments;
    if (known->is_barrier()) site.spelling = CallSite::Spelling::barrier;
    if (known->names_order()) site.spelling = CallSite::Spelling::legacy_fence;
    if (known->flags < arguments.size()) site.flags = meaning(*arguments[known->flags], regions_of);
    if (known->names_order()) site.order.value = order_of(known->implied_order);
    if (known->order < arguments.size()) site.order = meaning(*arguments[known->order], order_of);
    // C's fences have no scope.
    if (known->flags != language::FenceFunction::kNone)
        site.scope.value = scope_of(known->implied_scope);
    if (known->scope < arguments.size()) site.scope = meaning(*arguments[known->scope], scope_of);
    return true;
}

/// An argument as it stands, or as it is implied.
template <class T>
std::string text_of(const CallSite::Argument<T>& argument, std::string_view text) {
    if (!argument.written) return spelling(*argument.value);
    return std::string(
        text.substr(argument.written->begin, argument.written->end - argument.written->begin));
}

void set(Strength& strength, Order order) { strength.order = order; }
void set(Strength& strength, Scope scope) { strength.scope = scope; }
void set(Strength& strength, Regions flags) { strength.flags = flags; }

/// A place of an argument and the values that it may get, if there are any. The strengths are
/// those of `levels`, a member of TextPlace.
template <class TextPlace, class T>
void add_place(std::vector<TextPlace>& places, std::vector<Strength> TextPlace::*levels,
               const CallSite& site, std::size_t number, std::string_view text, PlaceKind kind,
               const CallSite::Argument<T>& argument, const std::vector<T>& values) {
    if (!argument.value || values.empty()) return;
    TextPlace place;
    place.kind = kind;
    place.span = argument.written.value_or(site.call);
    place.text = text_of(argument, text);
    place.implied = !argument.written;
    place.site = number;
    set(place.now, *argument.value);
    for (const T& value : values) {
        set((place.*levels).emplace_back(), value);
        place.texts.push_back(spelling(value));
    }
    places.push_back(std::move(place));
}

}  // namespace

std::optional<CallSite> call_site(const syntax::Call& call, Span span, Language language) {
    if (call.arguments.empty()) return std::nullopt;
    CallSite site{.function = call.function,
                  .function_span = call.function_span,
                  .call = span,
                  .last_argument = call.arguments.back()->span};
    const auto atomic = language::find_atomic(call.function);
    if (atomic && atomic->function->effect != language::AtomicEffect::initialise)
        read_atomic(site, call, *atomic, language);
    else if (!read_fence(site, call))
        return std::nullopt;
    return site;
}

std::vector<OpenClChangePlace> places_of(const CallSite& site, std::size_t number,
                                         const Offer& offer, std::string_view text) {
    std::vector<OpenClChangePlace> places;
    const auto add = [&](PlaceKind kind, const auto& argument, const auto& stronger) {
        add_place(places, &OpenClChangePlace::stronger, site, number, text, kind, argument,
                  stronger);
    };
    const auto stronger = [](const CallSite::Argument<Order>& now, OperationKind kind) {
        return now.value ? stronger_orders(kind, *now.value) : std::vector<Order>{};
    };
    if (site.flags.value)
        add(PlaceKind::flags, site.flags, more_flags(*site.flags.value, offer.flags));
    add(PlaceKind::order, site.order, stronger(site.order, site.kind));
    add(PlaceKind::failure_order, site.failure, stronger(site.failure, OperationKind::load));
    if (offer.scopes && !site.by_host && site.scope.value)
        add(PlaceKind::scope, site.scope, wider_scopes(*site.scope.value, offer.widest));
    return places;
}

std::vector<WeakeningPlace> weaker_places_of(const CallSite& site, std::size_t number, bool scopes,
                                             std::string_view text) {
    std::vector<WeakeningPlace> places;
    const auto add = [&](PlaceKind kind, const auto& argument, const auto& weaker) {
        add_place(places, &WeakeningPlace::weaker, site, number, text, kind, argument, weaker);
    };
    if (site.flags.value) add(PlaceKind::flags, site.flags, fewer_flags(*site.flags.value));
    const bool is_barrier = site.spelling == CallSite::Spelling::barrier;
    if (site.order.value && !is_barrier)
        add(PlaceKind::order, site.order, weaker_orders(site.kind, *site.order.value));
    if (site.failure.value)
        add(PlaceKind::failure_order, site.failure,
            weaker_orders(OperationKind::load, *site.failure.value));
    if (scopes && !site.by_host && site.scope.value)
        add(PlaceKind::scope, site.scope, narrower_scopes(*site.scope.value));
    return places;
}

std::vector<Edit> edits_of(const CallSite& site, const Arguments& changed) {
    std::vector<Edit> edits;
    std::string appended;
    const auto put = [&](const auto& argument, const auto& value) {
        if (argument.written && value) edits.push_back({*argument.written, spelling(*value)});
    };
    put(site.flags, changed.flags);
    put(site.order, changed.order);
    put(site.failure, changed.failure);
    put(site.scope, changed.scope);
    const bool new_scope = changed.scope && !site.scope.written;
    const auto rename = [&](const char* name) { edits.push_back({site.function_span, name}); };
    switch (site.spelling) {
        case CallSite::Spelling::complete:
            break;
        case CallSite::Spelling::seq_cst:
            if (!new_scope && !changed.order && !changed.failure) break;
            edits.push_back({site.function_span, site.function + "_explicit"});
            appended += ", " + spelling(changed.order.value_or(Order::seq_cst));
            if (site.compares)
                appended += ", " + spelling(changed.failure.value_or(Order::seq_cst));
            break;
        case CallSite::Spelling::legacy_fence:
            if (!new_scope && !changed.order) break;
            if (!new_scope && changed.order == Order::acq_rel) {
                rename("mem_fence");
                break;
            }
            rename("atomic_work_item_fence");
            appended = ", " + spelling(changed.order.value_or(*site.order.value));
            if (!new_scope) appended += ", " + spelling(*site.scope.value);
            break;
        case CallSite::Spelling::barrier:
            if (new_scope && site.function == "barrier") rename("work_group_barrier");
            break;
    }
    if (new_scope) appended += ", " + spelling(*changed.scope);
    const std::uint32_t end = site.last_argument.end;
    if (!appended.empty()) edits.push_back({{end, end}, appended});
    return edits;
}

}  // namespace clmm::litmus
