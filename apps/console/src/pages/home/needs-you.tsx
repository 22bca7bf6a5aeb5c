import { getRouteApi, Link } from "@tanstack/react-router";
import type { PlanActivity } from "@trovella/plan-engine";
import type { ReactNode } from "react";
import type { PlanRow } from "../../api/api.ts";
import { CopyPromptButton } from "../../components/continue-prompt.tsx";
import { DecideLink } from "../../components/decide-link.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PlanOwner, WaitsFor } from "../../components/plan-people.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { Progress } from "../../components/progress.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Section } from "../../components/section.tsx";
import { SparkLine } from "../../components/spark-line.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { WaitingAge } from "../../components/waiting-age.tsx";
import { counted } from "../../format/duration-text.ts";

const homeRoute = getRouteApi("/");

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
  readonly ownerId: string | null;
  /** Of a review. */
  readonly askedId?: string | null;
  /** Of an item that can be decided in the inbox. */
  readonly itemKey?: string;
  /** A plan that an assistant can continue. */
  readonly openPlan?: Pick<PlanRow, "handle" | "title">;
}

interface NeedsYouProps {
  readonly items: readonly NeedsYouItem[];
  /** Of all items; those beyond the first of each kind are in the inbox. */
  readonly count: number;
  /** Items of other people, which are not listed. */
  readonly others: number;
}

export function NeedsYou({ items, count, others }: NeedsYouProps) {
  const { whose } = homeRoute.useSearch();
  const all = (
    <>
      {others > 0 && (
        <TextLink to="/inbox" search={{ whose: "all" }} className="mr-4">
          {others === 1 ? "1 waits for others" : `${others} wait for others`}
        </TextLink>
      )}
      {count > 0 && (
        <TextLink to="/inbox" search={{ whose }}>
          See all
        </TextLink>
      )}
    </>
  );
  return (
    <ListSection {...LISTS.needsYou} count={count} all={all} isLinked={others > 0}>
      {items.map(({ key, status, plan, about, since, itemKey, openPlan, ownerId, askedId }) => (
        <li key={key} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5">
          <StatusBadge status={status} />
          <div className="min-w-48 flex-1">
            <PlanName plan={plan} />
            <p className="line-clamp-2 text-soft text-sm">{about}</p>
          </div>
          <span className="flex gap-x-3 text-soft text-sm">
            <PlanOwner ownerId={ownerId} />
            {askedId !== undefined && <WaitsFor askedId={askedId} />}
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

interface PlansProps {
  readonly plans: readonly PlanRow[];
  /** Of all such plans, of which the last changed are shown. */
  readonly count: number;
}

export function WorkingCards({ plans, count }: PlansProps) {
  return (
    <ListSection {...LISTS.working} count={count} all={<AllPlans status="working" />}>
      {plans.map((plan) => (
        <li key={plan.id} className="rounded-lg border border-line bg-card px-4 py-3">
          <PlanName plan={plan} />
          <p className="mt-0.5 line-clamp-2 text-soft text-sm">
            {plan.currentStep
              ? `Step ${plan.currentStep.order}: ${plan.currentStep.instructions}`
              : plan.researchQuestion}
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <StatusBadge status={plan.activity} />
            <Progress done={plan.settledCount} total={plan.stepCount} what="steps done" />
            <span className="ml-auto flex gap-x-3 text-soft">
              <PlanOwner ownerId={plan.createdBy} />
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

export function FinishedList({ plans, count }: PlansProps) {
  return (
    <ListSection {...LISTS.finished} count={count} all={<AllPlans status="completed" />}>
      {plans.map(({ id, mode, title, activity, sourceCount, updatedAt, createdBy }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-4 px-4 py-2.5">
          <span className="min-w-48 flex-1">
            <PlanName plan={{ id, mode, title }} />
          </span>
          <StatusBadge status={activity} />
          <span className="text-soft text-sm tabular-nums">{counted(sourceCount, "source")}</span>
          <span className="flex gap-x-3 text-soft text-sm">
            <PlanOwner ownerId={createdBy} />
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
    about:
      "Checkpoints and plans that wait for an assistant, close early, stall or fail appear here.",
    className: LINES,
  },
  working: {
    title: "Working now",
    none: "No assistant is working",
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

function AllPlans({ status }: { status: PlanActivity }) {
  const { whose } = homeRoute.useSearch();
  return (
    <TextLink to="/plans" search={{ status: [status], whose }}>
      See all
    </TextLink>
  );
}

interface ListSectionProps {
  readonly title: string;
  readonly count: number;
  /** Leads to the whole list. */
  readonly all: ReactNode;
  /** Whether the link is there even if the list is empty. */
  readonly isLinked?: boolean;
  readonly className: string;
  readonly none: string;
  readonly about: string;
  readonly children: ReactNode;
}

function ListSection(props: ListSectionProps) {
  const { title, count, all, isLinked = false, className, none, about, children } = props;
  return (
    <Section title={title} count={count} action={(count > 0 || isLinked) && all}>
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
