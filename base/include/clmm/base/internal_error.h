#pragma once

#include <stdexcept>

namespace clmm {

/// A bug of clmm's own, thrown by ensure(). Only `cli` catches it.
class InternalError : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

}  // namespace clmm
