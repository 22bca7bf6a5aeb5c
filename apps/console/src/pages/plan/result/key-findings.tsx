import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Section } from "../../../components/section.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { confidenceText } from "../../../format/labels.ts";
import { markdownExcerpt } from "../../../format/markdown-excerpt.ts";
import { plural, t } from "../../../language/messages.ts";
import { ClaimStatusBadge } from "../../claims/claim-badges.tsx";
import type { PlanResult } from "./citation-check.ts";

const LIST = "divide-y divide-line rounded-lg border border-line bg-card";

type Finding = PlanResult["findings"][number];
type Claim = PlanResult["claims"][number];

/** The key claims, then the findings of which the assistant was surest. */
export function KeyFindings({ planId, result }: { planId: string; result: PlanResult }) {
  const { findings, claims, counts } = result;
  const key = claims.filter(({ isKey }) => isKey);
  if (key.length + findings.length === 0) return null;
  return (
    <Section
      title={t("Key findings")}
      action={
        <TextLink
          to="/plans/$planId"
          params={{ planId }}
          search={{ tab: "evidence", view: "findings" }}
        >
          {counts.findings > findings.length
            ? plural(counts.findings, "See {count} finding", "See all {count} findings")
            : t("See the evidence")}
        </TextLink>
      }
    >
      <ul className={LIST}>
        {key.map((claim) => (
          <li key={claim.id} className="px-4 py-3">
            <KeyClaim planId={planId} claim={claim} />
          </li>
        ))}
        {findings.map((finding) => (
          <li key={finding.id} className="px-4 py-3">
            <KeyFinding finding={finding} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function KeyClaim({ planId, claim }: { planId: string; claim: Claim }) {
  return (
    <Row
      facts={
        <Facts sourceCount={claim.sourceCount}>
          <ClaimStatusBadge status={claim.status} />
        </Facts>
      }
    >
      <Link
        to="/plans/$planId"
        params={{ planId }}
        search={{ tab: "evidence", claim: claim.id }}
        className="font-medium hover:underline"
      >
        {claim.statement}
      </Link>
    </Row>
  );
}

function KeyFinding({ finding }: { finding: Finding }) {
  const { id, title, summary, confidence, sourceCount } = finding;
  return (
    <Row
      facts={
        <Facts sourceCount={sourceCount}>
          <Confidence confidence={confidence} />
        </Facts>
      }
    >
      <Link
        to="/library/$artifactId"
        params={{ artifactId: id }}
        className="font-medium hover:underline"
      >
        {title}
      </Link>
      {summary && <p className="mt-0.5 line-clamp-3 text-soft">{markdownExcerpt(summary)}</p>}
    </Row>
  );
}

function Row({ facts, children }: { facts: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div dir="auto" className="min-w-0 max-w-prose [overflow-wrap:anywhere]">
        {children}
      </div>
      {facts}
    </div>
  );
}

function Facts({ sourceCount, children }: { sourceCount: number; children: ReactNode }) {
  return (
    <p className="flex items-baseline gap-x-3 text-sm sm:flex-col sm:items-end">
      {children}
      <span className={`whitespace-nowrap ${sourceCount === 0 ? "text-warn" : "text-soft"}`}>
        {sourceCount === 0
          ? t("no source")
          : plural(sourceCount, "{count} source", "{count} sources")}
      </span>
    </p>
  );
}

/** A chip with a bar, so that findings can be compared at a glance. */
export function Confidence({ confidence }: { confidence: number | null }) {
  if (confidence === null) return <span className="text-soft">{t("no confidence given")}</span>;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span className="h-1.5 w-8 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <span
          className={`block h-full rounded-full ${confidence < 0.5 ? "bg-warn" : "bg-accent"}`}
          style={{ width: `${Math.round(confidence * 100)}%` }}
        />
      </span>
      {t("{share} confidence", { share: confidenceText(confidence) ?? "" })}
    </span>
  );
}
