	.text
	.abiversion 2
	.file	"message-passing.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4
	.type	P0,@function
P0:                                     # @P0
.Lfunc_begin0:
# %bb.0:
	li 5, 1
	stw 5, 0(3)
	li 3, 1
	lwsync
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
	lwz 4, 0(4)
	li 6, 0
	cmpd 7, 4, 4
	cmplwi	4, 1
	bne- 7, .+4
	isync
	bne	0, .LBB1_2
# %bb.1:
	lwz 6, 0(3)
.LBB1_2:
	stw 4, 0(5)
	stw 6, 4(5)
	blr
	.long	0
	.quad	0
.Lfunc_end1:
	.size	P1, .Lfunc_end1-.Lfunc_begin1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
