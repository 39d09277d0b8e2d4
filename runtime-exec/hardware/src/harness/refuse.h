#pragma once

#include <string>

#include "clmm/base/diagnostic.h"

namespace clmm::hardware {

/// What cannot be executed, on its way to Harness::prepare. Never leaves hardware.
struct Refused {
    Diagnostic diagnostic;
};

[[noreturn]] inline void refuse(std::string message, Span span, std::string hint = {}) {
    throw Refused{
        {Severity::error, "E-UNSUPPORTED", std::move(message), std::move(hint), nullptr, span}};
}

[[noreturn]] inline void refuse_tuning(std::string message, std::string hint = {}) {
    throw Refused{
        {Severity::error, "E-TUNING", std::move(message), std::move(hint), nullptr, Span{}}};
}

}  // namespace clmm::hardware
