#include <gtest/gtest.h>

#include <cstring>

#include "exec/values/npy.h"

namespace clmm::cli {
namespace {

/// A file of version `major` with this header and data.
std::string npy(const std::string& header, const std::string& data, char major = 1) {
    std::string bytes = "\x93NUMPY";
    bytes += major;
    bytes += '\0';
    bytes += static_cast<char>(header.size());
    bytes += '\0';
    if (major == 2) bytes += std::string(2, '\0');
    return bytes + header + data;
}

std::string npy_problem(const std::string& bytes) {
    const auto result = read_npy(bytes, "f.npy");
    return result ? "none" : result.diagnostics().front().message;
}

constexpr const char* kTwo = "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }\n";

TEST(Npy, ReadsBothFormats) {
    const std::string data("\1\0\2\0", 4);
    for (const char major : {'\1', '\2'}) {
        const auto array = read_npy(npy(kTwo, data, major), "f.npy");
        ASSERT_TRUE(array.ok()) << render(array.diagnostics());
        EXPECT_EQ(array->type, NumberType::i16);
        EXPECT_EQ(array->shape, std::vector<std::uint64_t>{2});
        EXPECT_EQ(array->bytes.size(), 4U);
    }
}

TEST(Npy, ReadsWhatItWrites) {
    for (int type = 0; type <= static_cast<int>(NumberType::f64); ++type)
        for (const auto& shape : std::vector<std::vector<std::uint64_t>>{{}, {3}, {2, 3}, {0, 4}}) {
            NumberArray array{static_cast<NumberType>(type), shape, {}};
            array.bytes.resize(*NumberArray::count(shape) * size_of(array.type));
            for (std::size_t i = 0; i < array.bytes.size(); ++i) array.bytes[i] = std::byte(i);
            const std::string bytes = write_npy(array);
            EXPECT_EQ((bytes.size() - array.bytes.size()) % 64, 0U);
            const auto back = read_npy(bytes, "f.npy");
            ASSERT_TRUE(back.ok()) << render(back.diagnostics());
            EXPECT_EQ(back->type, array.type);
            EXPECT_EQ(back->shape, array.shape);
            EXPECT_EQ(back->bytes, array.bytes);
        }
}

TEST(Npy, WritesNumPysOwnHeader) {
    NumberArray array{NumberType::f32, {1, 2}, std::vector<std::byte>(8)};
    EXPECT_NE(write_npy(array).find("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }"),
              std::string::npos);
    array.shape = {2};
    EXPECT_NE(write_npy(array).find("'shape': (2,), }"), std::string::npos);
}

TEST(Npy, FortranOrderOfOneDimensionIsNone) {
    EXPECT_EQ(npy_problem(npy("{'descr': '<i2', 'fortran_order': True, 'shape': (1,)}", "ab")),
              "none");
}

TEST(Npy, SaysWhatIsNotRead) {
    EXPECT_EQ(npy_problem("hello"), "f.npy: this is no NPY file");
    EXPECT_EQ(npy_problem(npy(kTwo, "abcd", 3)), "f.npy: format 3 is not read here");
    EXPECT_EQ(npy_problem(npy("{'descr': '>i2', 'fortran_order': False, 'shape': (1,)}", "ab")),
              "f.npy: the numbers are big-endian ('>i2')");
    EXPECT_EQ(
        npy_problem(npy("{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}", "abcdefgh")),
        "f.npy: elements of type '<c8' are not read here");
    EXPECT_EQ(
        npy_problem(npy("{'descr': [('a', '<i2')], 'fortran_order': False, 'shape': ()}", "ab")),
        "f.npy: the elements have several fields");
    EXPECT_EQ(npy_problem(npy("{'descr': '<i1', 'fortran_order': True, 'shape': (1, 2)}", "ab")),
              "f.npy: the numbers are in Fortran order");
}

TEST(Npy, EveryCutFileIsDamaged) {
    const std::string whole = npy(kTwo, std::string("\1\0\2\0", 4));
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(read_npy(std::string_view(whole).substr(0, size), "f.npy").ok()) << size;
    EXPECT_EQ(npy_problem(whole + "x"),
              "f.npy: there are 5 bytes of data, which do not make up the header's shape");
}

TEST(Npy, DamagedHeadersAreErrors) {
    for (const char* header :
         {"", "{", "{}", "{'descr': '<i2'}", "{'descr' '<i2', 'shape': (1,)}",
          "{'descr': '<i2', 'shape': (x,)}", "{'descr': '<i2', 'shape': (1,)} more",
          "{'descr': '<i2', 'shape': (1,), 'colour': 1}", "{'descr': '', 'shape': (1,)}",
          "{'descr': '<i2', 'shape': (18446744073709551615, 3)}"})
        EXPECT_FALSE(read_npy(npy(header, "ab"), "f.npy").ok()) << header;
}

}  // namespace
}  // namespace clmm::cli
