	.text
	.abiversion 2
	.file	"store-buffering.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4
	.type	P0,@function
P0:                                     # @P0
.Lfunc_begin0:
# %bb.0:
	li 6, 1
	sync
	stw 6, 0(3)
	sync
	lwz 3, 0(4)
	cmpd 7, 3, 3
	bne- 7, .+4
	isync
	stw 3, 0(5)
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
	li 6, 1
	sync
	stw 6, 0(4)
	sync
	lwz 3, 0(3)
	cmpd 7, 3, 3
	bne- 7, .+4
	isync
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
