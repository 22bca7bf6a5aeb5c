import { useEffect, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { t } from "../../../language/messages.ts";
import { ActionError } from "../actions/action-error.tsx";
import { usePlanAction } from "../actions/use-plan-action.ts";
import { type PlanHead, type PlanStep, stepTitle } from "../plan-detail.ts";
import { RemoveStepForm, SkipStepForm } from "./end-step-form.tsx";
import { EditStepForm } from "./step-form.tsx";

interface EditableStepProps {
  readonly plan: PlanHead;
  readonly step: PlanStep;
  readonly version: number;
  readonly isLast: boolean;
  readonly onSaved: (version: number) => void;
  /** The order after a move; null where it cannot move. */
  readonly up: string[] | null;
  readonly down: string[] | null;
  readonly onReorder: (stepIds: string[] | null) => void;
  readonly onDrag: (stepId: string) => void;
  readonly onDrop: () => void;
}

type Mode = "edit" | "skip" | "remove";

/** One step in the editor, with a form below it while it is being changed. */
export function EditableStep(props: EditableStepProps) {
  const { plan, step, version, isLast, onSaved, up, down, onReorder, onDrag, onDrop } = props;
  const [mode, setMode] = useState<Mode | null>(null);
  const acting = usePlanAction({ id: plan.id, version });
  const close = () => {
    acting.reset();
    setMode(null);
  };
  const form = {
    acting,
    step,
    onClose: close,
    onSaved: (saved: number) => {
      onSaved(saved);
      setMode(null);
    },
  };
  const isPending = step.status === "pending";
  return (
    <li
      className="px-3 py-2"
      draggable={isPending && mode === null}
      onDragStart={() => onDrag(step.id)}
      onDragOver={(event) => isPending && event.preventDefault()}
      onDrop={onDrop}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{stepTitle(step)}</span>
        {!isPending && <StatusBadge status={step.status} />}
        <span className="ml-auto flex flex-wrap gap-1">
          {isPending && (
            <>
              <MoveButton step={step} direction="up" order={up} onReorder={onReorder} />
              <MoveButton step={step} direction="down" order={down} onReorder={onReorder} />
              <Button kind="quiet" onClick={() => setMode("edit")}>
                {t("Edit")}
                <Of step={step} />
              </Button>
              <Button kind="quiet" onClick={() => setMode("skip")}>
                {t("Skip")}
                <Of step={step} />
              </Button>
              <Button kind="quiet" onClick={() => setMode("remove")}>
                {t("Remove")}
                <Of step={step} />
              </Button>
            </>
          )}
          {step.status === "failed" && (
            <Button
              disabled={acting.isPending}
              onClick={() =>
                acting.act(
                  { name: "modify", input: { action: "retry_step", stepId: step.id } },
                  ({ planVersion }) => onSaved(planVersion),
                )
              }
            >
              {t("Retry")}
              <Of step={step} />
            </Button>
          )}
        </span>
      </div>
      {mode !== "edit" && (
        <p className="line-clamp-2 text-soft text-sm [overflow-wrap:anywhere]">
          {step.instructions}
        </p>
      )}
      <div className="-mx-3 empty:hidden">
        {mode === "edit" && <EditStepForm {...form} planId={plan.id} />}
        {mode === "skip" && <SkipStepForm {...form} isLast={isLast} />}
        {mode === "remove" && <RemoveStepForm {...form} />}
      </div>
      {mode === null && <ActionError acting={acting} />}
    </li>
  );
}

/** Which step the button is about, for those who hear it alone. */
function Of({ step }: { step: PlanStep }) {
  return <span className="sr-only">{stepTitle(step)}</span>;
}

function MoveButton({
  step,
  direction,
  order,
  onReorder,
}: {
  readonly step: PlanStep;
  readonly direction: "up" | "down";
  readonly order: string[] | null;
  readonly onReorder: EditableStepProps["onReorder"];
}) {
  const button = useRef<HTMLButtonElement>(null);
  const isMoving = useRef(false);
  // The row is elsewhere then, and the focus would be lost with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the place that counts
  useEffect(() => {
    if (isMoving.current) button.current?.focus();
    isMoving.current = false;
  }, [step.order]);
  const name =
    direction === "up"
      ? t("Move {step} up", { step: stepTitle(step) })
      : t("Move {step} down", { step: stepTitle(step) });
  return (
    <Button
      ref={button}
      kind="quiet"
      aria-label={name}
      aria-disabled={order === null}
      className={order === null ? "opacity-40" : ""}
      onClick={() => {
        isMoving.current = order !== null;
        onReorder(order);
      }}
    >
      <Icon name={direction} />
    </Button>
  );
}
