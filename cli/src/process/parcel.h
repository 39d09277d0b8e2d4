#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
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

/// Reads what a Packer wrote, in the same order. Throws std::out_of_range where there is less.
class Unpacker {
public:
    explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

    template <class Plain>
    [[nodiscard]] Plain get() {
        static_assert(std::is_trivially_copyable_v<Plain> && !std::is_pointer_v<Plain>);
        Plain value;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    [[nodiscard]] std::string get_text() { return std::string(take(get<std::size_t>())); }
    /// A number of things that take a byte or more each.
    [[nodiscard]] std::size_t get_count() {
        const auto count = get<std::size_t>();
        if (count > rest_.size()) throw std::out_of_range("a parcel ends too soon");
        return count;
    }
    [[nodiscard]] bool is_empty() const { return rest_.empty(); }

private:
    std::string_view take(std::size_t size) {
        if (size > rest_.size()) throw std::out_of_range("a parcel ends too soon");
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }

    std::string_view rest_;
};

}  // namespace clmm::cli
