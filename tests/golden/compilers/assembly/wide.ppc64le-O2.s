	.text
	.abiversion 2
	.file	"wide.c"
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          # -- Begin function P0
.LCPI0_0:
	.long	1                               # 0x1
	.long	2                               # 0x2
	.long	3                               # 0x3
	.long	4                               # 0x4
	.text
	.globl	P0
	.p2align	4
	.type	P0,@function
P0:                                     # @P0
.Lfunc_begin0:
.Lfunc_gep0:
	addis 2, 12, .TOC.-.Lfunc_gep0@ha
	addi 2, 2, .TOC.-.Lfunc_gep0@l
.Lfunc_lep0:
	.localentry	P0, .Lfunc_lep0-.Lfunc_gep0
# %bb.0:
	addis 5, 2, .LCPI0_0@toc@ha
	addi 5, 5, .LCPI0_0@toc@l
	lxvd2x 0, 0, 5
	stxvd2x 0, 0, 3
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
	lwz 5, 0(5)
	li 7, 0
	li 8, 0
	li 9, 0
	li 10, 0
	cmpd 7, 5, 5
	cmplwi	5, 1
	bne- 7, .+4
	isync
	bne	0, .LBB1_2
# %bb.1:
	lwz 7, 0(3)
	lwz 8, 4(3)
	lwz 9, 8(3)
	lwz 10, 12(3)
	stw 7, 0(4)
	stw 8, 4(4)
	stw 9, 8(4)
	stw 10, 12(4)
.LBB1_2:
	stw 5, 0(6)
	stw 7, 4(6)
	stw 8, 8(6)
	stw 9, 12(6)
	stw 10, 16(6)
	blr
	.long	0
	.quad	0
.Lfunc_end1:
	.size	P1, .Lfunc_end1-.Lfunc_begin1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
