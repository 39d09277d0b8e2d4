	.text
	.file	"fetch-and.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
	ldr	w8, [x1]
	add	w10, w8, #1
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	ldaxr	w9, [x0]
	and	w11, w9, w10
	stlxr	w12, w11, [x0]
	cbnz	w12, .LBB0_1
// %bb.2:
	str	w8, [x2]
	str	w9, [x2, #4]
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        // -- End function
	.globl	P1                              // -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     // @P1
// %bb.0:
.LBB1_1:                                // =>This Inner Loop Header: Depth=1
	ldaxr	w8, [x0]
	eor	w9, w8, #0x2
	stlxr	w10, w9, [x0]
	cbnz	w10, .LBB1_1
// %bb.2:
	mov	w9, #1                          // =0x1
	stlr	w9, [x1]
	str	w8, [x2]
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
