	.text
	.file	"lookup.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
	mov	w8, #1                          // =0x1
	mov	w9, #3                          // =0x3
	str	w8, [x1]
	stlr	w9, [x0]
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        // -- End function
	.globl	P1                              // -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     // @P1
// %bb.0:
	ldr	w8, [x0]
	cmp	w8, #3
	b.hi	.LBB1_2
// %bb.1:
	adrp	x9, .Lswitch.table.P1
	add	x9, x9, :lo12:.Lswitch.table.P1
	ldr	w9, [x9, w8, uxtw #2]
	b	.LBB1_3
.LBB1_2:
	mov	w9, #12                         // =0xc
.LBB1_3:
	str	w9, [x1]
	str	w9, [x2]
	str	w8, [x2, #4]
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        // -- End function
	.globl	P2                              // -- Begin function P2
	.p2align	2
	.type	P2,@function
P2:                                     // @P2
// %bb.0:
	ldar	w8, [x1]
	ldr	w9, [x0]
	str	w8, [x2]
	str	w9, [x2, #4]
	ret
.Lfunc_end2:
	.size	P2, .Lfunc_end2-P2
                                        // -- End function
	.type	.Lswitch.table.P1,@object       // @switch.table.P1
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	2, 0x0
.Lswitch.table.P1:
	.word	5                               // 0x5
	.word	17                              // 0x11
	.word	3                               // 0x3
	.word	98                              // 0x63
	.size	.Lswitch.table.P1, 16

	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
