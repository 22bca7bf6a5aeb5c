import type { PreparedText } from "../prepare-text.ts";
import type { QuoteCheck } from "../quote/quote-check.ts";

export const CLAIM_KINDS = ["fact", "figure", "quote", "inference", "judgement"] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

export const CLAIM_STATUSES = [
  "supported",
  "weak",
  "unsupported",
  "contradicted",
  "derived",
  "confirmed",
  "disputed",
  "unchecked",
] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** Statuses that none has are left out. */
export function countByStatus(
  claims: readonly { readonly status: ClaimStatus }[],
): Partial<Record<ClaimStatus, number>> {
  const counts: Partial<Record<ClaimStatus, number>> = {};
  for (const { status } of claims) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Statuses of claims that others, and the document, may rest on. */
export const GROUNDED: readonly ClaimStatus[] = ["supported", "derived", "confirmed"];

export const PROBLEM_CODES = [
  "QUOTE_ABSENT",
  "QUOTE_ALTERED",
  "QUOTE_SHORT",
  "QUOTE_CUT",
  "QUOTE_UNCHECKED",
  "SOURCE_UNREAD",
  "SOURCE_THIN",
  "SOURCE_DEAD",
  "SOURCE_OLD",
  "NUMBER_MISSING",
  "COVERAGE_LOW",
  "NEGATION_DIFFERS",
  "NAME_DIFFERS",
  "RESERVATION_DROPPED",
  "ONE_SOURCE",
  "SAME_ORIGIN",
  "LEVEL_LOW",
  "CONTRADICTED",
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export interface Claim {
  readonly id: string;
  readonly statement: string;
  readonly kind: ClaimKind;
  readonly isKey: boolean;
  readonly isDisputed: boolean;
  /** Claims that an inference follows from. */
  readonly restsOn: readonly string[];
}

/** The text of a source as it was captured: 1 by the assistant, 2 by its program, 3 by this server, 4 seen by a person. */
export interface Capture {
  readonly text: string;
  /** The same text, where the caller keeps it prepared for several quotes. */
  readonly prepared?: PreparedText;
  readonly level: number;
  readonly httpStatus: number | null;
  readonly words: number;
}

export interface Evidence {
  readonly sourceId: string;
  readonly url: string | null;
  readonly doi: string | null;
  readonly publishedAt: Date | null;
  readonly stance: "supports" | "contradicts";
  readonly quote: string;
  readonly capture: Capture | null;
  /** Why there is no capture, if that is known: "it did not answer". */
  readonly unreadBecause?: string | undefined;
}

export interface EvidencePolicy {
  readonly minLevel: number;
  readonly minSources: number;
  /** Sources older than this are pointed out. */
  readonly since: Date | null;
  /** Whether a statement that may say something else than its quotes loses its support, rather than being pointed out. */
  readonly isStrict?: boolean | undefined;
}

/** Something wrong with a claim; the message is for people and ends with what a model does next. */
export interface Problem {
  readonly code: ProblemCode;
  /** Whether it costs the claim its support, or only deserves a look. */
  readonly isWeakening: boolean;
  readonly message: string;
  readonly sourceId?: string;
  readonly closest?: string;
  readonly differs?: QuoteCheck["differs"];
}
