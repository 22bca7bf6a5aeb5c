import { newId, type TenantContext } from "@trovella/db";
import {
  type ClaimBasis,
  type ClaimJudgement,
  type ClaimOrigin,
  claimWrites,
  GIVEN_CAPTURE,
  type GivenSource,
  judgementWrites,
  type KnownClaim,
  readClaimBasisAndCommit,
  type SourceText,
} from "@trovella/db/evidence";
import { type ClaimStatus, findContradictions } from "@trovella/evidence";
import { AppError } from "@trovella/foundation";
import { indexClaims } from "@trovella/search";
import { excerpt } from "../text/excerpt.ts";
import {
  amendedNumbers,
  type ClaimDraft,
  claimHandle,
  draftClaims,
  givenRef,
  knownDraft,
  namedSources,
  type PlacedClaim,
} from "./claim-draft.ts";
import { auditedStatus, type ClaimCounts, countClaims } from "./count-claims.ts";
import { judgeApart } from "./judge-apart.ts";
import type { JudgedClaim } from "./judge-claims.ts";

type InTenant = <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>;

export interface ClaimsToRecord {
  readonly planId: string;
  readonly claims: readonly PlacedClaim[];
  /** Sources that are stored in the same call, in their order, with what the assistant read of them. */
  readonly given: readonly (GivenSource & { readonly text: string | null })[];
}

export interface ClaimMeans {
  readonly organizationId: string;
  readonly inTenant: InTenant;
  /** Waits a while for pages that this server is about to fetch. Null where it fetches none. */
  readonly waitForCaptures: ((keys: readonly string[]) => Promise<void>) | null;
}

/** A source that was stored in the same call. */
export interface StoredSource {
  readonly id: string;
  /** As the plan cites it. */
  readonly ref: string;
}

/** Claims that are judged and can be stored. */
export interface PreparedClaims {
  readonly readAt: Date;
  readonly drafts: readonly ClaimDraft[];
  /** Of the drafts, and of claims that these contradict or carry. */
  readonly judgements: readonly ClaimJudgement[];
  /** How all claims of the plan stand then. */
  readonly counts: ClaimCounts;
}

const MAX_PLAN_CLAIMS = 2_000;
const SHOWN_STATEMENT = 120;

/** Judges claims before they are stored. Long texts take a while, so no transaction may wait for it. */
export async function prepareClaims(
  request: ClaimsToRecord,
  means: ClaimMeans,
): Promise<PreparedClaims> {
  const { planId, claims, given } = request;
  const asked = {
    planId,
    refs: namedSources(claims),
    given,
    numbers: amendedNumbers(claims),
  };
  let basis = await means.inTenant((context) => readClaimBasisAndCommit(context, asked));
  const unread = unreadKeys(basis);
  if (means.waitForCaptures && unread.length > 0) {
    await means.waitForCaptures(unread);
    basis = await means.inTenant((context) => readClaimBasisAndCommit(context, asked));
  }
  const drafts = draftClaims(claims, basis, () => newId("claim"));
  checkCount(basis.claims.length + drafts.filter(({ number }) => number === null).length);
  const judgements = await judgeWithOthers({ planId, drafts, basis, given }, means);
  return {
    readAt: basis.readAt,
    drafts,
    judgements,
    counts: countsAfter(basis, drafts, judgements),
  };
}

function checkCount(count: number): void {
  if (count <= MAX_PLAN_CLAIMS) return;
  throw new AppError(
    "LIMIT_EXCEEDED",
    `A plan has room for ${MAX_PLAN_CLAIMS} claims, and this would make ${count}. Next: amend claims by their claimId, or record only those that the document cites.`,
  );
}

/** Judges stored claims again, after the texts of their sources changed. */
export async function rejudgeClaims(
  { planId, numbers }: { readonly planId: string; readonly numbers: readonly number[] },
  means: ClaimMeans,
): Promise<number> {
  const asked = { planId, refs: [], given: [], numbers };
  const basis = await means.inTenant((context) => readClaimBasisAndCommit(context, asked));
  const drafts = basis.claims
    .filter(({ number }) => numbers.includes(number))
    .map((claim) => knownDraft(claim, basis.evidence));
  const judgements = await judgeWithOthers({ planId, drafts, basis, given: [] }, means);
  await means.inTenant((context) => context.send(judgementWrites(judgements, basis.readAt)));
  return judgements.length;
}

/** Stores prepared claims with what they are worth, searchable, in one round trip. */
export async function storeClaims(
  context: TenantContext,
  { readAt, drafts, judgements }: PreparedClaims,
  { sources, ...origin }: ClaimOrigin & { readonly sources: readonly StoredSource[] },
): Promise<{ readonly claimId: string; readonly judgement: ClaimJudgement | null }[]> {
  const claims = drafts.map(({ evidence, ...draft }) => ({
    ...draft,
    evidence: evidence.map(({ given, sourceId, stance, quote }) => ({
      id: newId("evidence"),
      sourceId: given === null ? sourceId : (sources[given]?.id ?? ""),
      stance,
      quote,
    })),
  }));
  const judged = judgements.map((judgement) => withRefs(judgement, sources));
  const [, saved] = await indexClaims(context, drafts, [
    ...claimWrites(context, claims, origin),
    ...judgementWrites(judged, readAt),
  ]);
  const numbers = new Map(saved?.rows.map(({ id, number }) => [id, Number(number)]));
  return drafts.map(({ id }) => ({
    claimId: claimHandle(numbers.get(id) ?? 0),
    judgement: judged.find(({ claimId }) => claimId === id) ?? null,
  }));
}

/** Problems name sources as the plan cites them, which is known of new ones only now. */
function withRefs(judgement: ClaimJudgement, sources: readonly StoredSource[]): ClaimJudgement {
  const refs = new Map(sources.map(({ ref }, index) => [givenRef(index), ref]));
  const problems = judgement.problems.map((problem) => {
    const { sourceId } = problem;
    return sourceId === undefined
      ? problem
      : { ...problem, sourceId: refs.get(sourceId) ?? sourceId };
  });
  return { ...judgement, problems };
}

/** The sources whose page this server has not read, as far as it could. */
function unreadKeys({ sources, givenKeys, evidence, texts }: ClaimBasis): string[] {
  const keys = new Set([...[...sources.values(), ...evidence].map(({ key }) => key), ...givenKeys]);
  const read = new Set(
    texts.flatMap(({ key, capturedBy }) => (capturedBy === "server" ? [key] : [])),
  );
  return [...keys].filter((key) => !read.has(key));
}

interface Judging {
  readonly planId: string;
  readonly drafts: readonly ClaimDraft[];
  readonly basis: ClaimBasis;
  readonly given: ClaimsToRecord["given"];
}

/** Judges claims together with those whose worth depends on them. */
async function judgeWithOthers(
  { planId, drafts, basis, given }: Judging,
  { inTenant, organizationId }: ClaimMeans,
): Promise<ClaimJudgement[]> {
  const standing = drafts.filter(({ isWithdrawn }) => !isWithdrawn);
  const contradictions = contradictionsAmong(drafts, basis.claims);
  const numbers = dependents(drafts, basis.claims, contradictions);
  const more =
    numbers.length > 0
      ? await inTenant((context) =>
          readClaimBasisAndCommit(context, { planId, refs: [], given: [], numbers }),
        )
      : null;
  const others = basis.claims
    .filter(({ number }) => numbers.includes(number))
    .map((claim) => knownDraft(claim, more?.evidence ?? []));
  const claims = [...standing, ...others].map(
    (draft): JudgedClaim => ({ ...draft, contradictedBy: contradictions.get(draft.id) ?? [] }),
  );
  const keys = new Set(basis.texts.map(({ key }) => key));
  const texts = [
    ...givenTexts(given, basis.givenKeys),
    ...basis.texts,
    ...(more?.texts ?? []).filter(({ key }) => !keys.has(key)),
  ];
  const statuses = new Map(basis.claims.map((claim) => [claim.id, auditedStatus(claim)]));
  const statements = new Map(basis.claims.map(({ id, statement }) => [id, statement]));
  return judgeApart({ claims, texts, statuses, statements, policy: basis.policy }, organizationId);
}

/** What came with sources that are not stored yet. */
function givenTexts(given: ClaimsToRecord["given"], keys: readonly string[]): SourceText[] {
  return given.flatMap(({ text }, index) => {
    const key = keys[index];
    if (text === null || key === undefined) return [];
    return [
      {
        key,
        captureId: GIVEN_CAPTURE,
        capturedBy: "assistant" as const,
        httpStatus: null,
        words: 0,
        failure: null,
        text,
      },
    ];
  });
}

/** By claim, the statements that give another figure for the same. */
function contradictionsAmong(
  drafts: readonly ClaimDraft[],
  known: readonly KnownClaim[],
): Map<string, string[]> {
  const ids = new Set(drafts.map(({ id }) => id));
  const all = [...known.filter(({ id }) => !ids.has(id)), ...drafts].filter(
    ({ isWithdrawn }) => !isWithdrawn,
  );
  const statements = new Map(
    all.map(({ id, statement }) => [id, excerpt(statement, SHOWN_STATEMENT)]),
  );
  const found = new Map<string, string[]>();
  const add = (id: string, otherId: string) =>
    found.set(id, [...(found.get(id) ?? []), statements.get(otherId) ?? ""].slice(0, 3));
  for (const { claimId, otherId } of findContradictions(all)) {
    add(claimId, otherId);
    add(otherId, claimId);
  }
  return found;
}

/** Stored claims that the drafts contradict, contradicted so far, or carry. */
function dependents(
  drafts: readonly ClaimDraft[],
  known: readonly KnownClaim[],
  contradictions: ReadonlyMap<string, readonly string[]>,
): number[] {
  const ids = new Set(drafts.map(({ id }) => id));
  const isContradicted = ({ status }: KnownClaim) => status === "contradicted";
  return known
    .filter(({ id, isWithdrawn }) => !ids.has(id) && !isWithdrawn)
    .filter(
      (claim) =>
        isContradicted(claim) !== (contradictions.has(claim.id) && !claim.isDisputed) ||
        claim.restsOn.some((id) => ids.has(id)),
    )
    .map(({ number }) => number);
}

function countsAfter(
  { claims }: ClaimBasis,
  drafts: readonly ClaimDraft[],
  judgements: readonly ClaimJudgement[],
): ClaimCounts {
  const statuses = new Map(judgements.map(({ claimId, status }) => [claimId, status]));
  const changed = new Map(drafts.map((draft) => [draft.id, draft]));
  const kept = claims.filter(({ id }) => !changed.has(id));
  const status = (claim: { readonly id: string }, before: ClaimStatus) =>
    statuses.get(claim.id) ?? before;
  return countClaims([
    ...kept.map((claim) => ({ ...claim, status: status(claim, auditedStatus(claim)) })),
    ...drafts.map((draft) => ({ ...draft, status: status(draft, "unchecked") })),
  ]);
}
