	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	"compare-exchange.c"
	.globl	P0                              # -- Begin function P0
	.p2align	1
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	addi	sp, sp, -80
	sd	ra, 72(sp)                      # 8-byte Folded Spill
	sd	s0, 64(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 80
	sd	a0, -24(s0)
	sd	a1, -32(s0)
	sd	a2, -40(s0)
	li	a0, 0
	sw	a0, -44(s0)
	sw	a0, -48(s0)
	sw	a0, -44(s0)
	ld	a3, -24(s0)
	li	a0, 1
	sw	a0, -52(s0)
	lw	a1, -44(s0)
	lw	a4, -52(s0)
.LBB0_5:                                # =>This Inner Loop Header: Depth=1
	lr.w.aq	a0, (a3)
	bne	a0, a1, .LBB0_7
# %bb.6:                                #   in Loop: Header=BB0_5 Depth=1
	sc.w	a2, a4, (a3)
	bnez	a2, .LBB0_5
.LBB0_7:
	sd	a0, -72(s0)                     # 8-byte Folded Spill
	xor	a2, a0, a1
	seqz	a2, a2
	sd	a2, -64(s0)                     # 8-byte Folded Spill
	beq	a0, a1, .LBB0_2
	j	.LBB0_1
.LBB0_1:
	ld	a0, -72(s0)                     # 8-byte Folded Reload
	sw	a0, -44(s0)
	j	.LBB0_2
.LBB0_2:
	ld	a0, -64(s0)                     # 8-byte Folded Reload
	andi	a0, a0, 1
	sb	a0, -53(s0)
	lbu	a0, -53(s0)
	andi	a0, a0, 1
	sw	a0, -48(s0)
	lw	a0, -48(s0)
	beqz	a0, .LBB0_4
	j	.LBB0_3
.LBB0_3:
	ld	a1, -32(s0)
	li	a0, 1
	sw	a0, 0(a1)
	j	.LBB0_4
.LBB0_4:
	lw	a0, -44(s0)
	ld	a1, -40(s0)
	sw	a0, 0(a1)
	lw	a0, -48(s0)
	ld	a1, -40(s0)
	sw	a0, 4(a1)
	ld	ra, 72(sp)                      # 8-byte Folded Reload
	ld	s0, 64(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 80
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.globl	P1                              # -- Begin function P1
	.p2align	1
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	addi	sp, sp, -80
	sd	ra, 72(sp)                      # 8-byte Folded Spill
	sd	s0, 64(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 80
	sd	a0, -24(s0)
	sd	a1, -32(s0)
	sd	a2, -40(s0)
	li	a0, 0
	sw	a0, -44(s0)
	sw	a0, -48(s0)
	sw	a0, -44(s0)
	ld	a3, -24(s0)
	li	a0, 2
	sw	a0, -52(s0)
	lw	a1, -44(s0)
	lw	a4, -52(s0)
.LBB1_5:                                # =>This Inner Loop Header: Depth=1
	lr.w.aq	a0, (a3)
	bne	a0, a1, .LBB1_7
# %bb.6:                                #   in Loop: Header=BB1_5 Depth=1
	sc.w	a2, a4, (a3)
	bnez	a2, .LBB1_5
.LBB1_7:
	sd	a0, -72(s0)                     # 8-byte Folded Spill
	xor	a2, a0, a1
	seqz	a2, a2
	sd	a2, -64(s0)                     # 8-byte Folded Spill
	beq	a0, a1, .LBB1_2
	j	.LBB1_1
.LBB1_1:
	ld	a0, -72(s0)                     # 8-byte Folded Reload
	sw	a0, -44(s0)
	j	.LBB1_2
.LBB1_2:
	ld	a0, -64(s0)                     # 8-byte Folded Reload
	andi	a0, a0, 1
	sb	a0, -53(s0)
	lbu	a0, -53(s0)
	andi	a0, a0, 1
	sw	a0, -48(s0)
	lw	a0, -48(s0)
	beqz	a0, .LBB1_4
	j	.LBB1_3
.LBB1_3:
	ld	a1, -32(s0)
	li	a0, 2
	sw	a0, 0(a1)
	j	.LBB1_4
.LBB1_4:
	lw	a0, -44(s0)
	ld	a1, -40(s0)
	sw	a0, 0(a1)
	lw	a0, -48(s0)
	ld	a1, -40(s0)
	sw	a0, 4(a1)
	ld	ra, 72(sp)                      # 8-byte Folded Reload
	ld	s0, 64(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 80
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
