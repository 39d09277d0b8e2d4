#pragma once

#include <string>
#include <string_view>

#include "clmm/hardware/device.h"

namespace clmm::hardware {

/// The devices of a list with what each claims, a block of lines each, for people, without
/// the notes.
///
/// Errors   none
/// Tests    tests/golden/devices
[[nodiscard]] std::string to_text(const DeviceList& list);

/// docs/json-schema/devices.schema.json; `version` is that of clmm.
[[nodiscard]] std::string to_json(const DeviceList& list, std::string_view version);

}  // namespace clmm::hardware
