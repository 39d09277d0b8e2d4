#pragma once

#include "evaluate/plan.h"

namespace clmm::model {

/// Takes out of the graph what one event structure leaves empty: a test without commands, fences,
/// or local memory pays for none of their rules.
///
/// Idea     a base without members is empty, and so are intersections, compositions, … with it;
///          r | 0 and r \ 0 are r; equal operators on what then are equal operands are one.
/// Shape    nodes keep their numbers and values: empty ones become `empty`, others change
///          operands. Components are not up to date afterwards.
/// Cost     linear in the graph: no matrix is looked at twice.
void prune(Plan& plan, const AbsentBases& absent);

}  // namespace clmm::model
