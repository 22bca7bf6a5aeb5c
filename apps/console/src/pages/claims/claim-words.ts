import type { Replies } from "../../api/api.ts";
import type { IconName } from "../../components/icon.tsx";
import { t } from "../../language/messages.ts";

export type ListedClaim = Replies["claims"]["list"]["claims"][number];
export type ClaimDetail = Replies["claims"]["detail"];
export type Evidence = ClaimDetail["evidence"][number];
export type AuditSummary = Replies["claims"]["auditSummary"];
export type ClaimStatus = ListedClaim["status"];
export type Verdict = NonNullable<ListedClaim["audit"]>;

export interface StatusLook {
  readonly icon: IconName;
  readonly word: string;
  readonly color: string;
  /** What it means, in a sentence. */
  readonly meaning: string;
}

export const STATUS_LOOKS: Readonly<Record<ClaimStatus, StatusLook>> = {
  supported: {
    icon: "check",
    word: t("Supported"),
    color: "text-good",
    meaning: t("A quote stands in its source and covers what is claimed."),
  },
  weak: {
    icon: "stalled",
    word: t("Weak"),
    color: "text-warn",
    meaning: t("A quote stands in its source, but does not carry all of the claim."),
  },
  unsupported: {
    icon: "failed",
    word: t("Unsupported"),
    color: "text-bad",
    meaning: t("No quote stands in its source."),
  },
  contradicted: {
    icon: "failed",
    word: t("Contradicted"),
    color: "text-bad",
    meaning: t("A source or another claim says the contrary."),
  },
  derived: {
    icon: "jump",
    word: t("Derived"),
    color: "text-good",
    meaning: t("It follows from claims that are supported."),
  },
  confirmed: {
    icon: "person",
    word: t("Confirmed"),
    color: "text-good",
    meaning: t("A person looked and agreed."),
  },
  disputed: {
    icon: "person",
    word: t("Disputed"),
    color: "text-bad",
    meaning: t("A person looked and disagreed."),
  },
  unchecked: {
    icon: "circle",
    word: t("Unchecked"),
    color: "text-soft",
    meaning: t("The text of its sources is not here."),
  },
};

export const STATUS_LABELS = Object.fromEntries(
  Object.entries(STATUS_LOOKS).map(([status, { word }]) => [status, word]),
) as Record<ClaimStatus, string>;

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  agree: t("Agreed"),
  disagree: t("Disagreed"),
  unsure: t("Not sure"),
};

export const KIND_WORDS: Readonly<Record<ListedClaim["kind"], string>> = {
  fact: t("Fact"),
  figure: t("Figure"),
  quote: t("Quotation"),
  inference: t("Inference"),
  judgement: t("Judgement"),
};

/** What was found when the quote was looked for. */
export function verdictInWords({ verdict, failure, elided }: Evidence): string {
  switch (verdict) {
    case "exact":
      return t("The source has these very words");
    case "normalised":
      return elided.length > 0
        ? t("The source has these words, with more between them")
        : t("The source has these words, in another notation");
    case "fuzzy":
      return t("The source has these words, but for slips of writing");
    case "altered":
      return t("The quote differs from the source");
    case "absent":
      return t("The source does not have this quote");
    case "short":
      return t("The quote is too short to show anything");
    case "unchecked":
      return t("The quote could not be checked against the whole text");
    case null:
      return failure ? failureInWords(failure) : t("The text of the source is not here yet");
  }
}

const FAILURES: Readonly<Record<NonNullable<Evidence["failure"]>, string>> = {
  dead: t("The page is gone"),
  unreachable: t("The site does not answer"),
  refused: t("The address is not public"),
  too_large: t("The page is too large to read"),
  unreadable: t("The page is not text"),
  slow: t("The site answered too late"),
  status: t("The site refused to hand out the page"),
};

function failureInWords(failure: NonNullable<Evidence["failure"]>): string {
  return FAILURES[failure];
}

/** Whose text it is, the better the proof the higher the level. */
export function captureInWords({ capturedBy, verdict }: Evidence): string | null {
  switch (capturedBy) {
    case "server":
      return t("read by Trovella");
    case "client":
      return t("handed over by the AI client");
    case "assistant":
      return t("handed over by the assistant");
    case null:
      return verdict === null ? null : t("in the text of a finding, from the assistant");
  }
}

/** "12 of 31 seen, 1 wrong; expect 2–35 % wrong among the rest" */
export function summaryInWords({ total, seen, wrong, expected }: AuditSummary): string {
  if (seen === 0) return t("None of {total} seen by a person yet", { total });
  const looked =
    wrong === 0
      ? t("{seen} of {total} seen, none wrong", { seen, total })
      : t("{seen} of {total} seen, {wrong} wrong", { seen, total, wrong });
  if (!expected || seen >= total) return looked;
  const percent = (share: number) => Math.round(share * 100);
  return t("{looked}; expect {low}–{high} % wrong among the rest", {
    looked,
    low: percent(expected.low),
    high: percent(expected.high),
  });
}

/** The claim beside one in a list; without a current one, the first or the last. */
export function claimBeside<Claim extends { readonly id: string }>(
  claims: readonly Claim[],
  current: string | undefined,
  distance: 1 | -1,
): Claim | undefined {
  const place = claims.findIndex(({ id }) => id === current);
  if (place < 0) return distance > 0 ? claims[0] : claims.at(-1);
  return claims[place + distance];
}
