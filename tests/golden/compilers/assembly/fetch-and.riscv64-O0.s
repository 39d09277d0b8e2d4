	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	"fetch-and.c"
	.globl	P0                              # -- Begin function P0
	.p2align	1
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	addi	sp, sp, -64
	sd	ra, 56(sp)                      # 8-byte Folded Spill
	sd	s0, 48(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 64
	sd	a0, -24(s0)
	sd	a1, -32(s0)
	sd	a2, -40(s0)
	li	a0, 0
	sw	a0, -44(s0)
	sw	a0, -48(s0)
	ld	a0, -32(s0)
	lw	a0, 0(a0)
	sw	a0, -52(s0)
	lw	a0, -52(s0)
	sw	a0, -44(s0)
	ld	a0, -24(s0)
	lw	a1, -44(s0)
	addiw	a1, a1, 1
	sw	a1, -56(s0)
	lw	a1, -56(s0)
	amoand.w.aqrl	a0, a1, (a0)
	sw	a0, -60(s0)
	lw	a0, -60(s0)
	sw	a0, -48(s0)
	lw	a0, -44(s0)
	ld	a1, -40(s0)
	sw	a0, 0(a1)
	lw	a0, -48(s0)
	ld	a1, -40(s0)
	sw	a0, 4(a1)
	ld	ra, 56(sp)                      # 8-byte Folded Reload
	ld	s0, 48(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 64
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.globl	P1                              # -- Begin function P1
	.p2align	1
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	addi	sp, sp, -64
	sd	ra, 56(sp)                      # 8-byte Folded Spill
	sd	s0, 48(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 64
	sd	a0, -24(s0)
	sd	a1, -32(s0)
	sd	a2, -40(s0)
	li	a0, 0
	sw	a0, -44(s0)
	ld	a0, -24(s0)
	li	a1, 2
	sw	a1, -48(s0)
	lw	a1, -48(s0)
	amoxor.w.aqrl	a0, a1, (a0)
	sw	a0, -52(s0)
	lw	a0, -52(s0)
	sw	a0, -44(s0)
	ld	a1, -32(s0)
	li	a0, 1
	sw	a0, -56(s0)
	lw	a0, -56(s0)
	fence	rw, w
	sw	a0, 0(a1)
	lw	a0, -44(s0)
	ld	a1, -40(s0)
	sw	a0, 0(a1)
	ld	ra, 56(sp)                      # 8-byte Folded Reload
	ld	s0, 48(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 64
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
