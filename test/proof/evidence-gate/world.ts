import type { Random } from "@trovella/testing/engine/random";

/** Something that a page says, with what would be false about it. */
export interface Fact {
  /** The place of its page among the sources, from 1. */
  readonly source: number;
  /** As the page says it. */
  readonly quote: string;
  /** As a claim says it. */
  readonly statement: string;
  /** As a document says it, without a full stop. */
  readonly said: string;
  readonly lies: readonly Lie[];
  /** The town that it is about. */
  readonly town: string;
  /** As a document in German says it, if one does. */
  readonly german: string | null;
}

const LIES = [
  "figure",
  "negation",
  "direction",
  "swap",
  "subject",
  "certainty",
  "speaker",
] as const;
export type LieKind = (typeof LIES)[number];

/** The same as a fact in other words, of which one makes it false. */
export interface Lie {
  readonly kind: LieKind;
  readonly quote: string;
  readonly statement: string;
  readonly said: string;
}

export interface Page {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** Pages, with everything that they say and what would be false: what is true is known without asking the product. */
export interface World {
  readonly pages: readonly Page[];
  readonly facts: readonly Fact[];
}

const TOWNS =
  "Arnfeld Brightwater Corvale Dunmore Eastmere Farrow Glenholm Hartsea Inverlay Jorvik Kelsted Lindhaven Marrow Norhaven Oakmere Pelling Quarley Rosmere Selby Thornwick Ulverton Varde Westray Yarrow Zeeburg".split(
    " ",
  );
const PAGES = 4;
const FILLER =
  "The page describes how the survey was made and who took part in it. Visitors find maps and opening hours in the annex. Earlier editions are kept in the library and can be read there. ";

export function makeWorld(random: Random, count: number): World {
  const [stranger = "", ...towns] = random.shuffled(TOWNS);
  const facts = Array.from({ length: count }, (_, index): Fact => {
    const town = towns[index % towns.length] ?? "";
    const other = towns[(index + 7) % towns.length] ?? "";
    const write = FACTS[index % FACTS.length] ?? FACTS[0];
    const told = write({ random, town, other, stranger });
    return { ...told, town, source: 1 + (index % PAGES) };
  });
  const pages = Array.from({ length: PAGES }, (_, index): Page => {
    const own = facts.filter(({ source }) => source === index + 1);
    return {
      url: `https://survey-${index + 1}.example/report`,
      title: `Regional survey ${index + 1}`,
      text: `${FILLER}${own.map(({ quote }) => `${quote} ${FILLER}`).join("")}${FILLER.repeat(2)}`,
    };
  });
  return { pages, facts };
}

interface Parts {
  readonly random: Random;
  readonly town: string;
  readonly other: string;
  /** A town that no page mentions. */
  readonly stranger: string;
}

type Untold = Omit<Fact, "source" | "town">;
type Telling = readonly [quote: string, statement: string, said: string];

/** A fact and its lies, each told in three ways. */
function told(
  fact: Telling,
  lies: Partial<Record<LieKind, Telling>>,
  german: string | null = null,
): Untold {
  const [quote, statement, said] = fact;
  return {
    quote,
    statement,
    said,
    german,
    lies: LIES.flatMap((kind) => {
      const lie = lies[kind];
      return lie ? [{ kind, quote: lie[0], statement: lie[1], said: lie[2] }] : [];
    }),
  };
}

const FACTS: readonly [(parts: Parts) => Untold, ...((parts: Parts) => Untold)[]] = [
  ({ random, town, stranger }) => {
    const tons = random.between(120, 890);
    const year = random.between(2015, 2023);
    const tell = (name: string, amount: number, handled = "handled"): Telling => [
      `The harbour of ${name} ${handled} ${amount} thousand tonnes of grain in ${year}, as the port office counted.`,
      `The harbour of ${name} ${handled} ${amount} thousand tonnes of grain in ${year}.`,
      `In ${year}, the harbour of ${name} ${handled} ${amount} thousand tonnes of grain`,
    ];
    return told(
      tell(town, tons),
      {
        figure: tell(town, tons + random.between(31, 90)),
        negation: tell(town, tons, "did not even handle"),
        subject: tell(stranger, tons),
      },
      `Im Hafen von ${town} wurden ${year} rund ${tons}.000 Tonnen Getreide umgeschlagen`,
    );
  },
  ({ random, town, other }) => {
    const share = random.between(11, 48);
    const year = random.between(2012, 2019);
    const tell = (name: string, percent: number, fell = "fell"): Telling => [
      `Rents in ${name} ${fell} by ${percent} % between ${year} and ${year + 3}.`,
      `Rents in ${name} ${fell} by ${percent} % between ${year} and ${year + 3}.`,
      `Between ${year} and ${year + 3}, rents in ${name} ${fell} by ${percent} %`,
    ];
    return told(
      tell(town, share),
      {
        figure: tell(town, share + random.between(5, 40)),
        direction: tell(town, share, "rose"),
        subject: tell(other, share),
      },
      `Die Mieten in ${town} sanken zwischen ${year} und ${year + 3} um ${share} Prozent`,
    );
  },
  ({ town, other }) => {
    const tell = (council: string, goal: string, approved = "approved"): Telling => [
      `After a long debate the council of ${council} ${approved} the new ferry line to ${goal}.`,
      `The council of ${council} ${approved} the new ferry line to ${goal}.`,
      `The council of ${council} ${approved} the new ferry line to ${goal}`,
    ];
    return told(tell(town, other), {
      negation: tell(town, other, "did not approve"),
      direction: tell(town, other, "rejected"),
      swap: tell(other, town),
    });
  },
  ({ random, town, stranger }) => {
    const people = random.between(21, 96) * 1000 + random.between(100, 899);
    const year = random.between(2018, 2024);
    const written = (value: number) => value.toLocaleString("en");
    const tell = (name: string, value: number): Telling => [
      `${name} had ${written(value)} residents at the end of ${year}, according to its register.`,
      `${name} had ${written(value)} residents at the end of ${year}.`,
      `At the end of ${year}, ${name} had ${written(value)} residents`,
    ];
    return told(
      tell(town, people),
      { figure: tell(town, people + 10_000), subject: tell(stranger, people) },
      `Am Ende des Jahres ${year} hatte ${town} ${people.toLocaleString("de")} Einwohner`,
    );
  },
  ({ town, other }) => {
    const tell = (buyer: string, seller: string, bought = "bought"): Telling => [
      `In spring the ${buyer} Shipping Company ${bought} the old wharf from ${seller} Foods.`,
      `The ${buyer} Shipping Company ${bought} the old wharf from ${seller} Foods.`,
      `The ${buyer} Shipping Company ${bought} the old wharf from ${seller} Foods`,
    ];
    return told(tell(town, other), {
      negation: tell(town, other, "never bought"),
      swap: tell(other, town),
    });
  },
  ({ random, town }) => {
    const wells = random.between(40, 95);
    const bad = random.between(12, 30);
    const tell = (found: number, contained = "contained"): Telling => [
      `Of ${wells} wells tested near ${town}, ${found} ${contained} too much nitrate.`,
      `${found} of ${wells} wells near ${town} ${contained} too much nitrate.`,
      `Near ${town}, ${found} of ${wells} wells ${contained} too much nitrate`,
    ];
    return told(tell(bad), {
      figure: tell(bad + random.between(3, 9)),
      negation: tell(bad, "did not contain"),
    });
  },
  ({ random, town, stranger }) => {
    const degrees = random.between(11, 29) / 10;
    const tell = (name: string, value: number, rose = "rose"): Telling => [
      `The mean temperature of the lake at ${name} ${rose} by ${value} °C within twenty years.`,
      `The mean temperature of the lake at ${name} ${rose} by ${value} °C.`,
      `The lake at ${name} has a mean temperature that ${rose} by ${value} °C`,
    ];
    return told(tell(town, degrees), {
      figure: tell(town, degrees + 1.4),
      direction: tell(town, degrees, "fell"),
      subject: tell(stranger, degrees),
    });
  },
  ({ random, town }) => {
    const workers = random.between(130, 940);
    const tell = (count: number, exports = "exports"): Telling => [
      `The paper mill in ${town} employs ${count} people and ${exports} most of its paper.`,
      `The paper mill in ${town} employs ${count} people and ${exports} most of its paper.`,
      `With ${count} people, the paper mill in ${town} ${exports} most of its paper`,
    ];
    return told(tell(workers), {
      figure: tell(workers + random.between(41, 300)),
      direction: tell(workers, "imports"),
    });
  },
  ({ random, town }) => {
    const years = random.between(12, 60);
    const tell = (value: number, may = "may"): Telling => [
      `The reef off ${town} ${may} recover within ${value} years, the biologists write.`,
      `The reef off ${town} ${may} recover within ${value} years.`,
      `Within ${value} years the reef off ${town} ${may} recover`,
    ];
    return told(tell(years), {
      figure: tell(years + random.between(15, 40)),
      certainty: tell(years, "will"),
      negation: tell(years, "may never"),
    });
  },
  ({ town }) => {
    const tell = (speaker: string, the: string): Telling => [
      `${speaker}${the} old bridge of ${town} is close to collapse.`,
      `${speaker}${the} old bridge of ${town} is close to collapse.`,
      `${speaker}${the} old bridge of ${town} is close to collapse`,
    ];
    return told(tell("Critics say that ", "the"), { speaker: tell("", "The") });
  },
];

/** After so many facts the same kind comes again, about another town. */
export const FACT_KINDS = FACTS.length;
