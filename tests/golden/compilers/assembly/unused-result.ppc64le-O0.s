	.text
	.abiversion 2
	.file	"unused-result.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4
	.type	P0,@function
P0:                                     # @P0
.Lfunc_begin0:
# %bb.0:
	std 3, -16(1)
	std 4, -24(1)
	std 5, -32(1)
	ld 5, -16(1)
	li 3, 1
	stw 3, -36(1)
	lwz 4, -36(1)
	stw 4, 0(5)
	lwsync
	ld 4, -24(1)
	stw 3, -40(1)
	lwz 3, -40(1)
	stw 3, 0(4)
	blr
	.long	0
	.quad	0
.Lfunc_end0:
	.size	P0, .Lfunc_end0-.Lfunc_begin0
                                        # -- End function
	.globl	P1                              # -- Begin function P1
	.p2align	4
	.type	P1,@function
P1:                                     # @P1
.Lfunc_begin1:
# %bb.0:
	std 3, -16(1)
	std 4, -24(1)
	std 5, -32(1)
	li 3, 0
	stw 3, -36(1)
	ld 3, -24(1)
	std 3, -64(1)                           # 8-byte Folded Spill
	li 3, 2
	stw 3, -40(1)
	lwz 3, -40(1)
	stw 3, -52(1)                           # 4-byte Folded Spill
	lwsync
.LBB1_1:                                # =>This Inner Loop Header: Depth=1
	lwz 3, -52(1)                           # 4-byte Folded Reload
	ld 4, -64(1)                            # 8-byte Folded Reload
	lwarx 5, 0, 4
	stw 5, -68(1)                           # 4-byte Folded Spill
	stwcx. 3, 0, 4
	bne	0, .LBB1_1
# %bb.2:
	lwz 3, -68(1)                           # 4-byte Folded Reload
	stw 3, -44(1)
	lwsync
	ld 3, -16(1)
	lwz 3, 0(3)
	stw 3, -48(1)
	lwz 3, -48(1)
	stw 3, -36(1)
	lwz 3, -36(1)
	ld 4, -32(1)
	stw 3, 0(4)
	blr
	.long	0
	.quad	0
.Lfunc_end1:
	.size	P1, .Lfunc_end1-.Lfunc_begin1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
