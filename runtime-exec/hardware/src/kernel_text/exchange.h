#pragma once

#include <string>
#include <vector>

namespace clmm::hardware {

/// Functions for compare-exchanges that a device's compiler does not have as they are written:
/// with `expected` in memory that is shared, or with the functions of OpenCL 1.2. Each is defined
/// once, whoever calls it; orders and scope are constants in it.
class ExchangeFunctions {
public:
    /// The name of the function with this text, in which its name is `@`.
    [[nodiscard]] std::string name_of(const std::string& text);
    [[nodiscard]] std::string text() const;

private:
    std::vector<std::string> texts_;
};

}  // namespace clmm::hardware
