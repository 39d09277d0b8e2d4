#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace clmm::cli {

/// Writes all of a file. The text goes into a new file beside it, which takes its place once all
/// is there, so that who cannot write keeps what was there. What is no regular file, a device or
/// a pipe, is written itself; so is a file in a folder that takes no new ones.
///
/// Errors   why it could not be written, in the system's words.
[[nodiscard]] std::optional<std::string> write_whole(const std::string& path,
                                                     std::string_view text);

/// … and the folders that it needs; says so on `err` where that fails.
[[nodiscard]] bool write_file(const std::string& text, const std::string& path, std::ostream& err);

/// Of a file that is written: `clmm: cannot write PATH: why`, a line.
[[nodiscard]] std::string unwritten(const std::string& path, const std::string& why);

}  // namespace clmm::cli
