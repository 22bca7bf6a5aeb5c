import { detectLanguage } from "@trovella/evidence";
import type { Block } from "../blocks.ts";
import { isClaimRef } from "../citations.ts";
import type { Deliverable, DocumentClaim } from "../deliverable.ts";
import type { ResearchDocument } from "../document.ts";
import type { LintFinding } from "../lint-finding.ts";
import { isUncitedSection } from "../own-conclusion.ts";
import { clip, oneLine } from "../safe-text.ts";
import { ClaimTexts, hasFigure } from "./claim-texts.ts";
import { differenceFrom } from "./difference-from.ts";
import { type Passage, passagesIn, type Sentence } from "./sentences.ts";
import { isTitleWithoutClaim, statementsWithoutClaim } from "./statements-without-claim.ts";

const MAX_EXCERPT = 120;

/** What a document does with the claims of its plan. */
export interface ClaimReport {
  readonly findings: readonly LintFinding[];
  /** Sentences with a figure that is more than a year, and how many of them rest on no claim. */
  readonly figureSentences: { readonly total: number; readonly withoutClaim: number };
  readonly claims: {
    readonly total: number;
    readonly cited: number;
    /** Markers of claims that the plan does not have. */
    readonly unknown: number;
  };
}

const NOTHING = { total: 0, withoutClaim: 0 };

/** Compares the document with its claims; `lead` are the blocks that give the answer. */
export function lintClaims(
  deliverable: Deliverable,
  { blocks, unknownRefs }: Pick<ResearchDocument, "blocks" | "unknownRefs">,
  lead: readonly Block[],
): ClaimReport {
  const { claims = [], policy = "off" } = deliverable.evidence ?? {};
  const passages = passagesIn(blocks);
  const cited = new Set(passages.flatMap(claimsOf));
  const unknown = unknownRefs.filter(isClaimRef).length;
  const counts = { total: claims.length, cited: cited.size, unknown };
  if (policy === "off" || claims.length === 0) {
    return { findings: [], figureSentences: NOTHING, claims: counts };
  }
  const texts = new ClaimTexts(deliverable, detectLanguage(deliverable.markdown));
  const isStrict = policy === "strict";
  const misquoted = passages.flatMap((passage) =>
    passage.sentences.flatMap((sentence, index) =>
      claimMisquoted(sentence, texts, isStrict ? contextOf(passage, index) : null),
    ),
  );
  const given = { texts, cited: [...cited], lead: lead.length };
  const figures = figureSentences(passages, given);
  const unclaimed = isStrict
    ? [
        ...(isTitleWithoutClaim(deliverable.title, given) ? [titleOf(deliverable)] : []),
        ...statementsWithoutClaim(passages, given).filter((one) => !figures.without.includes(one)),
      ]
    : [];
  const used = claims.filter(({ number }) => cited.has(number));
  return {
    findings: [
      ...used.flatMap((claim) => standingFinding(claim, policy)),
      ...misquoted,
      // Otherwise every figure would have to be a claim, which is for the strict policy to ask.
      ...(isStrict ? figures.without.map(figureWithoutClaim) : []),
      ...unclaimed.map(statementWithoutClaim),
    ],
    figureSentences: { total: figures.total, withoutClaim: figures.without.length },
    claims: counts,
  };
}

function titleOf({ title }: Deliverable): Sentence {
  return { text: title, claims: [], sources: [] };
}

function claimsOf({ sentences }: Passage): number[] {
  return sentences.flatMap(({ claims }) => [...claims]);
}

function standingFinding(claim: DocumentClaim, policy: string): LintFinding[] {
  const marker = `[clm:${claim.number}]`;
  const excerpt = oneLine(claim.statement, MAX_EXCERPT);
  const again = `record_claims again with claimId c${claim.number}`;
  switch (claim.status) {
    case "unsupported":
      return [
        {
          code: "CLAIM_UNSUPPORTED",
          message: `${marker} was not found in its sources. Next: ${again} and the words of a source that say it, or take the statement out.`,
          excerpt,
        },
      ];
    case "unchecked":
      return [
        {
          code: "CLAIM_UNSUPPORTED",
          message: `${marker} could not be checked: the text of its sources is not here. Next: store the text you read with store_research, or cite a source that can be read, or take the statement out.`,
          excerpt,
        },
      ];
    case "disputed":
      return [
        {
          code: "CLAIM_UNSUPPORTED",
          message: `A person disputes ${marker}. Next: ${again} and a corrected statement, or take the statement out.`,
          excerpt,
        },
      ];
    case "contradicted":
      return [
        {
          code: "CLAIM_CONTRADICTED",
          message: `A source or another claim contradicts ${marker}. Next: correct the statement, or ${again} as disputed and say in the text that sources disagree.`,
          excerpt,
        },
      ];
    case "weak":
      return policy === "strict"
        ? [
            {
              code: "CLAIM_WEAK",
              message: `The claim ${marker} is weak: ${claim.problems.join(", ") || "its quotes do not carry it"}. Next: ${again} and a quote that carries it, or take the statement out.`,
              excerpt,
            },
          ]
        : [];
    case "supported":
    case "derived":
    case "confirmed":
      return [];
  }
}

function claimMisquoted(
  sentence: Sentence,
  texts: ClaimTexts,
  context: readonly string[] | null,
): LintFinding[] {
  const statements = texts.statements(sentence.claims);
  if (statements.length === 0) return [];
  const difference = differenceFrom(sentence, { texts, context });
  if (!difference) return [];
  const markers = sentence.claims.map((number) => `[clm:${number}]`).join(", ");
  const statement = statements[0]?.prepared[0]?.original ?? "";
  return [
    {
      code: "CLAIM_MISQUOTED",
      message: `${difference} ${clip(markers, MAX_EXCERPT)}: ‘${oneLine(statement, MAX_EXCERPT)}’. Next: say what the claim says, or cite the claim that says this.`,
      excerpt: oneLine(sentence.text, MAX_EXCERPT),
    },
  ];
}

/** What a sentence without names goes on about: the one before it, else the headings. */
function contextOf({ sentences, sections }: Passage, index: number): string[] {
  const before = sentences[index - 1];
  return before ? [before.text] : [...sections];
}

/** Sentences with figures, and those of which a figure is in nothing that they cite. */
function figureSentences(
  passages: readonly Passage[],
  given: {
    readonly texts: ClaimTexts;
    readonly cited: readonly number[];
    /** How many blocks give the answer. */
    readonly lead: number;
  },
): { total: number; without: Sentence[] } {
  const { texts, cited, lead } = given;
  const without: Sentence[] = [];
  let total = 0;
  for (const { sentences, sections, block, isHeading, isAside } of passages) {
    if (isAside) continue;
    const isAnswer = isHeading || block < lead || sections.some(isUncitedSection);
    for (const [index, sentence] of sentences.entries()) {
      const { figures: all } = texts.inDocument(sentence.text);
      // A number in a heading is often only that of a list: "The top 10 vendors".
      const figures = all.filter(({ isYear, unit }) => !isYear && (!isHeading || unit !== ""));
      if (figures.length === 0) continue;
      total += 1;
      // What differs from the claims cited with it has a finding of its own.
      if (sentence.claims.length > 0) continue;
      const citing = sentences.slice(index).find(isCiting);
      // The answer and headings repeat what the sections below them cite.
      const stated = citing
        ? [...texts.statements(citing.claims), ...texts.passages(citing)]
        : isAnswer
          ? [texts.together(cited)]
          : [];
      if (figures.some((figure) => !hasFigure(stated, figure))) without.push(sentence);
    }
  }
  return { total, without };
}

function isCiting({ claims, sources }: Sentence): boolean {
  return claims.length > 0 || sources.length > 0;
}

function figureWithoutClaim({ text }: Sentence): LintFinding {
  return {
    code: "FIGURE_WITHOUT_CLAIM",
    message:
      "No claim or passage cited here has this figure. Next: cite the claim that has it, such as [clm:7], or record it with record_claims first.",
    excerpt: oneLine(text, MAX_EXCERPT),
  };
}

function statementWithoutClaim({ text }: Sentence): LintFinding {
  return {
    code: "FINDING_WITHOUT_SOURCE",
    message:
      "Nothing that is cited here says this. Next: cite the claim that does, such as [clm:7], or add [own] if it is your own conclusion (documents show that), or take it out.",
    excerpt: oneLine(text, MAX_EXCERPT),
  };
}
