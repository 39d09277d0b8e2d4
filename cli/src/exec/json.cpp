#include "exec/json.h"

#include <algorithm>
#include <cstdio>

#include "clmm/base/counted.h"
#include "clmm/base/reject.h"
#include "clmm/base/utf8.h"

namespace clmm::cli {
namespace {

[[noreturn]] void mistake(std::string message, Span span, std::string hint = {}) {
    clmm::reject("E-SYNTAX", std::move(message), span, std::move(hint));
}

constexpr std::size_t kDeepest = 32;

class Reader {
public:
    Reader(std::string_view text, NumberType type) : text_(text) { array_.type = type; }

    NumberArray operator()() {
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != '[')
            mistake("an array was expected", here(), "write [1, 2, 3]");
        read_array(0);
        skip_blanks();
        if (at_ < text_.size()) mistake("there is more than an array", here());
        for (std::uint64_t& size : array_.shape)
            if (size == kOpen) size = 0;
        return std::move(array_);
    }

private:
    static constexpr std::uint64_t kOpen = UINT64_MAX;

    void read_array(std::size_t depth) {
        if (depth == kDeepest) mistake("arrays are nested too deeply", here());
        if (array_.shape.size() == depth) {
            if (has_numbers_) mistake("an array among numbers", here());
            array_.shape.push_back(kOpen);
        }
        const std::uint32_t begin = at_;
        ++at_;
        std::uint64_t size = 0;
        if (!take(']')) {
            do {
                read_element(depth);
                ++size;
            } while (take(','));
            if (!take(']')) mistake("',' or ']' was expected", here());
        }
        std::uint64_t& known = array_.shape[depth];
        if (known != kOpen && known != size)
            mistake("this array has " + counted(size, "element") + ", those before it " +
                        std::to_string(known),
                    {begin, at_});
        known = size;
    }

    void read_element(std::size_t depth) {
        skip_blanks();
        if (at_ < text_.size() && text_[at_] == '[') return read_array(depth + 1);
        const std::uint32_t begin = at_;
        std::string_view word;
        if (at_ < text_.size() && text_[at_] == '"') {
            const std::size_t end = text_.find('"', at_ + 1);
            if (end == std::string_view::npos) mistake("this text has no end", here());
            word = text_.substr(at_ + 1, end - at_ - 1);
            at_ = static_cast<std::uint32_t>(end) + 1;
            if (word != "inf" && word != "-inf" && word != "nan")
                mistake("a number was expected", {begin, at_});
        } else {
            at_ = static_cast<std::uint32_t>(
                std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size()));
            word = text_.substr(begin, at_ - begin);
            if (word.empty() || (word[0] != '-' && (word[0] < '0' || word[0] > '9')))
                mistake("a number was expected", {begin, begin + 1});
        }
        if (array_.shape.size() != depth + 1) mistake("a number among arrays", {begin, at_});
        has_numbers_ = true;
        const std::size_t offset = array_.bytes.size();
        array_.bytes.resize(offset + size_of(array_.type));
        if (auto wrong = parse_number(array_.type, word, array_.bytes.data() + offset))
            mistake(std::move(*wrong), {begin, at_});
    }

    bool take(char c) {
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void skip_blanks() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != text_.npos)
            ++at_;
    }
    [[nodiscard]] Span here() const { return {at_, at_ + 1}; }

    std::string_view text_;
    std::uint32_t at_ = 0;
    NumberArray array_;
    bool has_numbers_ = false;
};

class Writer {
public:
    explicit Writer(const NumberArray& array) : array_(array) {}

    std::string operator()() {
        write(0);
        return text_ + "\n";
    }

private:
    void write(std::size_t depth) {
        text_ += '[';
        const bool is_last = depth + 1 >= array_.shape.size();
        const std::uint64_t size = array_.shape.empty() ? 1 : array_.shape[depth];
        for (std::uint64_t i = 0; i < size; ++i) {
            if (i > 0) text_ += is_last ? ", " : ",\n ";
            if (is_last)
                write_number();
            else
                write(depth + 1);
        }
        text_ += ']';
    }

    void write_number() {
        const std::string number = format_number(array_.type, array_.bytes.data() + at_);
        at_ += size_of(array_.type);
        const bool is_none = number.find_first_of("nN") != std::string::npos;
        if (!is_none)
            text_ += number;
        else
            text_ += number.find("inf") == std::string::npos ? "\"nan\"" : '"' + number + '"';
    }

    const NumberArray& array_;
    std::string text_;
    std::size_t at_ = 0;
};

}  // namespace

Result<NumberArray> read_json(const SourcePtr& text, NumberType type) {
    try {
        return Reader(text->text(), type)();
    } catch (const Rejected& rejected) {
        return Result<NumberArray>::failure(rejected.in(text));
    }
}

std::string write_json(const NumberArray& array) { return Writer(array)(); }

std::string json_string(std::string_view text) {
    std::string out = "\"";
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Character next = utf8_at(text, at);
        const std::size_t length = std::max<std::size_t>(next.length, 1);
        if (next.length == 0) {  // names of files need not be UTF-8
            out += "\xef\xbf\xbd";
        } else if (next.code == '"' || next.code == '\\') {
            out += '\\';
            out += text[at];
        } else if (next.code < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(next.code));
            out += escape;
        } else {
            out += text.substr(at, length);
        }
        at += length;
    }
    return out + '"';
}

}  // namespace clmm::cli
