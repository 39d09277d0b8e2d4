	.text
	.abiversion 2
	.file	"compare-exchange.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4
	.type	P0,@function
P0:                                     # @P0
.Lfunc_begin0:
# %bb.0:
	li 7, 1
.LBB0_1:                                # =>This Inner Loop Header: Depth=1
	lwarx 6, 0, 3
	cmpwi	6, 0
	bne	0, .LBB0_3
# %bb.2:                                #   in Loop: Header=BB0_1 Depth=1
	stwcx. 7, 0, 3
	bne	0, .LBB0_1
.LBB0_3:
	cmpwi	6, 0
	cmplwi 1, 6, 0
	lwsync
	bne	1, .LBB0_5
# %bb.4:
	li 3, 1
	stw 3, 0(4)
.LBB0_5:
	li 3, 0
	li 4, 1
	stw 6, 0(5)
	iseleq	3, 4, 3
	stw 3, 4(5)
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
	li 7, 2
.LBB1_1:                                # =>This Inner Loop Header: Depth=1
	lwarx 6, 0, 3
	cmpwi	6, 0
	bne	0, .LBB1_3
# %bb.2:                                #   in Loop: Header=BB1_1 Depth=1
	stwcx. 7, 0, 3
	bne	0, .LBB1_1
.LBB1_3:
	cmpwi	6, 0
	cmplwi 1, 6, 0
	lwsync
	bne	1, .LBB1_5
# %bb.4:
	li 3, 2
	stw 3, 0(4)
.LBB1_5:
	li 3, 0
	li 4, 1
	stw 6, 0(5)
	iseleq	3, 4, 3
	stw 3, 4(5)
	blr
	.long	0
	.quad	0
.Lfunc_end1:
	.size	P1, .Lfunc_end1-.Lfunc_begin1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
