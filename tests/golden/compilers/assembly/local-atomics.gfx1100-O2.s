	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
P0:
	s_mov_b32 s3, exec_lo
	s_mov_b32 s2, exec_lo
	v_mbcnt_lo_u32_b32 v0, s3, 0
	s_delay_alu instid0(VALU_DEP_1)
	v_cmpx_eq_u32_e32 0, v0
	s_cbranch_execz .LBB0_2
	s_load_b64 s[4:5], s[0:1], 0x0
	s_bcnt1_i32_b32 s3, s3
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(NEXT) | instid1(SALU_CYCLE_1)
	s_lshl_b32 s3, s3, 1
	v_dual_mov_b32 v1, 0 :: v_dual_mov_b32 v2, s3
	s_waitcnt lgkmcnt(0)
	global_atomic_add_u32 v1, v1, v2, s[4:5] glc
	s_waitcnt vmcnt(0)
	buffer_gl1_inv
	buffer_gl0_inv
.LBB0_2:
	s_or_b32 exec_lo, exec_lo, s2
	s_load_b32 s2, s[0:1], 0x8
	v_readfirstlane_b32 s3, v1
	s_load_b64 s[0:1], s[0:1], 0x10
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_lshl_add_u32 v0, v0, 1, s3
	s_waitcnt lgkmcnt(0)
	v_dual_mov_b32 v2, s2 :: v_dual_add_nc_u32 v1, 1, v0
	ds_storexchg_rtn_b32 v1, v2, v1
	s_waitcnt lgkmcnt(0)
	buffer_gl0_inv
	v_mov_b32_e32 v2, 0
	global_store_b32 v2, v0, s[0:1] dlc
	s_waitcnt_vscnt null, 0x0
	global_store_b32 v2, v1, s[0:1] offset:4 dlc
	s_waitcnt_vscnt null, 0x0
	s_nop 0
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.amdhsa_kernel P0
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_workgroup_processor_mode 1
	.end_amdhsa_kernel
P1:
	s_clause 0x1
	s_load_b32 s4, s[0:1], 0x8
	s_load_b64 s[2:3], s[0:1], 0x10
	v_dual_mov_b32 v0, 0 :: v_dual_mov_b32 v1, 7
	s_mov_b32 s6, exec_lo
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s4
	s_load_b64 s[4:5], s[0:1], 0x0
	s_mov_b32 s1, 0
	ds_cmpstore_rtn_b32 v0, v2, v1, v0
	s_waitcnt lgkmcnt(0)
	v_cmp_eq_u32_e32 vcc_lo, 0, v0
.LBB1_1:
	s_ctz_i32_b32 s0, s6
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(SKIP_1) | instid1(SALU_CYCLE_1)
	v_readlane_b32 s7, v0, s0
	s_lshl_b32 s0, 1, s0
	s_and_not1_b32 s6, s6, s0
	s_delay_alu instid0(VALU_DEP_1)
	s_add_i32 s1, s1, s7
	s_cmp_lg_u32 s6, 0
	s_cbranch_scc1 .LBB1_1
	v_mbcnt_lo_u32_b32 v1, exec_lo, 0
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_cmp_eq_u32_e64 s0, 0, v1
	s_and_saveexec_b32 s6, s0
	s_delay_alu instid0(SALU_CYCLE_1)
	s_xor_b32 s0, exec_lo, s6
	s_cbranch_execz .LBB1_4
	v_dual_mov_b32 v1, 0 :: v_dual_mov_b32 v2, s1
	global_atomic_sub_u32 v1, v2, s[4:5]
.LBB1_4:
	s_or_b32 exec_lo, exec_lo, s0
	v_mov_b32_e32 v1, 0
	v_cndmask_b32_e64 v2, 0, 1, vcc_lo
	global_store_b32 v1, v0, s[2:3] dlc
	s_waitcnt_vscnt null, 0x0
	global_store_b32 v1, v2, s[2:3] offset:4 dlc
	s_waitcnt_vscnt null, 0x0
	s_nop 0
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.amdhsa_kernel P1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_workgroup_processor_mode 1
	.end_amdhsa_kernel
