import type { Deliverable } from "../../../../deliverables/src/deliverable.ts";
import { source } from "../sample-deliverable.ts";

/** A decision with a table that becomes bars, and one that becomes lines. Names and figures are invented. */
export const DECISION: Deliverable = {
  title: "Heat pumps for the public pools: which to convert first",
  researchQuestion:
    "Which of the city's twelve pools should be converted from gas to heat pumps first, and what does it cost?",
  planName: "Heat pumps for the public pools",
  organization: "City of Sample · Department of Sports",
  createdAt: new Date("2026-11-16T09:00:00Z"),
  version: 2,
  confidence: 0.6,
  made: {
    searches: 4,
    pagesRead: 17,
    steps: 7,
    assistants: ["Claude Code"],
    startedAt: new Date("2026-11-03T09:00:00Z"),
    endedAt: new Date("2026-11-16T08:30:00Z"),
    approvals: [
      {
        what: "Scope and criteria",
        decision: "approve",
        by: "M. Lind",
        at: new Date("2026-11-04T10:00:00Z"),
        isRelayed: false,
      },
      {
        what: "Ranking of the pools",
        decision: "approve",
        by: "R. Okoye",
        at: new Date("2026-11-13T15:00:00Z"),
        isRelayed: false,
      },
    ],
  },
  sources: [
    source("1", {
      number: 1,
      title: "Energy audit of twelve public pools (sample)",
      url: "https://works.example.org/pool-audit",
      author: "Office of Sample Works",
      publishedAt: "2026-03-12",
      retrievedAt: "2026-11-05T09:00:00Z",
      quotes: ["Three halls account for 5.9 of 9.7 GWh of gas."],
    }),
    source("2", {
      number: 2,
      title: "Energy prices for municipal buildings, October 2026 (sample)",
      url: "https://treasury.example.com/tariff",
      author: "Sample City Treasury",
      publishedAt: "2026-10-01",
      quotes: ["Power 0.214 €/kWh, gas 0.083 €/kWh, both net."],
    }),
    source("3", {
      number: 3,
      title: "Two winters with heat pumps: monitoring of two indoor pools (sample)",
      url: "https://institute.example.net/two-winters",
      author: "Institute for Sample Buildings",
      publishedAt: "2026-06-20",
      quotes: [
        "The seasonal performance factor was 3.1 and 3.3.",
        "The second winter was colder and still used less gas than the first.",
      ],
    }),
    source("4", {
      number: 4,
      title: "Pools in numbers: a survey of 214 operators (sample)",
      doi: "10.1000/sample.214",
      author: "A. Example; B. Muster",
      publishedAt: "2025-11-09",
      quotes: ["The median time to a grid connection was twelve months."],
    }),
    source("5", {
      number: 5,
      title: "Connection times for large consumers (sample)",
      url: "https://grid.example/connection-times",
      author: "Sample Grid Operator",
      publishedAt: "2026-01-30",
      quotes: ["Sites above 250 kW need a new transformer in most cases."],
    }),
  ],
  markdown: `Convert Nordbad, Harbour and Riverside before winter 2028. These three of twelve pools save 61 % of the heat-related emissions for 38 % of the money, and each pays back within nine years at today's prices [src:1, 2, 3]. Hold the five lidos back: their season is too short [src:1].

## Key findings

1. **Three pools cause most of the emissions.** Nordbad, Harbour and Riverside burn 5.9 of the 9.7 GWh of gas that all twelve pools use in a year; the five lidos together burn 0.8 GWh [src:1]. (high confidence)
2. **Heat pumps deliver three units of heat for one of power, even in January.** The two monitored indoor pools reached a seasonal factor of 3.1 and 3.3; the coldest week fell to 2.4 [src:3, 4]. (high confidence)
3. **Ventilation matters as much as water.** Recovering heat from exhaust air cut demand by 27 % before any heat pump ran, and made the smaller machine sufficient [src:3]. (medium confidence)
4. **Grid connection is the slowest part.** Operators report nine to sixteen months from request to connection; two of our sites would need a new transformer [src:4, 5]. (medium confidence)
5. **Prices turn the result more than technology does.** If power costs more than 3.4 times as much as gas, payback passes fifteen years everywhere [src:2]. (low confidence)

## Nordbad, Harbour and Riverside pay back within nine years

The table ranks the seven indoor pools; the lidos are left out because none of them pays back within the life of the machine [src:1, 2].

| Pool | Investment (k€) | CO₂ saved (t a year) | Payback (years) | Confidence |
|---|---:|---:|---:|---|
| Nordbad | 1,240 | 486 | 7.2 | high |
| Harbour | 980 | 352 | 7.9 | high |
| Riverside | 1,105 | 331 | 8.8 | medium |
| Eastfield | 870 | 164 | 12.4 | medium |
| School pool West | 640 | 96 | 14.1 | low |
| Old Baths | 1,480 | 188 | 16.5 | low |
| Hillside | 610 | 71 | 17.3 | low |

## Gas use falls by two thirds in both monitored pools

Both trial pools were metered for two winters before and two after the conversion. The drop came in two steps: heat recovery first, the heat pump a year later [src:3].

[chart:line Gas burnt per winter, MWh]

| Winter | Pool A (MWh) | Pool B (MWh) |
|---|---:|---:|
| 2021/22 | 2,140 | 1,610 |
| 2022/23 | 2,090 | 1,580 |
| 2023/24 | 1,525 | 1,190 |
| 2024/25 | 690 | 545 |
| 2025/26 | 655 | 520 |

> "The second winter was colder and still used less gas than the first." — operator's log, Pool A [src:3]

## What would change this answer

- Power at more than 3.4 times the price of gas [src:2].
- A district-heating main at the harbour before 2030; the utility decides in spring [src:5].
- A structural finding at Nordbad: the roof survey is not finished [src:1].

## Limits

- Two trial pools are few, and both have newer halls than ours [src:3].
- Investment figures are estimates of class 4 (−20 to +30 %) [src:1].
- The value of fewer closing days in summer was not priced.

## Method

Four searches in two languages. Figures of the audit were recalculated with the tariff of October 2026; every number above can be traced to a quote in the list of sources.
`,
};
