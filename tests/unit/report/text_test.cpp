#include "clmm/report/text.h"

#include <gtest/gtest.h>

#include "clmm/report/hash.h"
#include "clmm/report/value.h"
#include "unit/report/sample.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;

TEST(Text, IsHerdsBlock) {
    const CheckResult result = load_buffering();
    EXPECT_EQ(to_text(result),
              "Test LB Allowed\n"
              "States 3\n"
              "x=0; y=0;\n"
              "x=42; y=42;  # out of thin air\n"
              "x=v; y=v;  # any v: out of thin air\n"
              "Ok\n"
              "Witnesses\n"
              "Positive: 1 Negative: 2\n"
              "Condition exists (x=42 /\\ y=42)\n"
              "Observation LB Sometimes 1 2\n"
              "Hash=" +
                  test_hash(result.test) + "\n\n");
}

TEST(Text, WitnessShowsWhereThinAirCloses) {
    const std::string text = to_text(load_buffering(), {.witness = true});
    EXPECT_EQ(text.substr(text.find("Witness ")),
              "Witness x=42; y=42;  allowed, out of thin air\n"
              "  P0   a: Racq.dev y=42 (global)  line 3\n"
              "       b: Wrel.dev x=42 (global)  line 3\n"
              "  P1   c: Racq.dev x=42 (global)  line 4\n"
              "       d: Wrel.dev y=42 (global)  line 4\n"
              "  rf   d -> a, b -> c\n"
              "  mo   x: init -> b;  y: init -> d\n"
              "  out of thin air: a -data-> b -rf-> c -data-> d -rf-> a\n\n");
}

TEST(Text, ForbidsByTheQuantifier) {
    CheckResult result = load_buffering();
    result.test.quantifier = litmus::Quantifier::not_exists;
    result.verdict = enumerator::Verdict::fails;
    const std::string text = to_text(result);
    EXPECT_NE(text.find("Test LB Forbidden\n"), std::string::npos);
    EXPECT_NE(text.find("\nNo\nWitnesses\nPositive: 2 Negative: 1\n"), std::string::npos);
    EXPECT_NE(text.find("Observation LB Sometimes 1 2\n"), std::string::npos);
}

TEST(Text, UnknownIsNeverOkOrNo) {
    CheckResult result = load_buffering();
    result.answer.bound_reached = true;
    result.verdict = enumerator::Verdict::unknown;
    result.observation = enumerator::Observation::unknown;
    result.reason = "a loop may go on beyond --unroll 4";
    const std::string text = to_text(result);
    EXPECT_NE(text.find("\nLoop Undef\n"), std::string::npos);
    EXPECT_NE(text.find("Observation LB Unknown 1 2\n"), std::string::npos);
    EXPECT_NE(text.find("Verdict Unknown: a loop may go on beyond --unroll 4\n"),
              std::string::npos);
}

TEST(Text, RacesHaveAFlagAndTheirLines) {
    const std::string text = to_text(racing(), {.witness = true, .races = true});
    EXPECT_NE(text.find("Positive: 0 Negative: 1\nFlag data-race\nCondition "), std::string::npos);
    EXPECT_NE(text.find("Undefined data-race of P0 and P1\n"
                        "lb.litmus:3:20: note: P0: Wna x=0 (global)\n"
                        "    P0 { r0 = load(y); store(x, r0); }\n"
                        "                       ^~~~~~~~~~~~\n"
                        "lb.litmus:4:11: note: P1: Racq.dev x=0 (global)\n"),
              std::string::npos)
        << text;
    EXPECT_EQ(text.find("Witness x"), std::string::npos)
        << "nothing decides a condition that fails";
    EXPECT_NE(to_text(racing(), {.races = true, .race_witnesses = true}).find("  rf   "),
              std::string::npos);
}

TEST(Text, ARaceInALoopIsToldOnce) {
    CheckResult result = racing();
    result.answer.undefined.push_back(result.answer.undefined.front());
    const std::string text = to_text(result, {.races = true});
    EXPECT_EQ(text.find("Undefined "), text.rfind("Undefined "));
}

TEST(Text, ATestWithoutConditionRequiresNothing) {
    CheckResult result = load_buffering();
    result.test.quantifier.reset();
    const std::string text = to_text(result, {.witness = true});
    EXPECT_NE(text.find("Test LB Required\n"), std::string::npos);
    EXPECT_NE(text.find("Condition forall (true)\n"), std::string::npos);
    EXPECT_EQ(text.find("Counterexample"), std::string::npos);
}

TEST(Value, SignsWidthsAndAddresses) {
    litmus::EventStructure structure = load_buffering().structure;
    const auto observable = [&](unsigned width, bool is_signed, bool is_pointer) {
        return litmus::Observable{"o", structure.terms.constant(0, width), is_signed, is_pointer};
    };
    EXPECT_EQ(format_value(structure, observable(8, true, false), 0xff), "-1");
    EXPECT_EQ(format_value(structure, observable(8, false, false), 0xff), "255");
    EXPECT_EQ(format_value(structure, observable(64, true, false), ~0ULL), "-1");
    EXPECT_EQ(format_value(structure, observable(64, false, false), ~0ULL), "18446744073709551615");
    EXPECT_EQ(format_value(structure, observable(64, false, true), 0x200), "&y");
    EXPECT_EQ(format_value(structure, observable(64, false, true), 0), "0");
    EXPECT_EQ(format_value(structure, observable(64, false, true), 0x204), "&y+4");
    EXPECT_EQ(format_value(structure, observable(64, false, true), 0x1fc), "&y-4");
    EXPECT_EQ(format_value(structure, observable(64, false, true), 0x5000), "20480");
}

TEST(Value, FamiliesNameTheirGroups) {
    CheckResult result = load_buffering();
    model::OutcomeEntry family = result.answer.outcomes[2];
    family.family = model::Family{{0, 1}, model::Extent::some};
    EXPECT_EQ(format_outcome(result.structure, family),
              "x=v1; y=v2;  (some v1, v2: out of thin air)");
    family.family = model::Family{{-1, 0}, model::Extent::every};
    EXPECT_EQ(format_outcome(result.structure, family), "x=7; y=v;  (any v: out of thin air)");
}

std::string hash_of(const std::string& text) {
    litmus::LitmusTest test;
    test.source = std::make_shared<const Source>("t", text);
    return test_hash(test);
}

TEST(Hash, IgnoresNameCommentsMetadataAndLayout) {
    const std::string plain = hash_of("C A\n{x=0;}\nP0 (int* x) { int r = *x; }\nexists (x=1)");
    EXPECT_EQ(plain.size(), 32U);
    EXPECT_EQ(plain, hash_of("C B\nExpect= sc: allowed\n(* { *) { x = 0; }\n"
                             "P0(int*x){int r=*x; // why\n}\nexists(x=1)\n"));
    EXPECT_NE(plain, hash_of("C A\n{x=0;}\nP0 (int* x) { int r = *x; }\nexists (x=2)"));
    EXPECT_NE(plain, hash_of("C A\n{x=0;}\nP0 (int* x) { intr = *x; }\nexists (x=1)"));
}

}  // namespace
}  // namespace clmm::report
