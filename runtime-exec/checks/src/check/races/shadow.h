#pragma once

#include <memory>
#include <vector>

#include "check/races/access_set.h"

namespace clmm::runtime::check {

/// What is remembered of a few bytes: the last plain write, and a plain read or a set of reads and
/// atomics. All 0: nothing.
struct Cell {
    std::uint32_t writer = 0;  ///< number of the unit
    StampId write = kNoStamp;
    std::uint32_t reader = 0;  ///< number of the unit, or of the set
    StampId read = kNoStamp;
};
constexpr StampId kManyReads = 0xffffffffU;  ///< `reader` is the number of an AccessSet

/// The shadow of all objects: cells of 1, 2, 4, … bytes, up to a whole page, as small as the
/// accesses in their page need.
///
/// Cost     16 bytes for each cell of pages that have been touched; a page is 1 KiB of an object.
class Shadow {
public:
    static constexpr std::uint8_t kWidest = 10;  ///< log2 of the bytes of a page
    static constexpr std::uint64_t kPage = std::uint64_t{1} << kWidest;

    struct Page {
        std::uint8_t shift = 0;  ///< log2 of the bytes for each cell
        std::unique_ptr<Cell[]> cells;
        [[nodiscard]] std::size_t size() const { return kPage >> shift; }
    };
    struct Object {
        bool present = false;
        bool has_sets = false;  ///< some cell has a set
        std::uint64_t bytes = 0;
        Memory memory = Memory::buffer;
        Region region = Region::global;
        std::vector<Page> pages;
    };

    [[nodiscard]] ObjectId add(std::uint64_t bytes, Memory memory);
    /// Calls `ends(number)` for each atomic object in it.
    template <class Ends>
    void remove(ObjectId id, Ends&& ends) {
        Object& object = objects_[id.index()];
        if (object.has_sets)
            for (Page& page : object.pages)
                for (std::size_t i = 0; page.cells && i < page.size(); ++i)
                    if (page.cells[i].read == kManyReads) {
                        const std::uint32_t atomic = sets_[page.cells[i].reader].atomic_object;
                        if (atomic != 0) ends(atomic);
                        sets_.give_back(page.cells[i].reader);
                    }
        free_object(id);
    }
    [[nodiscard]] Object& object(ObjectId id);

    /// The page's cells, as small as an access to `offset` of `size` bytes needs: none of them
    /// reaches beyond it.
    [[nodiscard]] Page& page_for(Object& object, std::uint64_t offset, std::uint64_t size) {
        const std::uint64_t number = offset / kPage;
        Page& page = object.pages[number];
        const std::uint64_t aligned = (offset | size) & ((std::uint64_t{1} << page.shift) - 1);
        if (!page.cells || aligned != 0) prepare(page, offset | size);
        return page;
    }

    [[nodiscard]] AccessSets& sets() { return sets_; }
    /// The cell's set; a single read moves there. `key_of(stamp)` is its bucket's key.
    template <class KeyOf>
    AccessSet& set_of(Object& object, Cell& cell, KeyOf&& key_of) {
        if (cell.read != kManyReads) {
            const std::uint32_t number = sets_.take();
            if (cell.read != kNoStamp)
                sets_.add(sets_[number], key_of(cell.read), {cell.reader, 1, 1, cell.read});
            cell.reader = number;
            cell.read = kManyReads;
            object.has_sets = true;
        }
        return sets_[cell.reader];
    }
    [[nodiscard]] std::uint64_t bytes() const { return bytes_ + sets_.bytes(); }

private:
    void prepare(Page& page, std::uint64_t alignment);
    void split(Page& page, std::uint8_t shift);
    [[nodiscard]] std::unique_ptr<Cell[]> make_cells(std::uint8_t shift);
    void free_object(ObjectId id);

    std::vector<Object> objects_;
    std::vector<std::size_t> free_objects_;
    std::vector<std::unique_ptr<Cell[]>>
        free_cells_[kWidest + 1];  ///< by shift; of local memory mostly
    AccessSets sets_;
    std::uint64_t bytes_ = 0;
};

}  // namespace clmm::runtime::check
