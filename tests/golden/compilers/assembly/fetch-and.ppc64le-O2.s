	.text
	.abiversion 2
	.file	"fetch-and.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4
	.type	P0,@function
P0:                                     # @P0
.Lfunc_begin0:
# %bb.0:
	lwz 4, 0(4)
	sync
	addi 7, 4, 1
.LBB0_1:                                # =>This Inner Loop Header: Depth=1
	lwarx 6, 0, 3
	and 8, 7, 6
	stwcx. 8, 0, 3
	bne	0, .LBB0_1
# %bb.2:
	lwsync
	stw 4, 0(5)
	stw 6, 4(5)
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
	lwsync
.LBB1_1:                                # =>This Inner Loop Header: Depth=1
	lwarx 6, 0, 3
	xori 7, 6, 2
	stwcx. 7, 0, 3
	bne	0, .LBB1_1
# %bb.2:
	lwsync
	li 3, 1
	lwsync
	stw 3, 0(4)
	stw 6, 0(5)
	blr
	.long	0
	.quad	0
.Lfunc_end1:
	.size	P1, .Lfunc_end1-.Lfunc_begin1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
