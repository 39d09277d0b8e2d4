	.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
P0:
	s_mov_b32 s33, 0
	s_add_u32 s0, s0, s15
	s_addc_u32 s1, s1, 0
	s_mov_b64 s[4:5], s[6:7]
	s_load_dwordx2 s[6:7], s[4:5], 0x0
	s_nop 0
	s_load_dwordx2 s[4:5], s[4:5], 0x8
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s8, s7
	v_mov_b32_e32 v0, s8
	buffer_store_dword v0, off, s[0:3], s33 offset:4
	v_mov_b32_e32 v0, s6
	buffer_store_dword v0, off, s[0:3], s33
	s_mov_b32 s6, s5
	v_mov_b32_e32 v0, s6
	buffer_store_dword v0, off, s[0:3], s33 offset:12
	v_mov_b32_e32 v0, s4
	buffer_store_dword v0, off, s[0:3], s33 offset:8
	buffer_load_dword v0, off, s[0:3], s33
	s_nop 0
	buffer_load_dword v2, off, s[0:3], s33 offset:4
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v2, 1
	global_store_dword v[0:1], v2, off
	s_waitcnt vmcnt(0)
	s_barrier
	s_waitcnt vmcnt(0)
	buffer_wbinvl1_vol
	s_endpgm
	.amdhsa_kernel P0
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_tg_split 1
	.end_amdhsa_kernel
P1:
	s_mov_b32 s33, 0
	s_add_u32 s0, s0, s15
	s_addc_u32 s1, s1, 0
	s_mov_b64 s[4:5], s[6:7]
	s_load_dwordx2 s[6:7], s[4:5], 0x0
	s_nop 0
	s_load_dwordx2 s[4:5], s[4:5], 0x8
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s8, s7
	v_mov_b32_e32 v0, s8
	buffer_store_dword v0, off, s[0:3], s33 offset:4
	v_mov_b32_e32 v0, s6
	buffer_store_dword v0, off, s[0:3], s33
	s_mov_b32 s6, s5
	v_mov_b32_e32 v0, s6
	buffer_store_dword v0, off, s[0:3], s33 offset:12
	v_mov_b32_e32 v0, s4
	buffer_store_dword v0, off, s[0:3], s33 offset:8
	v_mov_b32_e32 v0, 0
	buffer_store_dword v0, off, s[0:3], s33 offset:16
	s_waitcnt vmcnt(0)
	s_barrier
	s_waitcnt vmcnt(0)
	buffer_wbinvl1_vol
	buffer_load_dword v0, off, s[0:3], s33
	buffer_load_dword v2, off, s[0:3], s33 offset:4
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v2
	global_load_dword v0, v[0:1], off
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s33 offset:16
	buffer_load_dword v2, off, s[0:3], s33 offset:16
	s_nop 0
	buffer_load_dword v0, off, s[0:3], s33 offset:8
	buffer_load_dword v3, off, s[0:3], s33 offset:12
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v3
	global_store_dword v[0:1], v2, off
	s_waitcnt vmcnt(0)
	s_endpgm
	.amdhsa_kernel P1
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_tg_split 1
	.end_amdhsa_kernel
.str:
.str.1:
