#pragma once

#include <string>
#include <string_view>

#include "clmm/model/memory_model.h"

/// A compiled model as bytes. The build writes the shipped models so (model/tables), and clmm reads
/// them in a hundredth of the time that their texts take.
namespace clmm::model {

/// Errors   an InternalError where a source of the model is no shipped file: those are written by
///          their names alone.
[[nodiscard]] std::string write_table(const MemoryModel& model);

/// The model that write_table() was given.
[[nodiscard]] MemoryModel read_table(std::string_view table);

}  // namespace clmm::model
