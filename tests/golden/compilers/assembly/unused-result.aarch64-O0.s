	.text
	.file	"unused-result.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
	sub	sp, sp, #32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
	str	x2, [sp, #8]
	ldr	x10, [sp, #24]
	mov	w8, #1
	str	w8, [sp, #4]
	ldr	w9, [sp, #4]
	str	w9, [x10]
	dmb	ish
	ldr	x9, [sp, #16]
	str	w8, [sp]
	ldr	w8, [sp]
	str	w8, [x9]
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
	sub	sp, sp, #64
	str	x0, [sp, #56]
	str	x1, [sp, #48]
	str	x2, [sp, #40]
	str	wzr, [sp, #36]
	ldr	x8, [sp, #48]
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
	ldr	w12, [sp, #16]                  // 4-byte Folded Reload
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
	dmb	ishld
	ldr	x8, [sp, #56]
	ldr	w8, [x8]
	str	w8, [sp, #24]
	ldr	w8, [sp, #24]
	str	w8, [sp, #36]
	ldr	w8, [sp, #36]
	ldr	x9, [sp, #40]
	str	w8, [x9]
	add	sp, sp, #64
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        // -- End function
