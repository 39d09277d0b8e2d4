	.text
	.file	"switch.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
	mov	w8, #1                          // =0x1
	str	w8, [x1]
	stlr	w8, [x0]
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        // -- End function
	.globl	P1                              // -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     // @P1
// %bb.0:
	ldar	w8, [x0]
	mov	w9, wzr
	cmp	w8, #1
	b.le	.LBB1_6
// %bb.1:
	cmp	w8, #2
	b.eq	.LBB1_9
// %bb.2:
	cmp	w8, #3
	b.eq	.LBB1_10
// %bb.3:
	cmp	w8, #4
	b.ne	.LBB1_13
// %bb.4:
	mov	w10, #2                         // =0x2
.LBB1_5:                                // =>This Inner Loop Header: Depth=1
	ldxr	w9, [x2]
	stxr	w11, w10, [x2]
	cbnz	w11, .LBB1_5
	b	.LBB1_13
.LBB1_6:
	cbz	w8, .LBB1_11
// %bb.7:
	cmp	w8, #1
	b.ne	.LBB1_13
// %bb.8:
	ldr	w9, [x1]
	b	.LBB1_13
.LBB1_9:
	mov	w10, #7                         // =0x7
	b	.LBB1_12
.LBB1_10:
	ldr	w9, [x2]
	b	.LBB1_13
.LBB1_11:
	mov	w10, #5                         // =0x5
.LBB1_12:
	mov	w9, wzr
	str	w10, [x2]
.LBB1_13:
	str	w9, [x3]
	str	w8, [x3, #4]
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
