	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	"compare-exchange.c"
	.globl	P0                              # -- Begin function P0
	.p2align	1
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	li	a4, 1
.LBB0_3:                                # =>This Inner Loop Header: Depth=1
	lr.w.aq	a3, (a0)
	bnez	a3, .LBB0_5
# %bb.4:                                #   in Loop: Header=BB0_3 Depth=1
	sc.w	a5, a4, (a0)
	bnez	a5, .LBB0_3
.LBB0_5:
	seqz	a0, a3
	bnez	a3, .LBB0_2
# %bb.1:
	sw	a4, 0(a1)
.LBB0_2:
	sw	a3, 0(a2)
	sw	a0, 4(a2)
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.globl	P1                              # -- Begin function P1
	.p2align	1
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	li	a4, 2
.LBB1_3:                                # =>This Inner Loop Header: Depth=1
	lr.w.aq	a3, (a0)
	bnez	a3, .LBB1_5
# %bb.4:                                #   in Loop: Header=BB1_3 Depth=1
	sc.w	a5, a4, (a0)
	bnez	a5, .LBB1_3
.LBB1_5:
	seqz	a0, a3
	bnez	a3, .LBB1_2
# %bb.1:
	sw	a4, 0(a1)
.LBB1_2:
	sw	a3, 0(a2)
	sw	a0, 4(a2)
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
