import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { isOpenActivity } from "@trovella/plan-engine";
import { api } from "../../../api/api.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { Section } from "../../../components/section.tsx";
import { markdownExcerpt } from "../../../format/markdown-excerpt.ts";
import { t } from "../../../language/messages.ts";
import { ComposeButton } from "../compose-button.tsx";
import { type PlanDetail, stepTitle } from "../plan-detail.ts";
import type { PlanResult } from "./citation-check.ts";
import { CitationCheckLine } from "./citation-check-line.tsx";
import { Contradictions } from "./contradictions.tsx";
import { FeedbackList } from "./feedback-list.tsx";
import { KeyFindings } from "./key-findings.tsx";
import { limitsInWords } from "./limits.ts";
import { ReportText } from "./report-text.tsx";
import { ReportVersions } from "./report-versions.tsx";

const route = getRouteApi("/plans/$planId");

/** The answer first, then what carries it and what does not. */
export function ResultTab({ detail }: { detail: PlanDetail }) {
  const { planId } = route.useParams();
  const query = useQuery(api.researchPlan.result.queryOptions({ planId }));
  return (
    <QueryView query={query} what={t("the result")} lines={8}>
      {(result) => <Result detail={detail} result={result} />}
    </QueryView>
  );
}

interface ResultProps {
  readonly detail: PlanDetail;
  readonly result: PlanResult;
}

function Result({ detail, result }: ResultProps) {
  const { plan } = detail;
  const isOpen = isOpenActivity(plan.activity);
  const soFar = isOpen ? <SoFar detail={detail} /> : null;
  const isEmpty =
    !result.report && result.findings.length + result.claims.length === 0 && !hasSummaries(detail);
  if (isEmpty) {
    return (
      <EmptyState
        title={isOpen ? t("No result yet") : t("No result")}
        action={isOpen && <ComposeButton detail={detail} />}
      >
        {isOpen
          ? t("The answer appears here as soon as the first steps are done.")
          : t("Nothing was found or written before this plan ended.")}
      </EmptyState>
    );
  }
  return (
    <div className="grid max-w-4xl gap-8">
      {result.report ? <Answer result={result} isOpen={isOpen} /> : soFar}
      <KeyFindings planId={plan.id} result={result} />
      <Contradictions planId={plan.id} result={result} />
      <Limits detail={detail} result={result} />
      {result.report && soFar}
      <ReportVersions versions={result.versions} />
      {!result.report && isOpen && <NoReport detail={detail} />}
      <FeedbackList feedback={result.feedback} />
    </div>
  );
}

function Answer({ result, isOpen }: { result: PlanResult; isOpen: boolean }) {
  const { report } = result;
  if (!report) return null;
  return (
    <Section title={isOpen ? t("Answer so far") : t("Answer")}>
      <div className="rounded-lg border border-line border-l-4 border-l-accent bg-card px-5 py-4">
        {report.answer ? (
          <ReportText text={report.answer} outputId={report.id} />
        ) : (
          <p className="text-soft">{t("The report has no text.")}</p>
        )}
        <div className="mt-4 border-line border-t pt-3 text-sm">
          <CitationCheckLine outputId={report.id} />
        </div>
      </div>
    </Section>
  );
}

const MAX_SUMMARIES = 8;

/** What the last steps found, while there is no answer. */
function SoFar({ detail }: { detail: PlanDetail }) {
  const { plan, steps } = detail;
  const told = steps.filter(({ resultSummary }) => resultSummary).slice(-MAX_SUMMARIES);
  if (told.length === 0) return null;
  return (
    <Section title={t("So far")}>
      <ol className="divide-y divide-line rounded-lg border border-line bg-card">
        {told.toReversed().map((step) => (
          <li key={step.id} className="px-4 py-3">
            <Link
              to="/plans/$planId"
              params={{ planId: plan.id }}
              search={{ tab: "timeline", step: step.id }}
              className="text-sm text-soft hover:underline"
            >
              {stepTitle(step)}
            </Link>
            <p dir="auto" className="max-w-prose [overflow-wrap:anywhere]">
              {markdownExcerpt(step.resultSummary ?? "")}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** In the words of the report, and what is known besides. */
function Limits({ detail, result }: ResultProps) {
  const { plan, reviews, budget } = detail;
  const sentences = limitsInWords({
    plan,
    reviews,
    isClosedEarly: budget.phase !== "open",
    isComposed: result.versions[0]?.origin === "server",
    counts: result.counts,
  });
  const { report } = result;
  const written = report?.limits;
  if (!written && sentences.length === 0) return null;
  return (
    <Section title={t("What this does not rest on")}>
      <div className="grid gap-3">
        {report && written && <ReportText text={written} outputId={report.id} />}
        {sentences.length > 0 && (
          <ul className="list-disc pl-5 text-soft">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

/** Of a plan that has ended, a banner says so. */
function NoReport({ detail }: { detail: PlanDetail }) {
  return (
    <Section title={t("Report")}>
      <p className="mb-2 text-soft">{t("The report is written when the steps are done.")}</p>
      <ComposeButton detail={detail} />
    </Section>
  );
}

function hasSummaries({ steps }: PlanDetail): boolean {
  return steps.some(({ resultSummary }) => resultSummary);
}
