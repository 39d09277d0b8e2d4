	.amdgcn_target "amdgcn-amd-amdhsa--gfx1200"
P0:
	s_clause 0x1
	s_load_b32 s4, s[0:1], 0x10
	s_load_b128 s[0:3], s[0:1], 0x0
	v_dual_mov_b32 v0, 0 :: v_dual_mov_b32 v1, 1
	s_wait_kmcnt 0x0
	v_mov_b32_e32 v2, s4
	global_store_b32 v0, v1, s[0:1]
	ds_store_b32 v2, v1
	global_wb scope:SCOPE_SE
	s_wait_storecnt_dscnt 0x0
	global_store_b32 v0, v1, s[2:3] scope:SCOPE_SE
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
	s_load_b128 s[4:7], s[0:1], 0x0
	s_load_b64 s[2:3], s[0:1], 0x18
	v_mov_b32_e32 v0, 0
	s_wait_kmcnt 0x0
	global_load_b32 v1, v0, s[6:7] scope:SCOPE_SE
	s_wait_loadcnt 0x0
	v_cmp_ne_u32_e32 vcc_lo, 1, v1
	s_cbranch_vccnz .LBB1_2
	global_inv scope:SCOPE_SE
	global_load_b32 v2, v0, s[4:5]
	s_load_b32 s0, s[0:1], 0x10
	s_wait_kmcnt 0x0
	v_mov_b32_e32 v3, s0
	ds_load_b32 v3, v3
	s_branch .LBB1_3
.LBB1_2:
	v_dual_mov_b32 v2, 2 :: v_dual_mov_b32 v3, 2
.LBB1_3:
	s_wait_loadcnt 0x0
	global_store_b32 v0, v1, s[2:3] scope:SCOPE_SYS
	s_wait_storecnt 0x0
	global_store_b32 v0, v2, s[2:3] offset:4 scope:SCOPE_SYS
	s_wait_storecnt_dscnt 0x0
	global_store_b32 v0, v3, s[2:3] offset:8 scope:SCOPE_SYS
	s_wait_storecnt 0x0
	s_nop 0
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.amdhsa_kernel P1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_workgroup_processor_mode 1
	.end_amdhsa_kernel
