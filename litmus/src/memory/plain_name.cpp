#include "clmm/litmus/plain_name.h"

namespace clmm::litmus {

std::string plain_name(std::string_view address) {
    std::string name;
    for (const char c : address)
        if (c == '[')
            name += '.';
        else if (c != '&' && c != ']')
            name += c;
    return name;
}

}  // namespace clmm::litmus
