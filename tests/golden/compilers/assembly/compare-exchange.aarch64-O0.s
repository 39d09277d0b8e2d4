	.text
	.file	"compare-exchange.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
	sub	sp, sp, #48
	str	x0, [sp, #40]
	str	x1, [sp, #32]
	str	x2, [sp, #24]
	str	wzr, [sp, #20]
	str	wzr, [sp, #16]
	str	wzr, [sp, #20]
	ldr	x11, [sp, #40]
	mov	w8, #1                          // =0x1
	str	w8, [sp, #12]
	ldr	w9, [sp, #20]
	ldr	w12, [sp, #12]
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	ldaxr	w8, [x11]
	cmp	w8, w9
	b.ne	.LBB0_3
// %bb.2:                               //   in Loop: Header=BB0_1 Depth=1
	stlxr	w10, w12, [x11]
	cbnz	w10, .LBB0_1
.LBB0_3:
	str	w8, [sp]                        // 4-byte Folded Spill
	subs	w10, w8, w9
	cset	w10, eq
	str	w10, [sp, #4]                   // 4-byte Folded Spill
	subs	w8, w8, w9
	b.eq	.LBB0_5
	b	.LBB0_4
.LBB0_4:
	ldr	w8, [sp]                        // 4-byte Folded Reload
	str	w8, [sp, #20]
	b	.LBB0_5
.LBB0_5:
	ldr	w8, [sp, #4]                    // 4-byte Folded Reload
	strb	w8, [sp, #11]
	ldrb	w8, [sp, #11]
	and	w8, w8, #0x1
	str	w8, [sp, #16]
	ldr	w8, [sp, #16]
	cbz	w8, .LBB0_7
	b	.LBB0_6
.LBB0_6:
	ldr	x9, [sp, #32]
	mov	w8, #1                          // =0x1
	str	w8, [x9]
	b	.LBB0_7
.LBB0_7:
	ldr	w8, [sp, #20]
	ldr	x9, [sp, #24]
	str	w8, [x9]
	ldr	w8, [sp, #16]
	ldr	x9, [sp, #24]
	str	w8, [x9, #4]
	add	sp, sp, #48
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
	str	wzr, [sp, #20]
	ldr	x11, [sp, #40]
	mov	w8, #2                          // =0x2
	str	w8, [sp, #12]
	ldr	w9, [sp, #20]
	ldr	w12, [sp, #12]
.LBB1_1:                                // =>This Inner Loop Header: Depth=1
	ldaxr	w8, [x11]
	cmp	w8, w9
	b.ne	.LBB1_3
// %bb.2:                               //   in Loop: Header=BB1_1 Depth=1
	stlxr	w10, w12, [x11]
	cbnz	w10, .LBB1_1
.LBB1_3:
	str	w8, [sp]                        // 4-byte Folded Spill
	subs	w10, w8, w9
	cset	w10, eq
	str	w10, [sp, #4]                   // 4-byte Folded Spill
	subs	w8, w8, w9
	b.eq	.LBB1_5
	b	.LBB1_4
.LBB1_4:
	ldr	w8, [sp]                        // 4-byte Folded Reload
	str	w8, [sp, #20]
	b	.LBB1_5
.LBB1_5:
	ldr	w8, [sp, #4]                    // 4-byte Folded Reload
	strb	w8, [sp, #11]
	ldrb	w8, [sp, #11]
	and	w8, w8, #0x1
	str	w8, [sp, #16]
	ldr	w8, [sp, #16]
	cbz	w8, .LBB1_7
	b	.LBB1_6
.LBB1_6:
	ldr	x9, [sp, #32]
	mov	w8, #2                          // =0x2
	str	w8, [x9]
	b	.LBB1_7
.LBB1_7:
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
