// Shuffles, and block accesses: functions of sub-groups that extensions have.
#include "clmm/language/builtins.h"
#include "compile/builtins/call.h"
#include "execute/handlers/watch.h"

namespace clmm::runtime::compiler {

using handlers::ItemQuery;
using Other = language::ShuffleFunction::Other;

Reg BuiltinCall::queried(ItemQuery query) { return out_.query(query, 0, at()); }

/// Where the work-item is in its sub-group whose value is taken, 64 bits; Intel's `minus` counts
/// from the first of two values side by side.
Reg BuiltinCall::place_of_other(const language::ShuffleFunction& function) {
    const std::size_t last = node_.arguments.size() - 1;
    const Reg number = t_.convert_element(converted(last, types_.scalar(Scalar::u32)).reg(),
                                          types_.scalar(Scalar::u32), types_.scalar(Scalar::u64));
    if (function.other == Other::given) return number;
    const Reg own = queried(ItemQuery::sub_group_local_id);
    if (function.other == Other::exclusive_or)
        return t_.compute(loops::Binary::bit_xor, own, number);
    if (function.other == Other::plus) return t_.compute(loops::Binary::add, own, number);
    const Reg place = t_.compute(loops::Binary::subtract, own, number);
    if (!function.joins_two) return place;
    return t_.compute(loops::Binary::add, place, queried(ItemQuery::max_sub_group_size));
}

BuiltinCall::Result BuiltinCall::sub_group_shuffles() {
    const auto known = language::find_shuffle(name());
    if (!known) return std::nullopt;
    const Value value = argument(0);
    if (!is_arithmetic(value.type) || value.type->is_bool) wrong_argument(0, "a number");
    Value out;
    out.type = types_.unqualified(value.type);
    const Value second = known->joins_two ? converted(1, out.type) : value;
    const Reg place = place_of_other(*known);
    const Scalar scalar = out.type->scalar;
    const Handler handler = handlers::sub_group_shuffle();
    for (std::size_t i = 0; i < value.parts.size(); ++i)
        out.parts.push_back(
            known->joins_two
                ? out_.effect(handler, nullptr, scalar, {value.parts[i], place, second.parts[i]}, 0,
                              at(), true)
                : out_.effect(handler, nullptr, scalar, {value.parts[i], place}, 0, at(), true));
    return out;
}

/// The pointer of a block access, which all of a sub-group give alike.
Value BuiltinCall::block_pointer(const language::BlockAccess& access) {
    Value pointer = argument(0);
    if (!is_pointer(pointer.type)) wrong_argument(0, "a pointer");
    const AddressSpace space = pointee_space(pointer.type);
    require(space == AddressSpace::global || space == AddressSpace::local, "E-ADDRESS",
            "this accesses global or local memory", node_.arguments[0]->span);
    pointer = converted(0, types_.pointer(types_.scalar(access.scalar), space));
    std::uint32_t site = 0;
    if (t_.program_.watched()) site = t_.add_site(SiteKind::sub_group_function, name());
    out_.effect(handlers::sub_group_pointer(), nullptr, std::nullopt, {pointer.reg()}, site, at(),
                true);
    if (!t_.program_.watched()) return pointer;
    Site aligned;
    aligned.span = node_.arguments[0]->span;
    aligned.text = t_.text_at(aligned.span);
    (access.stores ? aligned.writes : aligned.reads) = true;
    aligned.space = space;
    aligned.alignment = static_cast<std::uint32_t>(access.alignment(space == AddressSpace::local));
    if (pointer.root) aligned.root = *pointer.root;
    out_.effect(handlers::watch_alignment(), nullptr, std::nullopt, {pointer.reg()},
                out_.add_site(std::move(aligned)), at());
    return pointer;
}

BuiltinCall::Result BuiltinCall::block_accesses() {
    const auto access = language::find_block_access(name());
    if (!access) return std::nullopt;
    const bool of_image = argument(0).type->kind == TypeKind::image;
    require(!of_image, "E-UNSUPPORTED", "blocks of images are not accessed here", at());
    expect(access->stores ? 2 : 1);
    const Value pointer = block_pointer(*access);
    const TypePtr type = types_.shaped(access->scalar, access->lanes);
    Value value;
    if (access->stores) value = converted(1, type);
    const Reg width = queried(ItemQuery::max_sub_group_size);
    Reg index = queried(ItemQuery::sub_group_local_id);
    Value out;
    out.type = type;
    for (unsigned i = 0; i < access->lanes; ++i) {
        if (i > 0) index = t_.compute(loops::Binary::add, index, width);
        const Value at_index =
            t_.offset_pointer(pointer, t_.scalar_value(Scalar::u64, index), false);
        const Reg address = watched_elements(at_index, access->scalar, 1, 1, access->stores);
        if (access->stores)
            out_.store(access->scalar, address, 0, value.parts[i], at());
        else
            out.parts.push_back(out_.load(access->scalar, address, 0, at()));
    }
    return access->stores ? t_.void_value() : out;
}

}  // namespace clmm::runtime::compiler
