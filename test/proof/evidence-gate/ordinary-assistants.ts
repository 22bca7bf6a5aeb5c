import type { Amendment, Assistant, Draft, Edit, Lint, Recorded, State } from "./assistant.ts";
import { isGrounded, isWithdrawn, marker, mixedClaims } from "./make-claims.ts";

/** Repairs what is wrong with the words that the reply shows, or takes the claim back. */
const honest: Assistant = {
  name: "honest",
  claims: mixedClaims,
  repair: ({ world, claims }) =>
    claims.filter(isRepairable).flatMap((claim) => repaired(claim, world)),
  document: (state) =>
    written(
      state,
      state.claims.filter((claim) => isGrounded(claim) && claim.sent.isTrue),
    ),
  edit: (state, lint, draft) => ({ edits: marked(state, lint, draft), planted: draft.planted }),
};

/** Ignores what the steps ask for. */
const lazy: Assistant = {
  name: "lazy",
  claims: mixedClaims,
  document: (state) => written(state, state.claims),
};

/** Repairs every other claim. */
const clumsy: Assistant = {
  name: "clumsy",
  claims: mixedClaims,
  repair: ({ world, claims }) =>
    claims
      .filter(isRepairable)
      .filter((_, index) => index % 2 === 0)
      .flatMap((claim) => repaired(claim, world)),
  document: (state) =>
    written(
      state,
      state.claims.filter((claim) => !isWithdrawn(claim)),
    ),
};

/** Writes in another language than its claims and sources. */
const german: Assistant = {
  ...honest,
  name: "honest, in German",
  document: ({ world, claims }) => ({
    content: [
      "# Erhebung",
      "## Ergebnisse",
      ...claims
        .filter((claim) => isGrounded(claim) && claim.sent.isTrue)
        .flatMap((claim) => {
          const said = world.facts[claim.sent.fact]?.german;
          return said ? [`${said} ${marker(claim)}.`] : [];
        }),
      "## Vorgehen",
      "Wir haben die Seiten gelesen und miteinander verglichen.",
    ].join("\n\n"),
    planted: [],
  }),
};

/** Kinds of assistants that mean no harm, and how they end. */
export const ORDINARY: readonly Assistant[] = [honest, german, lazy, clumsy];

function isRepairable(claim: Recorded): boolean {
  return !isGrounded(claim) && !isWithdrawn(claim);
}

/** What the source says in place of what was said, where the reply shows it. */
function repaired({ claimId, sent, problems }: Recorded, world: State["world"]): Amendment[] {
  const fact = world.facts[sent.fact];
  const closest = problems.find((problem) => problem.closest)?.closest;
  const hasQuote = sent.evidence?.some(({ quote }) => quote === fact?.quote) ?? false;
  if (!fact || (!closest && !hasQuote)) return [{ claimId, withdraw: true }];
  const quote = hasQuote ? fact.quote : (closest ?? "");
  if (!quote.includes(fact.quote)) return [{ claimId, withdraw: true }];
  return [
    {
      claimId,
      statement: fact.statement,
      said: fact.said,
      isTrue: true,
      evidence: [{ sourceId: String(fact.source), quote }],
    },
  ];
}

/** A report as assistants write them: an answer, findings in three forms, how it was done. */
function written({ random, world }: State, claims: readonly Recorded[], more = ""): Draft {
  const [first, second, ...rest] = random.shuffled(claims);
  const point = (claim: Recorded) => `- ${claim.sent.said} ${marker(claim)}.`;
  const half = Math.ceil(rest.length / 2);
  const answer = [first, second]
    .flatMap((claim) => (claim ? [`${claim.sent.said}.`] : []))
    .join(" ");
  const paragraph = rest.slice(0, half).map((claim, index) => {
    const own =
      index === 1 && random.chance(0.5) ? " In our view this deserves a closer look." : "";
    // Now and then a marker is forgotten at first.
    return random.chance(0.1)
      ? `${claim.sent.said}.${own}`
      : `${claim.sent.said} ${marker(claim)}.${own}`;
  });
  const content = [
    "# Survey",
    answer || "Little could be found.",
    "## Findings",
    "The surveys cover several towns of the region.",
    ...[first, second].flatMap((claim) => (claim ? [point(claim)] : [])),
    "### Further towns",
    paragraph.join(" "),
    "Some points in short:",
    rest.slice(half, -2).map(point).join("\n"),
    table(rest.slice(half).slice(-2)),
    more,
    "## Method",
    `We read ${world.pages.length} pages and compared what they say.`,
    "## Limits",
    "We did not find figures for every town.",
  ];
  const planted = claims.filter(({ sent }) => !sent.isTrue).map(({ sent }) => sent.said);
  return { content: content.filter((part) => part !== "").join("\n\n"), planted };
}

function table(claims: readonly Recorded[]): string {
  const rows = claims.map((claim) => `| ${claim.sent.said} | ${marker(claim)} |`);
  return rows.length > 0 ? ["| Finding | Source |", "| --- | --- |", ...rows].join("\n") : "";
}

/** Cites where the lint misses a claim, and says of the rest that it is a conclusion. */
function marked({ claims }: State, lint: readonly Lint[], { content }: Draft): Edit[] {
  const excerpts = [...new Set(lint.flatMap(({ excerpt }) => excerpt ?? []))];
  return excerpts.flatMap((excerpt): Edit[] => {
    const sentence = excerpt.replace(/…$/, "").replace(/[.\s]+$/, "");
    if (content.split(`${sentence}.`).length !== 2) return [];
    const claim = claims.find(({ sent }) => sent.isTrue && sent.said.startsWith(sentence));
    return [{ find: `${sentence}.`, replace: `${sentence} ${claim ? marker(claim) : "[own]"}.` }];
  });
}
