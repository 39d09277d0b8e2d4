# The rules that litmus tests say they pin: RULE <tab> SIDE <tab> FILE, one a line. A side must be
# true of the test by its `Expect=` lines or by its expected output; problems go to the standard
# error.
BEGIN { OFS = "\t" }
function complain(text) {
    print FILENAME ": " text > "/dev/stderr"
    bad = 1
}
# How the test ends, by the output that is expected of it.
function read_expected(    file, line) {
    exit_code = flags = ""
    file = FILENAME
    sub(/litmus$/, "expected", file)
    while ((getline line < file) > 0) {
        if (line ~ /^exit /) exit_code = substr(line, 6)
        if (line ~ /^Flag / && line !~ /-race$/) flags = flags line
    }
    close(file)
}
function is_expected(word) { return (" " expectations " ") ~ ("[ ,;:]" word "[ ,;]") }
function is_true(side) {
    if (side ~ /^(allowed|forbidden|racy|race-free)$/) return is_expected(side)
    read_expected()
    if (side == "rejected") return exit_code == 2
    if (side == "accepted") return exit_code != "" && exit_code != 2
    if (side == "undefined") return flags != ""
    if (side == "defined") return exit_code == 0 && flags == ""
    return 0
}
function finish(    clauses, words, n, m, i, j) {
    n = split(rules, clauses, / *; */)
    for (i = 1; i <= n; i++) {
        m = split(clauses[i], words, " ")
        if (m < 2) complain("the rule '" clauses[i] "' has no side")
        for (j = 2; j <= m; j++) {
            if (!is_true(words[j])) complain("not expected to be " words[j])
            print words[1], words[j], FILENAME
        }
    }
}
FNR == 1 { rules = expectations = ""; header = 1 }
/^\{/ && header { header = 0; finish() }
header && /^Rule=/ { rules = rules (rules == "" ? "" : "; ") substr($0, 6) }
header && /^Expect=/ { expectations = expectations " " substr($0, 8) }
END { exit bad }
