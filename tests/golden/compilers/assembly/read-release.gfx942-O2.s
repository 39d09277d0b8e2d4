	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
P0:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dwordx2 s[2:3], s[0:1], 0x10
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 1
	s_waitcnt lgkmcnt(0)
	s_load_dword s0, s[4:5], 0x0
	buffer_wbl2 sc1
	global_store_dword v0, v1, s[6:7] sc1
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v1, s0
	global_store_dword v0, v1, s[2:3] sc0 sc1
	s_waitcnt vmcnt(0)
	s_endpgm
	.amdhsa_kernel P0
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_tg_split 0
	.end_amdhsa_kernel
P1:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dwordx2 s[2:3], s[0:1], 0x10
	v_mov_b32_e32 v0, 0
	s_waitcnt lgkmcnt(0)
	global_load_dword v1, v0, s[6:7] sc1
	s_waitcnt vmcnt(0)
	buffer_inv sc1
	v_cmp_ne_u32_e32 vcc, 1, v1
	s_cbranch_vccnz .LBB1_2
	v_mov_b32_e32 v2, 1
	global_store_dword v0, v2, s[4:5]
.LBB1_2:
	global_store_dword v0, v1, s[2:3] sc0 sc1
	s_waitcnt vmcnt(0)
	s_endpgm
	.amdhsa_kernel P1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_tg_split 0
	.end_amdhsa_kernel
