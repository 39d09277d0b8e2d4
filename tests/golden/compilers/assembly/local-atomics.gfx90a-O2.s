	.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
P0:
	s_mov_b64 s[2:3], exec
	v_mbcnt_lo_u32_b32 v0, s2, 0
	v_mbcnt_hi_u32_b32 v0, s3, v0
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_2
	s_load_dwordx2 s[6:7], s[4:5], 0x0
	s_bcnt1_i32_b64 s2, s[2:3]
	s_lshl_b32 s2, s2, 1
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, s2
	s_waitcnt lgkmcnt(0)
	global_atomic_add v1, v1, v2, s[6:7] glc
	s_waitcnt vmcnt(0)
	buffer_wbinvl1_vol
.LBB0_2:
	s_or_b64 exec, exec, s[0:1]
	s_load_dword s2, s[4:5], 0x8
	s_load_dwordx2 s[0:1], s[4:5], 0x10
	v_readfirstlane_b32 s3, v1
	v_lshl_add_u32 v0, v0, 1, s3
	v_add_u32_e32 v1, 1, v0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s2
	ds_wrxchg_rtn_b32 v1, v2, v1
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, 0
	global_store_dword v2, v0, s[0:1]
	s_waitcnt vmcnt(0)
	global_store_dword v2, v1, s[0:1] offset:4
	s_waitcnt vmcnt(0)
	s_endpgm
	.amdhsa_kernel P0
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_tg_split 0
	.end_amdhsa_kernel
P1:
	s_load_dword s6, s[4:5], 0x8
	s_load_dwordx2 s[2:3], s[4:5], 0x10
	v_mov_b32_e32 v0, 7
	v_mov_b32_e32 v1, 0
	s_load_dwordx2 s[4:5], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s6
	ds_cmpst_rtn_b32 v0, v2, v1, v0
	s_mov_b64 s[0:1], exec
	s_mov_b32 s6, 0
	s_waitcnt lgkmcnt(0)
	v_cmp_eq_u32_e32 vcc, 0, v0
.LBB1_1:
	s_ff1_i32_b64 s7, s[0:1]
	v_readlane_b32 s10, v0, s7
	s_lshl_b64 s[8:9], 1, s7
	s_add_i32 s6, s6, s10
	s_andn2_b64 s[0:1], s[0:1], s[8:9]
	s_cmp_lg_u64 s[0:1], 0
	s_cbranch_scc1 .LBB1_1
	v_mbcnt_lo_u32_b32 v1, exec_lo, 0
	v_mbcnt_hi_u32_b32 v1, exec_hi, v1
	v_cmp_eq_u32_e64 s[0:1], 0, v1
	s_and_saveexec_b64 s[8:9], s[0:1]
	s_xor_b64 s[0:1], exec, s[8:9]
	s_cbranch_execz .LBB1_4
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, s6
	global_atomic_sub v1, v2, s[4:5]
.LBB1_4:
	s_or_b64 exec, exec, s[0:1]
	v_mov_b32_e32 v2, 0
	v_cndmask_b32_e64 v1, 0, 1, vcc
	global_store_dword v2, v0, s[2:3]
	s_waitcnt vmcnt(0)
	global_store_dword v2, v1, s[2:3] offset:4
	s_waitcnt vmcnt(0)
	s_endpgm
	.amdhsa_kernel P1
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_tg_split 0
	.end_amdhsa_kernel
