# docs/model-reference.md, from the switches, the rules' tests, and the records, in this order.
BEGIN {
    FS = "\t"
    statuses = split("encoded elaborated choice planned unsupported definition consequence informal advice", status_names, " ")
    means["encoded"] = "a definition or check of a cat file says it"
    means["elaborated"] = "holds by construction of the executions, in `litmus/`"
    means["choice"] = "admits several readings; a switch selects one"
    means["planned"] = "not encoded yet"
    means["unsupported"] = "not decided by clmm; the note says why"
    means["definition"] = "introduces a term"
    means["consequence"] = "restates others or is an example of them"
    means["informal"] = "explains"
    means["advice"] = "advises programmers or implementers"
    sides = split("forbidden allowed race-free racy defined undefined accepted rejected", side_names, " ")
}

FNR == 1 { file++ }
file == 1 {
    values[$1] = $2
    flips[$1] = $3
    next
}
file == 2 {
    test_count[$1, $2]++
    test_files[$1, $2] = test_files[$1, $2] (test_count[$1, $2] > 1 ? " · " : "") test_link($3)
    tests_of[$1]++
    if (!($3 in is_test)) { is_test[$3] = 1; tests++ }
    next
}
{
    if ($1 != section_names[sections]) section_names[++sections] = $1
    size[sections] = $2
    at = sections "." $2
    opens[at] = $3
    status[at] = $4
    rules[at] = $5
    by[at] = $6
    switches[at] = $7
    question[at] = $8
    note[at] = $9
    count[sections, $4]++
    total[$4]++
    sentences++
    n = split($5, words, / *, */)
    for (i = 1; i <= n; i++) {
        if (words[i] in sentences_of) sentences_of[words[i]] = sentences_of[words[i]] ", " sentence_link(at)
        else sentences_of[words[i]] = sentence_link(at)
        if ($4 ~ /^(encoded|elaborated|choice|planned)$/ && !(words[i] in home)) {
            home[words[i]] = sections
            rule_names[sections, ++rule_count[sections]] = words[i]
            rule_total++
        }
    }
}

function test_link(file,    name) {
    name = file
    sub(/^tests\/golden\//, "", name)
    sub(/([.](forbidden|allowed))?[.]litmus$/, "", name)
    return "[" name "](../" file ")"
}
function sentence_link(at) { return "[" at "](#s" at ")" }
function plain(text) {
    gsub(/\|/, "\\|", text)
    return text
}
# Words a.b of a note are links to sentences.
function linked(text,    result, word) {
    result = ""
    while (match(text, /\[[0-9]+\.[0-9]+\]/)) {
        word = substr(text, RSTART + 1, RLENGTH - 2)
        result = result substr(text, 1, RSTART - 1) sentence_link(word)
        text = substr(text, RSTART + RLENGTH)
    }
    return plain(result text)
}
function places(text,    parts, names, n, m, i, j, file, result, base) {
    n = split(text, parts, / *; */)
    result = ""
    for (i = 1; i <= n; i++) {
        file = substr(parts[i], 1, index(parts[i], ":") - 1)
        m = split(substr(parts[i], index(parts[i], ":") + 1), names, ",")
        for (j = 1; j <= m; j++) {
            gsub(/^ +| +$/, "", names[j])
            result = result (result == "" ? "" : j == 1 ? "; " : ", ") "`" names[j] "`"
        }
        base = file
        sub(/.*\//, "", base)
        result = result " in [" base "](../" file ")"
    }
    return result
}
function rule_links(text,    names, n, i, result) {
    n = split(text, names, / *, */)
    result = ""
    for (i = 1; i <= n; i++) result = result (i > 1 ? ", " : "") "[" names[i] "](#" tolower(names[i]) ")"
    return result
}
function choices(name,    text, files, n, i) {
    text = values[name]
    sub(/,|$/, "**&", text)
    text = "`" name "`: **" text
    n = split(flips[name], files, " ")
    for (i = 1; i <= n; i++) text = text (i == 1 ? "; flipped by " : ", ") test_link(files[i])
    return text
}
function joined(a, b) { return a == "" ? b : b == "" ? a : a ". " b }

function print_counts(    s, i, line) {
    print "\n## Counts\n"
    line = "| section | sentences |"
    for (i = 1; i <= statuses; i++) if (total[status_names[i]]) line = line " " status_names[i] " |"
    print line
    gsub(/[^|]+/, "---", line)
    print line
    for (s = 1; s <= sections; s++) {
        line = "| [" s " " section_names[s] "](#" anchor(s) ") | " size[s] " |"
        for (i = 1; i <= statuses; i++) if (total[status_names[i]]) line = line " " (count[s, status_names[i]] + 0) " |"
        print line
    }
    line = "| all | " sentences " |"
    for (i = 1; i <= statuses; i++) if (total[status_names[i]]) line = line " " total[status_names[i]] " |"
    print line
    print "\n" rule_total " rules have names; " tests " tests pin them."
}
function anchor(s,    text) {
    text = tolower(s " " section_names[s])
    gsub(/[^a-z0-9 -]/, "", text)
    gsub(/ /, "-", text)
    return text
}
function print_questions(    s, i, at) {
    print "\n## What the text leaves open\n"
    print "Each with clmm's answer. Where a switch (`--variant NAME=VALUE`) selects between readings, its default"
    print "comes first; a model may choose another.\n"
    for (s = 1; s <= sections; s++)
        for (i = 1; i <= size[s]; i++) {
            at = s "." i
            if (question[at] == "") continue
            print "* " sentence_link(at) " **" question[at] "** " linked(note[at]) (switches[at] == "" ? "" : " (" choices(switches[at]) ".)")
        }
}
function print_section(s,    i, at, remark) {
    print "\n## " s " " section_names[s] "\n"
    print "| | sentence | status | by | rule | notes |"
    print "|---|---|---|---|---|---|"
    for (i = 1; i <= size[s]; i++) {
        at = s "." i
        remark = question[at] == "" ? linked(note[at]) : "*" question[at] "* " linked(note[at])
        if (switches[at] != "") remark = joined(choices(switches[at]), remark)
        print "| <a id=\"s" at "\"></a>" at " | " plain(opens[at]) (opens[at] ~ /[.]$/ ? "" : " …") " | " status[at] " | " places(by[at]) " | " rule_links(rules[at]) " | " remark " |"
    }
    for (i = 1; i <= rule_count[s]; i++) print_rule(rule_names[s, i])
}
function print_rule(rule,    i) {
    print "\n### " rule "\n"
    print "Sentences " sentences_of[rule] ".\n"
    if (!tests_of[rule]) print "* no tests yet"
    for (i = 1; i <= sides; i++)
        if ((rule, side_names[i]) in test_count) print "* " side_names[i] ": " test_files[rule, side_names[i]]
}

END {
    print "# The ordering chapters, sentence by sentence\n"
    print "<!-- Generated by ./dev reference from docs/traceability, model/cat and tests/golden. -->\n"
    print "Every sentence of the chapters of the OpenCL specification that order memory operations (unified"
    print "specification, revision 3.0, *The OpenCL Architecture*): what becomes of it in clmm, where, and which"
    print "tests hold clmm to it. For authors of the specification, and for those who want to know whether clmm"
    print "decides what the text says.\n"
    print "A sentence is cited by its first words and by a number, section and sentence; a list item is a sentence"
    print "of its own. A rule has a name, by which its tests know it. Below each section its rules follow, with"
    print "the tests on both sides: those where the rule forbids an outcome or orders what would race, and those"
    print "that differ as little as possible and where it does not. The definitions are in"
    print "[model/cat](../model/cat/opencl-base.cat), each under a quotation of what it formalises."
    print "[model.md](model.md) tells the same story the other way round, definition by definition;"
    print "[traceability](traceability/README.md) says how this page is made.\n"
    print "| status | the sentence |"
    print "|---|---|"
    for (i = 1; i <= statuses; i++) if (total[status_names[i]]) print "| " status_names[i] " | " means[status_names[i]] " |"
    print_counts()
    print_questions()
    for (s = 1; s <= sections; s++) print_section(s)
}
