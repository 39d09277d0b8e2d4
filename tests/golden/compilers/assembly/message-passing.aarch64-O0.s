	.text
	.file	"message-passing.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
	sub	sp, sp, #32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
	str	x2, [sp, #8]
	ldr	x9, [sp, #24]
	mov	w8, #1                          // =0x1
	str	w8, [x9]
	ldr	x9, [sp, #16]
	str	w8, [sp, #4]
	ldr	w8, [sp, #4]
	stlr	w8, [x9]
	add	sp, sp, #32
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        // -- End function
	.globl	P1                              // -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     // @P1
// %bb.0:
	sub	sp, sp, #48
	str	x0, [sp, #40]
	str	x1, [sp, #32]
	str	x2, [sp, #24]
	str	wzr, [sp, #20]
	str	wzr, [sp, #16]
	ldr	x8, [sp, #32]
	ldar	w8, [x8]
	str	w8, [sp, #12]
	ldr	w8, [sp, #12]
	str	w8, [sp, #20]
	str	wzr, [sp, #16]
	ldr	w8, [sp, #20]
	subs	w8, w8, #1
	b.ne	.LBB1_2
	b	.LBB1_1
.LBB1_1:
	ldr	x8, [sp, #40]
	ldr	w8, [x8]
	str	w8, [sp, #16]
	b	.LBB1_2
.LBB1_2:
	ldr	w8, [sp, #20]
	ldr	x9, [sp, #24]
	str	w8, [x9]
	ldr	w8, [sp, #16]
	ldr	x9, [sp, #24]
	str	w8, [x9, #4]
	add	sp, sp, #48
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
