import { isOpenActivity } from "@trovella/plan-engine";
import { useCan } from "../../../api/account.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { t } from "../../../language/messages.ts";
import { usePlanAction } from "../actions/use-plan-action.ts";
import { type PlanDetail, type PlanStep, stepTitle } from "../plan-detail.ts";
import { EditStepForm } from "./step-form.tsx";

/** A step to edit, with the version of the plan that the person saw. */
export interface EditedStep {
  readonly step: PlanStep;
  readonly version: number;
}

/** The steps that the person may edit: those that nobody has begun. */
export function useEditableSteps({ plan, steps }: PlanDetail): ReadonlySet<string> {
  const mayEdit = useCan("write") && isOpenActivity(plan.activity);
  return new Set(
    mayEdit ? steps.filter(({ status }) => status === "pending").map(({ id }) => id) : [],
  );
}

export function EditStepDialog({
  planId,
  edited,
  onClose,
}: {
  readonly planId: string;
  readonly edited: EditedStep | null;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      title={edited ? `${t("Edit the step")}: ${stepTitle(edited.step)}` : ""}
      isOpen={edited !== null}
      onClose={onClose}
    >
      {edited && <Form planId={planId} edited={edited} onClose={onClose} />}
    </Dialog>
  );
}

function Form({
  planId,
  edited: { step, version },
  onClose,
}: {
  readonly planId: string;
  readonly edited: EditedStep;
  readonly onClose: () => void;
}) {
  const acting = usePlanAction({ id: planId, version });
  return (
    <EditStepForm acting={acting} planId={planId} step={step} onClose={onClose} onSaved={onClose} />
  );
}
