	.text
	.file	"fetch-and.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
	sub	sp, sp, #80
	str	x0, [sp, #72]
	str	x1, [sp, #64]
	str	x2, [sp, #56]
	str	wzr, [sp, #52]
	str	wzr, [sp, #48]
	ldr	x8, [sp, #64]
	ldr	w8, [x8]
	str	w8, [sp, #44]
	ldr	w8, [sp, #44]
	str	w8, [sp, #52]
	ldr	x8, [sp, #72]
	str	x8, [sp, #16]                   // 8-byte Folded Spill
	ldr	w9, [sp, #52]
	add	w9, w9, #1
	str	w9, [sp, #40]
	ldr	w9, [sp, #40]
	str	w9, [sp, #28]                   // 4-byte Folded Spill
	ldr	w8, [x8]
	str	w8, [sp, #32]                   // 4-byte Folded Spill
	b	.LBB0_1
.LBB0_1:                                // =>This Loop Header: Depth=1
                                        //     Child Loop BB0_2 Depth 2
	ldr	w8, [sp, #32]                   // 4-byte Folded Reload
	ldr	x11, [sp, #16]                  // 8-byte Folded Reload
	ldr	w9, [sp, #28]                   // 4-byte Folded Reload
	and	w12, w8, w9
.LBB0_2:                                //   Parent Loop BB0_1 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldaxr	w9, [x11]
	cmp	w9, w8
	b.ne	.LBB0_4
// %bb.3:                               //   in Loop: Header=BB0_2 Depth=2
	stlxr	w10, w12, [x11]
	cbnz	w10, .LBB0_2
.LBB0_4:                                //   in Loop: Header=BB0_1 Depth=1
	str	w9, [sp, #12]                   // 4-byte Folded Spill
	subs	w8, w9, w8
	cset	w8, eq
	str	w9, [sp, #32]                   // 4-byte Folded Spill
	tbz	w8, #0, .LBB0_1
	b	.LBB0_5
.LBB0_5:
	ldr	w8, [sp, #12]                   // 4-byte Folded Reload
	str	w8, [sp, #36]
	ldr	w8, [sp, #36]
	str	w8, [sp, #48]
	ldr	w8, [sp, #52]
	ldr	x9, [sp, #56]
	str	w8, [x9]
	ldr	w8, [sp, #48]
	ldr	x9, [sp, #56]
	str	w8, [x9, #4]
	add	sp, sp, #80
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        // -- End function
	.globl	P1                              // -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     // @P1
// %bb.0:
	sub	sp, sp, #64
	str	x0, [sp, #56]
	str	x1, [sp, #48]
	str	x2, [sp, #40]
	str	wzr, [sp, #36]
	ldr	x8, [sp, #56]
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	mov	w9, #2
	str	w9, [sp, #32]
	ldr	w9, [sp, #32]
	str	w9, [sp, #16]                   // 4-byte Folded Spill
	ldr	w8, [x8]
	str	w8, [sp, #20]                   // 4-byte Folded Spill
	b	.LBB1_1
.LBB1_1:                                // =>This Loop Header: Depth=1
                                        //     Child Loop BB1_2 Depth 2
	ldr	w8, [sp, #20]                   // 4-byte Folded Reload
	ldr	x11, [sp, #8]                   // 8-byte Folded Reload
	ldr	w9, [sp, #16]                   // 4-byte Folded Reload
	eor	w12, w8, w9
.LBB1_2:                                //   Parent Loop BB1_1 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldaxr	w9, [x11]
	cmp	w9, w8
	b.ne	.LBB1_4
// %bb.3:                               //   in Loop: Header=BB1_2 Depth=2
	stlxr	w10, w12, [x11]
	cbnz	w10, .LBB1_2
.LBB1_4:                                //   in Loop: Header=BB1_1 Depth=1
	str	w9, [sp, #4]                    // 4-byte Folded Spill
	subs	w8, w9, w8
	cset	w8, eq
	str	w9, [sp, #20]                   // 4-byte Folded Spill
	tbz	w8, #0, .LBB1_1
	b	.LBB1_5
.LBB1_5:
	ldr	w8, [sp, #4]                    // 4-byte Folded Reload
	str	w8, [sp, #28]
	ldr	w8, [sp, #28]
	str	w8, [sp, #36]
	ldr	x9, [sp, #48]
	mov	w8, #1
	str	w8, [sp, #24]
	ldr	w8, [sp, #24]
	stlr	w8, [x9]
	ldr	w8, [sp, #36]
	ldr	x9, [sp, #40]
	str	w8, [x9]
	add	sp, sp, #64
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        // -- End function
