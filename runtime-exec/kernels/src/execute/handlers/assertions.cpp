// assert(): looked at in all runs, with or without checks.
#include "execute/block.h"
#include "execute/group_run.h"
#include "execute/handlers.h"

namespace clmm::runtime {
namespace {

void run_check_assertion(Block& block, const Instruction& i) {
    Register& holds = block.reg(i.a);
    if (holds.shape == Shape::uniform && *holds.elements<std::int32_t>() != 0) return;
    block.fill(holds, 4);
    block.for_active([&](unsigned lane) {
        if (holds.elements<std::int32_t>()[lane] == 0)
            block.group().report_assertion(block, lane, i.span);
    });
}

}  // namespace

namespace handlers {

Handler check_assertion() { return &run_check_assertion; }

}  // namespace handlers
}  // namespace clmm::runtime
