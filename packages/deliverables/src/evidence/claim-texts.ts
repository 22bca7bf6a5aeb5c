import {
  detectLanguage,
  type Figure,
  figuresOf,
  isSameFigure,
  type PreparedText,
  prepareText,
} from "@trovella/evidence";
import type { Deliverable, DocumentClaim } from "../deliverable.ts";
import { isFound } from "./is-doubtful.ts";
import type { Sentence } from "./sentences.ts";

/** Texts with the figures that stand in them. */
export interface Stated {
  readonly prepared: readonly PreparedText[];
  readonly figures: readonly Figure[];
}

/** The work that comparing may take: passages beyond it are left aside. */
const MAX_PASSAGE_CHARACTERS = 2_000_000;
const MAX_FIGURES = 5_000;

/** What sentences may say when they cite claims and sources; each text is prepared once. */
export class ClaimTexts {
  private readonly claims: ReadonlyMap<number, DocumentClaim>;
  private readonly passagesOf: ReadonlyMap<number, readonly string[]>;
  private readonly titles: ReadonlyMap<number, string>;
  private readonly language: string | null;
  /** In which the claims are written: a report may be in another one. */
  private readonly claimLanguage: string | null;
  private readonly kept = new Map<string, Stated>();
  private room = MAX_PASSAGE_CHARACTERS;

  constructor({ evidence, sources }: Deliverable, language: string | null) {
    const claims = evidence?.claims ?? [];
    this.claims = new Map(claims.map((claim) => [claim.number, claim]));
    this.titles = new Map(sources.map(({ number, title }) => [number, title]));
    // A few statements may be too short to tell.
    const claimed =
      detectLanguage(claims.map(({ statement }) => statement).join("\n")) ??
      detectLanguage(
        claims.flatMap((claim) => claim.evidence.map(({ quote }) => quote)).join("\n"),
      );
    this.language = language ?? claimed;
    this.claimLanguage = claimed ?? language;
    // Nobody checked the stored quotes, which is not enough under the strict policy.
    const isStrict = evidence?.policy === "strict";
    const passages = new Map(
      sources.map(({ number, quotes }) => [number, new Set(isStrict ? [] : quotes)]),
    );
    for (const { source, passage } of claims.flatMap((claim) => claim.evidence.filter(isFound))) {
      passages.get(source)?.add(passage ?? "");
    }
    this.passagesOf = new Map([...passages].map(([number, found]) => [number, [...found]]));
  }

  statements(numbers: readonly number[]): Stated[] {
    return numbers.flatMap((number) => {
      const claim = this.claims.get(number);
      return claim ? [this.keep(`statement ${number}`, () => this.asClaimed(claim.statement))] : [];
    });
  }

  /** Whether the words of document and claims can be compared. */
  get isOneLanguage(): boolean {
    return this.claimLanguage === this.language;
  }

  /** Where the names may stand that a sentence uses: what surrounds the passages, and titles. */
  around({ claims, sources }: Pick<Sentence, "claims" | "sources">): Stated[] {
    const entries = claims.flatMap((number) => this.claims.get(number)?.evidence ?? []);
    const titled = new Set([...sources, ...entries.map(({ source }) => source)]);
    return [
      ...claims.map((number) => `around ${number}`),
      ...[...titled].map((number) => `title ${number}`),
    ].map((key) => this.keep(key, () => this.ofSources([this.surroundings(key)])));
  }

  private surroundings(key: string): string {
    const [kind, number] = key.split(" ");
    if (kind === "title") return this.titles.get(Number(number)) ?? "";
    const entries = this.claims.get(Number(number))?.evidence.filter(isFound) ?? [];
    return entries.map(({ prefix, suffix }) => `${prefix}\n\n${suffix}`).join("\n\n");
  }

  /** The passages on which the claims rest, and what is known of the sources. */
  passages({ claims, sources }: Pick<Sentence, "claims" | "sources">): Stated[] {
    const ofClaims = claims.flatMap((number) => {
      const entries = this.claims.get(number)?.evidence.filter(isFound);
      const texts = [...new Set(entries?.map(({ passage }) => passage ?? ""))];
      return texts.length > 0 ? [this.keep(`claim ${number}`, () => this.ofSources(texts))] : [];
    });
    const ofSources = sources.map((number) =>
      this.keep(`source ${number}`, () => this.ofSources(this.passagesOf.get(number) ?? [])),
    );
    return [...ofClaims, ...ofSources];
  }

  /** All of several claims as one. */
  together(numbers: readonly number[]): Stated {
    return this.keep("together", () => {
      const all = [...this.statements(numbers), ...this.passages({ claims: numbers, sources: [] })];
      return { prepared: [], figures: distinct(all.flatMap(({ figures }) => figures)) };
    });
  }

  /** A text in the language of the document. */
  inDocument(text: string): Stated {
    return stated([prepareText(text, { language: this.language })]);
  }

  private asClaimed(text: string): Stated {
    return stated([prepareText(text, { language: this.claimLanguage })]);
  }

  private ofSources(texts: readonly string[]): Stated {
    const within = texts.filter((text) => {
      this.room -= text.length;
      return this.room >= 0;
    });
    return stated(within.map((text) => prepareText(text)));
  }

  private keep(key: string, make: () => Stated): Stated {
    const known = this.kept.get(key);
    if (known) return known;
    const made = make();
    this.kept.set(key, made);
    return made;
  }
}

function stated(prepared: readonly PreparedText[]): Stated {
  return { prepared, figures: distinct(prepared.flatMap(figuresOf)) };
}

function distinct(figures: readonly Figure[]): Figure[] {
  const unique = new Map(figures.map((figure) => [`${figure.key} ${figure.unit}`, figure]));
  return [...unique.values()].slice(0, MAX_FIGURES);
}

export function hasFigure(texts: readonly Stated[], figure: Figure): boolean {
  return texts.some(({ figures }) =>
    figures.some((found) => isNear(figure, found) && isSameFigure(figure, found)),
  );
}

/** Spares the comparison of most figures: no rounding makes one of the double. */
function isNear(one: Figure, other: Figure): boolean {
  if (one.key === other.key) return true;
  const larger = Math.max(Math.abs(one.value), Math.abs(other.value));
  return Math.abs(one.value - other.value) <= larger / 2;
}
