// Asynchronous copies and group functions.
#include <array>

#include "clmm/language/builtins.h"
#include "compile/builtins/call.h"
#include "execute/loops/integer.h"

namespace clmm::runtime::compiler {

/// Of a function that accesses elements through argument i.
std::int64_t BuiltinCall::transfer_site(std::size_t i, const Value& pointer, std::int64_t size,
                                        bool writes) {
    const std::uint32_t index =
        t_.add_site(SiteKind::transfer, t_.text_at(node_.arguments[i]->span));
    Site& site = out_.code().sites[index];
    site.span = node_.arguments[i]->span;
    (writes ? site.writes : site.reads) = true;
    site.size = static_cast<std::uint32_t>(size);
    site.space = pointee_space(pointer.type);
    site.alignment = static_cast<std::uint32_t>(
        std::max<std::uint64_t>(alignment_of(*pointer.type->element), 1));
    if (pointer.root) site.root = *pointer.root;
    return index;
}

/// Copies are complete when their call returns; the events have nothing to wait for but what the
/// checks make of them.
Value BuiltinCall::wait_for_copies() {
    const Value count = converted(0, types_.scalar(Scalar::u64));
    const Value list = argument(1);
    if (!is_pointer(list.type) || list.type->element->kind != TypeKind::event)
        wrong_argument(1, "a pointer to events");
    const std::uint32_t site =
        synchronisation_site(SiteKind::barrier, MemoryScope::work_group, SIZE_MAX);
    if (!t_.program_.watched()) {
        out_.effect(handlers::barrier(), nullptr, std::nullopt, {}, site, at(), true);
        return t_.void_value();
    }
    WideCall call;
    call.operands = {count.reg(), list.reg()};
    call.constants = {site, transfer_site(1, list, 8, false)};
    out_.wide(handlers::group_wait(), std::move(call), at(), true);
    return t_.void_value();
}

BuiltinCall::Result BuiltinCall::async_copies() {
    const std::string& function = name();
    if (function == "wait_group_events") return wait_for_copies();
    const bool strided = function == "async_work_group_strided_copy";
    if (!strided && function != "async_work_group_copy") return std::nullopt;
    const Value to = argument(0);
    const Value from = argument(1);
    if (!is_pointer(to.type)) wrong_argument(0, "a pointer");
    if (!is_pointer(from.type) ||
        !is_same(types_.unqualified(from.type->element), types_.unqualified(to.type->element)))
        wrong_argument(1, "a pointer to the same elements");
    const bool local_to = pointee_space(to.type) == AddressSpace::local;
    const bool local_from = pointee_space(from.type) == AddressSpace::local;
    require(local_to != local_from, "E-ADDRESS", "this copies between local and global memory",
            at());
    const Value count = converted(2, types_.scalar(Scalar::u64));
    const Value event = converted(strided ? 4 : 3, types_.plain(TypeKind::event));
    const auto size = static_cast<std::int64_t>(size_of(*to.type->element));
    const bool watched = t_.program_.watched();
    if (!strided && !watched) {
        out_.effect(handlers::group_copy(), nullptr, std::nullopt,
                    {to.reg(), from.reg(), count.reg()}, size, at(), true);
    } else {
        const Reg one = out_.integer(Scalar::u64, 1);
        const Value step =
            strided ? converted(3, types_.scalar(Scalar::u64)) : t_.scalar_value(Scalar::u64, one);
        WideCall call;
        call.operands = {to.reg(), from.reg(), count.reg(), local_to ? one : step.reg(),
                         local_to ? step.reg() : one};
        call.constants = {size};
        if (!watched) {
            out_.wide(handlers::group_copy_strided(), std::move(call), at(), true);
            return event;
        }
        call.constants.insert(call.constants.end(), {transfer_site(0, to, size, true),
                                                     transfer_site(1, from, size, false)});
        Value own = event;
        own.parts = {out_.fresh(out_.scalar(event.reg()))};
        call.operands.push_back(event.reg());
        call.results = {own.reg()};
        out_.wide(handlers::watched_group_copy(), std::move(call), at(), true);
        return own;
    }
    return event;
}

namespace {

loops::Scan scan_of(language::GroupFunction::Kind kind) {
    using Kind = language::GroupFunction::Kind;
    if (kind == Kind::reduce) return loops::Scan::reduce;
    return kind == Kind::scan_inclusive ? loops::Scan::inclusive : loops::Scan::exclusive;
}

loops::Combine combine_of(language::GroupFunction::Combine combine) {
    using Combine = language::GroupFunction::Combine;
    if (combine == Combine::add) return loops::Combine::add;
    return combine == Combine::min ? loops::Combine::min : loops::Combine::max;
}

}  // namespace

BuiltinCall::Result BuiltinCall::group_functions() {
    using Kind = language::GroupFunction::Kind;
    const auto known = language::find_group_function(name());
    if (!known) return std::nullopt;
    const bool sub = known->of_sub_group;
    const Handler handler = sub ? handlers::sub_group_function() : handlers::group_function();
    // They order no memory.
    std::uint32_t site = 0;
    const auto add_site = [&] {
        const SiteKind kind = sub ? SiteKind::sub_group_function : SiteKind::group_function;
        if (t_.program_.watched()) site = t_.add_site(kind, name());
    };
    if (known->kind == Kind::any || known->kind == Kind::all) {
        const Value value = converted(0, types_.scalar(Scalar::i32));
        add_site();
        return t_.int_value(
            out_.effect(handler, known->kind == Kind::any ? loops::group_any() : loops::group_all(),
                        Scalar::i32, {value.reg()}, site, at(), true));
    }
    const auto check_value = [&](const Value& value) {
        if (!is_scalar(value.type) || value.type->is_bool) wrong_argument(0, "a number");
    };
    if (known->kind == Kind::broadcast) {
        const Value value = t_.promoted(argument(0));
        check_value(value);
        // The local ID becomes the place in the order of local linear IDs.
        Reg index = converted(1, types_.scalar(Scalar::u64)).reg();
        Reg row = out_.query(handlers::ItemQuery::local_size, 0, at());
        for (std::size_t d = 2; d < node_.arguments.size(); ++d) {
            const Reg id = converted(d, types_.scalar(Scalar::u64)).reg();
            index =
                t_.compute(loops::Binary::add, index, t_.compute(loops::Binary::multiply, id, row));
            row = t_.compute(loops::Binary::multiply, row,
                             out_.query(handlers::ItemQuery::local_size,
                                        static_cast<std::int64_t>(d) - 1, at()));
        }
        const Scalar scalar = value.type->scalar;
        add_site();
        return t_.scalar_value(
            scalar, out_.effect(handler, loops::group_broadcast(register_size(scalar)), scalar,
                                {value.reg(), index}, site, at(), true));
    }
    const Value value = t_.promoted(argument(0));
    check_value(value);
    // Halves are combined as floats, and rounded at the end.
    const TypePtr type = types_.unqualified(value.type);
    const bool halves = type->scalar == Scalar::f16;
    const Scalar scalar = halves ? Scalar::f32 : type->scalar;
    const Reg each = t_.convert_element(value.reg(), type, types_.scalar(scalar));
    add_site();
    const Reg all = out_.effect(
        handler, loops::group_combine(combine_of(known->combine), scan_of(known->kind), scalar),
        scalar, {each}, site, at(), true);
    return t_.scalar_value(type->scalar, t_.convert_element(all, types_.scalar(scalar), type));
}

}  // namespace clmm::runtime::compiler
