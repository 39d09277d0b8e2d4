	.text
	.abiversion 2
	.file	"switch.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4
	.type	P0,@function
P0:                                     # @P0
.Lfunc_begin0:
# %bb.0:
	li 5, 1
	stw 5, 0(4)
	stw 5, 0(3)
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
	lwz 3, 0(3)
	li 7, 0
	cmpd 7, 3, 3
	cmpwi	3, 2
	bne- 7, .+4
	isync
	blt	0, .LBB1_6
# %bb.1:
	beq	0, .LBB1_9
# %bb.2:
	cmplwi	3, 3
	beq	0, .LBB1_10
# %bb.3:
	cmplwi	3, 4
	bne	0, .LBB1_13
# %bb.4:
	li 4, 2
.LBB1_5:                                # =>This Inner Loop Header: Depth=1
	lwarx 7, 0, 5
	stwcx. 4, 0, 5
	bne	0, .LBB1_5
	b .LBB1_13
.LBB1_6:
	cmplwi	3, 0
	beq	0, .LBB1_11
# %bb.7:
	cmplwi	3, 1
	bne	0, .LBB1_13
# %bb.8:
	lwz 7, 0(4)
	b .LBB1_13
.LBB1_9:
	li 4, 7
	b .LBB1_12
.LBB1_10:
	lwz 7, 0(5)
	b .LBB1_13
.LBB1_11:
	li 4, 5
.LBB1_12:
	stw 4, 0(5)
.LBB1_13:
	stw 7, 0(6)
	stw 3, 4(6)
	blr
	.long	0
	.quad	0
.Lfunc_end1:
	.size	P1, .Lfunc_end1-.Lfunc_begin1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
