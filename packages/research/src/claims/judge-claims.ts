import type {
  ClaimJudgement,
  EvidenceDetails,
  EvidenceJudgement,
  KnownSource,
  SourceText,
  Stance,
} from "@trovella/db/evidence";
import {
  type Capture,
  type Claim,
  type ClaimStatus,
  checkQuote,
  type Evidence,
  type EvidencePolicy,
  isStanding,
  isThin,
  judgeClaim,
  MIN_PAGE_WORDS,
  type PreparedText,
  prepareText,
  type QuoteCheck,
} from "@trovella/evidence";

// Runs in a thread where texts are long, so nothing here may depend on more than its arguments.

/** One claim with everything that is judged of it. */
export interface JudgedClaim extends Claim {
  readonly digest: string;
  readonly evidence: readonly JudgedEvidence[];
  /** Statements of the plan that give another figure for the same. */
  readonly contradictedBy: readonly string[];
}

export interface JudgedEvidence extends Omit<KnownSource, "publishedAt"> {
  /** As the plan cites it. */
  readonly ref: string;
  readonly stance: Stance;
  readonly quote: string;
}

export interface JudgingJob {
  readonly claims: readonly JudgedClaim[];
  /** The best first: fetched by this server, then newest. */
  readonly texts: readonly SourceText[];
  /** Of the plan's other claims. */
  readonly statuses: ReadonlyMap<string, ClaimStatus>;
  /** What these say. */
  readonly statements: ReadonlyMap<string, string>;
  readonly policy: Omit<EvidencePolicy, "since">;
  /** Claims that are not judged by then are left unchecked. */
  readonly maxMs: number;
}

const LEVELS = { assistant: 1, client: 2, server: 3 } as const;
const CONTEXT_CHARACTERS = 200;
const MAX_PASSAGE = 4_000;
const MAX_CLOSEST = 1_000;
const PASSES = 4;

/** What the claims are worth, in their order. Inferences come last, since they rest on the others. */
export function judgeClaims(job: JudgingJob, elapsedMs: () => number): ClaimJudgement[] {
  const library = new Library(job.texts);
  const statuses = new Map(job.statuses);
  const statements = new Map([
    ...job.statements,
    ...job.claims.map(({ id, statement }) => [id, statement] as const),
  ]);
  const judged = new Map<string, ClaimJudgement>();
  const judge = (claim: JudgedClaim) => {
    const judgement =
      elapsedMs() > job.maxMs
        ? notJudged(claim)
        : judgeOne(claim, { library, statuses, statements, policy: job.policy });
    judged.set(claim.id, judgement);
    statuses.set(claim.id, judgement.status);
  };
  const inferences = job.claims.filter(({ kind }) => kind === "inference");
  for (const claim of job.claims) if (claim.kind !== "inference") judge(claim);
  for (let pass = 0; pass < PASSES && inferences.length > 0; pass++) {
    const before = inferences.map(({ id }) => statuses.get(id)).join();
    for (const claim of inferences) judge(claim);
    if (inferences.map(({ id }) => statuses.get(id)).join() === before) break;
  }
  return job.claims.map((claim) => judged.get(claim.id) ?? notJudged(claim));
}

function judgeOne(
  claim: JudgedClaim,
  {
    library,
    statuses,
    statements,
    policy,
  }: {
    readonly library: Library;
    readonly statuses: ReadonlyMap<string, ClaimStatus>;
    readonly statements: ReadonlyMap<string, string>;
    readonly policy: JudgingJob["policy"];
  },
): ClaimJudgement {
  const found = claim.evidence.map((entry) => library.look(entry));
  const evidence = claim.evidence.map(
    ({ ref, url, doi, stance, quote }, index): Evidence => ({
      sourceId: ref,
      url,
      doi,
      stance,
      quote,
      publishedAt: null,
      capture: found[index]?.capture ?? null,
      unreadBecause: found[index]?.unreadBecause,
    }),
  );
  const { status, level, problems, quotes } = judgeClaim({
    claim,
    evidence,
    policy: { ...policy, since: null },
    restsOn: statuses,
    premises: claim.restsOn.flatMap((id) => statements.get(id) ?? []),
    contradictedBy: claim.contradictedBy,
  });
  return {
    claimId: claim.id,
    digest: claim.digest,
    status,
    level,
    problems,
    evidence: quotes.map((check, index) => evidenceJudgement(check, found[index])),
  };
}

function notJudged({ id, digest, evidence }: JudgedClaim): ClaimJudgement {
  return {
    claimId: id,
    digest,
    status: "unchecked",
    level: 0,
    problems: [
      {
        code: "QUOTE_UNCHECKED",
        isWeakening: false,
        message:
          "There was no time to check the quotes. Next: record the claim again, with fewer claims in one call.",
      },
    ],
    evidence: evidence.map(() => evidenceJudgement(null, undefined)),
  };
}

interface Found {
  readonly capture: (Capture & { readonly prepared: PreparedText }) | null;
  readonly captureId: string | null;
  readonly unreadBecause?: string | undefined;
}

/** The texts of the sources, each prepared once. */
class Library {
  private readonly texts: readonly SourceText[];
  private readonly prepared = new Map<SourceText, PreparedText>();

  constructor(texts: readonly SourceText[]) {
    this.texts = texts;
  }

  /**
   * The text in which a quote is looked for. What this server read itself decides: text from an assistant counts only
   * where there is none of that, and the text of a finding only if it has the quote.
   */
  look({ key, quote }: JudgedEvidence): Found {
    const all = this.texts.filter((text) => text.key === key);
    const readable = all.filter(({ text, failure }) => failure === null && text);
    const fetched = readable.filter(({ capturedBy }) => capturedBy === "server");
    const solid = fetched.filter((page) => !isThin(page));
    if (solid.length > 0) return this.found(this.standing(solid, quote) ?? solid[0]);
    const handed = readable.filter(({ captureId }) => captureId !== null);
    const best =
      this.standing(handed, quote) ??
      this.standing(readable, quote) ??
      handed.find(({ capturedBy }) => capturedBy !== "server") ??
      fetched[0];
    if (best) return this.found(best);
    const failed = all.find(({ failure }) => failure !== null);
    return {
      capture: null,
      captureId: null,
      unreadBecause: failed?.failure ? REASONS[failed.failure] : undefined,
    };
  }

  private standing(texts: readonly SourceText[], quote: string): SourceText | undefined {
    return texts.find((text) => isStanding(checkQuote(this.prepare(text), quote)));
  }

  private found(text: SourceText | undefined): Found {
    if (!text) return { capture: null, captureId: null };
    const { capturedBy, captureId, httpStatus } = text;
    return {
      capture: {
        text: text.text ?? "",
        prepared: this.prepare(text),
        level: LEVELS[capturedBy],
        httpStatus,
        // What an assistant hands over is what it read; only a page can be thin.
        words: capturedBy === "server" ? text.words : MIN_PAGE_WORDS,
      },
      captureId,
    };
  }

  private prepare(text: SourceText): PreparedText {
    const prepared = this.prepared.get(text) ?? prepareText(text.text ?? "");
    this.prepared.set(text, prepared);
    return prepared;
  }
}

const REASONS: Readonly<Record<NonNullable<SourceText["failure"]>, string>> = {
  dead: "the page is gone",
  unreachable: "its server did not answer",
  refused: "its address is not public",
  too_large: "it is too large",
  unreadable: "it is not text",
  slow: "it took too long",
  status: "its server answered with an error",
};

function evidenceJudgement(check: QuoteCheck | null, found: Found | undefined): EvidenceJudgement {
  const capture = found?.capture;
  if (!check || !capture) return NOTHING_FOUND;
  const isPlaced = isStanding(check) && check.start !== undefined && check.end !== undefined;
  const start = isPlaced ? (check.start ?? 0) : null;
  const end = isPlaced ? (check.end ?? 0) : null;
  const { text } = capture;
  return {
    verdict: check.verdict,
    // A page with little text proves no more than the assistant's word.
    level: isPlaced ? Math.min(capture.level, isThin(capture) ? 1 : capture.level) : 0,
    captureId: found.captureId,
    startAt: start,
    endAt: end,
    passage: start === null || end === null ? null : stored(text.slice(start, end), MAX_PASSAGE),
    prefix:
      start === null ? null : stored(text.slice(Math.max(0, start - CONTEXT_CHARACTERS), start)),
    suffix: end === null ? null : stored(text.slice(end, end + CONTEXT_CHARACTERS)),
    details: detailsOf(check),
  };
}

const NOTHING_FOUND: EvidenceJudgement = {
  verdict: null,
  level: 0,
  captureId: null,
  startAt: null,
  endAt: null,
  passage: null,
  prefix: null,
  suffix: null,
  details: null,
};

function detailsOf({ differs, elided, closest, cutOff }: QuoteCheck): EvidenceDetails | null {
  const details: EvidenceDetails = {
    ...(differs && differs.length > 0 ? { differs: differs.slice(0, 20) } : {}),
    ...(elided && elided.length > 0
      ? {
          elided: elided.slice(0, 20).map(({ text, hides }) => ({
            text: stored(text, MAX_CLOSEST),
            ...(hides === undefined ? {} : { hides }),
          })),
        }
      : {}),
    ...(closest ? { closest: stored(closest.text, MAX_CLOSEST) } : {}),
    ...(cutOff === undefined ? {} : { cutOff: stored(cutOff, MAX_CLOSEST) }),
  };
  return Object.keys(details).length > 0 ? details : null;
}

function stored(text: string, most = CONTEXT_CHARACTERS): string {
  return text.slice(0, most).toWellFormed();
}
