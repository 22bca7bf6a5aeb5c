import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PlanRow } from "../../api/api.ts";
import { CopyPromptButton } from "../../components/continue-prompt.tsx";
import { DecideLink } from "../../components/decide-link.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { Progress } from "../../components/progress.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Section } from "../../components/section.tsx";
import { SparkLine } from "../../components/spark-line.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { WaitingAge } from "../../components/waiting-age.tsx";
import { counted } from "../../format/duration-text.ts";

export interface KeyFigure {
  readonly label: string;
  readonly total: number;
  /** By day, oldest first. */
  readonly byDay: readonly number[];
}

export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(({ label, total, byDay }) => (
        <div key={label} className="flex flex-col rounded-lg border border-line bg-card px-4 py-3">
          <dt className="text-soft text-sm">{label}</dt>
          <dd className="flex items-end justify-between gap-2">
            <span className="font-semibold text-2xl tabular-nums tracking-tight">
              {total.toLocaleString()}
            </span>
            <SparkLine values={byDay} />
          </dd>
          <dd className="text-soft text-sm">in {byDay.length} days</dd>
        </div>
      ))}
    </dl>
  );
}

type NamedPlan = Pick<PlanRow, "id" | "mode" | "title">;

export interface NeedsYouItem {
  readonly key: string;
  readonly status: string;
  readonly plan: NamedPlan;
  readonly about: string;
  readonly since: string;
  /** Of an item that can be decided in the inbox. */
  readonly itemKey?: string;
  /** A plan that an assistant can continue. */
  readonly openPlan?: Pick<PlanRow, "handle" | "title">;
}

export function NeedsYou({ items }: { items: readonly NeedsYouItem[] }) {
  return (
    <ListSection {...LISTS.needsYou} count={items.length}>
      {items.map(({ key, status, plan, about, since, itemKey, openPlan }) => (
        <li key={key} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5">
          <StatusBadge status={status} />
          <div className="min-w-48 flex-1">
            <PlanName plan={plan} />
            <p className="line-clamp-2 text-soft text-sm">{about}</p>
          </div>
          <span className="text-soft text-sm">
            <RelativeTime at={since} />
            {status !== "failed" && <WaitingAge since={since} />}
          </span>
          {openPlan && <CopyPromptButton plan={openPlan} of={openPlan.title} />}
          {itemKey && (
            <span className="text-sm">
              <DecideLink itemKey={itemKey} label="Decide" />
            </span>
          )}
        </li>
      ))}
    </ListSection>
  );
}

export function RunningCards({ plans }: { plans: readonly PlanRow[] }) {
  return (
    <ListSection {...LISTS.running} count={plans.length}>
      {plans.map((plan) => (
        <li key={plan.id} className="rounded-lg border border-line bg-card px-4 py-3">
          <PlanName plan={plan} />
          <p className="mt-0.5 line-clamp-2 text-soft text-sm">
            {plan.currentStep
              ? `Step ${plan.currentStep.order}: ${plan.currentStep.instructions}`
              : plan.researchQuestion}
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <StatusBadge status={plan.status} />
            <Progress done={plan.settledCount} total={plan.stepCount} what="steps done" />
            <span className="ml-auto text-soft">
              <RelativeTime at={plan.updatedAt} />
            </span>
          </p>
          <p className="mt-2">
            <CopyPromptButton plan={plan} of={plan.title} />
          </p>
        </li>
      ))}
    </ListSection>
  );
}

export function FinishedList({ plans }: { plans: readonly PlanRow[] }) {
  return (
    <ListSection {...LISTS.finished} count={plans.length}>
      {plans.map(({ id, mode, title, status, sourceCount, updatedAt }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-4 px-4 py-2.5">
          <span className="min-w-48 flex-1">
            <PlanName plan={{ id, mode, title }} />
          </span>
          <StatusBadge status={status} />
          <span className="text-soft text-sm tabular-nums">{counted(sourceCount, "source")}</span>
          <span className="text-soft text-sm">
            <RelativeTime at={updatedAt} />
          </span>
        </li>
      ))}
    </ListSection>
  );
}

const LINES = "divide-y divide-line rounded-lg border border-line bg-card";
const LISTS = {
  needsYou: {
    title: "Needs you",
    none: "You're all caught up",
    about: "Checkpoints and plans that close early, stall or fail appear here.",
    className: LINES,
  },
  running: {
    title: "Running now",
    none: "No research is running",
    about: "Ask your AI client to start or resume a plan.",
    className: "grid gap-3 sm:grid-cols-2 xl:grid-cols-3",
  },
  finished: {
    title: "Recently finished",
    none: "Nothing finished yet",
    about: "Finished plans appear here.",
    className: LINES,
  },
};

interface ListSectionProps {
  readonly title: string;
  readonly count: number;
  readonly className: string;
  readonly none: string;
  readonly about: string;
  readonly children: ReactNode;
}

function ListSection({ title, count, className, none, about, children }: ListSectionProps) {
  return (
    <Section title={title} count={count}>
      {count === 0 ? (
        <EmptyState title={none}>{about}</EmptyState>
      ) : (
        <ul className={className}>{children}</ul>
      )}
    </Section>
  );
}

function PlanName({ plan: { id, mode, title } }: { plan: NamedPlan }) {
  return (
    <Link
      to="/plans/$planId"
      params={{ planId: id }}
      className="line-clamp-2 font-medium hover:underline"
    >
      <PlanTitle mode={mode} title={title} />
    </Link>
  );
}
