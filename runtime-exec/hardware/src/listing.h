#pragma once

#include <string>
#include <vector>

#include "clmm/hardware/device.h"

namespace clmm::hardware {

/// The devices that one driver or loader knows. Those that cannot be used are left out, and a note
/// says why.
struct Listing {
    std::vector<DeviceInfo> devices;
    std::vector<unsigned> numbers;  ///< of the devices, as open() takes them
    Diagnostics notes;

    void note(const std::string& text) {
        notes.push_back({Severity::note, "E-DEVICE", text, "", nullptr, {}});
    }
    /// There are none: the errors are why.
    static Listing none(Diagnostics errors) {
        for (Diagnostic& each : errors) each.severity = Severity::note;
        return {{}, {}, std::move(errors)};
    }
    /// `count` devices, each as `info(number)` has it; what it and `count` throw are notes.
    /// Errors   none.
    template <class Count, class Info>
    static Listing of(Count&& count, Info&& info) {
        Listing out;
        try {
            const unsigned all = count();
            for (unsigned number = 0; number < all; ++number) {
                try {
                    out.devices.push_back(info(number));
                    out.numbers.push_back(number);
                } catch (const DeviceError& error) {
                    out.note(error.what());
                }
            }
        } catch (const DeviceError& error) {
            out.note(error.what());
        }
        return out;
    }
};

/// What `work` makes; a DeviceError of it becomes an E-DEVICE.
template <class Work>
[[nodiscard]] Result<std::unique_ptr<Device>> opened(Work&& work) {
    try {
        return Result<std::unique_ptr<Device>>(work());
    } catch (const DeviceError& error) {
        return Result<std::unique_ptr<Device>>::failure(
            {Severity::error, "E-DEVICE", error.what(), "", nullptr, {}});
    }
}

}  // namespace clmm::hardware
