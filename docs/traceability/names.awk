# What cat files define and check: NAME <tab> FILE, one a line.
/^let / {
    sub(/^let +(rec +)?/, "")
    sub(/[ (=].*/, "")
    print $0 "\t" FILENAME
}
/^with / { print $2 "\t" FILENAME }
/^(undefined_unless +)?~?(acyclic|irreflexive|empty) .* as [A-Za-z-]+$/ { print $NF "\t" FILENAME }
