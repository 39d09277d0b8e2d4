#include "clmm/language/order_meaning.h"

#include "clmm/language/functions.h"

namespace clmm::language {
namespace {

const char* text_of(OrderUse use) {
    switch (use) {
        case OrderUse::load:
            return "a load";
        case OrderUse::store:
            return "a store";
        case OrderUse::failure:
            return "a failing compare-exchange";
        case OrderUse::modification:
            break;
    }
    return "a modification";
}

}  // namespace

bool is_allowed(MemoryOrder order, OrderUse use) {
    if (use == OrderUse::modification) return true;
    return use == OrderUse::store ? is_order_of_store(order) : is_order_of_load(order);
}

MemoryOrder meaning_of(MemoryOrder order, OrderUse use) {
    if (is_allowed(order, use)) return order;
    const bool acquires = use == OrderUse::failure && order == MemoryOrder::acq_rel;
    return acquires ? MemoryOrder::acquire : MemoryOrder::relaxed;
}

std::string with_order(MemoryOrder order, OrderUse use) {
    return std::string(text_of(use)) + " with " + spelling(order);
}

std::string about_order(MemoryOrder order, OrderUse use) {
    return spelling(order) + " is undefined for " + text_of(use) + "; taken as " +
           spelling(meaning_of(order, use));
}

}  // namespace clmm::language
