#include "clmm/language/initializers.h"

#include <gtest/gtest.h>

#include "clmm/base/reject.h"
#include "clmm/parser/litmus_tree.h"

namespace clmm::language {
namespace {

/// `struct pair { int a; int b[2]; int c; }`
struct Pair {
    Record record{.name = "pair"};
    TypePtr type;
    Pair() {
        const TypePtr number = typed(kInt);
        add_field(record, "a", number);
        add_field(record, "b", array_of(number, 2));
        add_field(record, "c", number);
        complete(record);
        type = record_type(record);
    }
};

std::optional<std::int64_t> literal(const syntax::Expression& expression) {
    const auto* number = std::get_if<syntax::IntegerLiteral>(&expression.node);
    return number != nullptr ? std::optional(static_cast<std::int64_t>(number->value))
                             : std::nullopt;
}

const InitializerRules kRules{.is_whole =
                                  [](const TypePtr&, const syntax::Expression& value) {
                                      return std::holds_alternative<syntax::Name>(value.node);
                                  },
                              .constant = literal};

/// The tree of `int x = INITIAL;`.
syntax::LitmusTree tree_of(const std::string& initial) {
    auto tree =
        syntax::parse_kernels(std::make_shared<const Source>("x.cl", "int x = " + initial + ";"),
                              syntax::KernelLanguage::complete);
    EXPECT_TRUE(tree.ok()) << render(tree.diagnostics());
    return std::move(tree).value();
}

/// `4=1 8=2`: which number each offset starts as, or `0=…` of what is no number.
std::string spread(const TypePtr& type, const std::string& initial,
                   const InitializerRules& rules = kRules) {
    const syntax::LitmusTree tree = tree_of(initial);
    std::string out;
    try {
        for (const InitialPart& part :
             initial_parts(type, *tree.variables.front().initializer, rules)) {
            const auto number = part.character ? std::optional<std::int64_t>(*part.character)
                                               : literal(*part.value);
            out += (out.empty() ? "" : " ") + std::to_string(part.offset) + "=" +
                   (number ? std::to_string(*number) : "…");
        }
    } catch (const Rejected& rejected) {
        return rejected.diagnostic.code + ": " + rejected.diagnostic.message;
    }
    return out;
}

TEST(Initializers, InnerBracesMayBeLeftOut) {
    const Pair pair;
    EXPECT_EQ(spread(pair.type, "{1, {2, 3}, 4}"), "0=1 4=2 8=3 12=4");
    EXPECT_EQ(spread(pair.type, "{1, 2, 3, 4}"), "0=1 4=2 8=3 12=4");
    EXPECT_EQ(spread(array_of(pair.type, 2), "{1, 2, 3, 4, 5}"), "0=1 4=2 8=3 12=4 16=5");
    EXPECT_EQ(spread(pair.type, "{}"), "");
    EXPECT_EQ(spread(pair.type, "{1, {2}, 4}"), "0=1 4=2 12=4");
}

TEST(Initializers, GoOnBehindADesignation) {
    const Pair pair;
    EXPECT_EQ(spread(pair.type, "{.b[0] = 5, 6, 7}"), "4=5 8=6 12=7");
    EXPECT_EQ(spread(pair.type, "{.b[1] = 6, 7}"), "8=6 12=7");
    EXPECT_EQ(spread(pair.type, "{.c = 1, .a = 2, 3}"), "12=1 0=2 4=3");
    EXPECT_EQ(spread(array_of(pair.type, 3), "{[1].b[1] = 1, 2, 3}"), "24=1 28=2 32=3");
    EXPECT_EQ(spread(pair.type, "{.b[1] = 6, 7, 8}"), "E-TYPE: more initial values than elements");
}

TEST(Initializers, TheLastListOfAPartIsTheOnlyOne) {
    const Pair pair;
    EXPECT_EQ(spread(pair.type, "{.b = {1, 2}, .b = {3}, 4}"), "4=3 12=4");
    EXPECT_EQ(spread(pair.type, "{1, .a = 2}"), "0=2");
    EXPECT_EQ(spread(array_of(pair.type, 2), "{1, 2, 3, [0] = {.c = 4}}"), "12=4");
    EXPECT_EQ(spread(array_of(pair.type, 2), "{1, 2, [0] = other}"), "0=…");
    Record both{.name = "both", .is_union = true};
    add_field(both, "number", typed(kInt));
    add_field(both, "pair", pair.type);
    complete(both);
    const TypePtr type = record_type(both);
    EXPECT_EQ(spread(type, "{.number = 1, .pair.b[0] = 2, 3}"), "4=2 8=3");
    EXPECT_EQ(spread(type, "{.pair = {1, 2}, .number = 3}"), "0=3");
}

TEST(Initializers, SayWhichPartsTheyAre) {
    const Pair pair;
    const syntax::LitmusTree tree = tree_of("{[1] = {.b[1] = 3}}");
    const auto parts =
        initial_parts(array_of(pair.type, 2), *tree.variables[0].initializer, kRules);
    ASSERT_EQ(parts.size(), 1U);
    EXPECT_EQ(parts[0].path, (std::vector<std::size_t>{1, 1, 1}));
}

TEST(Initializers, AWholeStructIsOneValue) {
    const Pair pair;
    EXPECT_EQ(spread(array_of(pair.type, 2), "{other, 2}"), "0=… 16=2");
    EXPECT_EQ(spread(pair.type, "other"), "0=…");
}

TEST(Initializers, AVectorTakesOneValueOrAList) {
    const TypePtr vector = vector_type(Scalar::i32, 4);
    EXPECT_EQ(spread(array_of(vector, 2), "{1, 2}"), "0=1 16=2");
    EXPECT_EQ(spread(array_of(vector, 2), "{{1, 2}, 3}"), "0=1 4=2 16=3");
    EXPECT_EQ(spread(vector, "{1, 2, 3, 4, 5}"), "E-TYPE: more initial values than elements");
}

TEST(Initializers, StringsAreCharacters) {
    const TypePtr text = array_of(scalar_type(Scalar::i8), 3);
    EXPECT_EQ(spread(text, "\"ab\""), "0=97 1=98 2=0");
    EXPECT_EQ(spread(text, "{\"abc\"}"), "0=97 1=98 2=99");
    EXPECT_EQ(spread(array_of(text, 2), "{\"a\", \"b\"}"), "0=97 1=0 3=98 4=0");
    EXPECT_EQ(spread(text, "\"abcd\""), "E-TYPE: more characters than elements");
}

TEST(Initializers, LiteralsOutsideFunctionsAreWhatTheirListsAre) {
    const Pair pair;
    InitializerRules rules = kRules;
    rules.has_type = [](const TypePtr& of, const syntax::TypeName& literal) {
        return of->kind == TypeKind::record && literal.is_struct;
    };
    EXPECT_EQ(spread(array_of(pair.type, 2), "{(struct pair){1}, 2}", rules), "0=1 16=2");
    EXPECT_EQ(spread(pointer_to(typed(kInt)), "(int[]){1}", rules).substr(0, 14), "E-UNSUPPORTED:");
}

TEST(Initializers, MistakesAreRejected) {
    const Pair pair;
    EXPECT_EQ(spread(array_of(typed(kInt), 2), "1"),
              "E-TYPE: an array is initialised by a list in braces");
    EXPECT_EQ(spread(pair.type, "{.d = 1}"), "E-NAME: 'struct pair' has no member 'd'");
    EXPECT_EQ(spread(pair.type, "{.b[2] = 1}"), "E-TYPE: 'int[2]' has no such element");
    EXPECT_EQ(spread(pair.type, "{[0] = 1}"), "E-TYPE: 'struct pair' has no such element");
    EXPECT_EQ(spread(typed(kInt), "{1, 2}"), "E-TYPE: more initial values than elements");
}

TEST(Initializers, AnArrayWithoutALengthHasWhatIsListed) {
    const Pair pair;
    const auto count = [](const TypePtr& element, const std::string& initial) {
        const syntax::LitmusTree tree = tree_of(initial);
        return listed_elements(
            element, std::get<syntax::InitializerList>(tree.variables[0].initializer->node),
            kRules);
    };
    EXPECT_EQ(count(typed(kInt), "{1, 2, 3}"), 3U);
    EXPECT_EQ(count(typed(kInt), "{[4] = 1, 2, [0] = 3}"), 6U);
    EXPECT_EQ(count(pair.type, "{1, 2, 3, 4, 5}"), 2U);
    EXPECT_EQ(count(pair.type, "{[1].b[1] = 1, 2, 3}"), 3U);
}

}  // namespace
}  // namespace clmm::language
