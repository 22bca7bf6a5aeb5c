import type { Random } from "@trovella/testing/engine/random";
import type { Recorded, Sent, State } from "./assistant.ts";
import type { Fact, LieKind } from "./world.ts";

const BAD_SHARE = 0.3;
const KEY_SHARE = 0.4;
const BAD = [
  "figure changed",
  "negated",
  "invented quote",
  "another figure stated",
  "no evidence",
] as const;
type Bad = (typeof BAD)[number];

/** A claim that says what its page says. */
export function trueClaim(
  { source, quote, statement, said }: Fact,
  fact: number,
  more: Partial<Sent> = {},
): Sent {
  return {
    statement,
    said,
    isTrue: true,
    fact,
    evidence: [{ sourceId: String(source), quote }],
    ...more,
  };
}

/** A claim that states a lie with the true quote. */
export function falseClaim(
  fact: Fact,
  index: number,
  kind: LieKind,
  more: Partial<Sent> = {},
): Sent | null {
  const lie = fact.lies.find((one) => one.kind === kind);
  return lie
    ? {
        ...trueClaim(fact, index),
        statement: lie.statement,
        said: lie.said,
        isTrue: false,
        ...more,
      }
    : null;
}

/** A claim of every fact, of which some are bad in one of five ways. */
export function mixedClaims({ world, random }: Pick<State, "world" | "random">): Sent[] {
  const bad = new Set(
    random
      .shuffled(world.facts.map((_, index) => index))
      .slice(0, Math.round(world.facts.length * BAD_SHARE)),
  );
  return world.facts.map((fact, index) => {
    const more = index === 0 || random.chance(KEY_SHARE) ? { key: true } : {};
    return bad.has(index)
      ? { ...badClaim(fact, index, random), ...more }
      : trueClaim(fact, index, more);
  });
}

function badClaim(fact: Fact, index: number, random: Random): Sent {
  const figure = fact.lies.find(({ kind }) => kind === "figure");
  const negation = fact.lies.find(({ kind }) => kind === "negation" || kind === "direction");
  const lie = figure ?? fact.lies[0];
  if (!lie) throw new Error("A fact without lies.");
  const sourceId = String(fact.source);
  const base = { isTrue: false, fact: index, statement: lie.statement, said: lie.said };
  const kinds: readonly Bad[] = BAD.filter((kind) =>
    kind === "negated" ? negation : kind === "another figure stated" ? figure : true,
  );
  switch (random.pick(kinds)) {
    case "figure changed":
      return { ...base, evidence: [{ sourceId, quote: lie.quote }] };
    case "negated":
      return {
        ...base,
        statement: negation?.statement ?? "",
        said: negation?.said ?? "",
        evidence: [{ sourceId, quote: negation?.quote ?? "" }],
      };
    case "invented quote":
      return {
        ...base,
        evidence: [
          {
            sourceId,
            quote:
              "Experts of the institute were surprised by how clear the results of all surveys turned out.",
          },
        ],
      };
    case "another figure stated":
      return { ...base, evidence: [{ sourceId, quote: fact.quote }] };
    case "no evidence":
      return { ...base, evidence: [] };
  }
}

const GROUNDED = ["supported", "derived", "confirmed"];

export function isGrounded({ status }: Recorded): boolean {
  return GROUNDED.includes(status);
}

export function isWithdrawn({ status }: Recorded): boolean {
  return status === "withdrawn";
}

/** The marker by which a document cites the claim. */
export function marker({ claimId }: Pick<Recorded, "claimId">): string {
  return `[clm:${claimId.replace(/^c/, "")}]`;
}
