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
    ("Said twice of commands",
     "API calls, and starts and ends of commands, are actions of the global region: G has them. That a call of a work-item comes before the start of its child is\n"
     "a step of happens-before already; of the work-items of a child the start that they have in common says that they are of one instance; the end state of a\n"
     "kernel is an action of its command, and rule 3 puts those before the completion.",
     {
         "global-step": ["api-actions"],
         "api-actions": ["API", "CMD", "KERNEL_END", "GROUP_END", "COMPLETE"],
         "device-side-enqueue": ["& global-step"],
         "same-instance": ["& FROM_HOST * FROM_HOST"],
         "kernel-end-sync": ["COMPLETE"],
     }),
    ("Said twice of mappings",
     "ends-mapping leads from a map command's access to the access to that location of the unmap command that undoes it; an allocation is that of all accesses to a\n"
     "location, and is asked for where it is used; what is taken away has the ends of what it is taken from; of what is mapped only accesses of the host are asked\n"
     "for; only accesses have an allocation, or an object; only map commands a flag for writing.",
     {
         "unmap-called": ["& UNMAP", "& mappable"],
         "undone-by, before": ["& loc", "& UNMAP", "& mappable"],
         "mapped-for, maps": ["& HOST", "& M"],
         "mapped-for, ends": ["& loc", "& HOST", "& M"],
         "unmapped-host-access": ["& M"],
         "access-while-mapped, device-access": ["& M"],
         "access-while-mapped, meets": ["& MAP"],
         "access-while-mapped, unmapped-before": ["& loc"],
         "kernels-share, items": ["& M"],
     }),
    ("Not asked for",
     "Happens-before is asked of accesses to one location, of accesses to one object by work-items, and of calls on queues of the host. What else an initial write of the\n"
     "other region would happen before is at other locations and orders nothing further; a work-item's call that enqueues a child is no access and on no queue of the host; an\n"
     "initial write comes before every map command.",
     {
         "step": ["& r"],
         "ghb": ["enters"],
         "access-while-mapped, device-access": ["IW"],
     }),
    ("Undefined by another name",
     "Atomics of kernels from the host on one buffer are undefined as concurrent-atomics-on-buffer, other accesses as overlapping-kernels, and whichever is left out says no\n"
     "more than the other.",
     {
         "concurrent-atomics-on-buffer, atomics": ["& A"],
         "overlapping-kernels, on-buffer": ["FROM_HOST * FROM_HOST"],
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

# Axioms that forbid nothing alone, and why.
AXIOMS = {
    "global-happens-before":
        "A cycle has a synchronisation by a read, since those of barriers and commands go on in time. Where it is one of this region, the rest of the cycle leads from the read to\n"
        "the write that it reads from, or to one that this one follows in modification order: reads-from-the-past, or read-write-coherence. Where all are of the other\n"
        "region, what takes part are fences with both flags, and the cycle is one of that region, too.",
    "local-happens-before":
        "The same.",
}
