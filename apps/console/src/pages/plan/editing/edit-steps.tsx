import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { plural, t } from "../../../language/messages.ts";
import { ActionError } from "../actions/action-error.tsx";
import type { DialogProps } from "../actions/dialog-props.ts";
import { usePlanAction } from "../actions/use-plan-action.ts";
import type { PlanStep } from "../plan-detail.ts";
import { EditableStep } from "./editable-step.tsx";
import { droppedOrder, movedOrder } from "./moves.ts";
import { AddStepForm } from "./step-form.tsx";

/** The dialog in which a person changes the steps that have not begun. */
export function EditSteps({ plan, onClose }: DialogProps) {
  const query = useQuery(api.researchPlan.detail.queryOptions({ planId: plan.id }));
  return (
    <div className="px-5 py-4">
      <QueryView query={query} what={t("the steps")}>
        {({ steps }) => <StepEditor plan={plan} steps={steps} onClose={onClose} />}
      </QueryView>
    </div>
  );
}

const isDone = ({ status }: PlanStep) => status === "completed" || status === "skipped";

function StepEditor({
  plan,
  steps,
  onClose,
}: DialogProps & { readonly steps: readonly PlanStep[] }) {
  // The person's own changes are no conflict.
  const [version, setVersion] = useState(plan.version);
  const moving = usePlanAction({ id: plan.id, version });
  const [isAdding, setIsAdding] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const shown = steps.filter((step) => !isDone(step));
  const doneCount = steps.length - shown.length;
  const reorder = (stepIds: string[] | null) => {
    if (!stepIds || moving.isPending) return;
    moving.act({ name: "modify", input: { action: "reorder_steps", stepIds } }, (reply) =>
      setVersion(reply.planVersion),
    );
  };
  return (
    <div className="grid gap-3">
      {doneCount > 0 && (
        <p className="text-soft text-sm">
          {plural(
            doneCount,
            "{count} step is done and stays as it is.",
            "{count} steps are done and stay as they are.",
          )}
        </p>
      )}
      {isAdding ? (
        <AddStep
          plan={plan}
          steps={steps}
          version={version}
          onDone={(saved) => {
            if (saved !== null) setVersion(saved);
            setIsAdding(false);
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setIsAdding(true)}>{t("Add a step")}</Button>
          <Button kind="primary" onClick={onClose}>
            {t("Done")}
          </Button>
        </div>
      )}
      <ActionError acting={moving} />
      <ol className="divide-y divide-line rounded-lg border border-line">
        {shown.map((step) => (
          <EditableStep
            key={step.id}
            plan={plan}
            step={step}
            version={version}
            isLast={shown.length === 1}
            onSaved={setVersion}
            up={movedOrder(steps, step.id, "up")}
            down={movedOrder(steps, step.id, "down")}
            onReorder={reorder}
            onDrag={setDragged}
            onDrop={() => {
              if (dragged && dragged !== step.id) reorder(droppedOrder(steps, dragged, step.id));
              setDragged(null);
            }}
          />
        ))}
      </ol>
    </div>
  );
}

function AddStep({
  plan,
  steps,
  version,
  onDone,
}: {
  readonly plan: DialogProps["plan"];
  readonly steps: readonly PlanStep[];
  readonly version: number;
  readonly onDone: (savedVersion: number | null) => void;
}) {
  const acting = usePlanAction({ id: plan.id, version });
  return (
    <section aria-label={t("New step")} className="-mx-5">
      <AddStepForm acting={acting} steps={steps} onSaved={onDone} onClose={() => onDone(null)} />
    </section>
  );
}
