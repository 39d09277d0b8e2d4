#include "clmm/generator/orders.h"

namespace clmm::generator {

bool is_no_stronger(MemoryOrder a, MemoryOrder b) {
    if (a == b || a == MemoryOrder::relaxed || b == MemoryOrder::seq_cst) return true;
    return b == MemoryOrder::acq_rel && a != MemoryOrder::seq_cst;
}

MemoryOrder order_of_part(MemoryOrder order, Kind part) {
    const MemoryOrder other = part == Kind::load ? MemoryOrder::release : MemoryOrder::acquire;
    if (order == other) return MemoryOrder::relaxed;
    if (order != MemoryOrder::acq_rel) return order;
    return part == Kind::load ? MemoryOrder::acquire : MemoryOrder::release;
}

}  // namespace clmm::generator
