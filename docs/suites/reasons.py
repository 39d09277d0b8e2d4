"""Why no test can tell mutants of the model: docs/suites.md.

Each reason is a title, a text, and by definition what is dropped: `word` of a union, `& word` of an intersection.
What some test tells has no place here: table.py refuses it."""

REASONS = [
    ("Said twice",
     "Another word where the definition is used, or what the relations are made of, says it as well: rf leads from a write to a read of one\n"
     "location, bar from an entry to an exit of one barrier with one set of flags, S from one seq_cst operation to another; an order is that of an atomic access, a fence or a barrier,\n"
     "whose entry and exit are fences; what is taken away from rf, or met with it, has its ends; scopes belong to atomic accesses and fences; atomic accesses to\n"
     "what has no wider scope have been narrowed before; two accesses that synchronise or race are to one object.",
     {
         "release-write": ["& W", "& A"],
         "acquire-read": ["& R", "& A"],
         "release-fence": ["BE"],
         "acquire-fence": ["BX"],
         "device-peers": ["BUF * _", "_ * BUF", "& BUF * _ | _ * BUF"],
         "incl-by-object, narrowed": ["& F"],
         "incl-by-object, in-group": ["& F"],
         "continues, by-rmw": ["& W"],
         "continues": ["& W * W"],
         "observed": ["& W", "& R", "& objects"],
         "barrier-sync": ["& BE", "& BX", "& r"],
         "crosses, fences": ["& F"],
         "unfenced, image-fence": ["& F"],
         "unfenced": ["& W", "& R", "& IMAGE", "& loc"],
         "visible": ["& loc", "& W * R"],
         "visible-side-effect": ["& R"],
         "data-race": ["& A * A"],
         "sc-fence": ["& SC"],
         "preceding": ["& SC", "& R"],
         "last-preceding": ["& loc", "& W * W"],
         "S-last-modification": ["& W", "& R"],
         "S-visible-sequence": ["& R", "& SC"],
         "S-fence-before-read": ["& W", "& SC", "& R"],
         "S-fence-after-write": ["& W", "& R"],
     }),
    ("Said in both directions",
     "What is asked whether it is empty, and the same with its ends exchanged, are empty together.",
     {
         "conflict": ["W * M", "M * W"],
         "kernels-share, some-write": ["(items & W) * items", "items * (items & W)"],
     }),
    ("Undefined either way",
     "It would be about two accesses to one object of which one is not atomic, or whose scopes are not inclusive, and which nothing orders: the test\n"
     "races under both. Where something orders them, what they would synchronise is ordered by it.",
     {
         "observed": ["& A"],
         "atomic-to-atomic": ["& incl"],
         "narrow-svm": ["CG_SVM", "FG_SVM", "PROGRAM"],
         "incl-by-object": ["BUF", "narrow-svm", "L"],
         "visible": ["& hb"],
         "S-fence-before-read": ["& A"],
         "S-fence-after-write": ["& A"],
     }),
    ("Within one unit",
     "What is sequenced in a unit is ordered without synchronising; its atomic operations are always sequenced, one way or the other; of the others that are not,\n"
     "unsequenced-race says so already.",
     {
         "synchronises": ["& ext"],
         "data-race": ["& ext"],
         "unsequenced-race": ["& NA * NA"],
     }),
    ("Under another switch",
     "What has a region's flag, or is in it, is all that its happens-before relates: it makes a difference with `crossing-joins=yes`, which is not the default.",
     {
         "crosses": ["SC * SC"],
         "crosses, fences": ["& G", "& L"],
         "gsw": ["& crosses"],
         "lsw": ["& crosses"],
         "fence-to-atomic, ways": ["& r"],
         "atomic-to-fence, ways": ["& r"],
     }),
    ("Forbidden by other axioms",
     "A read-modify-write that reads from what comes after its own write in modification order breaks coherence.",
     {"read-modify-write-atomicity": ["rmw \\ fr"]}),
]
