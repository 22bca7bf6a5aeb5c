import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useId, useRef } from "react";
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
import { markdownExcerpt } from "../../format/markdown-excerpt.ts";
import { t } from "../../language/messages.ts";
import { Count } from "./count.tsx";
import { DismissAll } from "./hiding/item-actions.tsx";
import { countOf, type InboxItem, type ItemCounts } from "./inbox-items.ts";
import { GROUPS } from "./item-groups.ts";

const inboxRoute = getRouteApi("/inbox");
const EXCERPT_LENGTH = 160;

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
    const total = countOf(items, counts, kind);
    const count = ofKind.length;
    return (
      <Group
        key={kind}
        title={title}
        count={total}
        action={kind === "failed" && <DismissAll itemKeys={ofKind.map(({ key }) => key)} />}
      >
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card">
          {ofKind.map((item) => (
            <li key={item.key}>
              <ItemLink item={item} isChosen={item.key === chosen} onChoose={onChoose} />
            </li>
          ))}
        </ul>
        {total > count && (
          <p className="mt-1 text-soft text-sm">
            {"activity" in group ? (
              <>
                {t("Showing {count} of {total}.", { count, total })}{" "}
                <TextLink to="/plans" search={{ status: [group.activity] }}>
                  {t("See all")}
                </TextLink>
              </>
            ) : (
              t("Showing the first {count}; {more} more appear as you decide.", {
                count,
                more: total - count,
              })
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
      <div className="mb-1 flex items-baseline justify-between gap-2">
        <h2 id={id} className="font-semibold text-sm">
          {title}
          <Count number={count} />
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
  const { mode, title, about, since } = lineOf(item);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isChosen && link.current) showWithin(link.current);
  }, [isChosen]);
  return (
    <Link
      ref={link}
      to="/inbox"
      search={(search) => ({ ...search, item: item.key })}
      from={inboxRoute.id}
      onClick={onChoose}
      aria-current={isChosen ? "true" : undefined}
      data-chosen={isChosen}
      className="block px-3 py-2 -outline-offset-2 hover:bg-hover data-[chosen=true]:lg:bg-accent-soft"
    >
      <span dir="auto" className="line-clamp-2 font-medium leading-snug">
        <PlanTitle mode={mode} title={title} />
      </span>
      <span dir="auto" className="line-clamp-1 text-soft text-sm">
        {about}
      </span>
      <span className="flex flex-wrap items-baseline gap-x-3 text-soft text-sm">
        <span>
          <RelativeTime at={since} />
          {item.kind !== "failed" && <WaitingAge since={since} />}
        </span>
        {item.kind === "review" ? (
          <WaitsFor askedId={item.review.askedId} />
        ) : (
          <PlanOwner ownerId={item.plan.createdBy} />
        )}
        <HeldMark reviewId={item.key} />
      </span>
    </Link>
  );
}

/** Scrolls the list alone: the page stays with the item that is read. */
function showWithin(link: HTMLElement): void {
  const list = link.closest<HTMLElement>("[data-scrolls]");
  if (!list) return;
  const { top, bottom } = link.getBoundingClientRect();
  const pane = list.getBoundingClientRect();
  if (top < pane.top) list.scrollTop -= pane.top - top + AROUND;
  // Before the page is scrolled, the list reaches below the window.
  const end = Math.min(pane.bottom, window.innerHeight);
  if (bottom > end) list.scrollTop += bottom - end + AROUND;
}

/** The heading of a group stays in sight with its first item. */
const AROUND = 32;

/** The user's own decision, while it can be undone. */
function HeldMark({ reviewId }: { reviewId: string }) {
  const held = useHeldDecision(reviewId);
  if (!held || held.state === "failed") return null;
  return <span className="font-medium text-good">{DECISION_LABELS[held.verdict.decision]}</span>;
}

function lineOf(item: InboxItem) {
  if (item.kind === "review") {
    const { stepOrder, stepCount, summary, requestedAt, planMode, planTitle } = item.review;
    const step = t("Step {step} of {count}", { step: stepOrder, count: stepCount });
    return {
      mode: planMode,
      title: planTitle,
      about: `${step}: ${markdownExcerpt(summary, EXCERPT_LENGTH)}`,
      since: requestedAt,
    };
  }
  const { mode, title, failureReason, lastActivityAt, updatedAt, phase, phaseCause } = item.plan;
  return {
    mode,
    title,
    about: {
      closing: `${capitalize(causeInWords(phaseCause, phase))}.`,
      failed: failureReason
        ? markdownExcerpt(failureReason, EXCERPT_LENGTH)
        : t("No reason was given."),
      stalled: idleInWords(item.plan),
      waiting: idleInWords(item.plan),
    }[item.kind],
    since: item.kind === "failed" ? updatedAt : lastActivityAt,
  };
}

function idleInWords({ currentStep, stepCount }: PlanRow): string {
  if (!currentStep) return t("A step has not been started.");
  const values = { step: currentStep.order, count: stepCount };
  return currentStep.status === "in_progress"
    ? t("Step {step} of {count} has stopped responding.", values)
    : t("Step {step} of {count} has not been started.", values);
}
