import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Toggle } from "../../../components/toggle.tsx";
import { t } from "../../../language/messages.ts";
import { findStep, type PlanDetail, type PlanStep } from "../plan-detail.ts";
import { StepPane } from "../step/step-pane.tsx";
import { isProblem } from "./fold-steps.ts";
import { PlanDesign } from "./plan-design.tsx";
import { Timeline } from "./timeline.tsx";

const route = getRouteApi("/plans/$planId");

export function TimelineTab({ detail }: { detail: PlanDetail }) {
  const { step: named, only } = route.useSearch();
  const chosen = named && (findStep(detail, named)?.id ?? named);
  const navigate = route.useNavigate();
  const pane = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const wasByPointer = useRef(false);
  const choose = (step: string | undefined, isByPointer = false) => {
    wasByPointer.current = isByPointer;
    void navigate({
      search: (before) => ({ ...before, step }),
      replace: chosen !== undefined,
      resetScroll: false,
    });
  };
  useEffect(() => {
    // In narrow windows the pane is below the timeline, out of sight of a click.
    if (!chosen || !wasByPointer.current || !pane.current) return;
    const { top } = pane.current.getBoundingClientRect();
    if (top > window.innerHeight * 0.75) pane.current.scrollIntoView({ block: "start" });
  }, [chosen]);

  const onlyProblems = only === "problems";
  const problems = detail.steps.filter((step) => isProblem(step, detail.plan.stalledStepIds));
  const current = currentStep(detail.steps);
  const showOnly = (isOn: true | undefined) =>
    void navigate({
      search: (before) => ({ ...before, only: isOn && "problems" }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Toggle isOn={onlyProblems} onChange={showOnly}>
          {t("Only problems ({count})", { count: problems.length })}
        </Toggle>
        {current && detail.steps.length > SHORT_PLAN && (
          <Button onClick={() => choose(current.id, true)}>
            <Icon name="down" />
            {t("Go to the current step")}
          </Button>
        )}
      </div>
      {onlyProblems && problems.length === 0 && !chosen ? (
        <EmptyState
          title={t("No problems")}
          action={<Button onClick={() => showOnly(undefined)}>{t("Show all steps")}</Button>}
        >
          {t("No step failed, stalled or was tried again.")}
        </EmptyState>
      ) : (
        <div
          className={
            chosen ? "grid gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-start" : ""
          }
        >
          <Timeline
            detail={detail}
            chosen={chosen}
            onlyProblems={onlyProblems}
            onChoose={choose}
            onEnter={() => pane.current?.focus()}
            onClose={() => choose(undefined)}
            list={list}
          />
          {chosen && (
            <div
              ref={pane}
              tabIndex={-1}
              className="min-w-0 scroll-mt-14 rounded-lg border border-line bg-card lg:sticky lg:top-14 lg:max-h-[calc(100vh-4.5rem)] lg:overflow-y-auto"
            >
              <StepPane
                key={chosen}
                detail={detail}
                stepId={chosen}
                onChoose={(stepId) => {
                  // The focused element disappears with the previous content of the pane.
                  pane.current?.focus({ preventScroll: true });
                  choose(stepId);
                }}
                onClose={() => {
                  list.current?.focus({ preventScroll: true });
                  choose(undefined);
                }}
              />
            </div>
          )}
        </div>
      )}
      <PlanDesign detail={detail} />
    </>
  );
}

/** Shorter plans are seen whole. */
const SHORT_PLAN = 12;

/** Where the plan is: at a step that somebody works on or reviews, else at the next one. */
function currentStep(steps: readonly PlanStep[]): PlanStep | undefined {
  return (
    steps.find(({ status }) => status === "in_progress" || status === "awaiting_input") ??
    steps.find(({ status }) => status === "pending")
  );
}
