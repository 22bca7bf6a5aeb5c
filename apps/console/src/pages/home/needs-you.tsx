import { getRouteApi } from "@tanstack/react-router";
import type { PlanRow } from "../../api/api.ts";
import { CopyPromptButton } from "../../components/continue-prompt.tsx";
import { DecideLink } from "../../components/decide-link.tsx";
import { PlanOwner, WaitsFor } from "../../components/plan-people.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { WaitingAge } from "../../components/waiting-age.tsx";
import { markdownExcerpt } from "../../format/markdown-excerpt.ts";
import { plural, t } from "../../language/messages.ts";
import { StartAgainItem } from "../new/start-again-item.tsx";
import { LINES, ListSection, type NamedPlan, PlanName } from "./list-section.tsx";

const homeRoute = getRouteApi("/");

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
          {plural(others, "{count} waits for others", "{count} wait for others")}
        </TextLink>
      )}
      {count > 0 && (
        <TextLink to="/inbox" search={{ whose }}>
          {t("See all")}
        </TextLink>
      )}
    </>
  );
  return (
    <ListSection
      title={t("Needs you")}
      none={t("You're all caught up")}
      className={LINES}
      count={count}
      all={all}
      isLinked={others > 0}
    >
      {items.map((item) => (
        <NeedsYouRow key={item.key} item={item} />
      ))}
    </ListSection>
  );
}

function NeedsYouRow({ item }: { item: NeedsYouItem }) {
  const { status, plan, about, since, ownerId, askedId } = item;
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-2.5 sm:grid-cols-[13.5rem_minmax(0,1fr)] lg:grid-cols-[13.5rem_minmax(0,1fr)_auto]">
      <div>
        <StatusBadge status={status} />
        <p className="flex flex-wrap gap-x-3 text-soft text-sm">
          <RelativeTime at={since} />
          {status !== "failed" && <WaitingAge since={since} />}
        </p>
      </div>
      <div className="min-w-0">
        <PlanName plan={plan} />
        <p className="line-clamp-2 text-soft text-sm">{markdownExcerpt(about)}</p>
        <p className="flex flex-wrap gap-x-3 text-soft text-sm">
          <PlanOwner ownerId={ownerId} />
          {askedId !== undefined && <WaitsFor askedId={askedId} />}
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-3 sm:col-start-2 lg:col-start-3">
        <RowAction item={item} />
      </div>
    </li>
  );
}

function RowAction({ item: { status, plan, itemKey, openPlan } }: { item: NeedsYouItem }) {
  return (
    <>
      {openPlan && <CopyPromptButton plan={openPlan} of={openPlan.title} />}
      {itemKey && <DecideLink itemKey={itemKey} label={t("Decide")} />}
      {status === "failed" && <StartAgainItem planId={plan.id} />}
    </>
  );
}
