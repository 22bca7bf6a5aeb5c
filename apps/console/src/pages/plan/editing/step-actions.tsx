import { isOpenActivity } from "@trovella/plan-engine";
import { useState } from "react";
import { useCan } from "../../../api/account.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { t } from "../../../language/messages.ts";
import { ActionError } from "../actions/action-error.tsx";
import { usePlanAction } from "../actions/use-plan-action.ts";
import { type PlanDetail, type PlanStep, stepTitle } from "../plan-detail.ts";
import { RemoveStepForm, SkipStepForm } from "./end-step-form.tsx";
import { EditStepForm } from "./step-form.tsx";

interface StepActionsProps {
  readonly detail: PlanDetail;
  readonly step: PlanStep;
}

/** What a person may do to the step that they look at: change a pending one, retry a failed one. */
export function StepActions({ detail, step }: StepActionsProps) {
  const mayWrite = useCan("write");
  const isOpen = isOpenActivity(detail.plan.activity);
  if (!mayWrite || !isOpen || !["pending", "failed"].includes(step.status)) return null;
  return step.status === "failed" ? (
    <Retry detail={detail} step={step} />
  ) : (
    <PendingStep detail={detail} step={step} />
  );
}

function Retry({ detail: { plan }, step }: StepActionsProps) {
  const acting = usePlanAction(plan);
  return (
    <div className="grid justify-items-start gap-2 px-4 pb-2">
      <Button
        disabled={acting.isPending}
        onClick={() =>
          acting.act({ name: "modify", input: { action: "retry_step", stepId: step.id } })
        }
      >
        {t("Retry the step")}
      </Button>
      <ActionError acting={acting} />
    </div>
  );
}

const TITLES = {
  edit: t("Edit the step"),
  skip: t("Skip the step"),
  remove: t("Remove the step"),
} as const;

function PendingStep({ detail: { plan, steps }, step }: StepActionsProps) {
  const [opened, setOpened] = useState<{ mode: keyof typeof TITLES; version: number } | null>(null);
  const open = (mode: keyof typeof TITLES) => setOpened({ mode, version: plan.version });
  const close = () => setOpened(null);
  const isLast = steps.every(
    ({ id, status }) => id === step.id || ["completed", "skipped", "failed"].includes(status),
  );
  return (
    <div className="flex flex-wrap gap-2 px-4 pb-2">
      <Button onClick={() => open("edit")}>{t("Edit…")}</Button>
      <Button onClick={() => open("skip")}>{t("Skip…")}</Button>
      <Button onClick={() => open("remove")}>{t("Remove…")}</Button>
      <Dialog
        title={opened ? `${TITLES[opened.mode]}: ${stepTitle(step)}` : ""}
        isOpen={opened !== null}
        onClose={close}
      >
        {opened && (
          <Form
            mode={opened.mode}
            plan={{ id: plan.id, version: opened.version }}
            step={step}
            isLast={isLast}
            onClose={close}
          />
        )}
      </Dialog>
    </div>
  );
}

function Form({
  mode,
  plan,
  step,
  isLast,
  onClose,
}: {
  readonly mode: keyof typeof TITLES;
  readonly plan: { readonly id: string; readonly version: number };
  readonly step: PlanStep;
  readonly isLast: boolean;
  readonly onClose: () => void;
}) {
  const acting = usePlanAction(plan);
  const form = { acting, step, onClose, onSaved: onClose };
  if (mode === "edit") return <EditStepForm {...form} planId={plan.id} />;
  return mode === "skip" ? (
    <SkipStepForm {...form} isLast={isLast} />
  ) : (
    <RemoveStepForm {...form} />
  );
}
