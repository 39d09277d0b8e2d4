# The sentences of the specification's source text (AsciiDoc): SECTION <tab> SENTENCE, one a line,
# without markup. A list item begins a sentence. Citations, anchors and code are left out.
#
#   awk -v first='HEADING' -v past='HEADING' -f sentences.awk FILE
function flush_text() {
    gsub(/<<[^<>,]*, *\[[^<>]*\]>>/, " ", text)   # citations of C11
    while (match(text, /<<[^<>]*>>/)) {           # links: their text
        link = substr(text, RSTART + 2, RLENGTH - 4)
        sub(/^[^,]*, */, "", link)
        text = substr(text, 1, RSTART - 1) link substr(text, RSTART + RLENGTH)
    }
    gsub(/ *footnote:\[[^]]*\]/, "", text)
    gsub(/\[underline\]|[*`#{}]/, "", text)
    text = " " text " "
    while (match(text, /[^A-Za-z0-9_]_[A-Za-z]/)) text = substr(text, 1, RSTART) substr(text, RSTART + 2)
    while (match(text, /[A-Za-z]_[^A-Za-z0-9_]/)) text = substr(text, 1, RSTART) substr(text, RSTART + 2)
    gsub(/[ \t]+/, " ", text)
    while (match(text, /[.?!][)"]? [A-Z(]/)) {
        put(substr(text, 1, RSTART + RLENGTH - 3))
        text = substr(text, RSTART + RLENGTH - 2)
    }
    put(text)
    text = ""
}
function put(sentence) {
    sub(/^ +/, "", sentence)
    sub(/ +$/, "", sentence)
    if (sentence != "") print section "\t" sentence
}
/^=+ / {
    flush_text()
    title = $0
    sub(/^=+ +/, "", title)
    if (title == past) exit
    if (title == first) within = 1
    section = title
    next
}
!within || /^\[\[/ || /^\[source/ { next }
/^----/ { flush_text(); code = !code; next }
code { next }
/^(\*|\.)+ / || /^(NOTE|IMPORTANT|Note): / { flush_text(); sub(/^((\*|\.)+|NOTE:|IMPORTANT:|Note:) /, "") }
{ text = text " " $0 }
END { flush_text() }
