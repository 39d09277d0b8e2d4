#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

/// Values as bytes, for another process of this program.
namespace clmm::cli {

class Packer {
public:
    /// A number, an enumerator, or a plain struct of such.
    template <class Plain>
    void put(const Plain& value) {
        static_assert(std::is_trivially_copyable_v<Plain> && !std::is_pointer_v<Plain>);
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void put_text(std::string_view text) {
        put(text.size());
        bytes_.append(text);
    }
    [[nodiscard]] std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

/// Reads what a Packer wrote, in the same order.
class Unpacker {
public:
    explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

    template <class Plain>
    [[nodiscard]] Plain get() {
        static_assert(std::is_trivially_copyable_v<Plain> && !std::is_pointer_v<Plain>);
        Plain value;
        std::memcpy(&value, rest_.data(), sizeof value);
        rest_.remove_prefix(sizeof value);
        return value;
    }
    [[nodiscard]] std::string get_text() {
        const auto size = get<std::size_t>();
        std::string text(rest_.substr(0, size));
        rest_.remove_prefix(size);
        return text;
    }

private:
    std::string_view rest_;
};

}  // namespace clmm::cli
