#pragma once

#include <algorithm>
#include <random>
#include <string>

namespace clmm::compilers {

/// A byte, a word or a line is changed, doubled, moved or taken away.
inline std::string damaged(std::string text, std::mt19937& random) {
    static const std::string likely = "(){}[],;:%$#.0123456789rxwabp \t\n-+@!";
    for (auto edits = 1 + random() % 3; edits > 0 && !text.empty(); --edits) {
        const std::size_t at = random() % text.size();
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        switch (random() % 6) {
            case 0:
                text[at] = likely[random() % likely.size()];
                break;
            case 1:
                text.insert(at, 1, static_cast<char>(random() % 256));
                break;
            case 2:
                text.erase(at, 1 + random() % 8);
                break;
            case 3:
                text.erase(at, end - at);
                break;
            case 4:
                text.insert(end, text.substr(at, end - at));
                break;
            default:
                std::swap(text[at], text[random() % text.size()]);
        }
    }
    return text;
}

}  // namespace clmm::compilers
