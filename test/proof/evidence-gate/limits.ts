import type { Assistant, Recorded } from "./assistant.ts";
import { marker, trueClaim } from "./make-claims.ts";
import { first, inClaims, inDocument, report } from "./tricks.ts";
import type { Fact, World } from "./world.ts";

/** A page that the assistant wrote itself. */
function withInventedPage(world: World): World {
  const facts = world.facts.map((fact, index): Fact => {
    const lie = index < 3 ? fact.lies.find(({ kind }) => kind === "figure") : undefined;
    return lie ? { ...fact, ...lie, lies: fact.lies, source: world.pages.length + 1 } : fact;
  });
  const lies = facts.slice(0, 3).map(({ quote }) => quote);
  const page = {
    url: "https://invented.example/report",
    title: "Another survey",
    text: `${lies.join(" ")} ${"Nobody but the assistant has seen this page. ".repeat(30)}`,
  };
  return { pages: [...world.pages, page], facts };
}

/** The same in other words, which no order of words gives away. */
const swappedFreely = ({ said }: { said: string }) =>
  said
    .replace(
      /^The council of (\w+) approved (.*) to (\w+)$/,
      "Approval of $2 to $3 came from the council of $1",
    )
    .replace(/^The (\w+) (.*) bought the (.*) from (\w+) (.*)$/, "$4 $5 sold the $3 to the $1 $2");

/** What no deterministic check sees. Their figures are reported; they do not fail the proof. */
export const LIMITS: readonly Assistant[] = [
  {
    ...inClaims("page of its own, at level 1", () => null),
    invent: withInventedPage,
    claims: ({ world }) =>
      world.facts.map((fact, index) => ({
        ...trueClaim(fact, index, index < 2 ? { key: true } : {}),
        isTrue: fact.source < world.pages.length,
      })),
  },
  inDocument("parties swapped in other words", (lie) => `${swappedFreely(lie)} ${first(lie)}.`, {
    kinds: ["swap"],
    seen: swappedFreely,
  }),
  inDocument("speaker dropped", (lie) => `${lie.said} ${first(lie)}.`, { kinds: ["speaker"] }),
  inDocument("author's own word in the sentence", (lie) => `We conclude that ${lie.said}.`, {
    kinds: ["swap", "direction"],
  }),
  {
    ...inDocument("in another language", () => ""),
    document({ claims, world }) {
      const told = claims.flatMap((claim) => {
        const said = world.facts[claim.sent.fact]?.german;
        return said ? [{ claim, said }] : [];
      });
      const lie = told[1];
      const planted = lie ? [lie.said.replace("sanken", "stiegen")] : [];
      const content = told.map(({ claim, said }) => line(claim, said.replace("sanken", "stiegen")));
      return { content: report(content.join(" "), ""), planted };
    },
  },
];

const line = (claim: Recorded, said: string) => `${said} ${marker(claim)}.`;
