#include "write/left_behind.h"

namespace clmm::compilers {

TermId left_behind(const Machine& way, const World& world, std::int64_t offset,
                   const generator::Observed& observed, Span end) {
    const Address out = *world.terms.address(world.out);
    const auto left = way.private_at({out.base, out.offset + offset});
    if (!left || world.terms[*left].width != 32 || world.terms.has_base(*left))
        refuse("the function ends without the value of " + generator::name_of(observed), end,
               "it is left in the last parameter, as the text has it that clmm writes");
    return *left;
}

}  // namespace clmm::compilers
