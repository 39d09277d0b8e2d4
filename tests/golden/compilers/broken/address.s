	.text
	.file	"message-passing.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
	mov	w8, #1                          // =0x1
	str	w8, [x0, x1]
	stlr	w8, [x1]
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        // -- End function
	.globl	P1                              // -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     // @P1
// %bb.0:
	ldar	w8, [x1]
	cmp	w8, #1
	b.ne	.LBB1_2
// %bb.1:
	ldr	w9, [x0]
	b	.LBB1_3
.LBB1_2:
	mov	w9, wzr
.LBB1_3:
	str	w8, [x2]
	str	w9, [x2, #4]
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
