import { getRouteApi, Link } from "@tanstack/react-router";
import type { PlanActivity } from "@trovella/plan-engine";
import { useId } from "react";
import type { PlanRow } from "../../api/api.ts";
import { PlanOwner, WaitsFor } from "../../components/plan-people.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { WaitingAge } from "../../components/waiting-age.tsx";
import { useHeldDecision } from "../../decisions/decisions.ts";
import { causeInWords } from "../../format/budget-words.ts";
import { capitalize } from "../../format/capitalize.ts";
import { DECISION_LABELS } from "../../format/labels.ts";
import { DismissAll } from "./hiding/item-actions.tsx";
import { countOf, type InboxItem, type ItemCounts, type ItemKind } from "./inbox-items.ts";

const inboxRoute = getRouteApi("/inbox");
const GROUPS = [
  { kind: "review", title: "Needs review" },
  { kind: "closing", title: "Closing early" },
  { kind: "stalled", title: "Stalled", activity: "stalled" },
  { kind: "waiting", title: "Waiting for an assistant", activity: "waiting_for_assistant" },
  { kind: "failed", title: "Failed in the last 7 days", activity: "failed" },
] as const satisfies readonly { kind: ItemKind; title: string; activity?: PlanActivity }[];

interface ItemListProps {
  readonly items: readonly InboxItem[];
  readonly chosen: string | undefined;
  readonly counts: ItemCounts;
  readonly onChoose: () => void;
}

export function ItemList({ items, chosen, counts, onChoose }: ItemListProps) {
  return GROUPS.map(({ kind, title, ...group }) => {
    const ofKind = items.filter((item) => item.kind === kind);
    if (ofKind.length === 0) return null;
    const count = countOf(items, counts, kind);
    return (
      <Group
        key={kind}
        title={title}
        count={count}
        action={kind === "failed" && <DismissAll itemKeys={ofKind.map(({ key }) => key)} />}
      >
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card">
          {ofKind.map((item) => (
            <li key={item.key}>
              <ItemLink item={item} isChosen={item.key === chosen} onChoose={onChoose} />
            </li>
          ))}
        </ul>
        {count > ofKind.length && (
          <p className="mt-1 text-soft text-sm">
            {"activity" in group ? (
              <>
                Showing {ofKind.length} of {count}.{" "}
                <TextLink to="/plans" search={{ status: [group.activity] }}>
                  See all
                </TextLink>
              </>
            ) : (
              `Showing the first ${ofKind.length}; ${count - ofKind.length} more appear as you decide.`
            )}
          </p>
        )}
      </Group>
    );
  });
}

interface GroupProps {
  readonly title: string;
  readonly count: number;
  readonly action: React.ReactNode;
  readonly children: React.ReactNode;
}

function Group({ title, count, action, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-1.5 flex items-baseline justify-between gap-2">
        <h2 id={id} className="font-semibold text-sm">
          {title}
          <span className="ml-2 font-normal text-soft tabular-nums">{count}</span>
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

interface ItemLinkProps {
  readonly item: InboxItem;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function ItemLink({ item, isChosen, onChoose }: ItemLinkProps) {
  const { mode, title, about, since, from } = lineOf(item);
  return (
    <Link
      to="/inbox"
      search={{ item: item.key, whose: inboxRoute.useSearch().whose }}
      onClick={onChoose}
      aria-current={isChosen ? "true" : undefined}
      data-chosen={isChosen}
      className="block px-3 py-2.5 -outline-offset-2 hover:bg-hover data-[chosen=true]:lg:bg-accent-soft"
    >
      <span className="line-clamp-2 font-medium">
        <PlanTitle mode={mode} title={title} />
      </span>
      <span className="line-clamp-2 text-soft text-sm">{about}</span>
      <span className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm">
        <span className="text-soft">
          <RelativeTime at={since} />
          {item.kind !== "failed" && <WaitingAge since={since} />}
        </span>
        <span className="text-soft">
          {item.kind === "review" ? (
            <WaitsFor askedId={item.review.askedId} />
          ) : (
            <PlanOwner ownerId={item.plan.createdBy} />
          )}
        </span>
        <HeldMark reviewId={item.key} />
        {from && <span className="min-w-0 text-soft">{from}</span>}
      </span>
    </Link>
  );
}

/** The user's own decision, while it can be undone. */
function HeldMark({ reviewId }: { reviewId: string }) {
  const held = useHeldDecision(reviewId);
  if (!held || held.state === "failed") return null;
  return <span className="font-medium text-good">{DECISION_LABELS[held.verdict.decision]}</span>;
}

function lineOf(item: InboxItem) {
  if (item.kind === "review") {
    const { stepOrder, stepCount, summary, requestedAt, askedBy } = item.review;
    return {
      mode: item.review.planMode,
      title: item.review.planTitle,
      about: `Step ${stepOrder} of ${stepCount}: ${summary}`,
      since: requestedAt,
      from: askedBy,
    };
  }
  const { mode, title, failureReason, currentStep, lastActivityAt, updatedAt } = item.plan;
  const { phase, phaseCause } = item.plan;
  return {
    mode,
    title,
    about: {
      closing: `${capitalize(causeInWords(phaseCause, phase))}.`,
      failed: failureReason ?? "No reason was given.",
      stalled: idleInWords(item.plan),
      waiting: idleInWords(item.plan),
    }[item.kind],
    since: item.kind === "failed" ? updatedAt : lastActivityAt,
    from: currentStep?.holder ?? null,
  };
}

function idleInWords({ currentStep, stepCount }: PlanRow): string {
  const step = currentStep ? `Step ${currentStep.order} of ${stepCount}` : "A step";
  return currentStep?.status === "in_progress"
    ? `${step} has stopped responding.`
    : `${step} has not been started.`;
}
