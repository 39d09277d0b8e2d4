	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	"switch.c"
	.globl	P0                              # -- Begin function P0
	.p2align	1
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	li	a2, 1
	sw	a2, 0(a1)
	fence	rw, w
	sw	a2, 0(a0)
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.globl	P1                              # -- Begin function P1
	.p2align	1
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	lw	a0, 0(a0)
	li	a4, 4
	bltu	a4, a0, .LBB1_7
# %bb.1:
	slli	a4, a0, 2
.Lpcrel_hi0:
	auipc	a5, %pcrel_hi(.LJTI1_0)
	addi	a5, a5, %pcrel_lo(.Lpcrel_hi0)
	add	a4, a4, a5
	lw	a4, 0(a4)
	add	a4, a4, a5
	jr	a4
.LBB1_2:
	li	a1, 0
	li	a4, 5
	sw	a4, 0(a2)
	j	.LBB1_8
.LBB1_3:
	li	a1, 2
	amoswap.w	a1, a1, (a2)
	j	.LBB1_8
.LBB1_4:
	li	a1, 0
	li	a4, 7
	sw	a4, 0(a2)
	j	.LBB1_8
.LBB1_5:
	lw	a1, 0(a2)
	j	.LBB1_8
.LBB1_6:
	lw	a1, 0(a1)
	j	.LBB1_8
.LBB1_7:
	li	a1, 0
.LBB1_8:
	sw	a1, 0(a3)
	sw	a0, 4(a3)
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
	.section	.rodata,"a",@progbits
	.p2align	2, 0x0
.LJTI1_0:
	.word	.LBB1_2-.LJTI1_0
	.word	.LBB1_6-.LJTI1_0
	.word	.LBB1_4-.LJTI1_0
	.word	.LBB1_5-.LJTI1_0
	.word	.LBB1_3-.LJTI1_0
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
