#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "assembly/listing.h"

namespace clmm::compilers {

/// Where code is: a label, as so many bytes behind another one (none: behind 0), without the lowest
/// bits that instructions of one size have in common. `(.LBB0_3-.LBB0_2)>>2`.
struct CodeOffset {
    std::string label, from;
    unsigned shift = 0;
    friend auto operator<=>(const CodeOffset&, const CodeOffset&) = default;
};

using Datum = std::variant<std::uint64_t, CodeOffset>;

/// Bits of data that nobody writes, so many bytes behind a label; nothing: there is no such data.
/// Errors   an entry that is neither a number nor where code is.
[[nodiscard]] std::optional<Datum> datum_at(const Listing& listing, const std::string& label,
                                            std::int64_t offset, unsigned width);

}  // namespace clmm::compilers
