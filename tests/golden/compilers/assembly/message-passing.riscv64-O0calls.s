	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	"message-passing.c"
	.globl	P0                              # -- Begin function P0
	.p2align	1
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	addi	sp, sp, -48
	sd	ra, 40(sp)                      # 8-byte Folded Spill
	sd	s0, 32(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 48
	sd	a0, -24(s0)
	sd	a1, -32(s0)
	sd	a2, -40(s0)
	ld	a0, -24(s0)
	li	a1, 1
	sw	a1, 0(a0)
	ld	a0, -32(s0)
	call	store_release
	ld	ra, 40(sp)                      # 8-byte Folded Reload
	ld	s0, 32(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 48
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.p2align	1                               # -- Begin function store_release
	.type	store_release,@function
store_release:                          # @store_release
# %bb.0:
	addi	sp, sp, -32
	sd	ra, 24(sp)                      # 8-byte Folded Spill
	sd	s0, 16(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 32
                                        # kill: def $x12 killed $x11
	sd	a0, -24(s0)
	sw	a1, -28(s0)
	ld	a1, -24(s0)
	lw	a0, -28(s0)
	sw	a0, -32(s0)
	lw	a0, -32(s0)
	fence	rw, w
	sw	a0, 0(a1)
	ld	ra, 24(sp)                      # 8-byte Folded Reload
	ld	s0, 16(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 32
	ret
.Lfunc_end1:
	.size	store_release, .Lfunc_end1-store_release
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
	sd	a0, -56(s0)                     # 8-byte Folded Spill
	sw	a0, -44(s0)
	sw	a0, -48(s0)
	ld	a0, -32(s0)
	call	load_acquire
	mv	a1, a0
	ld	a0, -56(s0)                     # 8-byte Folded Reload
	sw	a1, -44(s0)
	sw	a0, -48(s0)
	lw	a0, -44(s0)
	li	a1, 1
	bne	a0, a1, .LBB2_2
	j	.LBB2_1
.LBB2_1:
	ld	a0, -24(s0)
	lw	a0, 0(a0)
	sw	a0, -48(s0)
	j	.LBB2_2
.LBB2_2:
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
.Lfunc_end2:
	.size	P1, .Lfunc_end2-P1
                                        # -- End function
	.p2align	1                               # -- Begin function load_acquire
	.type	load_acquire,@function
load_acquire:                           # @load_acquire
# %bb.0:
	addi	sp, sp, -32
	sd	ra, 24(sp)                      # 8-byte Folded Spill
	sd	s0, 16(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 32
	sd	a0, -24(s0)
	ld	a0, -24(s0)
	lw	a0, 0(a0)
	fence	r, rw
	sw	a0, -28(s0)
	lw	a0, -28(s0)
	ld	ra, 24(sp)                      # 8-byte Folded Reload
	ld	s0, 16(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 32
	ret
.Lfunc_end3:
	.size	load_acquire, .Lfunc_end3-load_acquire
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym store_release
	.addrsig_sym load_acquire
