#pragma once

#include <string>
#include <string_view>

namespace clmm::litmus {

/// A text after the preprocessor without the definitions and declarations at file scope that a
/// kernel does not name, nor what it names: they are blanks, and the rest stays where it is.
///
/// Idea     by words alone, since what is not reached need not be in the checker's language. A
///          name that something local or a member hides counts as a use, so that too much may
///          stay and never too little.
[[nodiscard]] std::string reached_text(std::string text, std::string_view kernel);

}  // namespace clmm::litmus
