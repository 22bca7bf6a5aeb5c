import { invalidField } from "@trovella/foundation";
import {
  type ArtifactInput,
  type ClaimInput,
  type PreparedClaims,
  prepareClaims,
} from "@trovella/research";
import { MAX_CLAIMS } from "../claim-fields.ts";
import { claimMeans } from "./claim-means.ts";
import type { Preparation } from "./preparation.ts";

/** Evidence of a claim in a finding: a source of the finding by its place, or one that is stored already. */
interface FindingEvidence {
  readonly source?: number | undefined;
  readonly sourceId?: string | undefined;
  readonly quote?: string | undefined;
  readonly stance?: "supports" | "contradicts" | undefined;
}

export interface FindingWithClaims extends ArtifactInput {
  readonly claims?:
    | readonly (Omit<ClaimInput, "evidence" | "claimId" | "withdraw"> & {
        readonly evidence?: readonly FindingEvidence[] | undefined;
      })[]
    | undefined;
}

/** Judges the claims that come with findings, before their sources are stored. */
export function prepareFindingClaims(
  planId: string,
  findings: readonly FindingWithClaims[],
  preparation: Preparation,
): Promise<PreparedClaims> {
  const given = findings.flatMap(({ sources = [] }) =>
    sources.map(({ url, doi, title, quote, text }) => ({
      url: url ?? null,
      doi: doi ?? null,
      title,
      quote: quote ?? null,
      text: text ?? null,
    })),
  );
  let before = 0;
  const claims = findings.flatMap((finding, index) => {
    const offset = before;
    before += finding.sources?.length ?? 0;
    return (finding.claims ?? []).map((claim, position) => {
      const place = `findings[${index}].claims[${position}]`;
      return { ...claim, place, evidence: evidenceOf(claim.evidence, { finding, offset, place }) };
    });
  });
  if (claims.length > MAX_CLAIMS) {
    throw invalidField(
      "findings",
      `have ${claims.length} claims, and one call takes ${MAX_CLAIMS}. Next: leave out those that the answer does not rest on, or pass them to record_claims afterwards.`,
    );
  }
  return prepareClaims({ planId, claims, given }, claimMeans(preparation));
}

/** Without evidence of its own a claim rests on all quotes of the finding's sources. */
function evidenceOf(
  evidence: readonly FindingEvidence[] | undefined,
  {
    finding: { sources = [] },
    offset,
    place,
  }: { readonly finding: FindingWithClaims; readonly offset: number; readonly place: string },
) {
  if (!evidence) {
    return sources.flatMap(({ quote }, index) =>
      quote === undefined ? [] : [{ source: offset + index, quote }],
    );
  }
  return evidence.map(({ source, sourceId, quote, stance }, index) => {
    const own = source === undefined ? undefined : sources[source - 1];
    const found = own ? offset + (source ?? 1) - 1 : sourceId;
    const words = quote ?? own?.quote;
    if (found === undefined || words === undefined) {
      throw invalidField(
        `${place}.evidence[${index}]`,
        "needs source, the place of one of this finding's sources from 1, or the sourceId of a stored one, and a quote. Next: correct it and call again; nothing was stored.",
      );
    }
    return { source: found, quote: words, stance };
  });
}
