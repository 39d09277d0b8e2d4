	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
P0:
	s_load_b128 s[0:3], s[0:1], 0x0
	v_dual_mov_b32 v0, 0 :: v_dual_mov_b32 v1, 1
	s_waitcnt lgkmcnt(0)
	s_clause 0x1
	global_store_b32 v0, v1, s[0:1]
	global_store_b32 v0, v1, s[2:3]
	s_nop 0
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.amdhsa_kernel P0
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_workgroup_processor_mode 0
	.end_amdhsa_kernel
P1:
	s_load_b128 s[4:7], s[0:1], 0x0
	v_mov_b32_e32 v0, 0
	s_load_b64 s[0:1], s[0:1], 0x10
	s_waitcnt lgkmcnt(0)
	global_load_b32 v1, v0, s[4:5]
	s_waitcnt vmcnt(0)
	v_cmp_ne_u32_e32 vcc_lo, 1, v1
	s_cbranch_vccnz .LBB1_2
	v_mov_b32_e32 v2, 1
	global_store_b32 v0, v2, s[6:7]
.LBB1_2:
	global_store_b32 v0, v1, s[0:1] dlc
	s_waitcnt_vscnt null, 0x0
	s_nop 0
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.amdhsa_kernel P1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_workgroup_processor_mode 0
	.end_amdhsa_kernel
P2:
	s_load_b128 s[4:7], s[0:1], 0x0
	v_mov_b32_e32 v0, 0
	s_load_b64 s[0:1], s[0:1], 0x10
	v_mov_b32_e32 v2, 2
	s_waitcnt lgkmcnt(0)
	global_load_b32 v1, v0, s[6:7] glc
	s_waitcnt vmcnt(0)
	buffer_gl1_inv
	buffer_gl0_inv
	v_cmp_ne_u32_e32 vcc_lo, 1, v1
	s_cbranch_vccnz .LBB2_2
	global_load_b32 v2, v0, s[4:5]
.LBB2_2:
	global_store_b32 v0, v1, s[0:1] dlc
	s_waitcnt_vscnt null, 0x0
	s_waitcnt vmcnt(0)
	global_store_b32 v0, v2, s[0:1] offset:4 dlc
	s_waitcnt_vscnt null, 0x0
	s_nop 0
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.amdhsa_kernel P2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_workgroup_processor_mode 0
	.end_amdhsa_kernel
