import { LIMITS } from "@trovella/plan-engine";
import { useState } from "react";
import { t } from "../../../language/messages.ts";
import { ActionForm } from "../actions/action-form.tsx";
import { TextArea } from "../actions/text-area.tsx";
import type { PlanActing } from "../actions/use-plan-action.ts";
import type { PlanStep } from "../plan-detail.ts";

interface EndStepFormProps {
  readonly acting: PlanActing;
  readonly step: PlanStep;
  /** Whether nothing is left to do without it. */
  readonly isLast: boolean;
  readonly onSaved: (version: number) => void;
  readonly onClose: () => void;
}

/** Leaves a pending step out; it stays in the plan as skipped, with the reason. */
export function SkipStepForm({ acting, step, isLast, onSaved, onClose }: EndStepFormProps) {
  const [reason, setReason] = useState("");
  return (
    <ActionForm
      acting={acting}
      action={t("Skip the step")}
      onClose={onClose}
      onSubmit={() =>
        acting.act(
          { name: "modify", input: { action: "skip_step", stepId: step.id, reason } },
          ({ planVersion }) => onSaved(planVersion),
        )
      }
    >
      {isLast && (
        <p className="text-warn">{t("It is the last open step: the plan is then complete.")}</p>
      )}
      <TextArea
        label={t("Why is it skipped? (optional)")}
        rows={2}
        value={reason}
        onText={setReason}
        maxLength={LIMITS.reasonLength}
      />
    </ActionForm>
  );
}

/** Takes a pending step out of the plan as if it had never been there; the log keeps it. */
export function RemoveStepForm({
  acting,
  step,
  onSaved,
  onClose,
}: Omit<EndStepFormProps, "isLast">) {
  return (
    <ActionForm
      acting={acting}
      action={t("Remove the step")}
      isDanger
      onClose={onClose}
      onSubmit={() =>
        acting.act(
          { name: "modify", input: { action: "remove_step", stepId: step.id } },
          ({ planVersion }) => onSaved(planVersion),
        )
      }
    >
      <p>{t("The step and its conditions are taken out of the plan; only the log keeps them.")}</p>
    </ActionForm>
  );
}
