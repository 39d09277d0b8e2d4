#include "check/races/shadow.h"

#include <algorithm>
#include <bit>

#include "clmm/base/ensure.h"

namespace clmm::runtime::check {
namespace {

constexpr std::size_t kFreePagesKept = 256;  ///< of each size of cells

}  // namespace

ObjectId Shadow::add(std::uint64_t bytes, Memory memory) {
    std::size_t number = objects_.size();
    if (free_objects_.empty()) {
        objects_.emplace_back();
    } else {
        number = free_objects_.back();
        free_objects_.pop_back();
    }
    Object& made = objects_[number];
    made.present = true;
    made.bytes = bytes;
    made.memory = memory;
    made.region = memory == Memory::local ? Region::local : Region::global;
    made.pages.resize((bytes + kPage - 1) / kPage);
    bytes_ += made.pages.size() * sizeof(Page);
    return ObjectId(number);
}

Shadow::Object& Shadow::object(ObjectId id) {
    ensure(id.index() < objects_.size() && objects_[id.index()].present, "the object is there");
    return objects_[id.index()];
}

void Shadow::free_object(ObjectId id) {
    Object& object = objects_[id.index()];
    for (Page& page : object.pages) {
        if (!page.cells) continue;
        auto& free = free_cells_[page.shift];
        if (free.size() < kFreePagesKept)
            free.push_back(std::move(page.cells));
        else
            bytes_ -= page.size() * sizeof(Cell);
    }
    bytes_ -= object.pages.size() * sizeof(Page);
    object = {};
    free_objects_.push_back(id.index());
}

std::unique_ptr<Cell[]> Shadow::make_cells(std::uint8_t shift) {
    const std::size_t count = kPage >> shift;
    auto& free = free_cells_[shift];
    if (!free.empty()) {
        std::unique_ptr<Cell[]> cells = std::move(free.back());
        free.pop_back();
        std::fill_n(cells.get(), count, Cell());
        return cells;
    }
    bytes_ += count * sizeof(Cell);
    return std::make_unique<Cell[]>(count);
}

void Shadow::prepare(Page& page, std::uint64_t alignment) {
    const auto shift =
        static_cast<std::uint8_t>(std::min<int>(kWidest, std::countr_zero(alignment)));
    if (page.cells) {
        split(page, shift);
        return;
    }
    page.shift = shift;
    page.cells = make_cells(shift);
}

/// Each cell becomes several that remember the same; an atomic object begins in the first.
void Shadow::split(Page& page, std::uint8_t shift) {
    const unsigned parts = 1U << (page.shift - shift);
    std::unique_ptr<Cell[]> smaller = make_cells(shift);
    for (std::size_t i = 0; i < page.size(); ++i)
        for (unsigned part = 0; part < parts; ++part) {
            Cell& made = smaller[i * parts + part];
            made = page.cells[i];
            if (made.read == kManyReads && part != 0) made.reader = sets_.copy(made.reader);
        }
    bytes_ -= page.size() * sizeof(Cell);
    page.cells = std::move(smaller);
    page.shift = shift;
}

}  // namespace clmm::runtime::check
