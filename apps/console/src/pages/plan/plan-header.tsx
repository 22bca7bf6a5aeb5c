import { isOpenActivity } from "@trovella/plan-engine";
import type { ReactNode } from "react";
import { usePersonName } from "../../api/use-person-name.ts";
import { useIsShared } from "../../api/whose.ts";
import { AssignSelect } from "../../components/assign-select.tsx";
import { CopyPromptButton } from "../../components/continue-prompt.tsx";
import { Fact, TimeFact } from "../../components/fact.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { durationText } from "../../format/duration-text.ts";
import { plural, rich, t } from "../../language/messages.ts";
import { PlanMenu } from "./actions/plan-menu.tsx";
import { PlanTags } from "./actions/plan-tags.tsx";
import { ClampedText } from "./clamped-text.tsx";
import type { PlanDetail, PlanHead } from "./plan-detail.ts";

/** Name, question and how the plan stands; the other facts unfold. `children` come beside or below those. */
export function PlanHeader({ detail, children }: { detail: PlanDetail; children: ReactNode }) {
  const { plan } = detail;
  const isOpen = isOpenActivity(plan.activity);
  return (
    <>
      <PageHeader
        title={plan.name}
        heading={<PlanTitle mode={plan.mode} title={plan.title} />}
        actions={
          <>
            {isOpen && <CopyPromptButton plan={plan} />}
            <PlanMenu plan={plan} />
          </>
        }
      >
        <ClampedText text={plan.researchQuestion} className="max-w-prose" />
      </PageHeader>
      <Standing detail={detail} />
      <div className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-2">
        <Details detail={detail} />
        {children}
      </div>
    </>
  );
}

function Standing({ detail }: { detail: PlanDetail }) {
  const { plan, steps, counts, people } = detail;
  const isShared = useIsShared();
  const personName = usePersonName();
  const done = plan.outcome.completed + plan.outcome.skipped + plan.outcome.failed;
  return (
    <ul
      aria-label={t("How the plan stands")}
      className="flex flex-wrap items-baseline gap-x-5 gap-y-1"
    >
      <li>
        <StatusBadge status={plan.activity} />
        <StatusReason detail={detail} />
      </li>
      <li className="inline-flex flex-wrap items-baseline gap-x-2">
        <span className="inline-flex items-baseline gap-2 whitespace-nowrap">
          <ProgressBar done={done} total={steps.length} />
          {t("{done} of {total} steps done", { done, total: steps.length })}
        </span>
        <span className="whitespace-nowrap text-soft">{outcome(plan)}</span>
      </li>
      <li>
        {plural(counts.findings, "{count} finding", "{count} findings")},{" "}
        {plural(counts.sources, "{count} source", "{count} sources")}
      </li>
      <li className="text-soft">
        {plan.completedAt
          ? rich("finished {when}", { when: <RelativeTime at={plan.completedAt} /> })
          : rich("started {when}", { when: <RelativeTime at={plan.createdAt} /> })}
      </li>
      {isShared && (
        <li className="text-soft">{t("Owner: {name}", { name: personName(plan.createdBy) })}</li>
      )}
      {isShared && isOpenActivity(plan.activity) && (
        <li className="inline-flex flex-wrap items-baseline gap-x-2">
          <span className="text-soft">{t("Reviewer")}</span>
          <AssignSelect planId={plan.id} people={people}>
            {people.askedId ? personName(people.askedId) : t("owners and admins")}
          </AssignSelect>
        </li>
      )}
      {plan.tags.length > 0 && (
        <li>
          <PlanTags tags={plan.tags} />
        </li>
      )}
    </ul>
  );
}

function ProgressBar({ done, total }: { done: number; total: number }) {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  return (
    <span
      className="h-1.5 w-16 self-center overflow-hidden rounded-full bg-line"
      aria-hidden="true"
    >
      <span
        className="block h-full rounded-full bg-accent"
        style={{ width: `${Math.round(share * 100)}%` }}
      />
    </span>
  );
}

function Details({ detail }: { detail: PlanDetail }) {
  const { plan, run } = detail;
  const isShared = useIsShared();
  const personName = usePersonName();
  return (
    <details className="min-w-0 flex-1">
      <summary className="min-h-8 w-fit cursor-pointer content-center text-soft text-sm">
        {t("More about this plan")}
      </summary>
      <dl className="mt-1 grid grid-cols-2 gap-x-8 gap-y-3 text-sm sm:flex sm:flex-wrap">
        <Fact name={t("Plan")}>
          <code>{plan.handle}</code>
        </Fact>
        <TimeFact name={t("Started")} at={plan.createdAt} />
        <TimeFact name={t("Ended")} at={plan.completedAt} />
        <Fact name={t("Time")}>{timesInWords(plan)}</Fact>
        <Fact name={isShared ? t("Owner") : t("Created by")}>{personName(plan.createdBy)}</Fact>
        <Fact name={plan.clients.length === 1 ? t("Client") : t("Clients")}>
          {plan.clients.length > 0 ? plan.clients.join(", ") : t("none yet")}
        </Fact>
        {run && (
          <Fact name={t("Run")}>
            <TextLink to="/runs/$executionId" params={{ executionId: run.id }}>
              {run.skillName}
            </TextLink>
          </Fact>
        )}
      </dl>
    </details>
  );
}

function StatusReason({ detail: { plan, steps, reviews } }: { detail: PlanDetail }) {
  const reason = (): ReactNode => {
    switch (plan.activity) {
      case "stalled":
        return plan.stalledStepIds.length > 0
          ? t("not responding")
          : t("no assistant has continued");
      case "failed":
      case "cancelled":
        return t("see the reason below");
      case "waiting_for_person": {
        const open = reviews.find(({ decision }) => !decision);
        return open?.stepOrder ? t("at step {order}", { order: open.stepOrder }) : null;
      }
      case "waiting_for_assistant":
        return rich("last active {when}", { when: <RelativeTime at={plan.quietSince} /> });
      case "working": {
        const running = steps.filter(({ status }) => status === "in_progress");
        if (running.length > 0) {
          return t("step {orders}", { orders: running.map(({ order }) => order).join(", ") });
        }
        return plan.status === "planning" ? t("not started") : t("between steps");
      }
      default:
        return null;
    }
  };
  const words = reason();
  return words && <span className="text-soft"> · {words}</span>;
}

function outcome({ outcome: { skipped, failed } }: PlanHead): string {
  const parts = [
    skipped > 0 && t("{count} skipped", { count: skipped }),
    failed > 0 && t("{count} failed", { count: failed }),
  ];
  const words = parts.filter(Boolean).join(", ");
  return words && `(${words})`;
}

function timesInWords({ activeMs, waitingMs, stalledMs }: PlanHead): string {
  const parts = [
    t("{duration} active", { duration: durationText(activeMs) }),
    waitingMs > 0 && t("{duration} waiting", { duration: durationText(waitingMs) }),
    stalledMs > 0 && t("{duration} stalled", { duration: durationText(stalledMs) }),
  ];
  return activeMs + waitingMs + stalledMs === 0 ? t("none yet") : parts.filter(Boolean).join(", ");
}
