// ANTLR's paths through trees, which nobody asks for: their lexer would decode its tables at each
// start, a fifth of the instructions of `clmm version`. Linkers that take an archive's members
// before they look at --defsym (parser/CMakeLists.txt), as lld does, find the names here.
#include <cstdlib>

extern "C" {
void no_tree_path() __asm__(
    "_ZN6antlr44tree5xpath5XPathC1EPNS_6ParserERKNSt7__cxx1112basic_stringIcSt11char_"
    "traitsIcESaIcEEE");
void no_tree_path_value() __asm__("_ZN6antlr44tree5xpath5XPath8evaluateEPNS0_9ParseTreeE");
extern const void* const no_tree_path_table[4] __asm__("_ZTVN6antlr44tree5xpath5XPathE");

void no_tree_path() { std::abort(); }
void no_tree_path_value() { std::abort(); }
const void* const no_tree_path_table[4] = {};
}
