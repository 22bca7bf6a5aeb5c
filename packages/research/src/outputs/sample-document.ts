import type { Deliverable, Source } from "@trovella/deliverables";

const AT = new Date("2026-11-15T09:00:00Z");

/** Invented research that shows every part of a document on little room. */
export function sampleDocument(language: "en" | "de"): Deliverable {
  const { title, question, markdown } = TEXTS[language];
  return {
    title,
    markdown,
    sources: SOURCES,
    researchQuestion: question,
    planName: title,
    createdAt: AT,
    version: 2,
    made: {
      searches: 14,
      pagesRead: 31,
      steps: 6,
      assistants: [],
      startedAt: AT,
      endedAt: AT,
      approvals: [],
    },
  };
}

const sample = (number: number, title: string): Source => ({
  number,
  refs: [String(number)],
  title,
  url: `https://example.org/${number}`,
  author: "Example Institute",
  publishedAt: "2026-03-02",
  retrievedAt: "2026-11-12",
  doi: null,
  quotes: [],
});

const SOURCES = [
  sample(1, "Heat pumps in existing buildings: four winters of measurements"),
  sample(2, "What households pay for heat"),
  sample(3, "Noise at the property line"),
];

const TEXTS = {
  en: {
    title: "Is a heat pump worth it in an old house?",
    question: "Does replacing a gas boiler by a heat pump pay off in a house of 1975?",
    markdown: `## Answer

Yes, in most houses, after nine to twelve years [src:1] [src:2]. (high confidence)

## Key findings

- **Measured efficiency reaches 3.1 without floor heating.** Four winters in 120 houses [src:1]. (high confidence)
- **Costs fall by about a third.** Prices of 2026 [src:2]. (medium confidence)
- **Noise is rarely a reason against it.** One survey [src:3]. (low confidence)

## Heating costs fall by a third

| Heating | Euros per year |
| --- | ---: |
| Gas boiler | 2,140 |
| Heat pump | 1,430 |
| Heat pump with solar power | 1,060 |

## Limits

Invented figures: this report only shows how your documents look.`,
  },
  de: {
    title: "Lohnt sich eine Wärmepumpe im Altbau?",
    question:
      "Rechnet sich der Tausch einer Gasheizung gegen eine Wärmepumpe in einem Haus von 1975?",
    markdown: `## Antwort

Ja, in den meisten Häusern, nach neun bis zwölf Jahren [src:1] [src:2]. (hohe Sicherheit)

## Wichtigste Befunde

- **Die gemessene Arbeitszahl erreicht 3,1 auch ohne Fußbodenheizung.** Vier Winter in 120 Häusern [src:1]. (hohe Sicherheit)
- **Die Kosten sinken um etwa ein Drittel.** Preise von 2026 [src:2]. (mittlere Sicherheit)
- **Lärm spricht selten dagegen.** Eine Umfrage [src:3]. (geringe Sicherheit)

## Die Heizkosten sinken um ein Drittel

| Heizung | Euro im Jahr |
| --- | ---: |
| Gasheizung | 2.140 |
| Wärmepumpe | 1.430 |
| Wärmepumpe mit Solarstrom | 1.060 |

## Grenzen

Erfundene Zahlen: Dieser Bericht zeigt nur, wie Ihre Dokumente aussehen.`,
  },
} as const;
