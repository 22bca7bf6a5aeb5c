import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { findStep, type PlanDetail } from "../plan-detail.ts";
import { StepPane } from "../step/step-pane.tsx";
import { Timeline } from "./timeline.tsx";

const route = getRouteApi("/plans/$planId");

export function TimelineTab({ detail }: { detail: PlanDetail }) {
  const { step: named } = route.useSearch();
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

  return (
    <div
      className={
        chosen ? "grid gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-start" : ""
      }
    >
      <Timeline
        detail={detail}
        chosen={chosen}
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
  );
}
