import { CLAIM_STATUSES } from "@trovella/evidence/claim";
import { MarkdownText } from "../../components/markdown-text.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { ReviewDetail } from "../../decisions/earlier-decision.ts";
import { DECISION_LABELS } from "../../format/labels.ts";
import { plural, rich, t } from "../../language/messages.ts";
import { ClaimStatusBadge } from "../claims/claim-badges.tsx";
import { Count } from "./count.tsx";

type Changes = ReviewDetail["changes"];

/** What a person who decided the checkpoint before does not know yet. */
export function WhatChanged({ changes }: { changes: Changes }) {
  const { since, steps, stepCount, decisions } = changes;
  return (
    <section aria-labelledby="changed" className="grid gap-2">
      <h3 id="changed" className="font-semibold">
        {since ? t("What changed since the last checkpoint") : t("What has happened so far")}
        {since && (
          <span className="ms-2 font-normal text-soft text-sm">
            <RelativeTime at={since} />
          </span>
        )}
      </h3>
      <Figures changes={changes} />
      {steps.length > 0 && (
        <ol className="grid gap-1.5">
          {steps.map(({ stepOrder, status, summary }) => (
            <li key={stepOrder} className="grid gap-x-3 sm:grid-cols-[auto_minmax(0,1fr)]">
              <span className="flex gap-x-3 text-sm sm:w-48">
                <span className="whitespace-nowrap tabular-nums">
                  {t("Step {step}", { step: stepOrder })}
                </span>
                <StatusBadge status={status} />
              </span>
              {summary && <MarkdownText text={summaryOf(summary)} className="text-soft text-sm" />}
            </li>
          ))}
        </ol>
      )}
      {stepCount > steps.length && (
        <p className="text-soft text-sm">
          {plural(stepCount - steps.length, "and {count} more step", "and {count} more steps")}
        </p>
      )}
      {decisions.length > 0 && <Decisions decisions={decisions} />}
    </section>
  );
}

const MAX_SUMMARY = 400;

/** The API cuts it there. */
function summaryOf(summary: string): string {
  return summary.length < MAX_SUMMARY ? summary : `${summary} …`;
}

function Figures({ changes }: { changes: Changes }) {
  const { stepCount, findingCount, sourceCount, claimCounts } = changes;
  const statuses = CLAIM_STATUSES.filter((status) => claimCounts[status]);
  const claims = statuses.reduce((sum, status) => sum + (claimCounts[status] ?? 0), 0);
  const isNothing = stepCount + findingCount + sourceCount + claims === 0;
  if (isNothing) return <p className="text-soft">{t("Nothing has been stored since.")}</p>;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <li>{plural(stepCount, "{count} step done", "{count} steps done")}</li>
      <li>{plural(findingCount, "{count} new finding", "{count} new findings")}</li>
      <li>{plural(sourceCount, "{count} new source", "{count} new sources")}</li>
      {claims > 0 && (
        <li className="flex flex-wrap gap-x-3">
          {plural(claims, "{count} claim judged:", "{count} claims judged:")}
          {statuses.map((status) => (
            <span key={status}>
              <ClaimStatusBadge status={status} />
              <Count number={claimCounts[status] ?? 0} />
            </span>
          ))}
        </li>
      )}
    </ul>
  );
}

function Decisions({ decisions }: { decisions: Changes["decisions"] }) {
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-soft text-sm">
        {plural(decisions.length, "{count} decision before", "{count} decisions before")}
      </summary>
      <ul className="mt-1 grid gap-2 ps-4 text-sm">
        {decisions.map(({ reviewId, stepOrder, decision, feedback, decidedAt }) => (
          <li key={reviewId}>
            <span className="text-soft">
              {rich("Step {step}: {decision}, {time}", {
                step: stepOrder,
                decision: <strong className="text-text">{DECISION_LABELS[decision]}</strong>,
                time: <RelativeTime at={decidedAt} />,
              })}
            </span>
            {feedback && <MarkdownText text={feedback} className="text-sm" />}
          </li>
        ))}
      </ul>
    </details>
  );
}
