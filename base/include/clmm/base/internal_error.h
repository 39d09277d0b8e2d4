#pragma once

#include <stdexcept>

namespace clmm {

/// A bug of clmm's own, thrown by ensure(). Only `cli` catches it.
///
/// Errors   this is one: no value of a Result, and nothing that a user can mend.
class InternalError : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

}  // namespace clmm
