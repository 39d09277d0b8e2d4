	.text
	.abiversion 2
	.file	"message-passing.c"
	.globl	P0                              # -- Begin function P0
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
	li 5, 1
	stw 5, 0(3)
	mr	3, 4
	b store_release
	#TC_RETURNd8 store_release 0
	.long	0
	.quad	0
.Lfunc_end0:
	.size	P0, .Lfunc_end0-.Lfunc_begin0
                                        # -- End function
	.p2align	4                               # -- Begin function store_release
	.type	store_release,@function
store_release:                          # @store_release
.Lfunc_begin1:
# %bb.0:
	lwsync
	li 4, 1
	stw 4, 0(3)
	blr
	.long	0
	.quad	0
.Lfunc_end1:
	.size	store_release, .Lfunc_end1-.Lfunc_begin1
                                        # -- End function
	.globl	P1                              # -- Begin function P1
	.p2align	4
	.type	P1,@function
P1:                                     # @P1
.Lfunc_begin2:
.Lfunc_gep2:
	addis 2, 12, .TOC.-.Lfunc_gep2@ha
	addi 2, 2, .TOC.-.Lfunc_gep2@l
.Lfunc_lep2:
	.localentry	P1, .Lfunc_lep2-.Lfunc_gep2
# %bb.0:
	mflr 0
	std 29, -24(1)                          # 8-byte Folded Spill
	std 30, -16(1)                          # 8-byte Folded Spill
	stdu 1, -64(1)
	mr	29, 3
	mr	3, 4
	std 0, 80(1)
	mr	30, 5
	bl load_acquire
	cmplwi	3, 1
	li 4, 0
	bne	0, .LBB2_2
# %bb.1:
	lwz 4, 0(29)
.LBB2_2:
	stw 3, 0(30)
	stw 4, 4(30)
	addi 1, 1, 64
	ld 0, 16(1)
	ld 30, -16(1)                           # 8-byte Folded Reload
	ld 29, -24(1)                           # 8-byte Folded Reload
	mtlr 0
	blr
	.long	0
	.quad	0
.Lfunc_end2:
	.size	P1, .Lfunc_end2-.Lfunc_begin2
                                        # -- End function
	.p2align	4                               # -- Begin function load_acquire
	.type	load_acquire,@function
load_acquire:                           # @load_acquire
.Lfunc_begin3:
# %bb.0:
	lwz 3, 0(3)
	cmpd 7, 3, 3
	extsw 3, 3
	bne- 7, .+4
	isync
	blr
	.long	0
	.quad	0
.Lfunc_end3:
	.size	load_acquire, .Lfunc_end3-.Lfunc_begin3
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
