import type { TenantContext } from "@trovella/db";
import { CLAIM_TEXT_AROUND, type ConsoleEvidence, readConsoleClaim } from "@trovella/db/console";
import {
  type DifferencePart,
  excerpt,
  type FigureMark,
  markFigures,
  quoteDifference,
  webLink,
} from "@trovella/research";
import { orNotFound } from "./or-not-found.ts";

const MAX_DETAIL = 1_000;
const MAX_LISTED = 20;
const DIFFERING = ["altered", "fuzzy"];

/** A claim as a person looks at it: what it says beside what its sources say. */
export async function readClaimDetail(context: TenantContext, claimId: string) {
  const { evidence, problems, ...claim } = orNotFound(
    await readConsoleClaim(context, claimId),
    "claim",
  );
  const shown = evidence.map(shownText);
  const figures = markFigures(
    claim.statement,
    shown.map(({ text }) => text),
  );
  return {
    ...claim,
    figures: figures.statement,
    problems: problems.map(({ code, isWeakening, message, sourceId }) => ({
      code,
      isWeakening,
      message: forPeople(message),
      sourceId: sourceId ?? null,
    })),
    evidence: evidence.map((entry, index) =>
      evidenceView(entry, {
        ...(shown[index] ?? NOTHING),
        figures: figures.texts[index] ?? [],
      }),
    ),
  };
}

interface ShownText {
  readonly text: string;
  /** Where the source's own words of the quote begin and end in it. */
  readonly quoteStart: number;
  readonly quoteEnd: number;
  readonly hasMoreBefore: boolean;
  readonly hasMoreAfter: boolean;
}

const NOTHING: ShownText = {
  text: "",
  quoteStart: 0,
  quoteEnd: 0,
  hasMoreBefore: false,
  hasMoreAfter: false,
};

function shownText({ before, passage, after, capturedBy }: ConsoleEvidence): ShownText {
  if (passage === null) return NOTHING;
  const quoteStart = before?.length ?? 0;
  const quoteEnd = quoteStart + passage.length;
  // Of a captured text it is known where it begins and ends.
  const room = capturedBy === null ? 1 : CLAIM_TEXT_AROUND;
  return {
    text: `${before ?? ""}${passage}${after ?? ""}`,
    quoteStart,
    quoteEnd,
    hasMoreBefore: [...(before ?? "")].length >= room,
    hasMoreAfter: [...(after ?? "")].length >= room,
  };
}

function evidenceView(
  { before: _, after: __, passage, details, ...entry }: ConsoleEvidence,
  shown: ShownText & { readonly figures: readonly FigureMark[] },
) {
  const { quote, verdict } = entry;
  const elided = (details?.elided ?? []).slice(0, MAX_LISTED);
  const isDiffering = elided.length > 0 || DIFFERING.includes(verdict ?? "");
  const source = passage ?? details?.closest;
  const difference: DifferencePart[] | null =
    isDiffering && source ? quoteDifference(quote, source) : null;
  return {
    ...entry,
    link: webLink(entry.finalUrl ?? entry.url),
    passage,
    /** The captured text around the passage; null when it was not found. */
    shown: passage === null ? null : shown,
    difference,
    differs: (details?.differs ?? []).slice(0, MAX_LISTED),
    elided: elided.map(({ text, hides }) => ({
      text: excerpt(text, MAX_DETAIL),
      hides: hides ?? null,
    })),
    closest: details?.closest ? excerpt(details.closest, MAX_DETAIL) : null,
    cutOff: details?.cutOff ? excerpt(details.cutOff, MAX_DETAIL) : null,
  };
}

/** Without what a model should do next. */
function forPeople(message: string): string {
  const end = message.lastIndexOf(" Next: ");
  return end > 0 ? message.slice(0, end) : message;
}
