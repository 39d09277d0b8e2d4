#include "clmm/parser/tree_copy.h"

#include <gtest/gtest.h>

#include "clmm/parser/litmus_tree.h"

namespace clmm::syntax {
namespace {

/// Every kind of node.
constexpr const char* kKernels = R"(
typedef struct point { int x; atomic_int y[2]; } point_t;
enum colour { red, green = 4 };
union both { int i; float f; };
global int g[2] = { 1, -2 };
__attribute__((program_initializer)) kernel void init() { }
float half_of(float v) { return v / 2.0f; }
kernel void k(global point_t* p, int n, queue_t q) {
  int r = 0, s[2] = { n, sizeof(int) };
  for (int i = 0; i < n; ++i) { if (i == 2) continue; else break; }
  while (r < 3) r += s[0];
  do { --r; } while (!(r > 0));
  switch (n) { case 1: r = 2; break; default: ; }
  p->x = (n > 1) ? (int)half_of(1.5f) : *(&r);
  (*p).x = ((point_t){ 1, { 2, 3 } }).x, sizeof r;
  printf("%d", r);
  enqueue_kernel(q, 0, ndrange_1D(1), ^{ p->x = 1; });
  B1: barrier(CLK_LOCAL_MEM_FENCE);
}
)";

LitmusTree parse() {
    auto tree =
        parse_kernels(std::make_shared<const Source>("k.cl", kKernels), KernelLanguage::complete);
    EXPECT_TRUE(tree.ok()) << render(tree.diagnostics());
    return std::move(tree).value();
}

LitmusTree copied(TreeCopy& copy, const LitmusTree& tree) {
    LitmusTree out;
    out.source = tree.source;
    out.name = tree.name;
    out.structs = copy.copy(tree.structs);
    out.type_definitions = copy.copy(tree.type_definitions);
    out.enumerators = copy.copy(tree.enumerators);
    out.variables = copy.copy(tree.variables);
    out.functions = copy.copy(tree.functions);
    return out;
}

TEST(TreeCopy, CopiesEverything) {
    const LitmusTree tree = parse();
    TreeCopy copy;
    const LitmusTree other = copied(copy, tree);
    EXPECT_EQ(to_text(other), to_text(tree));
    EXPECT_EQ(other.functions.at(2).body.statements.at(3)->span.begin,
              tree.functions.at(2).body.statements.at(3)->span.begin);
    EXPECT_NE(other.functions.at(2).body.statements.at(3),
              tree.functions.at(2).body.statements.at(3));
}

/// `r` becomes 7, and behind each loop stands an empty statement.
class Changed : public TreeCopy {
    ExpressionPtr replaced(const Expression& expression) override {
        const auto* name = std::get_if<Name>(&expression.node);
        if (name == nullptr || name->text != "r") return nullptr;
        return std::make_unique<Expression>(Expression{expression.span, IntegerLiteral{7}});
    }
    void add_behind(const Statement& statement, std::vector<StatementPtr>& copies) override {
        if (std::holds_alternative<While>(statement.node))
            copies.push_back(std::make_unique<Statement>(Statement{statement.span, Break{}}));
    }
};

TEST(TreeCopy, PutsSomethingElseInPlace) {
    const LitmusTree tree = parse();
    Changed copy;
    const LitmusTree other = copied(copy, tree);
    const Block& body = other.functions.at(2).body;
    const auto& loop = std::get<While>(body.statements.at(2)->node);
    const auto& condition = std::get<Binary>(loop.condition->node);
    EXPECT_EQ(std::get<IntegerLiteral>(condition.left->node).value, 7U);
    EXPECT_TRUE(std::holds_alternative<Break>(body.statements.at(3)->node));
    EXPECT_EQ(body.statements.size(), tree.functions.at(2).body.statements.size() + 1);
}

}  // namespace
}  // namespace clmm::syntax
