#include "clmm/model/program.h"

namespace clmm::model {
namespace {

Base offset(Base first, unsigned by) {
    return static_cast<Base>(static_cast<unsigned>(first) + by);
}

}  // namespace

bool is_set(Base base) { return base < Base::identity; }

Base base_of(litmus::Tag tag) { return offset(Base::first_tag, static_cast<unsigned>(tag)); }

Base base_of(litmus::Link link) { return offset(Base::first_link, static_cast<unsigned>(link)); }

}  // namespace clmm::model
