	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI0_0:
	.word	131073
	.word	262147
	.word	0
	.word	0
	.text
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:
	adrp	x8, .LCPI0_0
	add	x8, x8, :lo12:.LCPI0_0
	ld1	{ v0.8b, v1.8b }, [x8]
	zip1	v2.16b, v0.16b, v1.16b          // bytes 0, 2 and so on, and 1, 3 and so on
	rev32	v2.16b, v2.16b
	rev32	v2.16b, v2.16b
	ext	v2.16b, v2.16b, v2.16b, #12     // 4, 1, 2, 3
	trn1	v3.4s, v2.4s, v2.4s             // 4, 4, 2, 2
	trn2	v4.4s, v2.4s, v2.4s             // 1, 1, 3, 3
	uzp1	v3.4s, v4.4s, v3.4s             // 1, 3, 4, 2
	umov	w9, v3.b[12]                    // 2
	umov	w10, v3.h[4]                    // 4
	mov	v3.b[4], w9
	mov	v3.h[4], w10
	dup	v4.4s, v2.s[0]
	mov	v3.s[3], v4.s[1]                // 1, 2, 3, 4
	st1	{ v3.4s }, [x0]
	ret
