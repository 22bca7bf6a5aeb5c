import type { DocumentClaim } from "../deliverable.ts";
import { EVIDENCE_PARTS, type EvidencePart } from "../languages/claim-labels.ts";
import { dateIn, labelsFor } from "../languages/labels-for.ts";
import type { DocumentLanguage } from "../languages/language.ts";
import { oneLine } from "../safe-text.ts";
import { textLevel } from "./is-doubtful.ts";

const MAX_NAMED_PEOPLE = 3;
const SERVER_LEVEL = 3;
const PROGRAM_LEVEL = 2;

/** What was checked, in one sentence for readers; empty without claims. */
export function evidenceLine(
  claims: readonly DocumentClaim[],
  { cited, language = "en" }: { readonly cited: number; readonly language?: DocumentLanguage },
): string {
  if (claims.length === 0) return "";
  const counts = new Map<EvidencePart, number>();
  for (const claim of claims) {
    const part = partOf(claim);
    counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  const { claims: words, marks } = labelsFor(language);
  const parts = EVIDENCE_PARTS.flatMap((part) => {
    const count = counts.get(part);
    return count ? words.parts[part](count) : [];
  });
  return [
    `${words.total(claims.length)}${marks.colon}${parts.join(marks.comma)}`,
    ...(cited < claims.length ? [words.citedHere(cited)] : []),
    ...peopleOf(claims, language),
  ].join(marks.semicolon);
}

function partOf(claim: DocumentClaim): EvidencePart {
  switch (claim.status) {
    case "supported":
    case "confirmed":
      return foundPart(claim);
    case "unsupported":
    case "unchecked":
      return "unverified";
    default:
      return claim.status;
  }
}

function foundPart(claim: DocumentClaim): EvidencePart {
  const level = textLevel(claim) || (claim.status === "supported" ? claim.level : 0);
  if (level === 0) return "confirmed";
  if (level >= SERVER_LEVEL) return "found";
  return level === PROGRAM_LEVEL ? "fromProgram" : "fromAssistant";
}

function peopleOf(claims: readonly DocumentClaim[], language: DocumentLanguage): string[] {
  const { claims: words, marks } = labelsFor(language);
  const audits = claims.flatMap(({ audit }) => (audit && audit.verdict !== "unsure" ? audit : []));
  if (audits.length === 0) return [];
  const byPerson = new Map<string, typeof audits>();
  for (const audit of audits) {
    const name = oneLine(audit.by, 100) || words.somebody;
    byPerson.set(name, [...(byPerson.get(name) ?? []), audit]);
  }
  if (byPerson.size > MAX_NAMED_PEOPLE) {
    const when = days(audits, language);
    return [words.checkedByMany({ count: audits.length, people: byPerson.size, when })];
  }
  const people = [...byPerson].map(([name, own], index) => {
    const checked = { count: own.length, name, when: days(own, language) };
    return index === 0 ? words.checkedBy(checked) : words.alsoBy(checked);
  });
  return [people.join(marks.comma)];
}

function days(audits: readonly { readonly at: Date }[], language: DocumentLanguage): string {
  const { onDay, untilDay } = labelsFor(language).claims;
  const dates = audits.map(({ at }) => at.getTime());
  const last = dateIn(language, new Date(Math.max(...dates)));
  const first = dateIn(language, new Date(Math.min(...dates)));
  return first === last ? onDay(last) : untilDay(last);
}
