	.text
	.file	"sums.c"
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function P0
.LCPI0_0:
	.word	1                               // 0x1
	.word	2                               // 0x2
	.word	3                               // 0x3
	.word	4                               // 0x4
	.text
	.globl	P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
	adrp	x8, .LCPI0_0
	ldr	q0, [x8, :lo12:.LCPI0_0]
	mov	w8, #1                          // =0x1
	str	q0, [x0]
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
	ldar	w8, [x2]
	cmp	w8, #1
	b.ne	.LBB1_2
// %bb.1:
	movi	v0.4s, #1
	ldr	q1, [x0]
	mov	w9, v1.s[1]
	mov	w10, v1.s[2]
	mov	w12, v1.s[3]
	fmov	w11, s1
	add	v0.4s, v1.4s, v0.4s
	rev64	v0.4s, v0.4s
	ext	v0.16b, v0.16b, v0.16b, #8
	str	q0, [x1]
	b	.LBB1_3
.LBB1_2:
	mov	w10, wzr
	mov	w9, wzr
	mov	w11, wzr
	mov	w12, wzr
.LBB1_3:
	str	w12, [x3]
	str	w10, [x3, #4]
	str	w9, [x3, #8]
	str	w11, [x3, #12]
	str	w8, [x3, #16]
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
