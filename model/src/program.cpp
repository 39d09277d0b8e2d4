#include "clmm/model/program.h"

namespace clmm::model {

bool is_set(Base base) { return base < Base::identity; }

const NamedBase* Program::named(const Node& node) const {
    constexpr auto kFirst = static_cast<std::uint32_t>(Base::first_named);
    return node.op == NodeOp::base && node.payload >= kFirst ? &names[node.payload - kFirst]
                                                             : nullptr;
}

}  // namespace clmm::model
