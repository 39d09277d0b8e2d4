	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	"message-passing.c"
	.globl	P0                              # -- Begin function P0
	.p2align	1
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	li	a2, 1
	sw	a2, 0(a0)
	fence	rw, w
	sw	a2, 0(a1)
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.globl	P1                              # -- Begin function P1
	.p2align	1
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	lw	a1, 0(a1)
	li	a3, 1
	fence	r, rw
	bne	a1, a3, .LBB1_2
# %bb.1:
	lw	a0, 0(a0)
	j	.LBB1_3
.LBB1_2:
	li	a0, 0
.LBB1_3:
	sw	a1, 0(a2)
	sw	a0, 4(a2)
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
