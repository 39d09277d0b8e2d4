#include "clmm/language/types.h"

#include <gtest/gtest.h>

namespace clmm::language {
namespace {

TypePtr named(std::string_view name) {
    const auto type = find_type(name);
    EXPECT_TRUE(type.has_value()) << name;
    return std::make_shared<Type>(type.value_or(Type{}));
}

TEST(Types, sizes_and_alignments) {
    struct Case {
        std::string_view name;
        std::uint64_t size, alignment;
    };
    for (const Case& each :
         {Case{"bool", 1, 1}, Case{"char", 1, 1}, Case{"ushort", 2, 2}, Case{"int", 4, 4},
          Case{"size_t", 8, 8}, Case{"half", 2, 2}, Case{"float", 4, 4}, Case{"double", 8, 8},
          Case{"uchar2", 2, 2}, Case{"int3", 16, 16}, Case{"half3", 8, 8},
          Case{"double16", 128, 128}, Case{"atomic_ulong", 8, 8}, Case{"atomic_flag", 4, 4},
          Case{"memory_order", 4, 4}, Case{"image2d_t", 8, 8}, Case{"queue_t", 8, 8},
          Case{"ndrange_t", 80, 8}, Case{"void", 0, 1}}) {
        EXPECT_EQ(size_of(*named(each.name)), each.size) << each.name;
        EXPECT_EQ(alignment_of(*named(each.name)), each.alignment) << each.name;
    }
    EXPECT_EQ(size_of(*pointer_to(void_type())), 8U);
    EXPECT_EQ(size_of(*array_of(named("int3"), 5)), 80U);
    EXPECT_EQ(alignment_of(*array_of(named("int3"), 5)), 16U);
}

TEST(Types, names_that_are_none) {
    for (const char* name : {"int5", "int1", "size_t2", "bool4", "atomic_flag2", "atomic_int4",
                             "flag", "image4d_t", "atomic_memory_order", "unsigned"})
        EXPECT_EQ(find_type(name).has_value(), std::string_view(name) == "unsigned") << name;
}

TEST(Types, every_name_is_spelt_as_a_type_of_the_same_layout) {
    for (const std::string& name : type_names()) {
        const TypePtr type = named(name);
        const auto again = find_type(to_text(*type));
        ASSERT_TRUE(again.has_value()) << name << " is spelt " << to_text(*type);
        EXPECT_TRUE(is_same(*type, *again)) << name;
        EXPECT_EQ(to_text(*again), to_text(*type));
    }
}

TEST(Types, text) {
    const TypePtr global = in_space(named("atomic_int"), AddressSpace::global);
    EXPECT_EQ(to_text(*pointer_to(global)), "global atomic_int*");
    EXPECT_EQ(to_text(*in_space(pointer_to(global), AddressSpace::local)),
              "global atomic_int* local");
    EXPECT_EQ(to_text(*constant_type(pointer_to(constant_type(named("float4"))))),
              "const float4* const");
    EXPECT_EQ(to_text(*array_of(array_of(named("uint"), 3), 2)), "uint[2][3]");
    EXPECT_EQ(to_text(*named("cl_event")), "cl_event");
    EXPECT_EQ(to_text(*opaque_type(TypeKind::device_event)), "clk_event_t");
    EXPECT_EQ(to_text(*in_space(named("int"), AddressSpace::generic)), "int");
}

TEST(Types, members_stand_at_multiples_of_their_alignments) {
    Record record{.name = "s"};
    EXPECT_EQ(size_of(*record_type(record)), 0U) << "not complete";
    add_field(record, "a", named("char"));
    add_field(record, "b", named("int3"));
    add_field(record, "c", named("short"));
    add_field(record, "d", named("long"), 1);  // packed
    complete(record);
    EXPECT_EQ(find_field(record, "b")->offset, 16U);
    EXPECT_EQ(find_field(record, "c")->offset, 32U);
    EXPECT_EQ(find_field(record, "d")->offset, 34U);
    EXPECT_EQ(find_field(record, "e"), nullptr);
    EXPECT_EQ(size_of(*record_type(record)), 48U);
    EXPECT_EQ(alignment_of(*record_type(record)), 16U);
}

TEST(Types, members_of_a_union_lie_over_one_another) {
    Record record{.name = "u", .is_union = true};
    add_field(record, "a", named("char3"));
    add_field(record, "b", named("int"));
    complete(record, 8);
    EXPECT_EQ(find_field(record, "b")->offset, 0U);
    EXPECT_EQ(size_of(*record_type(record)), 8U);
    EXPECT_EQ(to_text(*record_type(record)), "union u");
}

TEST(Types, qualifiers_do_not_make_types_differ_but_spaces_of_targets_do) {
    const TypePtr number = named("int");
    EXPECT_TRUE(is_same(*number, *constant_type(in_space(number, AddressSpace::local))));
    EXPECT_TRUE(is_same(*pointer_to(number), *pointer_to(constant_type(number))));
    EXPECT_TRUE(is_same(*pointer_to(number), *pointer_to(in_space(number, AddressSpace::generic))));
    EXPECT_FALSE(is_same(*pointer_to(number), *pointer_to(in_space(number, AddressSpace::local))));
    EXPECT_FALSE(is_same(*number, *named("uint")));
    EXPECT_FALSE(is_same(*number, *named("atomic_int")));
    EXPECT_FALSE(is_same(*array_of(number, 2), *array_of(number, 3)));
    EXPECT_FALSE(is_same(*named("image2d_t"), *named("image2d_depth_t")));
}

TEST(Types, qualifiers_of_arrays_are_their_elements) {
    const TypePtr array = array_of(named("int"), 4);
    EXPECT_EQ(in_space(array, AddressSpace::global)->element->space, AddressSpace::global);
    EXPECT_TRUE(constant_type(array)->element->is_const);
}

TEST(Types, words) {
    const Qualifiers words = read_qualifiers({"const", "global", "volatile", "read_write", "pipe"});
    EXPECT_TRUE(words.is_const && words.is_volatile && words.is_pipe && !words.is_atomic);
    EXPECT_EQ(words.space, AddressSpace::global);
    EXPECT_EQ(words.access, AccessQualifier::read_write);
    EXPECT_FALSE(words.has_two_spaces);
    EXPECT_TRUE(read_qualifiers({"global", "local"}).has_two_spaces);
    EXPECT_TRUE(read_qualifiers({"_Atomic"}).is_atomic);
}

TEST(Types, scalars_by_their_widths) {
    EXPECT_EQ(scalar_of({.width = 16, .is_signed = false}), Scalar::u16);
    EXPECT_EQ(scalar_of({.width = 64, .is_signed = true}), Scalar::i64);
    for (const std::string_view name : integer_type_names()) {
        const auto type = find_integer_type(name);
        EXPECT_EQ(integer_of(*typed(*type)), *type) << name;
    }
    EXPECT_FALSE(find_scalar("bool").has_value());
    EXPECT_EQ(value_type(named("atomic_flag"))->is_flag, false);
}

}  // namespace
}  // namespace clmm::language
