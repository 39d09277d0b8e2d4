#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "load_test_support.h"

namespace clmm::model::test {
namespace {

TEST(LoadExpressions, EveryOperator) {
    EXPECT_EQ(compiled_expression("rf | mo"), "(rf | mo)");
    EXPECT_EQ(compiled_expression("rf & mo"), "(rf & mo)");
    EXPECT_EQ(compiled_expression("rf \\ mo"), "(rf \\ mo)");
    EXPECT_EQ(compiled_expression("rf ; mo"), "(rf; mo)");
    EXPECT_EQ(compiled_expression("R * W"), "(R * W)");
    EXPECT_EQ(compiled_expression("~rf"), "~rf");
    EXPECT_EQ(compiled_expression("~R"), "~R");
    EXPECT_EQ(compiled_expression("rf^-1"), "rf^-1");
    EXPECT_EQ(compiled_expression("rf+"), "rf+");
    EXPECT_EQ(compiled_expression("rf*"), "rf*");
    EXPECT_EQ(compiled_expression("rf?"), "rf?");
    EXPECT_EQ(compiled_expression("[R]"), "[R]");
    EXPECT_EQ(compiled_expression("domain(rf)"), "domain(rf)");
    EXPECT_EQ(compiled_expression("range rf"), "range(rf)");
    EXPECT_EQ(compiled_expression("R | W"), "(R | W)");
    EXPECT_EQ(compiled_expression("rf ; mo ; sb"), "((rf; mo); sb)");
    EXPECT_EQ(compiled_expression("rf \\ mo \\ sb"), "((rf \\ mo) \\ sb)");
}

TEST(LoadExpressions, EveryBase) {
    for (const std::string name :
         {"_",   "R",   "W",   "M",   "F",      "B",    "BE",   "BX",   "IW",  "A",   "NA",
          "NAL", "AO",  "RLX", "ACQ", "REL",    "AR",   "SC",   "WI",   "SG",  "WG",  "DEV",
          "ALL", "G",   "L",   "IMG", "RMW",    "id",   "sb",   "rf",   "mo",  "loc", "int",
          "ssg", "swg", "ski", "sdv", "parent", "addr", "data", "ctrl", "rmw", "bar"})
        EXPECT_EQ(compiled_expression(name), name);
    EXPECT_EQ(compiled_expression("ctrl-until-join"), "ctrl-until-join");
    EXPECT_EQ(compiled_expression("po"), "sb");
    EXPECT_EQ(compiled_expression("co"), "mo");
    EXPECT_EQ(compiled_expression("ACQ_REL"), "ACQ_REL");  // has the members of AR
}

TEST(LoadExpressions, DerivedNames) {
    EXPECT_EQ(compiled_expression("ext"), "(~int \\ id)");
    EXPECT_EQ(compiled_expression("rb"), "(rf^-1; mo)");
    EXPECT_EQ(compiled_expression("fr"), "(rf^-1; mo)");
    EXPECT_EQ(compiled_expression("rfi"), "(rf & int)");
    EXPECT_EQ(compiled_expression("coe"), "(mo & (~int \\ id))");
    EXPECT_EQ(compiled_expression("po-loc"), "(sb & loc)");
}

TEST(LoadExpressions, TrivialOnesAreSimplified) {
    EXPECT_EQ(compiled_expression("0 | rf"), "rf");
    EXPECT_EQ(compiled_expression("rf & 0"), "0");
    EXPECT_EQ(compiled_expression("W & {}"), "{}");
    EXPECT_EQ(compiled_expression("W & _"), "W");
    EXPECT_EQ(compiled_expression("rf \\ rf"), "0");
    EXPECT_EQ(compiled_expression("rf \\ 0"), "rf");
    EXPECT_EQ(compiled_expression("id ; rf ; [_]"), "rf");
    EXPECT_EQ(compiled_expression("0 ; rf"), "0");
    EXPECT_EQ(compiled_expression("[R] ; [A]"), "[(R & A)]");
    EXPECT_EQ(compiled_expression("rf^-1^-1"), "rf");
    EXPECT_EQ(compiled_expression("loc^-1"), "loc");
    EXPECT_EQ(compiled_expression("(R * W)^-1"), "(W * R)");
    EXPECT_EQ(compiled_expression("rf++"), "rf+");
    EXPECT_EQ(compiled_expression("rf?+"), "rf*");
    EXPECT_EQ(compiled_expression("rf+?"), "rf*");
    EXPECT_EQ(compiled_expression("0*"), "id");
    EXPECT_EQ(compiled_expression("~~rf"), "rf");
    EXPECT_EQ(compiled_expression("R * 0"), "0");
    EXPECT_EQ(compiled_expression("domain([R])"), "R");
    EXPECT_EQ(compiled_expression("0 | {}"), "0");
}

TEST(LoadExpressions, EqualNodesAreShared) {
    const auto model =
        load("let a = rf | mo  let b = mo | rf  let c = (rf | mo); (rf | mo)").value();
    const Program& program = model.program;
    EXPECT_EQ(program.nodes.size(), 4U);
    EXPECT_EQ(program.definitions[0].node, program.definitions[1].node);
}

TEST(LoadDefinitions, Functions) {
    EXPECT_EQ(compiled("let f(x, y) = x; y  let a = f(rf, mo)"), "(rf; mo)");
    EXPECT_EQ(compiled("let f x = [x]  let a = f R"), "[R]");
    EXPECT_EQ(compiled("let f g = g rf  let h x = x+  let a = f h"), "rf+");
    EXPECT_EQ(compiled("let c = mo  let f x = x; c  let c = sb  let a = f rf"), "(rf; mo)");
    EXPECT_EQ(compiled("let a = let f x = x; x in f rf"), "(rf; rf)");
    EXPECT_EQ(compiled("let f x = x & W  let a = f 0"), "{}");
}

TEST(LoadDefinitions, Shadowing) {
    EXPECT_EQ(compiled("let rf = rf; rf  let a = rf+"), "(rf; rf)+");
    EXPECT_EQ(compiled("let domain(x) = x  let a = domain(rf)"), "rf");
    EXPECT_EQ(compiled("let a = mo and b = rf  let a = b and b = a"), "mo");
}

TEST(LoadDefinitions, Recursion) {
    const auto model = load("let rec a = rf | a; b and b = mo | a").value();
    const Program& program = model.program;
    ASSERT_EQ(program.recursive.size(), 2U);
    EXPECT_EQ(program.recursive[0].name, "a");
    EXPECT_EQ(text_of(program, program.recursive[0].body), "(rf | (a; b))");
    EXPECT_EQ(text_of(program, program.recursive[1].body), "(mo | a)");
    EXPECT_EQ(program.recursive[0].group, program.recursive[1].group);
    for (const RecursiveDefinition& each : program.recursive)
        EXPECT_EQ(program[each.node].op, NodeOp::recursive);
}

TEST(LoadDefinitions, RecursionOverSets) {
    const auto model = load("let rec s = W | range([s]; rf) and r = r | r").value();
    EXPECT_TRUE(model.program[model.program.recursive[0].node].is_set);
    EXPECT_FALSE(model.program[model.program.recursive[1].node].is_set);
    EXPECT_EQ(text_of(model.program, model.program.recursive[1].body), "r");
}

TEST(LoadDefinitions, RecursionMayNegateWhatItDoesNotDefine) {
    EXPECT_EQ(errors_of("let rec a = rf | a \\ mo | ~mo & a"), "");
    EXPECT_EQ(errors_of("let rec a = rf | a  let rec b = ~a | b"), "");
}

TEST(LoadProgram, NodesPrecedeTheirUsers) {
    for (const ShippedModel& each : shipped_models()) {
        const Program program = shipped_model(each.name)->program;
        for (std::size_t i = 0; i < program.nodes.size(); ++i)
            for (const NodeId part : {program.nodes[i].left, program.nodes[i].right})
                if (part.valid()) EXPECT_LT(part.index(), i) << each.name;
    }
}

TEST(LoadChecks, KindsRolesNames) {
    const auto model =
        load(
            "acyclic sb  ~empty rf as some  flag ~empty mo as f\n"
            "undefined_unless empty rb as race  undefined_unless ~irreflexive mo as m\n"
            "irreflexive rf; sb")
            .value();
    const std::vector<Check>& checks = model.program.checks;
    ASSERT_EQ(checks.size(), 6U);
    EXPECT_EQ(checks[0].name, "acyclic-sb");
    EXPECT_EQ(checks[0].role, CheckRole::axiom);
    EXPECT_EQ(checks[1].name, "some");
    EXPECT_TRUE(checks[1].negated);
    EXPECT_EQ(checks[2].role, CheckRole::flag);
    EXPECT_TRUE(checks[2].negated);
    EXPECT_EQ(checks[3].role, CheckRole::undefined);
    EXPECT_TRUE(checks[3].negated);
    EXPECT_FALSE(checks[4].negated);
    EXPECT_EQ(checks[5].kind, CheckKind::irreflexive);
    EXPECT_EQ(checks[5].name, "irreflexive-6");
}

TEST(LoadChecks, CitationsAndSpans) {
    const auto model =
        load("(* Definition 1 (* nested *) *)\nlet a = rf\n(* Axiom 2 *)\nacyclic a").value();
    EXPECT_EQ(model.program.definitions[0].citation, "Definition 1 (* nested *)");
    EXPECT_EQ(model.program.checks[0].citation, "Axiom 2");
    EXPECT_EQ(model.program.checks[0].span.begin, 57U);
}

TEST(LoadShow, MarksOrAddsDefinitions) {
    const auto model = load("let a = rf  let b = mo  show a, sb as po-order, b  unshow b").value();
    const std::vector<Definition>& definitions = model.program.definitions;
    ASSERT_EQ(definitions.size(), 3U);
    EXPECT_TRUE(definitions[0].show);
    EXPECT_FALSE(definitions[1].show);
    EXPECT_EQ(definitions[2].name, "po-order");
    EXPECT_TRUE(definitions[2].show);
}

TEST(LoadChoice, TotalOrders) {
    const auto model = load("with S from total_order(SC & W)  let a = S; S").value();
    ASSERT_EQ(model.program.total_orders.size(), 1U);
    EXPECT_EQ(model.program.total_orders[0].name, "S");
    EXPECT_EQ(text_of(model.program, model.program.total_orders[0].over), "(SC & W)");
    EXPECT_EQ(text_of(model.program, model.program.definitions.back().node), "(S; S)");
}

TEST(LoadVariants, DefaultsChoicesConditions) {
    const std::string text =
        "variant \"k=1\" variant \"k=2\" variant \"j=w\" variant \"j=x\"\n"
        "let a = if \"k=1\" then rf else if \"k=2\" && not \"j=x\" then mo else sb\n"
        "if \"k=2\" || \"j=x\" let a = [a; a]^-1 end";
    const std::string plain = text.substr(0, text.rfind("\nif "));
    EXPECT_EQ(compiled(plain), "rf");
    LoadOptions two{.variants = {"k=2"}, .includes = {}};
    EXPECT_EQ(compiled(plain, two), "mo");
    two.variants.insert("j=x");
    EXPECT_EQ(compiled(plain, two), "sb");
    EXPECT_EQ(compiled("variant \"k\" if \"k\" let a = rf else let a = mo end"), "rf");
}

TEST(LoadVariants, ConditionsAskForStatedOnes) {
    EXPECT_EQ(errors_of("variant \"mode=strong\" variant \"mode=weak\"\n"
                        "if \"mod=strong\" acyclic po end"),
              "m.cat:2:4: error: no statement states the variant 'mod=strong' [E-CAT-VARIANT]\n"
              "    if \"mod=strong\" acyclic po end\n"
              "       ^~~~~~~~~~~~\n"
              "  hint: did you mean 'mode=strong'?\n");
    EXPECT_NE(errors_of("variant \"mode=strong\" let a = if not \"mode=strung\" then rf else mo"),
              "");
    EXPECT_NE(errors_of("if \"cos-opt\" acyclic po end").find("state it and its other values"),
              std::string::npos);
    // Even where the user chooses it.
    EXPECT_NE(errors_of("if \"k\" acyclic po end", {.variants = {"k"}, .includes = {}}), "");
    EXPECT_EQ(errors_of("variant \"k=a\" variant \"k=b\" if \"k=b\" acyclic po end"), "");
}

TEST(LoadVariants, StatedOnesAreAskedFor) {
    EXPECT_EQ(errors_of("variant \"mode=strong\" acyclic po"),
              "m.cat:1:9: error: nothing asks for the variant 'mode=strong' [E-CAT-VARIANT]\n"
              "    variant \"mode=strong\" acyclic po\n"
              "            ^~~~~~~~~~~~~\n");
    LoadOptions options = with_files({{"b.cat",
                                       "variant \"mode=weak\" variant \"mode=strong\"\n"
                                       "if \"mode=strong\" acyclic po end"}});
    EXPECT_EQ(errors_of("variant \"mode=strong\" include \"b.cat\"", options), "");
    EXPECT_EQ(errors_of("variant \"mode=weak\" include \"b.cat\"", options), "");
    EXPECT_EQ(errors_of("variant \"mode=strng\" include \"b.cat\"", options),
              "m.cat:1:9: error: 'strng' is not a value of the switch 'mode' [E-CAT-VARIANT]\n"
              "    variant \"mode=strng\" include \"b.cat\"\n"
              "            ^~~~~~~~~~~~\n"
              "  hint: did you mean 'mode=strong'?\n");
    // The elaboration of tests asks for some.
    EXPECT_EQ(errors_of("variant \"local-scope=as-written\" acyclic po"), "");
    EXPECT_NE(errors_of("variant \"local-scope=as-writen\" acyclic po"), "");
}

TEST(LoadNames, ThoseOfHerdSayWhatToWrite) {
    const auto hint = [](const std::string& text) {
        const std::string errors = errors_of(text);
        const std::size_t at = errors.find("hint: ");
        return at == std::string::npos ? errors
                                       : errors.substr(at + 6, errors.find('\n', at) - at - 6);
    };
    EXPECT_EQ(hint("let a = fencerel(F)"), "fencerel(F) is po; [F]; po");
    EXPECT_EQ(hint("let a = toid(W)"), "toid(A) is [A]");
    EXPECT_EQ(hint("let a = W \\ emptyset"), "the empty set is {}");
    EXPECT_EQ(hint("include \"cos.cat\""),
              "leave it out: co and fr are there, with all orders of writes");
    // A model's own name is that.
    EXPECT_EQ(errors_of("let fencerel(B) = po; [B]; po  let a = fencerel(F)"), "");
}

TEST(LoadVariants, UnknownOnesAreRefused) {
    EXPECT_EQ(errors_of("variant \"k=mutual\" let a = if \"k=mutual\" then rf else mo",
                        {.variants = {"k=mutal"}, .includes = {}}),
              "error: the model has no variant 'k=mutal' [E-CAT-VARIANT]\n"
              "  hint: did you mean 'k=mutual'?\n");
}

TEST(LoadIncludes, AreReadOnceAndShareNames) {
    const LoadOptions options = with_files({{"a.cat", "let a = rf  acyclic a  include \"b.cat\""},
                                            {"b.cat", "let b = mo  include \"a.cat\""}});
    const auto model = load("include \"a.cat\" include \"b.cat\" let c = a; b", options).value();
    EXPECT_EQ(text_of(model.program, model.program.definitions.back().node), "(rf; mo)");
    EXPECT_EQ(model.program.checks.size(), 1U);
    EXPECT_EQ(model.program.sources.size(), 3U);
    EXPECT_EQ(model.program.sources[model.program.checks[0].source]->name(), "a.cat");
}

TEST(LoadIncludes, UnusedDefinitionsAreLeftOut) {
    const LoadOptions options =
        with_files({{"a.cat", "let unused = rf; rf  let used = mo; mo  let rec r = sb | r"}});
    const auto model = load("include \"a.cat\" acyclic used", options).value();
    ASSERT_EQ(model.program.definitions.size(), 1U);
    EXPECT_EQ(model.program.definitions[0].name, "used");
    EXPECT_EQ(model.program.nodes.size(), 2U);
    EXPECT_TRUE(model.program.recursive.empty());
}

TEST(LoadModel, NameAndDocumentation) {
    EXPECT_EQ(load("\"my model\" (* What it is. *) let a = rf")->name, "my model");
    EXPECT_EQ(load("(* What it is. *)\n\nlet a = rf")->name, "m");
    EXPECT_EQ(load("(* What it is. *)\n\nlet a = rf")->documentation, "What it is.");
}

}  // namespace
}  // namespace clmm::model::test
