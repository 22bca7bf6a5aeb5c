import "./timeline.css";
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useState } from "react";
import { useShortcuts } from "../../../components/use-shortcuts.ts";
import { plural, t } from "../../../language/messages.ts";
import { shownFigures } from "../budget/shown-figures.ts";
import { type EditedStep, EditStepDialog, useEditableSteps } from "../editing/edit-step-dialog.tsx";
import { firedInWords, type PlanDetail, type PlanStep } from "../plan-detail.ts";
import { layOutTimeline } from "./bars.ts";
import { BranchJumps, jumpsOf } from "./branch-jumps.tsx";
import { BudgetMoments } from "./budget-moments.tsx";
import { EditButtons } from "./edit-buttons.tsx";
import { foldSteps, isProblem, type Row } from "./fold-steps.ts";
import { Axis, Legend } from "./timeline-axis.tsx";
import { TimelineRow } from "./timeline-row.tsx";

interface TimelineProps {
  readonly detail: PlanDetail;
  readonly chosen: string | undefined;
  readonly onlyProblems: boolean;
  readonly onChoose: (stepId: string, isByPointer: boolean) => void;
  /** Enter moves the focus from the chosen row to its pane. */
  readonly onEnter: () => void;
  readonly onClose: () => void;
  readonly list: RefObject<HTMLDivElement | null>;
}

export function Timeline(props: TimelineProps) {
  const { detail, chosen, onlyProblems, onChoose, onEnter, onClose, list } = props;
  const { plan, steps, conditions } = detail;
  const { moments } = detail.budget;
  const layout = useMemo(() => layOutTimeline(steps, moments), [steps, moments]);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [chosenFold, setChosenFold] = useState<string>();
  const [edited, setEdited] = useState<EditedStep | null>(null);
  const editable = useEditableSteps(detail);
  const rows = rowsOf(detail, { chosen, onlyProblems, opened });
  const hasBudget = detail.budget.phase !== "open" || shownFigures(detail.budget).length > 0;
  const jumps = jumpsOf(conditions, rows);
  const gutter = jumps.length > 0 ? "ml-6" : "";
  const prefix = useId();
  const chosenKey = chosenFold ?? chosen;
  const current = rows.findIndex((row) => row.key === chosenKey);
  const open = (key: string) => {
    setChosenFold(undefined);
    setOpened(new Set([...opened, key]));
  };
  const choose = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    setChosenFold(row?.kind === "fold" ? row.key : undefined);
    if (row?.kind === "step") onChoose(row.step.id, false);
  };
  const enter = () => {
    const row = rows[current];
    if (row?.kind === "fold") open(row.key);
    else onEnter();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowAfter(event.key, current, rows.length);
    const isEnter = event.key === "Enter" || event.key === " ";
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (row !== null) choose(row);
    else if (isEnter && current < 0) choose(0);
    else if (isEnter) enter();
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
  };
  const edit = (step: PlanStep) => setEdited({ step, version: plan.version });
  useShortcuts({
    j: () => choose(current + 1),
    k: () => choose(Math.max(0, current - 1)),
    e: () => {
      const row = rows[current];
      if (row?.kind === "step" && editable.has(row.key)) edit(row.step);
    },
  });
  useEffect(() => {
    if (current >= 0) list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current, list]);

  return (
    <section aria-label={t("Timeline")} className="@container min-w-0">
      <Legend layout={layout} stepIds={steps.map(({ id }) => id)} />
      <BudgetMoments moments={moments} />
      <div className={gutter}>
        <Axis layout={layout} isOpen={plan.completedAt === null && plan.status !== "failed"} />
      </div>
      <div className="relative overflow-hidden rounded-lg border border-line bg-card">
        {jumps.length > 0 && <BranchJumps jumps={jumps} rows={rows.length} />}
        <div
          ref={list}
          role="listbox"
          aria-label={t("Steps")}
          tabIndex={0}
          aria-activedescendant={current < 0 ? undefined : `${prefix}${current}`}
          onKeyDown={onKeyDown}
          className={`-outline-offset-2 ${gutter}`}
        >
          {rows.map((row, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself takes the keys
            <div
              key={row.key}
              id={`${prefix}${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              data-step={row.kind === "step" ? row.key : undefined}
              onClick={() => (row.kind === "fold" ? open(row.key) : onChoose(row.key, true))}
              className="timeline-row h-19 scroll-mt-14 scroll-mb-2 cursor-pointer border-line shadow-[0_-1px_0_var(--line)] first:shadow-none hover:bg-hover aria-selected:bg-accent-soft @2xl:h-13"
            >
              {row.kind === "fold" ? (
                <FoldedSteps row={row} />
              ) : (
                <TimelineRow
                  step={row.step}
                  layout={layout}
                  isReportStep={hasBudget && row.step.isClosing}
                  isStalled={plan.stalledStepIds.includes(row.key)}
                  isEditable={editable.has(row.key)}
                  branches={conditions
                    .filter(({ stepId }) => stepId === row.key)
                    .flatMap((condition) => firedInWords(condition, steps) ?? [])}
                />
              )}
            </div>
          ))}
        </div>
        {editable.size > 0 && <EditButtons rows={rows} editable={editable} onEdit={edit} />}
      </div>
      <EditStepDialog planId={plan.id} edited={edited} onClose={() => setEdited(null)} />
    </section>
  );
}

function rowsOf(
  { plan, steps }: PlanDetail,
  given: {
    readonly chosen: string | undefined;
    readonly onlyProblems: boolean;
    readonly opened: ReadonlySet<string>;
  },
): Row<PlanStep>[] {
  const stalledIds = plan.stalledStepIds;
  const isShown = (step: PlanStep) => step.id === given.chosen || isProblem(step, stalledIds);
  if (!given.onlyProblems) return foldSteps(steps, { ...given, stalledIds });
  return steps.filter(isShown).map((step) => ({ kind: "step", key: step.id, step }));
}

function FoldedSteps({ row }: { row: Extract<Row<PlanStep>, { kind: "fold" }> }) {
  const { steps, isPlanned } = row;
  const range = { from: steps[0]?.order ?? 0, to: steps.at(-1)?.order ?? 0 };
  const skipped = steps.filter(({ status }) => status === "skipped").length;
  return (
    <div className="flex h-full items-center gap-3 px-3 text-soft">
      <span className="font-medium">{t("Steps {from}–{to}", range)}</span>
      <span className="text-sm">
        {isPlanned
          ? plural(steps.length, "{count} planned", "{count} planned")
          : plural(steps.length, "{count} done", "{count} done")}
        {skipped > 0 && `, ${t("{count} skipped", { count: skipped })}`}
      </span>
      <span className="ml-auto text-accent text-sm underline">{t("Show")}</span>
    </div>
  );
}

/** The row that a key leads to from `current` (-1 for none); null for other keys. */
function rowAfter(key: string, current: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return current + 1;
    case "ArrowUp":
      return current < 0 ? count - 1 : current - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
