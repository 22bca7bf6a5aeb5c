import { Random } from "@trovella/testing/engine/random";

/** Something that a page says, with a figure of its own: no two facts share a name or a figure. */
export interface Fact {
  readonly name: string;
  readonly figure: string;
  readonly year: number;
  readonly place: string;
  readonly form: Form;
}

interface Form {
  sentence(fact: Fact): string;
  /** The same in other words, as an assistant would put it. */
  statement(fact: Fact): string;
  /** What an opposite claim changes in the sentence. */
  readonly negation: readonly [string, string];
  /** What a table of such facts counts. */
  readonly counted: string;
}

const FORMS: readonly Form[] = [
  {
    sentence: ({ name, figure, year, place }) =>
      `In ${year} the ${name} ferry carried ${figure} passengers between ${place} and the islands.`,
    statement: ({ name, figure, year }) =>
      `The ${name} ferry carried ${figure} passengers in ${year}.`,
    negation: ["carried", "did not carry"],
    counted: "ferry passengers",
  },
  {
    sentence: ({ name, figure, year, place }) =>
      `The ${name} mill produced ${figure} tonnes of paper in ${year} at its works near ${place}.`,
    statement: ({ name, figure, year }) =>
      `Paper production of the ${name} mill was ${figure} tonnes in ${year}.`,
    negation: ["produced", "never produced"],
    counted: "mill tonnes of paper",
  },
  {
    sentence: ({ name, figure, year, place }) =>
      `The survey of ${year} counted ${figure} nesting terns on the ${name} cliffs west of ${place}.`,
    statement: ({ name, figure, year }) =>
      `On the ${name} cliffs ${figure} nesting terns were counted in ${year}.`,
    negation: ["counted", "did not count"],
    counted: "cliffs nesting terns",
  },
  {
    sentence: ({ name, figure, year, place }) =>
      `The ${name} archive in ${place} holds ${figure} letters that were catalogued in ${year}.`,
    statement: ({ name, figure, year }) =>
      `The ${name} archive holds ${figure} letters, catalogued in ${year}.`,
    negation: ["were catalogued", "were not catalogued"],
    counted: "archive letters",
  },
  {
    sentence: ({ name, figure, year, place }) =>
      `Harvests on the ${name} terraces reached ${figure} crates of olives in ${year}, all sold at ${place}.`,
    statement: ({ name, figure, year }) =>
      `The ${name} terraces harvested ${figure} crates of olives in ${year}.`,
    negation: ["reached", "never reached"],
    counted: "terraces crates of olives",
  },
  {
    sentence: ({ name, figure, year, place }) =>
      `The ${name} tramway was extended by ${figure} metres towards ${place} in ${year}.`,
    statement: ({ name, figure, year }) =>
      `In ${year} the ${name} tramway was extended by ${figure} metres.`,
    negation: ["was extended", "was not extended"],
    counted: "tramway metres",
  },
  {
    sentence: ({ name, figure, year, place }) =>
      `The guild's "blue ledger" lists ${figure} barrels for the ${name} brewery of ${place} in ${year}.`,
    statement: ({ name, figure, year }) =>
      `The blue ledger lists ${figure} barrels for the ${name} brewery in ${year}.`,
    negation: ["lists", "does not list"],
    counted: "brewery barrels",
  },
];

const FIRST =
  "Har Kes Dun Bren Tol Mar Wex Lin Orm Pel Quar Ros Sel Tarn Ulv Vel Wyn Yar Zan Alb Cor Dor Esk Fen Gar Hol Ives Jar".split(
    " ",
  );
const LAST =
  "low mere ford wick holm stead bury combe dale field gate haven keld leigh moor ness port quay ridge shaw thorpe vale worth yard".split(
    " ",
  );
const PLACES =
  "Orléans-Nord Müllheim Kessel Dunmore Brønby Lisse Varna Évreux Tavira Skagen Bergün Alcúdia Morlaix Perth Coria Ystad".split(
    " ",
  );

/** Makes facts, and figures that no page has. The same seed makes the same facts. */
export class FactSource {
  private readonly random: Random;
  private readonly figures = new Set<number>();
  private made = 0;

  constructor(seed: number) {
    this.random = new Random(seed, 18);
  }

  next(form = this.made % FORMS.length): Fact {
    const number = this.made++;
    const first = FIRST[number % FIRST.length] ?? "";
    const last = LAST[Math.floor(number / FIRST.length) % LAST.length] ?? "";
    if (number >= FIRST.length * LAST.length) throw new Error("there are no more names");
    return {
      name: first + last,
      figure: this.figure(),
      year: this.random.between(1951, 2024),
      place: this.random.pick(PLACES),
      form: FORMS[form] as Form,
    };
  }

  /** One of the facts that is written with quotation marks and an apostrophe. */
  nextQuoted(): Fact {
    return this.next(FORMS.length - 1);
  }

  /** A figure that nothing else has, not even with its digits rounded. */
  figure(): string {
    for (;;) {
      const value = this.random.between(10_101, 98_989);
      if (value % 10 === 0 || this.figures.has(value)) continue;
      this.figures.add(value);
      return value.toLocaleString("en-US");
    }
  }

  /** The figure with one digit changed, which no other fact has either. */
  changed(figure: string): string {
    for (;;) {
      const at = this.random.pick([0, 1, 3, 4, 5]);
      const digit = String(this.random.between(1, 9));
      const other = figure.slice(0, at) + digit + figure.slice(at + 1);
      const value = Number(other.replace(",", ""));
      if (this.figures.has(value)) continue;
      this.figures.add(value);
      return other;
    }
  }

  /** Words of no page, about a fact of no page. */
  invented(): { readonly quote: string; readonly statement: string } {
    const { name, figure, year } = this.next();
    const who = this.random.pick(["auditors", "geologists", "surgeons", "beekeepers", "divers"]);
    const what = this.random.pick(["meteorite dust", "copper wire", "wool carpets", "quinine"]);
    return {
      quote: `Several ${who} quietly shipped ${figure} kilograms worth ${what} through ${name} customs during ${year}`,
      statement: `${figure} kilograms worth ${what} went through ${name} customs in ${year}.`,
    };
  }

  /** Sentences between the facts, without a figure. */
  filler(): string {
    const { random } = this;
    const thing = random.pick(["harbour", "market", "library", "reservoir", "orchard", "viaduct"]);
    const people = random.pick(["Visitors", "Residents", "Historians", "Engineers", "Gardeners"]);
    const when = random.pick(["in spring", "after the war", "every autumn", "on clear mornings"]);
    const how = random.pick(["slowly", "with great care", "at their own expense", "by hand"]);
    return random.pick([
      `${people} still speak of the old ${thing}, which was rebuilt ${how} ${when} by the parish.`,
      `The ${thing} beside the square opens ${when} and is kept in order ${how} by volunteers.`,
      `${people} who walk past the ${thing} ${when} find benches, lime trees and a view of the bay.`,
      `A path leads from the ${thing} to the chapel, where ${people.toLowerCase()} gather ${when} and sing.`,
      `The stones of the ${thing} came from a quarry upstream and were carried down ${how} ${when}.`,
    ]);
  }
}

export function sentenceOf(fact: Fact, figure = fact.figure): string {
  return fact.form.sentence({ ...fact, figure });
}

export function statementOf(fact: Fact, figure = fact.figure): string {
  return fact.form.statement({ ...fact, figure });
}

export function negatedSentence(fact: Fact): string {
  return sentenceOf(fact).replace(...fact.form.negation);
}
