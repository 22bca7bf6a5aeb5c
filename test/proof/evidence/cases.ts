import type { Fact } from "./facts.ts";
import { FactSource, negatedSentence, sentenceOf, statementOf } from "./facts.ts";
import type { Style } from "./pages.ts";
import { type Manner, Site, type SitePage } from "./site.ts";

/** A claim to be recorded, and what must become of it: known from how it was made, not from the checker. */
export interface Case {
  readonly kind: Kind;
  readonly statement: string;
  readonly evidence: readonly CaseEvidence[];
  readonly isDisputed?: true;
  /** Cases that it follows from. */
  readonly restsOn?: readonly Case[];
  readonly expected: Expected;
  /** What it is while this server has not read the page, if that is not "unchecked". */
  readonly whileUnread?: Expected;
}

interface CaseEvidence {
  readonly page: SitePage;
  readonly quote: string;
  readonly stance?: "contradicts";
}

export interface Expected {
  readonly status: string;
  readonly level: number;
  /** The codes of its problems, with alternatives as `A|B`. */
  readonly codes: readonly string[];
  /** Stands in the closest passage of the source. */
  readonly closest?: string;
  /** Stands nowhere in the reply. */
  readonly unseen?: string;
  /** Stands in the message of a problem. */
  readonly reason?: string;
}

/** With how many of 500 claims are of each kind; those that are left are `exact`. */
const KINDS = {
  exact: 0,
  noise: 63,
  "figure changed": 50,
  "negation put in": 40,
  invented: 40,
  "other figure stated": 40,
  "another source's words": 12,
  "hidden text": 24,
  packed: 8,
  "ISO-8859-1": 8,
  PDF: 8,
  redirected: 10,
  "row of a table": 12,
  "figure of another row": 8,
  "thin page": 6,
  "thin page, absent": 4,
  "dead page": 8,
  "dead page, text handed over": 6,
  "text handed over, page differs": 6,
  "page forbidden": 4,
  "page too large": 3,
  "page is an image": 3,
  "loop of redirects": 4,
  "redirect inward": 4,
  "slow page": 4,
  "slow at first": 4,
  "held back": 14,
  "in a finding": 20,
  "contradicting pair": 12,
  "source against it": 6,
  "said to be disputed": 4,
  inference: 8,
  "inference from nothing": 4,
} as const;
export type Kind = keyof typeof KINDS;

const WHOLE = 500;
const FACTS_PER_PAGE = 8;
const PROSE: readonly Style[] = ["paragraphs", "list", "markup", "entities", "plain"];

const SUPPORTED: Expected = { status: "supported", level: 3, codes: [] };
const ABSENT: Expected = { status: "unsupported", level: 0, codes: ["QUOTE_ABSENT"] };
const CONTRADICTED: Expected = { status: "contradicted", level: 3, codes: ["CONTRADICTED"] };

/** Texts that may still come are no problem of a claim. */
const ON_ITS_WAY: Expected = { status: "unchecked", level: 0, codes: [] };

function unread(reason: string): Expected {
  return { status: "unchecked", level: 0, codes: ["SOURCE_UNREAD"], reason };
}

export interface CaseOptions {
  readonly count: number;
  readonly seed: number;
  /** Whether the outcome of slow pages is waited for, which takes minutes. */
  readonly isPatient: boolean;
}

/** As many claims as wanted, and the site they speak of. */
export function makeCases(options: CaseOptions): { site: Site; cases: Case[] } {
  const { count } = options;
  const maker = new Maker(options);
  const shares = (Object.keys(KINDS) as Kind[]).map((kind): [Kind, number] => [
    kind,
    kind === "exact" ? 0 : shareOf(kind, count),
  ]);
  const others = shares.reduce((sum, [, share]) => sum + share, 0);
  if (others >= count) throw new Error(`at least ${others + 1} claims have every kind`);
  for (const [kind, share] of shares) {
    const wanted = kind === "exact" ? count - others : share;
    for (let made = 0; made < wanted; ) made += maker.add(kind, made);
  }
  return { site: maker.site, cases: maker.cases };
}

function shareOf(kind: Kind, count: number): number {
  const share = Math.max(1, Math.floor((KINDS[kind] * count) / WHOLE));
  return kind === "contradicting pair" ? share + (share % 2) : share;
}

class Maker {
  readonly site: Site;
  readonly cases: Case[] = [];
  private readonly facts: FactSource;
  private readonly isPatient: boolean;
  /** Of each manner and style, the page that has room. */
  private readonly open = new Map<string, { page: SitePage; facts: number }>();

  constructor({ seed, isPatient }: CaseOptions) {
    this.site = new Site(seed);
    this.facts = new FactSource(seed);
    this.isPatient = isPatient;
  }

  /** Adds the next claim of a kind, or a pair; returns how many. */
  add(kind: Kind, number: number): number {
    const added = this.make(kind, number);
    this.cases.push(...added);
    return added.length;
  }

  private make(kind: Kind, number: number): Case[] {
    switch (kind) {
      case "exact":
        return [this.honest(kind, "served", styleFor(number))];
      case "noise":
        return [this.noisy(number)];
      case "figure changed":
        return [this.figureChanged(number)];
      case "negation put in":
        return [this.negationPutIn(number)];
      case "invented": {
        const page = this.pageFor("served", styleFor(number));
        const { quote, statement } = this.facts.invented();
        return [{ kind, statement, evidence: [{ page, quote }], expected: ABSENT }];
      }
      case "other figure stated": {
        const { fact, page } = this.placed("served", styleFor(number));
        const statement = statementOf(fact, this.facts.figure());
        const expected = { status: "weak", level: 3, codes: ["NUMBER_MISSING"] };
        return [{ kind, statement, evidence: [{ page, quote: sentenceOf(fact) }], expected }];
      }
      case "another source's words": {
        const { fact } = this.placed("served", "paragraphs");
        const page = this.pageFor("served", "list");
        const expected = { ...ABSENT, codes: ["QUOTE_ABSENT|QUOTE_ALTERED"] };
        const evidence = [{ page, quote: sentenceOf(fact) }];
        return [{ kind, statement: statementOf(fact), evidence, expected }];
      }
      case "hidden text": {
        const page = this.pageFor("served", "paragraphs");
        const { quote, statement } = this.facts.invented();
        page.hidden.push(quote);
        const expected = { ...ABSENT, unseen: quote };
        return [{ kind, statement, evidence: [{ page, quote }], expected }];
      }
      case "packed":
        return [this.honest(kind, "packed", "paragraphs")];
      case "ISO-8859-1":
        return [this.honest(kind, "served", "latin1")];
      case "PDF":
        return [this.honest(kind, "served", "pdf")];
      case "redirected":
        return [this.honest(kind, "moved", "paragraphs")];
      case "row of a table":
      case "figure of another row":
        return [this.row(kind)];
      case "thin page":
        return [
          this.honest(kind, "thin", "paragraphs", {
            ...SUPPORTED,
            level: 1,
            codes: ["SOURCE_THIN"],
          }),
        ];
      case "thin page, absent": {
        const { quote, statement } = this.facts.invented();
        const page = this.pageFor("thin", "paragraphs");
        const expected = { status: "unchecked", level: 0, codes: ["SOURCE_THIN"] };
        return [{ kind, statement, evidence: [{ page, quote }], expected }];
      }
      case "dead page":
        return [
          this.honest(kind, number % 2 ? "gone" : "dead", "paragraphs", unread("the page is gone")),
        ];
      case "dead page, text handed over":
      case "text handed over, page differs":
        return [this.handedOver(kind)];
      case "page forbidden":
        return [this.honest(kind, "locked", "paragraphs", unread("answered with an error"))];
      case "page too large":
        return [this.honest(kind, "large", "paragraphs", unread("it is too large"))];
      case "page is an image":
        return [this.honest(kind, "image", "paragraphs", unread("it is not text"))];
      case "loop of redirects":
        return [this.honest(kind, "loop", "paragraphs", unread("answered with an error"))];
      case "redirect inward":
        return [this.honest(kind, "inward", "paragraphs", unread("its address is not public"))];
      case "slow page": {
        const expected = this.isPatient ? unread("it took too long") : ON_ITS_WAY;
        return [this.honest(kind, "slow", "paragraphs", expected)];
      }
      case "slow at first": {
        const expected = this.isPatient ? SUPPORTED : ON_ITS_WAY;
        return [this.honest(kind, "shaky", "paragraphs", expected)];
      }
      case "held back":
        return [this.honest(kind, "held", "paragraphs")];
      case "in a finding":
        return [this.honest(kind, "served", "markup")];
      case "contradicting pair":
        return this.contradictingPair();
      case "source against it":
      case "said to be disputed":
        return [this.against(kind)];
      case "inference":
      case "inference from nothing":
        return [this.inference(kind, number)];
    }
  }

  private honest(kind: Kind, manner: Manner, style: Style, expected = SUPPORTED): Case {
    const { fact, page } = this.placed(manner, style, kind);
    const evidence = [{ page, quote: sentenceOf(fact) }];
    return { kind, statement: statementOf(fact), evidence, expected };
  }

  /** The words of the source, with what copying does to them. */
  private noisy(number: number): Case {
    const [style, alter, isQuoted] = NOISES[number % NOISES.length] as Noise;
    const fact = isQuoted ? this.facts.nextQuoted() : this.facts.next();
    const page = this.place(fact, "served", style);
    const quote = alter(sentenceOf(fact));
    const evidence = [{ page, quote }];
    return { kind: "noise", statement: statementOf(fact), evidence, expected: SUPPORTED };
  }

  private figureChanged(number: number): Case {
    const { fact, page } = this.placed("served", styleFor(number));
    const figure = this.facts.changed(fact.figure);
    return {
      kind: "figure changed",
      statement: statementOf(fact, figure),
      evidence: [{ page, quote: sentenceOf(fact, figure) }],
      expected: alteredFrom(fact),
    };
  }

  private negationPutIn(number: number): Case {
    const { fact, page } = this.placed("served", styleFor(number));
    return {
      kind: "negation put in",
      statement: statementOf(fact),
      evidence: [{ page, quote: negatedSentence(fact) }],
      expected: alteredFrom(fact),
    };
  }

  private row(kind: "row of a table" | "figure of another row"): Case {
    const [fact, other] = [this.facts.next(), this.facts.next()];
    const page = this.pageFor("served", "table");
    for (const { name, year, figure, form } of [fact, other])
      page.rows.push([`${name} ${form.counted}`, String(year), figure]);
    const isHonest = kind === "row of a table";
    const { figure } = isHonest ? fact : other;
    const expected = isHonest
      ? SUPPORTED
      : { ...ABSENT, codes: ["QUOTE_ALTERED|QUOTE_ABSENT"], closest: fact.name };
    return {
      kind,
      statement: statementOf(fact, figure),
      evidence: [{ page, quote: `${fact.name} ${fact.form.counted} ${fact.year} ${figure}` }],
      expected,
    };
  }

  /** Where this server read nothing, the assistant's text counts at its level; where it did, that decides. */
  private handedOver(kind: "dead page, text handed over" | "text handed over, page differs"): Case {
    const isDead = kind === "dead page, text handed over";
    const page = this.site.add(isDead ? "dead" : "served", "paragraphs");
    const { quote, statement } = this.facts.invented();
    page.handedOver = `${this.facts.filler()} ${quote}. ${this.facts.filler()}`;
    const whileUnread = { ...SUPPORTED, level: 1 };
    const expected = isDead ? whileUnread : ABSENT;
    return { kind, statement, evidence: [{ page, quote }], expected, whileUnread };
  }

  /** Two pages, two figures, one subject. */
  private contradictingPair(): Case[] {
    const first = this.facts.next();
    const second = { ...first, figure: this.facts.figure() };
    return [first, second].map((fact, index) => {
      const page = this.place(fact, "served", index ? "list" : "paragraphs");
      const evidence = [{ page, quote: sentenceOf(fact) }];
      const statement = statementOf(fact);
      return { kind: "contradicting pair", statement, evidence, expected: CONTRADICTED };
    });
  }

  private against(kind: "source against it" | "said to be disputed"): Case {
    const { fact, page } = this.placed("served", "paragraphs");
    const other = { ...fact, figure: this.facts.figure() };
    const otherPage = this.place(other, "served", "list");
    const isDisputed = kind === "said to be disputed";
    return {
      kind,
      statement: statementOf(fact),
      evidence: [
        { page, quote: sentenceOf(fact) },
        { page: otherPage, quote: sentenceOf(other), stance: "contradicts" },
      ],
      ...(isDisputed ? { isDisputed } : {}),
      expected: isDisputed ? SUPPORTED : CONTRADICTED,
    };
  }

  private inference(kind: "inference" | "inference from nothing", number: number): Case {
    const standing = this.cases.filter(({ kind }) => kind === "exact" || kind === "redirected");
    const failing = this.cases.filter(({ kind }) => kind === "invented");
    const first = at(standing, number);
    const second = at(kind === "inference" ? standing.toReversed() : failing, number);
    return {
      kind,
      statement: `What the first source says and what source ${number + 2} says belong together.`,
      evidence: [],
      restsOn: [first, second],
      expected: {
        status: kind === "inference" ? "derived" : "unsupported",
        level: 0,
        codes: [],
      },
    };
  }

  private placed(manner: Manner, style: Style, group = ""): { fact: Fact; page: SitePage } {
    const fact = this.facts.next();
    return { fact, page: this.place(fact, manner, style, group) };
  }

  private place(fact: Fact, manner: Manner, style: Style, group = ""): SitePage {
    const page = this.pageFor(manner, style, group);
    page.sentences.push(sentenceOf(fact));
    return page;
  }

  /** Claims in findings bring their own sources, so those are pages of their own. */
  private pageFor(manner: Manner, style: Style, group = ""): SitePage {
    const isOwn = group === "in a finding";
    const key = `${manner} ${style} ${isOwn}`;
    const found = this.open.get(key);
    const most = manner === "thin" ? 2 : FACTS_PER_PAGE;
    const current =
      found && found.facts < most ? found : { page: this.site.add(manner, style), facts: 0 };
    this.open.set(key, current);
    current.facts += 1;
    return current.page;
  }
}

/** The style of its page, how the quote differs, and whether the sentence needs quotation marks. */
type Noise = readonly [Style, (sentence: string) => string, boolean?];

const NOISES: readonly Noise[] = [
  ["paragraphs", (text) => text.replace("'", "’").replace(/"(.*?)"/, "“$1”"), true],
  ["paragraphs", (text) => text.replaceAll(" ", "\u00a0")],
  ["plain", (text) => text.charAt(0).toLowerCase() + text.slice(1, -1)],
  ["footnotes", (text) => text],
  ["list", (text) => `“${text.replace(/\.$/, "")}”`],
  ["hyphens", (text) => text],
  ["markup", (text) => text.replace(/ (?=\S+ \S+$)/, "\n   ")],
  ["paragraphs", (text) => text.normalize("NFD")],
  ["entities", (text) => text.replace(/(\d),(\d)/, "$1\u202f$2")],
];

function styleFor(number: number): Style {
  return PROSE[number % PROSE.length] as Style;
}

function alteredFrom(fact: Fact): Expected {
  return { status: "unsupported", level: 0, codes: ["QUOTE_ALTERED"], closest: fact.figure };
}

function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
