	.text
	.abiversion 2
	.file	"store-buffering.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4
	.type	P0,@function
P0:                                     # @P0
.Lfunc_begin0:
# %bb.0:
	std 3, -16(1)
	std 4, -24(1)
	std 5, -32(1)
	li 3, 0
	stw 3, -36(1)
	ld 4, -16(1)
	li 3, 1
	stw 3, -40(1)
	lwz 3, -40(1)
	sync
	stw 3, 0(4)
	ld 3, -24(1)
	sync
	lwz 3, 0(3)
                                        # implicit-def: $x4
	mr	4, 3
	cmpd 7, 4, 4
	bne- 7, .+4
	isync
	stw 3, -44(1)
	lwz 3, -44(1)
	stw 3, -36(1)
	lwz 3, -36(1)
	ld 4, -32(1)
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
	ld 4, -24(1)
	li 3, 1
	stw 3, -40(1)
	lwz 3, -40(1)
	sync
	stw 3, 0(4)
	ld 3, -16(1)
	sync
	lwz 3, 0(3)
                                        # implicit-def: $x4
	mr	4, 3
	cmpd 7, 4, 4
	bne- 7, .+4
	isync
	stw 3, -44(1)
	lwz 3, -44(1)
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
