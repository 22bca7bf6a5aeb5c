import type { Deliverable } from "../../../../deliverables/src/deliverable.ts";
import { source } from "../sample-deliverable.ts";

const QUARTERS = ["2024 Q1", "2024 Q2", "2024 Q3", "2024 Q4", "2025 Q1", "2025 Q2", "2025 Q3"];

/** Many figures in German: decimal commas, negative numbers, shares, wide and long tables. */
export const NUMBERS: Deliverable = {
  title: "Energieverbrauch der Schulen in Zahlen",
  researchQuestion: "Wie haben sich Verbrauch und Kosten der städtischen Schulen entwickelt?",
  planName: "Energieverbrauch der Schulen",
  organization: "Stadt Muster",
  createdAt: new Date("2026-09-30T09:00:00Z"),
  version: 4,
  confidence: 0.9,
  made: {
    searches: 12,
    pagesRead: 31,
    steps: 6,
    assistants: ["Cursor"],
    startedAt: null,
    endedAt: null,
    approvals: [],
  },
  sources: [
    source("1", {
      number: 1,
      title: "Energiebericht der Stadt Muster (Beispiel)",
      url: "https://muster.example.org/energiebericht",
      author: "Hochbauamt",
      publishedAt: "2026-02-01",
      quotes: ["Der Verbrauch sank um 12,4 %."],
    }),
    source("2", {
      number: 2,
      title: "Preisindex für Energie (Beispiel)",
      url: "https://statistik.example.com/preise",
      author: "Statistisches Amt",
      publishedAt: "2026-01-15",
    }),
  ],
  markdown: `Der Verbrauch sank um 12,4 %, die Kosten stiegen dennoch um 8,1 % [src:1, 2].

## Wichtigste Erkenntnisse

- **Der Verbrauch sinkt seit 2024.** Er fiel von 1.240,5 auf 1.086,7 MWh im Quartal [src:1]. (hohe Sicherheit)
- **Die Kosten folgen dem Preis.** Er stieg um 23,4 % [src:2]. (mittlere Sicherheit)

## Der Verbrauch sinkt in jedem Winter

| Quartal | Strom (MWh) | Wärme (MWh) |
|---|---:|---:|
${QUARTERS.map((quarter, index) => `| ${quarter} | ${(412.5 - index * 9.25).toFixed(1).replace(".", ",")} | ${(828 - index * 21.5).toFixed(1).replace(".", ",")} [src:1] |`).join("\n")}

## Drei Schulen sparen, zwei verbrauchen mehr

| Schule | Veränderung (%) |
|---|---:|
| Nord | −12,5 |
| Süd | −8,0 |
| West | −3,2 |
| Ost | 4,1 |
| Mitte | 6,8 |

## Alle Werte

| Schule | Fläche (m²) | Schüler | Strom (kWh) | Wärme (kWh) | Kosten (€) | Anteil | Stand |
|---|---:|---:|---:|---:|---:|---:|---|
${Array.from({ length: 40 }, (_, index) => `| Schule ${index + 1} | ${(2_100 + index * 37).toLocaleString("de")} | ${310 + index * 7} | ${(48_000 + index * 911).toLocaleString("de")} | ${(301_000 + index * 2_113).toLocaleString("de")} | ${(61_250.5 + index * 512.25).toLocaleString("de", { minimumFractionDigits: 2 })} | ${((index % 9) + 1.5).toLocaleString("de")} % | 2026-0${(index % 9) + 1}-15 |`).join("\n")}

## Grenzen

Zwei Schulen wurden umgebaut; ihre Werte sind geschätzt [src:1].
`,
};
