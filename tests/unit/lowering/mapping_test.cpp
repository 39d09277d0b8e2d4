#include "clmm/lowering/mapping.h"

#include <gtest/gtest.h>

#include <random>

namespace clmm::lowering {
namespace {

const char* const kHead =
    "mapping \"a test\"\nfrom C rc11\nto X86 x86-tso\nregisters EBX\naddresses names\n"
    "immediate \"$%\"\n";

Result<Mapping> read(const std::string& lines) {
    return read_mapping(std::make_shared<Source>("m.map", kHead + lines));
}

TEST(Mapping, AllThatAreShippedAreRead) {
    const auto all = shipped_mappings();
    EXPECT_GE(all.size(), 6U);
    for (const ShippedMapping& each : all) {
        EXPECT_FALSE(each.title.empty()) << each.name;
        EXPECT_FALSE(each.status.empty()) << each.name;
        const auto mapping = shipped_mapping(each.name);
        ASSERT_TRUE(mapping.ok()) << render(mapping.diagnostics());
        for (const Rule& rule : mapping->rules) EXPECT_FALSE(rule.source.empty()) << each.name;
    }
}

TEST(Mapping, LinesAreFoundByOperationOrderScopeAndUse) {
    const auto mapping = read(
        "from OPENCL opencl-3.0\n"
        "load na, relaxed => MOV $D,[$A]\n"
        "load acquire @device => MFENCE ; MOV $D,[$A]\n"
        "load acquire @work_group in local => LFENCE\n"
        "rmw.add any unused => LOCK ADD [$A],$V\n"
        "cas seq_cst => MFENCE\n");
    ASSERT_TRUE(mapping.ok()) << render(mapping.diagnostics());
    generator::Statement load{.kind = generator::Kind::load, .is_atomic = false, .result = "r"};
    EXPECT_EQ(mapping->find(load, "global"), &mapping->rules[0]);
    load.is_atomic = true;
    load.order = generator::MemoryOrder::acquire;
    load.scope = generator::MemoryScope::device;
    EXPECT_EQ(mapping->find(load, "global"), &mapping->rules[1]);
    load.scope = generator::MemoryScope::work_group;
    EXPECT_EQ(mapping->find(load, "global"), nullptr);
    EXPECT_EQ(mapping->find(load, "local"), &mapping->rules[2]);
    generator::Statement add{.kind = generator::Kind::modify,
                             .modification = generator::Modification::add};
    EXPECT_EQ(mapping->find(add, "global"), &mapping->rules[3]);
    add.result = "r";
    EXPECT_EQ(mapping->find(add, "global"), nullptr);
    generator::Statement exchange{.kind = generator::Kind::compare_exchange,
                                  .order = generator::MemoryOrder::release,
                                  .failure = generator::MemoryOrder::seq_cst};
    EXPECT_EQ(mapping->find(exchange, "global"), &mapping->rules[4]);
}

TEST(Mapping, MistakesHaveTheirPlace) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"laod any => MOV $D,[$A]\n", "unknown word 'laod'"},
        {"load any => \n", "expected an instruction"},
        {"load any = MOV\n", "unknown statement 'load'"},
        {"load any => MOV $Q,[$A]\n", "unknown placeholder '$Q'"},
        {"load any => MOV $s\n", "unknown placeholder '$s'"},
        {"load any => unsupported because\n", "expected why not in quotes"},
        {"table s of scape: device -> \"gpu\"\n", "a table is of order"},
        {"table s of scope: devise -> \"gpu\"\n", "unknown word 'devise'"},
        {"weaken MFENCE -> nothing\n", "expected how an instruction begins in quotes"},
        {"registers EAX EBX\n", "expected the end of the line"},
        {"fence any => MFENCE\nfence seq_cst => MFENCE\n", "about the same operation"},
        {"store acquire => MOV [$A],$V\n", "no operation of this kind is 'acquire'"},
        {"load seq_cst @device => MOV $D,[$A]\n", "operations of C have no scopes"},
        {"load seq_cst in local => MOV $D,[$A]\n", "operations of C have no regions"},
    };
    for (const auto& [lines, message] : cases) {
        const auto mapping = read(lines);
        ASSERT_FALSE(mapping.ok()) << lines;
        const Diagnostic& problem = mapping.diagnostics()[0];
        EXPECT_EQ(problem.code, "E-MAPPING");
        EXPECT_NE(problem.message.find(message), std::string::npos) << problem.message;
        EXPECT_GE(problem.source->position(problem.span.begin).line, 7U) << lines;
    }
}

/// Damaged files are read or refused; nothing else happens.
TEST(Mapping, DamagedFilesAreRefused) {
    const auto shipped = shipped_mapping("opencl-armv8-lse");
    ASSERT_TRUE(shipped.ok());
    const std::string text(shipped->file->text());
    std::mt19937 random(16);
    std::size_t refused = 0;
    for (int i = 0; i < 3000; ++i) {
        std::string damaged = text;
        for (int j = 0; j < 3; ++j) {
            const std::size_t at = random() % damaged.size();
            if (random() % 2 == 0)
                damaged.erase(at, 1 + random() % 8);
            else
                damaged[at] = static_cast<char>(random() % 128);
        }
        const auto mapping = read_mapping(std::make_shared<Source>("damaged.map", damaged));
        if (mapping.ok()) continue;
        ++refused;
        EXPECT_FALSE(render(mapping.diagnostics()).empty());
    }
    EXPECT_GT(refused, 1000U);
}

}  // namespace
}  // namespace clmm::lowering
