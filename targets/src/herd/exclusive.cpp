#include "herd/exclusive.h"

#include <utility>

namespace clmm::targets {
namespace {

/// Where the reservation is, among the registers.
const std::string kAddress = "reserved address";

}  // namespace

void reserve(StructureBuilder& builder, litmus::EventId loaded, const RegisterValue& address) {
    builder.path().reserved = loaded;
    builder.set(kAddress, address);
}

Conditional store_conditional(StructureBuilder& builder, const RegisterValue& address,
                              const Pointee& to, const RegisterValue& stored, Span span) {
    litmus::TermPool& terms = builder.terms();
    const std::optional<litmus::EventId> loaded = std::exchange(builder.path().reserved, {});
    if (!loaded) return {terms.boolean(false), {}};
    const litmus::TermId is_same = terms.equal(address.term, builder.get(kAddress).term);
    const litmus::TermId succeeds = terms.land(is_same, terms.choice(1));
    const litmus::EventId written =
        builder.write(to, stored.term, span, {.data = stored.reads, .addr = address.reads});
    builder.guard(written, succeeds);
    builder.join(*loaded, written);
    builder.choose("the conditional store fails", terms.lnot(succeeds), span);
    return {succeeds, written};
}

}  // namespace clmm::targets
