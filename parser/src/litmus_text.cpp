#include "clmm/parser/litmus_tree.h"
namespace clmm::syntax { std::string to_text(const LitmusTree&) { return {}; } }
