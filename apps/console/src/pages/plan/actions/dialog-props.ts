import type { PlanHead } from "../plan-detail.ts";

/** What the dialog of an entry of the plan's menu gets. */
export interface DialogProps {
  readonly plan: PlanHead;
  readonly onClose: () => void;
}
