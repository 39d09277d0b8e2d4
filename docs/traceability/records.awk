# The records of docs/traceability/*.txt, one a line:
#   SECTION <tab> ORDINAL <tab> OPENS <tab> STATUS <tab> RULE <tab> BY <tab> SWITCH <tab> QUESTION <tab> NOTE
# Problems go to the standard error.
BEGIN {
    RS = ""
    FS = "\n"
    OFS = "\t"
    split("Section Opens Status Rule By Switch Question Note", keys, " ")
    for (k in keys) known[keys[k]] = 1
    split("encoded elaborated choice definition consequence informal advice unsupported planned", words, " ")
    for (w in words) is_status[words[w]] = 1
}
function complain(text) {
    print FILENAME ": " (field["Opens"] == "" ? "record " FNR : "'" field["Opens"] "'") ": " text > "/dev/stderr"
    bad = 1
}
function read_fields(    i, key, line) {
    split("", field)
    key = ""
    for (i = 1; i <= NF; i++) {
        line = $i
        if (line ~ /^[A-Z][a-z]*:/) {
            key = substr(line, 1, index(line, ":") - 1)
            if (!known[key]) complain("no field is called " key)
            if (key in field) complain("two fields are called " key)
            sub(/^[A-Za-z]*: */, "", line)
            field[key] = line
        } else {
            sub(/^ +/, "", line)
            field[key] = field[key] " " line
        }
    }
}
{ read_fields() }
FNR == 1 {
    if (!("Section" in field)) complain("the file does not begin with its section")
    section = field["Section"]
    next
}
{
    if (field["Opens"] == "") complain("no sentence")
    if (!is_status[field["Status"]]) complain("no status is called '" field["Status"] "'")
    if (field["Status"] ~ /^(encoded|elaborated|choice)$/ && field["Rule"] == "") complain("a rule without a name")
    if (field["Status"] == "unsupported" && field["Note"] == "") complain("why is it unsupported?")
    print section, FNR - 1, field["Opens"], field["Status"], field["Rule"], field["By"], field["Switch"], field["Question"], field["Note"]
}
END { exit bad }
