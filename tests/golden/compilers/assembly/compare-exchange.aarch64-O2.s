	.text
	.file	"compare-exchange.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	ldaxr	w8, [x0]
	cbnz	w8, .LBB0_6
// %bb.2:                               //   in Loop: Header=BB0_1 Depth=1
	mov	w9, #1                          // =0x1
	stxr	w10, w9, [x0]
	cbnz	w10, .LBB0_1
// %bb.3:
	cbz	w9, .LBB0_5
.LBB0_4:
	mov	w10, #1                         // =0x1
	str	w10, [x1]
.LBB0_5:
	str	w8, [x2]
	str	w9, [x2, #4]
	ret
.LBB0_6:
	mov	w9, wzr
	clrex
	cbnz	w9, .LBB0_4
	b	.LBB0_5
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        // -- End function
	.globl	P1                              // -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     // @P1
// %bb.0:
	ldaxr	w8, [x0]
	cbz	w8, .LBB1_4
// %bb.1:
	mov	w9, wzr
	clrex
	tbz	w9, #0, .LBB1_3
.LBB1_2:
	mov	w10, #2                         // =0x2
	str	w10, [x1]
.LBB1_3:
	and	w9, w9, #0x1
	str	w8, [x2]
	str	w9, [x2, #4]
	ret
.LBB1_4:
	mov	w9, #2                          // =0x2
	stxr	w10, w9, [x0]
	cmp	w10, #0
	csetm	w9, eq
	tbnz	w9, #0, .LBB1_2
	b	.LBB1_3
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
