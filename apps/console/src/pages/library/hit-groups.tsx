import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type RefObject, useRef } from "react";
import { api } from "../../api/api.ts";
import { PlanTitle } from "../../components/plan-title.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { useShortcuts } from "../../components/use-shortcuts.ts";
import { dateText, rich, t } from "../../language/messages.ts";
import type { Hit, HitGroup, SortedHits } from "./group-hits.ts";
import { HitLink } from "./hit-link.tsx";
import { foundBy, kindOfHit, Passage } from "./hit-text.tsx";

/** Hits by plan, with the report that uses them; what is only loosely related is below a line. */
export function HitGroups({ found: { close, loose } }: { found: SortedHits }) {
  const list = useRef<HTMLDivElement>(null);
  useHitKeys(list);
  const reports = useReports([...close, ...loose]);
  const shown = (groups: readonly HitGroup[], heading: "h2" | "h3") =>
    groups.map((group) => (
      <Group key={group.key} group={group} heading={heading} reports={reports} />
    ));
  return (
    <div ref={list} className="grid gap-4">
      {shown(close, "h2")}
      {loose.length > 0 && (
        <h2 className={`text-soft ${close.length > 0 ? "border-line border-t pt-4" : ""}`}>
          {close.length > 0 ? t("Loosely related") : t("No close match; loosely related:")}
        </h2>
      )}
      {shown(loose, "h3")}
    </div>
  );
}

interface Report {
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

interface Reports {
  ofPlan(planId: string | null): Report | undefined;
  isCited(hit: Hit): boolean;
}

/** Loaded after the hits, which need not wait for it. */
function useReports(groups: readonly HitGroup[]): Reports {
  const hits = groups.flatMap((group) => group.hits);
  const planIds = [...new Set(hits.flatMap(({ planId }) => planId ?? []))].slice(0, 100);
  const artifactIds = hits
    .filter(({ sourceTable }) => sourceTable === "research_artifact")
    .map(({ sourceId }) => sourceId)
    .slice(0, 100);
  const { data } = useQuery({
    ...api.search.reportsOf.queryOptions({
      planIds: planIds.toSorted(),
      artifactIds: artifactIds.toSorted(),
    }),
    enabled: planIds.length > 0,
  });
  return {
    ofPlan: (planId) => data?.reports.find((report) => report.planId === planId),
    isCited: ({ sourceId }) => data?.citedArtifacts.includes(sourceId) ?? false,
  };
}

interface GroupProps {
  readonly group: HitGroup;
  readonly heading: "h2" | "h3";
  readonly reports: Reports;
}

/** An article and no region: a plan may be here twice, and two plans may have one title. */
function Group({ group: { hits }, heading: Heading, reports }: GroupProps) {
  const [first] = hits;
  if (!first) return null;
  const report = reports.ofPlan(first.planId);
  const isReportFound = hits.some(({ sourceId }) => sourceId === report?.id);
  return (
    <article
      aria-label={first.planTitle ?? t("Without a plan")}
      className="min-w-0 rounded-lg border border-line bg-card"
    >
      {first.planId && (
        <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line border-b px-4 py-2">
          <Heading className="min-w-0 flex-1 basis-64 font-medium" dir="auto">
            <Link
              to="/plans/$planId"
              params={{ planId: first.planId }}
              title={first.researchQuestion ?? undefined}
              className="line-clamp-2 break-words hover:underline"
            >
              <PlanTitle mode={first.planMode} title={first.planTitle ?? t("Its plan")} />
            </Link>
          </Heading>
          {report && !isReportFound && (
            <p className="min-w-0 text-sm" dir="auto">
              {rich("Report: {report}", {
                report: (
                  <TextLink to="/reports/$outputId" params={{ outputId: report.id }}>
                    {report.title} (v{report.version})
                  </TextLink>
                ),
              })}
            </p>
          )}
        </header>
      )}
      <ul className="divide-y divide-line">
        {hits.map((hit) => (
          <li
            key={`${hit.sourceTable} ${hit.sourceId}`}
            data-hit=""
            className="relative px-4 py-2.5 focus-within:bg-hover hover:bg-hover"
          >
            <HitLine hit={hit} report={reports.isCited(hit) ? report : undefined} />
          </li>
        ))}
      </ul>
    </article>
  );
}

function HitLine({ hit, report }: { hit: Hit; report: Report | undefined }) {
  return (
    <>
      <p className="line-clamp-2 break-words" dir="auto">
        <HitLink hit={hit} isRow />
      </p>
      {hit.sourceTable !== "claim" && (
        <p className="line-clamp-3 break-words text-sm" dir="auto">
          <Passage snippet={hit.snippet} />
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-soft text-sm">
        <span>{kindOfHit(hit)}</span>
        <time dateTime={hit.createdAt}>
          {dateText(new Date(hit.createdAt), { dateStyle: "medium" })}
        </time>
        <span title={t("How the search found it")}>{foundBy(hit)}</span>
        {hit.relevance === "weak" && <span>{t("weak match")}</span>}
        {report && (
          <span className="relative">
            {rich("Cited in {report}", {
              report: (
                <TextLink to="/reports/$outputId" params={{ outputId: report.id }}>
                  {report.title}
                </TextLink>
              ),
            })}
          </span>
        )}
      </p>
    </>
  );
}

/** `j` and `k` move the focus between the hits. */
function useHitKeys(list: RefObject<HTMLElement | null>): void {
  const move = (distance: number) => {
    const hits = [...(list.current?.querySelectorAll<HTMLElement>("li[data-hit]") ?? [])];
    const current = hits.findIndex((hit) => hit.contains(document.activeElement));
    const start = current < 0 && distance < 0 ? hits.length : current;
    const hit = hits[Math.max(0, Math.min(hits.length - 1, start + distance))];
    hit?.querySelector<HTMLElement>("a[data-row-link]")?.focus();
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
}
