	.text
	.file	"message-passing.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
	mov	x8, x0
	mov	w9, #1                          // =0x1
	mov	x0, x1
	str	w9, [x8]
	b	store_release
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        // -- End function
	.p2align	2                               // -- Begin function store_release
	.type	store_release,@function
store_release:                          // @store_release
// %bb.0:
	mov	w8, #1                          // =0x1
	str	w8, [x0]
	ret
.Lfunc_end1:
	.size	store_release, .Lfunc_end1-store_release
                                        // -- End function
	.globl	P1                              // -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     // @P1
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	mov	x20, x0
	mov	x0, x1
	mov	x29, sp
	mov	x19, x2
	bl	load_acquire
	cmp	w0, #1
	b.ne	.LBB2_2
// %bb.1:
	ldr	w8, [x20]
	b	.LBB2_3
.LBB2_2:
	mov	w8, wzr
.LBB2_3:
	str	w0, [x19]
	str	w8, [x19, #4]
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	ret
.Lfunc_end2:
	.size	P1, .Lfunc_end2-P1
                                        // -- End function
	.p2align	2                               // -- Begin function load_acquire
	.type	load_acquire,@function
load_acquire:                           // @load_acquire
// %bb.0:
	ldar	w0, [x0]
	ret
.Lfunc_end3:
	.size	load_acquire, .Lfunc_end3-load_acquire
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
