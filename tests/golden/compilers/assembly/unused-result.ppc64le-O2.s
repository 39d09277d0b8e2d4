	.text
	.abiversion 2
	.file	"unused-result.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4
	.type	P0,@function
P0:                                     # @P0
.Lfunc_begin0:
# %bb.0:
	li 5, 1
	stw 5, 0(3)
	lwsync
	stw 5, 0(4)
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
	li 6, 2
.LBB1_1:                                # =>This Inner Loop Header: Depth=1
	lwarx 7, 0, 4
	stwcx. 6, 0, 4
	bne	0, .LBB1_1
# %bb.2:
	lwsync
	lwz 3, 0(3)
	stw 3, 0(5)
	blr
	.long	0
	.quad	0
.Lfunc_end1:
	.size	P1, .Lfunc_end1-.Lfunc_begin1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
