// What constants of the program hold.
#include <cstring>

#include "operations.h"
#include "walk.h"

namespace clmm::runtime::launches {
namespace {

constexpr unsigned kWidest = 32;         ///< bits; wider ones may be addresses
constexpr std::size_t kMostValues = 64;  ///< that stand beside different ones

/// Elements of one value beside one another.
struct Stretch {
    std::uint64_t begin = 0, elements = 0;
    std::uint64_t value = 0;
};

std::vector<Stretch> stretches_of(const CodeObject& object, std::size_t size,
                                  const std::vector<std::byte>& memory) {
    std::vector<Stretch> out;
    for (std::uint64_t at = object.offset; at + size <= object.offset + object.size; at += size) {
        std::uint64_t value = 0;
        std::memcpy(&value, memory.data() + at, size);
        if (out.empty() || out.back().value != value) out.push_back({at, 0, value});
        ++out.back().elements;
    }
    return out;
}

}  // namespace

/// What is read at an offset of program-scope memory: of the constant that its known part lies in,
/// the value of the element; anything elsewhere.
TermId Walk::read_constant(TermId offset, unsigned width, TermId otherwise) {
    std::uint64_t known = 0;
    for (const auto& [term, plus] : formulas_.summands(offset))
        if (terms_.is_constant(term))
            known += plus ? terms_[term].payload : 0 - terms_[term].payload;
    const std::size_t size = width / 8;
    for (const CodeObject& object : code_.program_objects) {
        const bool within = known >= object.offset && known - object.offset < object.size;
        if (!within || !object.constant || width > kWidest ||
            object.offset + object.size > program_.size())
            continue;
        const std::vector<Stretch> stretches = stretches_of(object, size, program_);
        if (stretches.size() > kMostValues) return otherwise;
        const bool is_aligned = formulas_.is_multiple(offset, size) && object.offset % size == 0;
        TermId out = otherwise;
        for (const Stretch& each : stretches) {
            const TermId from = formulas_.subtract(offset, formulas_.number(each.begin, 64));
            TermId here = formulas_.less(from, formulas_.number(each.elements * size, 64), false);
            if (!is_aligned)
                here = terms_.land(
                    here, terms_.equal(formulas_.remainder(from, formulas_.number(size, 64), false),
                                       formulas_.number(0, 64)));
            out = terms_.if_then_else(here, formulas_.number(each.value, width), out);
        }
        return out;
    }
    return otherwise;
}

}  // namespace clmm::runtime::launches
