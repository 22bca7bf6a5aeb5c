// Claims as judging leaves them: one of every kind that a person may meet in the console.

export interface ExampleEvidence {
  readonly source: keyof typeof CLAIM_SOURCES;
  readonly quote: string;
  readonly verdict: string | null;
  /** The source's own words; the quote itself unless said otherwise. */
  readonly passage?: string | null;
  readonly stance?: "supports" | "contradicts";
  readonly details?: object;
  /** Whether the text came with a finding. */
  readonly isUncaptured?: boolean;
}

export interface ExampleClaim {
  readonly statement: string;
  readonly kind: string;
  readonly status: string;
  readonly level: number;
  readonly isKey?: boolean;
  readonly isWithdrawn?: boolean;
  readonly restsOn?: readonly number[];
  readonly problems?: readonly { code: string; isWeakening: boolean; message: string }[];
  readonly evidence: readonly ExampleEvidence[];
}

export const CLAIM_SOURCES = {
  field: {
    title: "Field trial of heat pumps in 41 homes",
    url: "https://trials.example.org/heat-pumps",
    text: `Summary. The trial followed 41 homes in three climate zones for four winters. Between 2019 and 2023 the energy used for heating fell by 34 % on average, and by 21 % in the coldest zone. Homes that kept their old radiators saved less than those with larger ones, but no home used more energy than before. ${"Every home had a meter for heat and one for electricity, read every ten minutes. ".repeat(4)}
Costs. Installation took 11,400 euros on average, of which 38 % was paid by grants. Owners of houses built before 1980, most of which had been insulated during the last decade, paid about 1,900 euros more. ${"The trial was paid for by the grid operator and evaluated by a university. ".repeat(4)}
Comfort. Four of five owners said that rooms were as warm as before, or warmer. Two owners went back to gas. 🌡️ The report lists the reasons of both.`,
  },
  agency: {
    title: "Energy agency: heating in numbers",
    url: "https://agency.example.org/heating/2024",
    text: `Heating in numbers. In 2024 one in six new heating systems was a heat pump. ${"The agency publishes these figures every spring. ".repeat(8)}Monitored heat pumps reduced the energy for heating by 19 %, less than manufacturers promise. ${"Figures by region are in the annex. ".repeat(12)}`,
  },
  gone: {
    title: "Press release of a manufacturer",
    url: "https://maker.example.com/2021/press",
    text: "",
  },
} as const;

export const CLAIM_EXAMPLES: readonly ExampleClaim[] = [
  {
    statement:
      "Heat pumps cut the energy for heating by 34 % in a trial of 41 homes between 2019 and 2023.",
    kind: "figure",
    status: "supported",
    level: 3,
    isKey: true,
    evidence: [
      {
        source: "field",
        quote: "Between 2019 and 2023 the energy used for heating fell by 34 % on average",
        verdict: "exact",
      },
    ],
  },
  {
    statement: "In the coldest zone, heat pumps still cut the energy for heating by 31 %.",
    kind: "figure",
    status: "unsupported",
    level: 0,
    isKey: true,
    problems: [
      {
        code: "QUOTE_ALTERED",
        isWeakening: true,
        message:
          'The source says "21", the quote "31". Next: record the claim again with the quote as it stands in closest.',
      },
    ],
    evidence: [
      {
        source: "field",
        quote:
          "the energy used for heating fell by 34 % on average, and by 31 % in the coldest zone",
        passage:
          "the energy used for heating fell by 34 % on average, and by 21 % in the coldest zone",
        verdict: "altered",
        details: { differs: [{ source: "21", quote: "31" }] },
      },
    ],
  },
  {
    statement: "Monitored heat pumps reduce the energy for heating by about a third.",
    kind: "figure",
    status: "contradicted",
    level: 3,
    problems: [
      {
        code: "CONTRADICTED",
        isWeakening: true,
        message:
          "A source says the contrary. Next: correct the statement, or record the claim as disputed and say so.",
      },
    ],
    evidence: [
      {
        source: "field",
        quote: "the energy used for heating fell by 34 % on average",
        verdict: "exact",
      },
      {
        source: "agency",
        quote:
          "Monitored heat pumps reduced the energy for heating by 19 %, less than manufacturers promise.",
        verdict: "exact",
        stance: "contradicts",
      },
    ],
  },
  {
    statement: "Installing a heat pump cost 11,400 euros on average, 45 % of it paid by grants.",
    kind: "figure",
    status: "weak",
    level: 3,
    problems: [
      {
        code: "NUMBER_MISSING",
        isWeakening: true,
        message:
          "No quote has the figure 45 %. Next: quote the sentence that has it, or correct the figure.",
      },
    ],
    evidence: [
      {
        source: "field",
        quote: "Installation took 11,400 euros on average",
        verdict: "exact",
      },
    ],
  },
  {
    statement: "Owners of houses built before 1980 paid about 1,900 euros more.",
    kind: "figure",
    status: "supported",
    level: 3,
    evidence: [
      {
        source: "field",
        quote: "Owners of houses built before 1980 … paid about 1,900 euros more.",
        passage:
          "Owners of houses built before 1980, most of which had been insulated during the last decade, paid about 1,900 euros more.",
        verdict: "normalised",
        details: { elided: [{ text: "most of which had been insulated during the last decade," }] },
      },
    ],
  },
  {
    statement: "A heat pump in an old house is worth its price where grants are paid.",
    kind: "inference",
    status: "derived",
    level: 0,
    restsOn: [1, 5],
    evidence: [],
  },
  {
    statement: "Heat pumps are as quiet as a refrigerator.",
    kind: "fact",
    status: "unchecked",
    level: 0,
    problems: [
      {
        code: "SOURCE_DEAD",
        isWeakening: false,
        message: "The source answers that the page is gone. Next: look for the page elsewhere.",
      },
    ],
    evidence: [
      {
        source: "gone",
        quote: "our pumps are as quiet as a refrigerator",
        verdict: null,
        passage: null,
        isUncaptured: true,
      },
    ],
  },
  {
    statement: "Two of the 41 owners went back to gas.",
    kind: "fact",
    status: "supported",
    level: 3,
    evidence: [{ source: "field", quote: "Two owners went back to gas.", verdict: "exact" }],
  },
  {
    statement: "Every second new heating system is a heat pump.",
    kind: "fact",
    status: "unsupported",
    level: 0,
    problems: [
      {
        code: "QUOTE_ABSENT",
        isWeakening: true,
        message: "The source does not have this quote. Next: copy the words from the source.",
      },
    ],
    evidence: [
      {
        source: "agency",
        quote: "In 2024 every second new heating system was a heat pump.",
        verdict: "absent",
        passage: null,
        details: { closest: "In 2024 one in six new heating systems was a heat pump." },
      },
    ],
  },
  {
    statement: "Heat pumps last longer than gas boilers.",
    kind: "fact",
    status: "unsupported",
    level: 0,
    isWithdrawn: true,
    evidence: [],
  },
];
