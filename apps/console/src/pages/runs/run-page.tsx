import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api, type Replies } from "../../api/api.ts";
import { versionQuery } from "../../api/version-query.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { DetailPage } from "../../components/detail-page.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { durationText } from "../../format/duration-text.ts";
import { rich, t } from "../../language/messages.ts";
import { bugReport } from "./bug-report.ts";
import { readNotes } from "./metadata.ts";
import { callPages, RunCalls } from "./run-calls.tsx";
import { RunPlan } from "./run-plan.tsx";
import { InterviewSections, OutcomeSections } from "./run-sections.tsx";
import { RunTimeline } from "./run-timeline.tsx";

type RunDetail = Replies["skillExecution"]["detail"];

const route = getRouteApi("/runs/$executionId");

export function RunPage() {
  const { executionId } = route.useParams();
  const query = useQuery(api.skillExecution.detail.queryOptions({ executionId }));
  return (
    <DetailPage
      query={query}
      what={t("run")}
      back={<TextLink to="/runs">{t("See all runs")}</TextLink>}
    >
      {(detail) => <Run detail={detail} />}
    </DetailPage>
  );
}

function Run({ detail }: { detail: RunDetail }) {
  const { execution, toolCalls } = detail;
  const notes = readNotes(execution.metadata);
  return (
    <>
      <RunHeader detail={detail} />
      <div className="grid gap-8">
        {execution.errorMessage && (
          <section
            aria-label={t("Error")}
            className="rounded-lg border border-line bg-card px-4 py-3 [overflow-wrap:anywhere]"
          >
            <h2 className="font-semibold text-bad">{t("Error")}</h2>
            <p className="max-w-prose whitespace-pre-wrap">{execution.errorMessage}</p>
          </section>
        )}
        <InterviewSections notes={notes} />
        <RunPlan detail={detail} rationale={notes.planDesignRationale} />
        <OutcomeSections notes={notes} />
        <RunTimeline detail={detail} />
        <RunCalls executionId={execution.id} figures={toolCalls} />
      </div>
    </>
  );
}

function RunHeader({ detail }: { detail: RunDetail }) {
  const { id, topic, skillName, status, startedAt, durationMs, claudeCodeSessionId } =
    detail.execution;
  return (
    <PageHeader
      title={topic ?? t("Run of {skill}", { skill: skillName })}
      actions={<BugReport detail={detail} />}
    >
      <p className="flex flex-wrap items-baseline gap-x-4 [overflow-wrap:anywhere]">
        <StatusBadge status={status} />
        <span>{skillName}</span>
        <span>{rich("started {when}", { when: <RelativeTime at={startedAt} /> })}</span>
        {durationMs !== null && (
          <span>{t("took {duration}", { duration: durationText(durationMs) })}</span>
        )}
      </p>
      <p className="flex flex-wrap gap-x-4 font-mono text-sm [overflow-wrap:anywhere]">
        <span>{id}</span>
        {claudeCodeSessionId && <span title={t("Session")}>{claudeCodeSessionId}</span>}
      </p>
    </PageHeader>
  );
}

/** For maintainers; leaves out text that people wrote. */
function BugReport({ detail }: { detail: RunDetail }) {
  const { data: calls } = useInfiniteQuery(callPages(detail.execution.id));
  const { data: server } = useQuery(versionQuery);
  const listed = calls?.pages.flatMap(({ toolCalls }) => toolCalls) ?? [];
  return (
    <CopyButton
      text={bugReport(detail, listed, server?.version ?? null)}
      label={t("Copy as bug report")}
    />
  );
}
