import { createHash } from "node:crypto";
import type { ClaimBasis, KnownClaim, KnownEvidence, Stance } from "@trovella/db/evidence";
import type { Claim, ClaimKind } from "@trovella/evidence/claim";
import { AppError, invalidField } from "@trovella/foundation";
import type { JudgedEvidence } from "./judge-claims.ts";

/** A claim as an assistant records or amends it; what an amendment leaves out stays as it is. */
export interface ClaimInput {
  /** `c7`, of a claim to amend. */
  readonly claimId?: string | undefined;
  readonly statement?: string | undefined;
  readonly kind?: ClaimKind | undefined;
  readonly key?: boolean | undefined;
  readonly disputed?: boolean | undefined;
  /** `c3`, … that an inference follows from. */
  readonly restsOn?: readonly string[] | undefined;
  readonly withdraw?: boolean | undefined;
  readonly evidence?: readonly EvidenceInput[] | undefined;
}

interface EvidenceInput {
  /** A source of the plan, as it is cited; or the place of one that is stored in the same call. */
  readonly source: string | number;
  readonly quote: string;
  readonly stance?: Stance | undefined;
}

/** Where a claim stands in the arguments, for errors. */
export interface PlacedClaim extends ClaimInput {
  readonly place: string;
}

/** A claim with its references resolved. */
export interface ClaimDraft extends Claim {
  readonly number: number | null;
  readonly isWithdrawn: boolean;
  readonly digest: string;
  readonly evidence: readonly DraftEvidence[];
}

interface DraftEvidence extends JudgedEvidence {
  /** The place of a source that is stored in the same call. */
  readonly given: number | null;
}

const HANDLE = /^\[?(?:clm:)?c?(\d{1,9})\]?$/i;

/** The number behind `c7`, `7` or `[clm:7]`; null when it is none. */
function claimNumber(given: string): number | null {
  const [, digits] = HANDLE.exec(given.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

export function claimHandle(number: number): string {
  return `c${number}`;
}

/** The numbers of the claims that are amended. */
export function amendedNumbers(claims: readonly ClaimInput[]): number[] {
  return claims.flatMap(({ claimId }) =>
    claimId === undefined ? [] : (claimNumber(claimId) ?? []),
  );
}

/** The sources that evidence names by their citations. */
export function namedSources(claims: readonly ClaimInput[]): string[] {
  const sources = claims.flatMap(({ evidence = [] }) => evidence.map(({ source }) => source));
  return sources.filter((source) => typeof source === "string").map(plainRef);
}

/** `[src:7]` names what `7` does. */
function plainRef(ref: string): string {
  return ref
    .trim()
    .toLowerCase()
    .replace(/^\[?(?:src:)?|\]$/g, "");
}

/** Resolves claims against what is stored; all that is wrong with them is named at once. */
export function draftClaims(
  claims: readonly PlacedClaim[],
  basis: ClaimBasis,
  newId: () => string,
): ClaimDraft[] {
  const problems: string[] = [];
  const drafts = claims.flatMap((claim) => {
    const draft = draftOf(claim, { basis, newId, problems });
    return draft ? [draft] : [];
  });
  const repeated = drafts.find(({ id }, at) => drafts.findIndex((other) => other.id === id) !== at);
  if (repeated?.number) problems.push(`${claimHandle(repeated.number)} is amended twice`);
  if (problems.length > 0) {
    throw invalidField(
      "claims",
      `cannot be recorded: ${problems.slice(0, 10).join("; ")}. Next: correct these and call again; nothing was stored.`,
    );
  }
  return drafts;
}

function draftOf(
  claim: PlacedClaim,
  {
    basis,
    newId,
    problems,
  }: { readonly basis: ClaimBasis; newId(): string; readonly problems: string[] },
): ClaimDraft | null {
  const known = claim.claimId === undefined ? null : findClaim(basis.claims, claim.claimId);
  if (claim.claimId !== undefined && !known) {
    throw new AppError(
      "NOT_FOUND",
      `This plan has no claim ${JSON.stringify(claim.claimId)}. Next: leave claimId out to record a new claim, or name one as its reply did, such as "c1".`,
    );
  }
  const statement = claim.statement?.trim() || known?.statement;
  if (!statement) {
    problems.push(`${claim.place}.statement is missing`);
    return null;
  }
  const restsOn = claim.restsOn
    ? claim.restsOn.flatMap((handle) => {
        const other = findClaim(basis.claims, handle);
        if (!other)
          problems.push(`${claim.place}.restsOn names ${handle}, which is no claim of this plan`);
        return other ? [other.id] : [];
      })
    : (known?.restsOn ?? []);
  const evidence = claim.evidence
    ? claim.evidence.flatMap((entry, index) => {
        const place = `${claim.place}.evidence[${index}]`;
        return evidenceOf(entry, { basis, place, problems });
      })
    : storedEvidence(basis.evidence, known);
  const kind =
    claim.kind ??
    known?.kind ??
    (restsOn.length > 0 && evidence.length === 0 ? "inference" : "fact");
  const draft = {
    id: known?.id ?? newId(),
    number: known?.number ?? null,
    statement,
    kind,
    isKey: (claim.key ?? false) || (known?.isKey ?? false),
    isDisputed: claim.disputed ?? known?.isDisputed ?? false,
    isWithdrawn: claim.withdraw ?? known?.isWithdrawn ?? false,
    restsOn,
    evidence,
  };
  return { ...draft, digest: digestOf(draft) };
}

function findClaim(claims: readonly KnownClaim[], handle: string): KnownClaim | undefined {
  const number = claimNumber(handle);
  return claims.find((claim) => claim.number === number || claim.id === handle);
}

/** Stands for the number of a source that is stored in the same call, which has none yet. */
export function givenRef(index: number): string {
  return `given:${index}`;
}

function evidenceOf(
  { source, quote, stance = "supports" }: EvidenceInput,
  {
    basis,
    place,
    problems,
  }: { readonly basis: ClaimBasis; readonly place: string; readonly problems: string[] },
): DraftEvidence[] {
  if (typeof source === "number") {
    const key = basis.givenKeys[source] ?? "";
    const ref = givenRef(source);
    return [{ given: source, sourceId: "", key, url: null, doi: null, ref, stance, quote }];
  }
  const ref = plainRef(source);
  const known = basis.sources.get(ref);
  if (known) return [{ given: null, ...known, ref, stance, quote }];
  problems.push(`${place}.sourceId ${JSON.stringify(source)} is no source of this plan`);
  return [];
}

function storedEvidence(
  evidence: readonly KnownEvidence[],
  claim: KnownClaim | null | undefined,
): DraftEvidence[] {
  const own = evidence.filter(({ claimId }) => claimId === claim?.id);
  return own.map(({ number, ...entry }) => ({ given: null, ...entry, ref: refOf(number, entry) }));
}

function refOf(number: number | null, { sourceId }: { readonly sourceId: string }): string {
  return number === null ? sourceId : String(number);
}

/** A stored claim, to be judged again. */
export function knownDraft(claim: KnownClaim, evidence: readonly KnownEvidence[]): ClaimDraft {
  return { ...claim, evidence: storedEvidence(evidence, claim) };
}

/** Of all that is judged: a person who audits a claim looks at exactly this. */
function digestOf(claim: Omit<ClaimDraft, "digest">): string {
  const { statement, kind, isDisputed, restsOn, evidence } = claim;
  const quotes = evidence.map(({ key, stance, quote }) => [key, stance, quote]);
  const judged = JSON.stringify([statement, kind, isDisputed, [...restsOn].sort(), quotes]);
  return createHash("sha256").update(judged).digest("hex");
}
