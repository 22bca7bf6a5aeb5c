import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ExternalLink } from "../../components/external-link.tsx";
import { TextLink } from "../../components/text-link.tsx";
import type { ReviewDetail } from "../../decisions/earlier-decision.ts";
import { plural, t } from "../../language/messages.ts";
import { ClaimStatusBadge, Tag } from "../claims/claim-badges.tsx";
import { Count } from "./count.tsx";
import { Quote } from "./quote.tsx";

const TOP_CLAIMS = 6;
type Claim = ReviewDetail["claims"][number];

/** Claims beside the quotes they rest on; what is contradicted or in doubt comes first. */
export function ClaimsAndQuotes({ review }: { review: ReviewDetail }) {
  const { claims, claimCount, planId } = review;
  const [isExpanded, setIsExpanded] = useState(false);
  if (claims.length === 0) return null;
  const shown = isExpanded ? claims : claims.slice(0, TOP_CLAIMS);
  return (
    <section aria-labelledby="claims" className="@container">
      <h3 id="claims" className="font-semibold">
        {t("Claims and their quotes")}
        <Count number={claimCount} />
      </h3>
      <ul className="mt-1 grid divide-y divide-line">
        {shown.map((claim) => (
          <li key={claim.id} className="grid gap-x-6 gap-y-2 py-3 @2xl:grid-cols-2">
            <ClaimSide claim={claim} planId={planId} />
            <div className="grid content-start gap-3">
              {claim.evidence.map((entry) => (
                <QuoteSide key={entry.id} entry={entry} />
              ))}
              {claim.evidence.length === 0 && (
                <p className="text-soft text-sm">{t("No quote was given.")}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {shown.length < claims.length && (
          <Button onClick={() => setIsExpanded(true)}>
            {t("Show {count} claims", { count: claims.length })}
          </Button>
        )}
        {claimCount > claims.length && (
          <TextLink to="/claims" search={{ planId }}>
            {t("See all {count} claims", { count: claimCount })}
          </TextLink>
        )}
      </div>
    </section>
  );
}

function ClaimSide({ claim, planId }: { claim: Claim; planId: string }) {
  const { id, number, statement, status, isKey, sourceCount } = claim;
  return (
    <div className="min-w-0">
      <p dir="auto" className="[overflow-wrap:anywhere]">
        {statement}
      </p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
        <ClaimStatusBadge status={status} />
        <span className={sourceCount < 2 ? "text-warn" : "text-soft"}>
          {plural(sourceCount, "{count} source", "{count} different sources")}
        </span>
        {isKey && <Tag>{t("key claim")}</Tag>}
        <TextLink to="/claims" search={{ planId, claim: id }}>
          {t("Claim {number}", { number })}
        </TextLink>
      </p>
    </div>
  );
}

function QuoteSide({ entry }: { entry: Claim["evidence"][number] }) {
  const { sourceNumber, title, url, stance, verdict, quote } = entry;
  const isMissing = verdict === "absent" || verdict === "altered";
  return (
    <div className="min-w-0">
      <Quote text={quote} omitted={<p className="text-soft text-sm">{LEFT_OUT}</p>} />
      <p className="mt-0.5 ps-3.5 text-soft text-sm [overflow-wrap:anywhere]">
        {stance === "contradicts" && (
          <strong className="me-2 text-bad">{t("says the contrary")}</strong>
        )}
        {isMissing && (
          <strong className="me-2 text-bad">
            {verdict === "absent" ? t("not found in the source") : t("differs from the source")}
          </strong>
        )}
        {sourceNumber !== null && <span className="me-1 tabular-nums">[{sourceNumber}]</span>}
        <ExternalLink url={url}>{title}</ExternalLink>
      </p>
    </div>
  );
}

const LEFT_OUT = t("The quote is too long to stand here; its claim shows it.");
