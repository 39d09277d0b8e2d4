#include "clmm/model/program.h"

namespace clmm::model {

bool is_set(Base base) { return base < Base::identity; }

}  // namespace clmm::model
