#pragma once

#include "execute/instruction.h"

/// Pipes. A pipe is the address of its PipeArgument; a reservation is its first packet and its
/// count in 64 bits, 0 being none.
namespace clmm::runtime::handlers {

/// d (int) = 0 if a packet went from pipe a to address b, -1 if there was none; or the other way.
[[nodiscard]] Handler read_pipe();
[[nodiscard]] Handler write_pipe();
/// Operands: pipe, reservation, index, address; result: as above. constants[0]: whether to read.
[[nodiscard]] Handler reserved_packet();

/// For whom a reservation is made.
enum class PipeScope : std::uint8_t { work_item, sub_group, work_group };
/// d (64 bits) = a reservation of b (32 bits) packets of pipe a.
[[nodiscard]] Handler reserve_pipe(bool reads, PipeScope scope);
/// Ends reservation b (64 bits) of pipe a.
[[nodiscard]] Handler commit_pipe(bool reads, PipeScope scope);
/// d (32 bits) = packets in pipe a, or as many as it holds at most if immediate is 1.
[[nodiscard]] Handler query_pipe();

}  // namespace clmm::runtime::handlers
