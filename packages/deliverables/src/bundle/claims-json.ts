import type { ClaimEvidence, Deliverable, DocumentClaim } from "../deliverable.ts";
import { isFound } from "../evidence/is-doubtful.ts";
import { cleanText, safeLink } from "../safe-text.ts";
import { captureName } from "./capture-name.ts";

type JsonObject = Record<string, unknown>;

/** Terms of our own have this prefix, so that every other reader of annotations can leave them aside. */
const OWN_TERMS = { trovella: "urn:trovella:evidence:" };

/** The claims as W3C Web Annotations: the body is the claim, the target the words of its source. */
export function claimsJson(deliverable: Deliverable): string {
  const sources = new Map(deliverable.sources.map((source) => [source.number, source]));
  const claims = deliverable.evidence?.claims ?? [];
  const page = {
    "@context": ["http://www.w3.org/ns/anno.jsonld", OWN_TERMS],
    id: "claims.json",
    type: "AnnotationPage",
    items: claims.flatMap((claim) => {
      if (claim.evidence.length === 0) return [annotation(claim, 0, { target: "./" })];
      return claim.evidence.map((entry, index) =>
        annotation(claim, index + 1, {
          motivation: entry.stance === "supports" ? "linking" : "questioning",
          ...ownTerms(entry),
          target: targetOf(entry, sources.get(entry.source)?.url ?? null),
        }),
      );
    }),
  };
  return `${JSON.stringify(page, null, 2)}\n`;
}

function annotation(claim: DocumentClaim, order: number, rest: JsonObject): JsonObject {
  const { number, statement, kind, isKey, status, level, problems, audit } = claim;
  return {
    id: `#claim-${number}-${order}`,
    type: "Annotation",
    body: {
      type: "TextualBody",
      id: `#claim-${number}`,
      value: cleanText(statement),
      format: "text/plain",
      "trovella:number": number,
      "trovella:kind": kind,
      "trovella:isKey": isKey,
      "trovella:status": status,
      "trovella:level": level,
      "trovella:problems": problems,
      ...(audit
        ? {
            "trovella:auditVerdict": audit.verdict,
            "trovella:auditBy": cleanText(audit.by),
            "trovella:auditAt": audit.at.toISOString(),
          }
        : {}),
    },
    ...rest,
  };
}

function ownTerms({ verdict, quote, level }: ClaimEvidence): JsonObject {
  return {
    "trovella:verdict": verdict,
    "trovella:quoteAsGiven": cleanText(quote),
    "trovella:textLevel": level,
  };
}

/** Positions count in the captured text, which the archive holds. */
function targetOf(entry: ClaimEvidence, sourceUrl: string | null): JsonObject {
  const { source, fetchedAt, textSha256, url } = entry;
  const selectors = isFound(entry) ? selectorsOf(entry) : [];
  const state = {
    type: "TimeState",
    ...(fetchedAt ? { sourceDate: fetchedAt.toISOString() } : {}),
    ...(textSha256 ? { cached: captureName({ source, textSha256 }) } : {}),
  };
  return {
    type: "SpecificResource",
    source: safeLink(url) ?? safeLink(sourceUrl) ?? `#source-${source}`,
    "trovella:sourceNumber": source,
    ...(textSha256 ? { "trovella:textSha256": textSha256 } : {}),
    ...(fetchedAt || textSha256 ? { state } : {}),
    ...(selectors.length > 0 ? { selector: selectors } : {}),
  };
}

function selectorsOf({ passage, prefix, suffix, start, end }: ClaimEvidence): JsonObject[] {
  const hasPlace = typeof start === "number" && typeof end === "number";
  return [
    { type: "TextQuoteSelector", exact: passage?.toWellFormed(), prefix, suffix },
    ...(hasPlace ? [{ type: "TextPositionSelector", start, end }] : []),
  ];
}
