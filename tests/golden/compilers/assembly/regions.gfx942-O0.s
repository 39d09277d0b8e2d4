	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
P0:
	s_mov_b32 s33, 0
	s_mov_b64 s[0:1], s[2:3]
	s_load_dwordx2 s[6:7], s[0:1], 0x0
	s_load_dwordx2 s[4:5], s[0:1], 0x8
	s_load_dword s2, s[0:1], 0x10
	s_nop 0
	s_load_dwordx2 s[0:1], s[0:1], 0x18
	s_waitcnt lgkmcnt(0)
	v_mov_b64_e32 v[0:1], s[6:7]
	scratch_store_dwordx2 off, v[0:1], s33
	v_mov_b64_e32 v[0:1], s[4:5]
	scratch_store_dwordx2 off, v[0:1], s33 offset:8
	v_mov_b32_e32 v0, s2
	scratch_store_dword off, v0, s33 offset:16
	v_mov_b64_e32 v[0:1], s[0:1]
	scratch_store_dwordx2 off, v[0:1], s33 offset:24
	scratch_load_dwordx2 v[0:1], off, s33
	v_mov_b32_e32 v2, 1
	s_waitcnt vmcnt(0)
	global_store_dword v[0:1], v2, off
	scratch_load_dword v0, off, s33 offset:16
	s_waitcnt vmcnt(0)
	ds_write_b32 v0, v2
	s_waitcnt lgkmcnt(0)
	scratch_load_dwordx2 v[0:1], off, s33 offset:8
	s_nop 0
	scratch_store_dword off, v2, s33 offset:32
	scratch_load_dword v2, off, s33 offset:32
	s_waitcnt vmcnt(0)
	global_store_dword v[0:1], v2, off sc0
	s_endpgm
	.amdhsa_kernel P0
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_tg_split 0
	.end_amdhsa_kernel
P1:
	s_mov_b32 s33, 0
	s_mov_b64 s[0:1], s[2:3]
	s_load_dwordx2 s[6:7], s[0:1], 0x0
	s_load_dwordx2 s[4:5], s[0:1], 0x8
	s_load_dword s2, s[0:1], 0x10
	s_nop 0
	s_load_dwordx2 s[0:1], s[0:1], 0x18
	s_waitcnt lgkmcnt(0)
	v_mov_b64_e32 v[2:3], s[6:7]
	scratch_store_dwordx2 off, v[2:3], s33
	v_mov_b64_e32 v[2:3], s[4:5]
	scratch_store_dwordx2 off, v[2:3], s33 offset:8
	v_mov_b32_e32 v1, s2
	scratch_store_dword off, v1, s33 offset:16
	v_mov_b64_e32 v[2:3], s[0:1]
	scratch_store_dwordx2 off, v[2:3], s33 offset:24
	v_mov_b32_e32 v1, 0
	scratch_store_dword off, v1, s33 offset:32
	scratch_store_dword off, v1, s33 offset:36
	scratch_store_dword off, v1, s33 offset:40
	scratch_load_dwordx2 v[2:3], off, s33 offset:8
	s_waitcnt vmcnt(0)
	global_load_dword v1, v[2:3], off sc0
	s_waitcnt vmcnt(0)
	scratch_store_dword off, v1, s33 offset:44
	scratch_load_dword v1, off, s33 offset:44
	s_waitcnt vmcnt(0)
	scratch_store_dword off, v1, s33 offset:32
	v_mov_b32_e32 v1, 2
	scratch_store_dword off, v1, s33 offset:36
	scratch_store_dword off, v1, s33 offset:40
	scratch_load_dword v1, off, s33 offset:32
	s_mov_b32 s0, 1
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e64 s[2:3], v1, s0
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 0
	s_nop 1
	v_writelane_b32 v0, s1, 1
	s_or_saveexec_b64 s[8:9], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[8:9]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB1_2
	s_waitcnt lgkmcnt(0)
	scratch_load_dwordx2 v[0:1], off, s33
	s_waitcnt vmcnt(0)
	global_load_dword v0, v[0:1], off
	s_waitcnt vmcnt(0)
	scratch_store_dword off, v0, s33 offset:36
	scratch_load_dword v0, off, s33 offset:16
	s_waitcnt vmcnt(0)
	ds_read_b32 v0, v0
	s_waitcnt lgkmcnt(0)
	scratch_store_dword off, v0, s33 offset:40
.LBB1_2:
	s_or_saveexec_b64 s[8:9], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[8:9]
	v_readlane_b32 s0, v0, 0
	v_readlane_b32 s1, v0, 1
	s_or_b64 exec, exec, s[0:1]
	scratch_load_dword v1, off, s33 offset:32
	scratch_load_dwordx2 v[2:3], off, s33 offset:24
	s_waitcnt vmcnt(0)
	global_store_dword v[2:3], v1, off sc0 sc1
	s_waitcnt vmcnt(0)
	scratch_load_dword v1, off, s33 offset:36
	scratch_load_dwordx2 v[2:3], off, s33 offset:24
	s_waitcnt vmcnt(0)
	global_store_dword v[2:3], v1, off offset:4 sc0 sc1
	s_waitcnt vmcnt(0)
	scratch_load_dword v1, off, s33 offset:40
	scratch_load_dwordx2 v[2:3], off, s33 offset:24
	s_waitcnt vmcnt(0)
	global_store_dword v[2:3], v1, off offset:8 sc0 sc1
	s_waitcnt vmcnt(0)
	s_endpgm
	.amdhsa_kernel P1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_tg_split 0
	.end_amdhsa_kernel
.str:
