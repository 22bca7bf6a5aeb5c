import { Link } from "@tanstack/react-router";
import { Section } from "../../../components/section.tsx";
import { t } from "../../../language/messages.ts";
import { ClaimStatusBadge } from "../../claims/claim-badges.tsx";
import type { PlanResult } from "./citation-check.ts";
import { ReportText } from "./report-text.tsx";

/** What sources or people say against the result: in the words of the report, and claim by claim. */
export function Contradictions({ planId, result }: { planId: string; result: PlanResult }) {
  const { report } = result;
  const written = report?.contradictions;
  const claims = result.claims.filter(
    ({ status, isDisputed, contraryQuote }) =>
      isDisputed || contraryQuote !== null || status === "contradicted" || status === "disputed",
  );
  if (!written && claims.length === 0) return null;
  return (
    <Section title={t("Contradictions")} count={claims.length}>
      <div className="grid gap-3">
        {report && written && <ReportText text={written} outputId={report.id} />}
        {claims.length > 0 && (
          <ul className="divide-y divide-line rounded-lg border border-line bg-card">
            {claims.map(({ id, statement, status, contraryQuote, contraryTitle }) => (
              <li key={id} className="px-4 py-3">
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <Link
                    to="/plans/$planId"
                    params={{ planId }}
                    search={{ tab: "evidence", claim: id }}
                    dir="auto"
                    className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere] hover:underline"
                  >
                    {statement}
                  </Link>
                  <span className="text-sm">
                    <ClaimStatusBadge status={status} />
                  </span>
                </p>
                {contraryQuote && (
                  <blockquote
                    dir="auto"
                    className="mt-1 border-bad border-l-2 pl-3 text-soft text-sm [overflow-wrap:anywhere]"
                  >
                    “{contraryQuote}” {contraryTitle && <span>({contraryTitle})</span>}
                  </blockquote>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
