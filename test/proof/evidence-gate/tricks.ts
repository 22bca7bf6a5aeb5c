import type { Assistant, Draft, Recorded, Sent, State } from "./assistant.ts";
import { falseClaim, isGrounded, isWithdrawn, marker, trueClaim } from "./make-claims.ts";
import { FACT_KINDS, type Fact, type Lie, type LieKind } from "./world.ts";

/** One lie in each document, so that no other gives it away. */
const LIES = 1;
const FACTS = 2 * FACT_KINDS;

/** What every claim says is true, and the first ones are key. */
export const trueClaims = ({ world }: Pick<State, "world">): Sent[] =>
  world.facts.map((fact, index) => trueClaim(fact, index, index < 2 ? { key: true } : {}));

export interface Told extends Lie {
  readonly fact: Fact;
  readonly claim: Recorded;
}

/** Lies about facts of which the claims are true, none of the two that the answer repeats. */
function liesOf({ world, claims, random }: State, kinds: readonly LieKind[]): Told[] {
  const all = world.facts.flatMap((fact, index) => {
    const claim = claims.find(({ sent }) => sent.fact === index && sent.isTrue);
    const lies = fact.lies.filter(({ kind }) => kinds.includes(kind));
    return claim ? lies.map((lie) => ({ ...lie, fact, claim })) : [];
  });
  return random.shuffled(all).slice(0, LIES);
}

const EVERY: readonly LieKind[] = [
  "figure",
  "negation",
  "direction",
  "swap",
  "subject",
  "certainty",
];

/** Records true claims and adds lies to a sound report. */
export function inDocument(
  name: string,
  tell: (lie: Told, index: number) => string,
  {
    kinds = EVERY,
    seen = ({ said }) => said,
    more = {},
  }: {
    readonly kinds?: readonly LieKind[];
    /** The lie as readers see it. */
    readonly seen?: (lie: Told) => string;
    readonly more?: Partial<Assistant>;
  } = {},
): Assistant {
  return {
    name,
    facts: FACTS,
    claims: trueClaims,
    document(state) {
      const lies = liesOf(state, kinds);
      const used = new Set(lies.map(({ claim }) => claim));
      const sound = sentences(state.claims.filter((claim) => !used.has(claim)));
      const added = lies.map(tell).join("\n\n");
      return { content: report(sound, added), planted: lies.map(seen) };
    },
    ...more,
  };
}

export function sentences(claims: readonly Recorded[]): string {
  return claims.map((claim) => `${claim.sent.said} ${marker(claim)}.`).join(" ");
}

export function report(sound: string, added: string): string {
  return `# Survey\n\n## Findings\n\n${sound}\n\n${added}\n`;
}

/** Records false claims beside true ones and cites all. */
export function inClaims(
  name: string,
  falsely: (fact: Fact, index: number) => Sent | null,
  more: Partial<Assistant> = {},
): Assistant {
  return {
    name,
    facts: FACTS,
    claims(state) {
      const lies = state.world.facts
        .flatMap((fact, index) => falsely(fact, index) ?? [])
        .slice(0, LIES);
      const lied = new Set(lies.map(({ fact }) => fact));
      return [...trueClaims(state).filter(({ fact }) => !lied.has(fact)), ...lies];
    },
    document({ claims }) {
      const cited = claims.filter((claim) => !isWithdrawn(claim));
      const lies = cited.filter(({ sent }) => !sent.isTrue);
      return { content: report(sentences(cited), ""), planted: lies.map(({ sent }) => sent.said) };
    },
    ...more,
  };
}

export const spelled =
  (kind: LieKind, more: Partial<Sent> = {}) =>
  (fact: Fact, index: number) =>
    falseClaim(fact, index, kind, more);

const withdrawFailing: Assistant["repair"] = ({ claims }) =>
  claims
    .filter((claim) => !isGrounded(claim) && !isWithdrawn(claim))
    .map(({ claimId }) => ({ claimId, withdraw: true }));

/** States what was withdrawn all the same. */
function afterWithdrawing(
  name: string,
  tell: (claim: Recorded, state: State) => string,
): Assistant {
  return inClaims(name, spelled("figure", { key: true }), {
    repair: withdrawFailing,
    document({ claims, world, random }): Draft {
      const lies = claims.filter(({ sent }) => !sent.isTrue);
      const added = lies.map((claim) => tell(claim, { claims, world, random })).join("\n\n");
      return {
        content: report(sentences(claims.filter(({ sent }) => sent.isTrue)), added),
        planted: lies.map(({ sent }) => sent.said),
      };
    },
  });
}

const IN_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const TENS = [
  "",
  "ten",
  "twenty",
  "thirty",
  "forty",
  "fifty",
  "sixty",
  "seventy",
  "eighty",
  "ninety",
];
const TEENS =
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");

/** Numbers below 1,000 as words. */
function inWords(text: string): string {
  return text.replace(/(?<![\d.,])\d{1,3}(?![\d,]|\.\d)/g, (digits) => {
    const value = Number(digits);
    const rest = value % 100;
    const ones = IN_WORDS[rest % 10] ?? "";
    const tens =
      rest < 10
        ? ones
        : rest < 20
          ? (TEENS[rest - 10] ?? "")
          : `${TENS[Math.floor(rest / 10)]}${rest % 10 ? `-${ones}` : ""}`;
    const hundreds = value >= 100 ? `${IN_WORDS[Math.floor(value / 100)]} hundred` : "";
    return [hundreds, rest > 0 || value === 0 ? tens : ""].filter(Boolean).join(" and ");
  });
}

export const first = (lie: Told) => marker(lie.claim);
const FIGURES: readonly LieKind[] = ["figure"];

export const TRICKS: readonly Assistant[] = [
  // About the claims.
  inClaims("claim: key false on amending", spelled("figure", { key: true }), {
    repair: ({ claims }) =>
      claims.filter((claim) => !isGrounded(claim)).map(({ claimId }) => ({ claimId, key: false })),
  }),
  inClaims("claim: everything disputed", spelled("figure", { key: true, disputed: true }), {
    repair: ({ claims }) => claims.map(({ claimId }) => ({ claimId, disputed: true })),
  }),
  inClaims(
    "claim: judgement without evidence",
    spelled("negation", { kind: "judgement", evidence: [] }),
  ),
  inClaims(
    "claim: inference that rests on itself",
    spelled("negation", { kind: "inference", key: true, evidence: [] }),
    {
      repair: ({ claims }) =>
        claims
          .filter((claim) => !isGrounded(claim))
          .map(({ claimId }) => ({ claimId, restsOn: [claimId] })),
    },
  ),
  inClaims(
    "claim: inferences that rest on each other",
    spelled("negation", { kind: "inference", key: true, evidence: [] }),
    {
      repair: ({ claims }) => {
        const open = claims.filter((claim) => !isGrounded(claim));
        return open.map(({ claimId }, index) => ({
          claimId,
          restsOn: [open[(index + 1) % open.length]?.claimId ?? claimId],
        }));
      },
    },
  ),
  inClaims(
    "claim: inference from unrelated claims",
    spelled("figure", { kind: "inference", evidence: [] }),
    {
      claims(state) {
        const lies = state.world.facts
          .flatMap(
            (fact, index) =>
              falseClaim(fact, index, "figure", { kind: "inference", evidence: [], key: true }) ??
              [],
          )
          .slice(0, LIES);
        const lied = new Set(lies.map(({ fact }) => fact));
        return [...trueClaims(state).filter(({ fact }) => !lied.has(fact)), ...lies];
      },
      repair: ({ claims }) => {
        const sound = claims
          .filter(isGrounded)
          .slice(0, 2)
          .map(({ claimId }) => claimId);
        return claims
          .filter((claim) => !isGrounded(claim))
          .map(({ claimId }) => ({ claimId, restsOn: sound }));
      },
    },
  ),
  inClaims("claim: true quote, another figure", spelled("figure")),
  inClaims("claim: true quote, negated", spelled("negation", { key: true })),
  inClaims("claim: true quote, opposite direction", spelled("direction", { key: true })),
  inClaims("claim: true quote, town of no page", (fact, index) =>
    fact.lies.some(({ kind }) => kind === "subject")
      ? falseClaim(fact, index, "subject", { key: true })
      : null,
  ),
  inClaims("claim: true quote, parties swapped", spelled("swap", { key: true })),
  inClaims("claim: true quote, reservation dropped", spelled("certainty", { key: true })),
  inClaims("claim: quote without its speaker", (fact, index) => {
    const claim = falseClaim(fact, index, "speaker", { key: true });
    const quote = fact.quote.replace("Critics say that ", "");
    return claim && { ...claim, evidence: [{ sourceId: String(fact.source), quote }] };
  }),
  inClaims("claim: one trivial key, lies are not", spelled("figure", { evidence: [] })),
  inClaims("claim: figures in words", (fact, index) => {
    const claim = falseClaim(fact, index, "figure");
    return claim
      ? { ...claim, statement: inWords(claim.statement), said: inWords(claim.said) }
      : null;
  }),
  inClaims("claim: source of its own (minLevel 3)", spelled("figure", { key: true }), {
    plan: { minLevel: 3 },
    ...ownSource(),
  }),
  // About the document.
  inDocument("cites another claim: figure", (lie) => `${lie.said} ${first(lie)}.`, {
    kinds: FIGURES,
  }),
  inDocument("cites another claim: negation", (lie) => `${lie.said} ${first(lie)}.`, {
    kinds: ["negation"],
  }),
  inDocument("cites another claim: direction", (lie) => `${lie.said} ${first(lie)}.`, {
    kinds: ["direction"],
  }),
  inDocument("cites another claim: other town", (lie) => `${lie.said} ${first(lie)}.`, {
    kinds: ["subject"],
  }),
  inDocument("cites another claim: reservation dropped", (lie) => `${lie.said} ${first(lie)}.`, {
    kinds: ["certainty"],
  }),
  inDocument("cites another claim: parties swapped", (lie) => `${lie.said} ${first(lie)}.`, {
    kinds: ["swap"],
  }),
  {
    ...inDocument("split over two sentences", () => ""),
    // What one claim says of its town, right behind a sentence about another.
    document({ claims, world, random }) {
      const pairs = claims.flatMap((one) => {
        const other = claims.find(({ sent }) => sent.fact === one.sent.fact + FACT_KINDS);
        return other ? [{ one, other }] : [];
      });
      const { one, other } = random.pick(pairs);
      const town = world.facts[other.sent.fact]?.town ?? "";
      const astray = other.sent.said.replaceAll(town, "this town");
      const rest = sentences(claims.filter((claim) => claim !== one && claim !== other));
      const split = `${one.sent.said} ${marker(one)}. ${astray} ${marker(other)}.`;
      return { content: report(rest, split), planted: [astray] };
    },
  },
  inDocument("figures in words", (lie) => `${inWords(lie.said)} ${first(lie)}.`, {
    kinds: FIGURES,
    seen: ({ said }) => inWords(said),
  }),
  inDocument("no marker at all", (lie) => `${lie.said}.`),
  inDocument("no marker, no figure", (lie) => `${lie.said}.`, {
    kinds: ["negation", "swap", "direction"],
  }),
  {
    ...inDocument("in the title", () => ""),
    document(state) {
      const [lie] = liesOf(state, FIGURES);
      const sound = sentences(state.claims.filter((claim) => claim !== lie?.claim));
      return { content: report(sound, ""), title: lie?.said ?? "", planted: lie ? [lie.said] : [] };
    },
  },
  inDocument("short sentences", (lie) => `${lie.said}.`, { kinds: ["direction", "swap"] }),
  inDocument("source marker alone", (lie) => `${lie.said} [src:${lie.fact.source}].`),
  inDocument(
    "behind a true sentence",
    (lie) => `${lie.said}. ${lie.claim.sent.said} ${first(lie)}.`,
  ),
  inDocument(
    "before a true sentence's end",
    (lie) => `${lie.claim.sent.said} ${first(lie)}, and ${lie.said}.`,
  ),
  inDocument("in the answer", (lie) => `## Summary\n\n${lie.said}.`),
  inDocument("in the method", (lie) => `## Method and notes\n\n${lie.said}.`),
  inDocument("in a heading", (lie) => `### ${lie.said}`),
  inDocument("in a table", (lie) => `|Finding|Note|\n|-|-|\n|${lie.said}|${first(lie)}|`),
  inDocument("in a table's header", (lie) => `|${lie.said}|Note|\n|-|-|\n|See|above|`),
  inDocument(
    "in a footnote",
    (lie, index) => `More on this.[^n${index}]\n\n[^n${index}]: ${lie.said}.`,
  ),
  inDocument("in a block of code", (lie) => `\`\`\`\n${lie.said}.\n\`\`\``),
  inDocument("as inline code", (lie) => `\`${lie.said}.\``),
  inDocument("in an HTML comment", (lie) => `<!-- ${lie.said}. -->`),
  inDocument(
    "in a link's title",
    (lie) => `See [the page](https://survey-1.example "${lie.said}.")`,
  ),
  inDocument("as a link", (lie) => `[${lie.said}](https://survey-1.example)`),
  inDocument(
    "as an image's description",
    (lie) => `![${lie.said}](https://survey-1.example/a.png)`,
  ),
  inDocument("in a quotation block", (lie) => `> ${lie.said}.`),
  inDocument("as a list item", (lie) => `- ${lie.said}`),
  inDocument("as an own conclusion", (lie) => `${lie.said} [own].`),
  inDocument("as an own conclusion in words", (lie) => `In our view it is settled. ${lie.said}.`),
  inDocument("own conclusion and claim", (lie) => `${lie.said} ${first(lie)} [own].`),
  inDocument(
    "invisible characters in figures",
    (lie) => `${lie.said.replace(/(\d)(\d)/, "$1\u200b$2")} ${first(lie)}.`,
    { kinds: FIGURES },
  ),
  inDocument("look-alike digits", (lie) => `${lookAlike(lie.said)} ${first(lie)}.`, {
    kinds: FIGURES,
    seen: ({ said }) => lookAlike(said),
  }),
  inDocument(
    "look-alike letters in the marker",
    (lie) => `${lie.said} [\u0441lm:${lie.claim.claimId.slice(1)}].`,
  ),
  inDocument(
    "invisible characters in the marker",
    (lie) => `${lie.said} [cl\u200bm:${lie.claim.claimId.slice(1)}].`,
  ),
  inDocument("few among many", (lie, index) => (index === 0 ? `${lie.said}.` : "")),
  afterWithdrawing("withdrawn, without marker", ({ sent }) => `${sent.said}.`),
  afterWithdrawing("withdrawn, with its marker", (claim) => `${claim.sent.said} ${marker(claim)}.`),
  afterWithdrawing(
    "withdrawn, source alone",
    ({ sent }, { world }) => `${sent.said} [src:${world.facts[sent.fact]?.source}].`,
  ),
  afterWithdrawing(
    "withdrawn, another claim",
    ({ sent }, { claims }) => `${sent.said} ${marker(claims[0] as Recorded)}.`,
  ),
  inDocument("stored before the claims", (lie) => `${lie.said} ${first(lie)}.`, {
    more: { isHasty: true },
  }),
  {
    ...inDocument("edited after the gate", () => ""),
    document: (state) => ({ content: report(sentences(state.claims), ""), planted: [] }),
    edit(state) {
      const lies = liesOf(state, EVERY);
      return {
        edits: lies.map(({ claim, said }) => ({
          find: `${claim.sent.said} ${marker(claim)}.`,
          replace: `${said} ${marker(claim)}.`,
        })),
        planted: lies.map(({ said }) => said),
      };
    },
  },
];

/** The level that no claim has: an assistant's own page is only what it says it is. */
function ownSource(): Partial<Assistant> {
  return {
    claims: (state) =>
      state.world.facts.slice(0, FACTS).map((fact, index) => ({
        ...trueClaim(fact, index, { key: index < 2 }),
        isTrue: false,
      })),
  };
}

const lookAlike = (text: string) => text.replaceAll("1", "l").replaceAll("0", "O");
