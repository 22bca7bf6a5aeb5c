import type { DocumentClaim } from "../deliverable.ts";
import { oneLine } from "../safe-text.ts";
import { readableDate } from "../source-line.ts";
import { textLevel } from "./is-doubtful.ts";

const MAX_NAMED_PEOPLE = 3;
const SERVER_LEVEL = 3;
const PROGRAM_LEVEL = 2;

/** What was checked, in one sentence for readers; empty without claims. */
export function evidenceLine(
  claims: readonly DocumentClaim[],
  { cited }: { readonly cited: number },
): string {
  if (claims.length === 0) return "";
  const counts = new Map<string, number>();
  for (const claim of claims) {
    const part = partOf(claim);
    counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  const parts = PARTS.flatMap((part) => {
    const count = counts.get(part);
    return count ? `${count} ${part}` : [];
  });
  const total = `${claims.length} ${claims.length === 1 ? "claim" : "claims"}`;
  return [
    `${total}: ${parts.join(", ")}`,
    ...(cited < claims.length ? [`${cited === 0 ? "none" : cited} of them cited here`] : []),
    ...peopleOf(claims),
  ].join("; ");
}

const FOUND = "found in the source by Trovella";
const FROM_PROGRAM = "in text the assistant's program supplied";
const FROM_ASSISTANT = "in text the assistant supplied";
const DERIVED = "derived from others";
const CONFIRMED = "confirmed by a person";
const WEAK = "weak";
const CONTRADICTED = "contradicted";
const DISPUTED = "disputed";
const UNVERIFIED = "unverified";
const PARTS = [
  FOUND,
  FROM_PROGRAM,
  FROM_ASSISTANT,
  DERIVED,
  CONFIRMED,
  WEAK,
  CONTRADICTED,
  DISPUTED,
  UNVERIFIED,
];

function partOf(claim: DocumentClaim): string {
  switch (claim.status) {
    case "supported":
    case "confirmed":
      return foundPart(claim);
    case "derived":
      return DERIVED;
    case "weak":
      return WEAK;
    case "contradicted":
      return CONTRADICTED;
    case "disputed":
      return DISPUTED;
    case "unsupported":
    case "unchecked":
      return UNVERIFIED;
  }
}

function foundPart(claim: DocumentClaim): string {
  const level = textLevel(claim) || (claim.status === "supported" ? claim.level : 0);
  if (level === 0) return CONFIRMED;
  if (level >= SERVER_LEVEL) return FOUND;
  return level === PROGRAM_LEVEL ? FROM_PROGRAM : FROM_ASSISTANT;
}

function peopleOf(claims: readonly DocumentClaim[]): string[] {
  const audits = claims.flatMap(({ audit }) => (audit && audit.verdict !== "unsure" ? audit : []));
  if (audits.length === 0) return [];
  const byPerson = new Map<string, typeof audits>();
  for (const audit of audits) {
    const name = oneLine(audit.by, 100) || "somebody";
    byPerson.set(name, [...(byPerson.get(name) ?? []), audit]);
  }
  if (byPerson.size > MAX_NAMED_PEOPLE) {
    return [`${audits.length} checked by ${byPerson.size} people, ${days(audits)}`];
  }
  const people = [...byPerson].map(([name, own], index) =>
    index === 0
      ? `${own.length} checked by ${name} ${days(own)}`
      : `${own.length} by ${name} ${days(own)}`,
  );
  return [people.join(", ")];
}

function days(audits: readonly { readonly at: Date }[]): string {
  const dates = audits.map(({ at }) => at.getTime());
  const last = readableDate(new Date(Math.max(...dates)));
  const first = readableDate(new Date(Math.min(...dates)));
  return first === last ? `on ${last}` : `until ${last}`;
}
