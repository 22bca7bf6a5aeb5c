import type {
  ClaimEvidence,
  Deliverable,
  DocumentClaim,
  DocumentEvidence,
} from "../../../deliverables/src/deliverable.ts";
import { SAMPLE } from "./sample-deliverable.ts";

const READ_AT = new Date("2026-03-02T08:15:00Z");
const HASH = "0123456789abcdef".repeat(4);

/** A quote that was found in the first source, in text that Trovella fetched. */
export function entry(given: Partial<ClaimEvidence> = {}): ClaimEvidence {
  return {
    source: 1,
    stance: "supports",
    verdict: "exact",
    quote: "the mean seasonal performance factor was 3.1",
    passage: "the mean seasonal performance factor was 3.1",
    prefix: "Of the 77 systems, 12 had to be left out. In the others ",
    suffix: ", in a range from 2.6 to 3.6.",
    fetchedAt: READ_AT,
    url: "https://example.org/field-study?year=2024&lang=en",
    textSha256: HASH,
    level: 3,
    ...given,
  };
}

/** A claim that its source supports. */
export function claim(number: number, given: Partial<DocumentClaim> = {}): DocumentClaim {
  return {
    number,
    statement: "The mean seasonal performance factor was 3.1.",
    kind: "figure",
    isKey: false,
    status: "supported",
    level: 3,
    problems: [],
    evidence: [entry()],
    audit: null,
    ...given,
  };
}

export function evidence(
  claims: readonly DocumentClaim[],
  given: Partial<DocumentEvidence> = {},
): DocumentEvidence {
  return { policy: "warn", state: "final", reason: null, claims, ...given };
}

/** The sample report with claims of every kind. */
export const SAMPLE_WITH_CLAIMS: Deliverable = {
  ...SAMPLE,
  markdown: SAMPLE.markdown
    .replace("2.6 to 3.6 [src:src_field].", "2.6 to 3.6 [clm:1].")
    .replace("moves to 3.6 [src:src_price].", "moves to 3.6 [clm:2].")
    .replace("window [src:src_noise];", "window [clm:c3];")
    .replace("is usually\nenough [src:src_field]", "is usually\nenough [clm:4]"),
  evidence: evidence([
    claim(1, {
      isKey: true,
      status: "confirmed",
      audit: { by: "Ann Example", at: new Date("2026-03-03T12:00:00Z"), verdict: "agree" },
    }),
    claim(2, {
      statement: "With a special tariff the limit moves to 3.6.",
      status: "unsupported",
      level: 0,
      problems: ["QUOTE_ABSENT"],
      evidence: [
        entry({
          source: 2,
          verdict: "absent",
          quote: "the limit moves to 3.6 with a special tariff",
          passage: null,
          prefix: "",
          suffix: "",
          url: "https://example.com/prices",
        }),
      ],
    }),
    claim(3, {
      statement: "At night 40 dB(A) are allowed at the neighbour's window.",
      level: 1,
      evidence: [
        entry({
          source: 3,
          quote: "At night, 40 dB(A) apply in front of the window",
          passage: "At night, 40 dB(A) apply in front of the window",
          prefix: "Section 6.1: ",
          suffix: " of the nearest room worth protecting.",
          url: null,
          level: 1,
        }),
      ],
    }),
    claim(4, {
      statement: "Replacing two or three radiators is usually enough.",
      kind: "fact",
      status: "weak",
      problems: ["COVERAGE_LOW", "ONE_SOURCE"],
    }),
    claim(5, {
      statement: "Heat pumps pay off within ten years.",
      status: "derived",
      level: 0,
      evidence: [],
    }),
  ]),
};
