#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Programs that eat any text. Each of them promises that whatever the text is, the libraries
/// answer with a value or with diagnostics: they do not throw, crash, hang or contradict
/// themselves.
namespace clmm::fuzz {

struct Harness {
    std::string_view name;
    std::string_view about;
    std::vector<std::string_view> endings;  ///< of files in the tree that are seeds: `.litmus`
    /// Whether the text got past the reader. Ends the process where a promise is broken.
    bool (*eat)(const std::string& text);
};

[[nodiscard]] const std::vector<Harness>& harnesses();

[[nodiscard]] bool eats_litmus(const std::string& text);
[[nodiscard]] bool eats_cat(const std::string& text);
[[nodiscard]] bool eats_preprocessor(const std::string& text);
[[nodiscard]] bool eats_kernel(const std::string& text);
[[nodiscard]] bool eats_program(const std::string& text);
[[nodiscard]] bool eats_assembly(const std::string& text);
[[nodiscard]] bool eats_mapping(const std::string& text);
[[nodiscard]] bool eats_messages(const std::string& text);
[[nodiscard]] bool eats_state(const std::string& text);
[[nodiscard]] bool eats_schedule(const std::string& text);
[[nodiscard]] bool eats_array(const std::string& text);
[[nodiscard]] bool eats_table(const std::string& text);
[[nodiscard]] bool eats_value(const std::string& text);
[[nodiscard]] bool eats_database(const std::string& text);
[[nodiscard]] bool eats_execution(const std::string& text);
[[nodiscard]] bool eats_launches(const std::string& text);
[[nodiscard]] bool eats_command(const std::string& text);

/// Says what is wrong, and ends the process so that a fuzzer keeps the text.
[[noreturn]] void broken(std::string_view promise, std::string_view what);

}  // namespace clmm::fuzz
