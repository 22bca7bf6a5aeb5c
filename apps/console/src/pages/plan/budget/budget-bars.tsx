import "./budget-bars.css";
import { useState } from "react";
import { useCan } from "../../../api/account.ts";
import { Button } from "../../../components/button.tsx";
import {
  amountText,
  BASES,
  DIMENSION_LABELS,
  type UsageBasis,
  usedText,
} from "../../../format/budget-words.ts";
import { t } from "../../../language/messages.ts";
import type { PlanDetail } from "../plan-detail.ts";
import { BudgetDialog } from "./budget-dialog.tsx";
import { type CappedFigure, changeableFigures, shownFigures } from "./shown-figures.ts";

/** One bar for each cap that matters, with the part that is kept for the report. */
export function BudgetBars({ detail }: { detail: PlanDetail }) {
  const { budget, plan } = detail;
  const [isChanging, setIsChanging] = useState(false);
  const isOpen = plan.status !== "completed" && plan.status !== "failed";
  const canChange = useCan("review") && isOpen;
  const figures = shownFigures(budget);
  const dialog = (
    <BudgetDialog
      detail={detail}
      figures={changeableFigures(budget)}
      kind="change"
      isOpen={isChanging}
      onClose={() => setIsChanging(false)}
    />
  );
  if (figures.length === 0) {
    if (!canChange) return null;
    return (
      <div className="ml-auto">
        <Button kind="quiet" className="-mr-2" onClick={() => setIsChanging(true)}>
          {t("Set a budget…")}
        </Button>
        {dialog}
      </div>
    );
  }
  const bases = [...new Set(figures.map(({ basis }) => basis))];
  return (
    <section
      aria-label={t("Budget")}
      className="mb-5 basis-full rounded-lg border border-line bg-card px-4 py-3"
    >
      <div className="mb-2 flex min-h-8 items-center justify-between gap-3">
        <h2 className="font-semibold">{t("Budget")}</h2>
        {canChange && (
          <Button kind="quiet" className="-mr-2" onClick={() => setIsChanging(true)}>
            {t("Change…")}
          </Button>
        )}
      </div>
      <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {figures.map((figure) => (
          <li key={figure.dimension} className="min-w-0">
            <Bar figure={figure} reserve={budget.reserve} />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-soft text-sm">
        <span className="inline-flex items-center gap-1.5">
          <span
            className="budget-reserve inline-block h-2 w-6 rounded-sm bg-line"
            aria-hidden="true"
          />
          {t("{share} % kept for the report", { share: Math.round(100 * budget.reserve) })}
        </span>
        {bases.map((basis) => (
          <span key={basis}>
            <Mark basis={basis} /> {BASES[basis].words}
          </span>
        ))}
      </div>
      {dialog}
    </section>
  );
}

export function Bar({ figure, reserve }: { figure: CappedFigure; reserve: number }) {
  const { dimension, used, cap, basis } = figure;
  const share = Math.min(1, used / cap);
  const label = DIMENSION_LABELS[dimension];
  const kept = amountText(dimension, cap * reserve);
  const state = used >= cap ? "over" : used >= cap * (1 - reserve) ? "closing" : "open";
  return (
    <>
      <p
        className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm"
        aria-hidden="true"
      >
        <span className="font-medium">{label}</span>
        <span className="tabular-nums">
          {usedText(figure)} <Mark basis={basis} />
        </span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot show the reserve */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={cap}
        aria-valuenow={Math.min(used, cap)}
        aria-valuetext={t("{used}, {basis}; {kept} kept for the report", {
          used: usedText(figure),
          basis: BASES[basis].words,
          kept,
        })}
        className="relative mt-1 h-2.5 overflow-hidden rounded-full bg-line"
      >
        <span
          data-state={state}
          className="absolute inset-y-0 left-0 bg-busy data-[state=closing]:bg-warn data-[state=over]:bg-bad"
          style={{ width: `${100 * share}%` }}
        />
        <span
          className="budget-reserve absolute inset-y-0 right-0"
          style={{ width: `${100 * reserve}%` }}
        />
      </div>
    </>
  );
}

function Mark({ basis }: { basis: UsageBasis }) {
  const { mark, words } = BASES[basis];
  return (
    <span className="text-soft" title={words}>
      <span aria-hidden="true">{mark}</span>
    </span>
  );
}
