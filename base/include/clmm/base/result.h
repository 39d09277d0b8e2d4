#pragma once

#include <optional>
#include <utility>

#include "clmm/base/diagnostic.h"
#include "clmm/base/ensure.h"

namespace clmm {

/// A value, or the diagnostics that say why there is none. Warnings may come with a value.
///
/// Errors   value() of a failed result is our own bug and ends in ensure().
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value, Diagnostics warnings = {})  // NOLINT(google-explicit-constructor)
        : value_(std::move(value)), diagnostics_(std::move(warnings)) {}

    [[nodiscard]] static Result failure(Diagnostics diagnostics) {
        ensure(has_errors(diagnostics), "a failed result names at least one error");
        return Result(std::move(diagnostics), Failed{});
    }
    [[nodiscard]] static Result failure(Diagnostic diagnostic) {
        return failure(Diagnostics{std::move(diagnostic)});
    }

    [[nodiscard]] bool ok() const { return value_.has_value(); }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] const T& value() const& {
        ensure(ok(), "value of a failed result");
        return *value_;
    }
    [[nodiscard]] T& value() & {
        ensure(ok(), "value of a failed result");
        return *value_;
    }
    [[nodiscard]] T&& value() && {
        ensure(ok(), "value of a failed result");
        return std::move(*value_);
    }
    const T& operator*() const& { return value(); }
    const T* operator->() const { return &value(); }

    [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }

private:
    struct Failed {};
    Result(Diagnostics diagnostics, Failed) : diagnostics_(std::move(diagnostics)) {}

    std::optional<T> value_;
    Diagnostics diagnostics_;
};

}  // namespace clmm
