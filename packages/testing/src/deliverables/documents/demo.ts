import type { Deliverable } from "../../../../deliverables/src/deliverable.ts";
import { source } from "../sample-deliverable.ts";

/** The report of the demo: short, with a comparison of two options. */
export const DEMO: Deliverable = {
  title: "Watering bags or underground reservoirs",
  researchQuestion:
    "Should the city water young street trees by bags or by underground reservoirs?",
  planName: "Watering bags or reservoirs (sample)",
  organization: "",
  createdAt: new Date("2026-11-10T08:00:00Z"),
  version: 1,
  confidence: 0.8,
  made: {
    searches: 3,
    pagesRead: 0,
    steps: 7,
    assistants: ["trovella-demo"],
    startedAt: new Date("2026-11-10T07:58:00Z"),
    endedAt: new Date("2026-11-10T08:00:00Z"),
    approvals: [
      {
        what: "Shall I recommend reservoirs where streets are opened anyway?",
        decision: "approve",
        by: null,
        at: new Date("2026-11-10T07:59:00Z"),
        isRelayed: true,
      },
    ],
  },
  sources: [
    source("1", {
      number: 1,
      title: "Trial of watering bags (sample)",
      url: "https://example.org/samples/bags-trial",
      author: "Sample Parks Department",
      publishedAt: "2024",
      quotes: ["Bags cost 30 euros a tree and year."],
    }),
    source("2", {
      number: 2,
      title: "Trial of reservoirs (sample)",
      url: "https://example.org/samples/reservoir-trial",
      author: "Sample Institute",
      publishedAt: "2023",
      quotes: ["A reservoir costs 1,400 euros and lasts 30 years."],
    }),
    source("3", {
      number: 3,
      title: "Ten years of reservoirs (sample)",
      url: "https://example.org/samples/reservoir-repairs",
      author: "Sample Works Office",
      publishedAt: "2025",
      quotes: ["One in twenty was opened again, at 600 euros."],
    }),
  ],
  markdown: `## Answer

We recommend reservoirs where a street is opened anyway, and bags elsewhere.

## Key findings

- **Bags are cheap and lose more trees.** They cost 30 euros a tree and year, and 8 of 100 trees die all the same [src:1]. (high confidence)
- **Reservoirs are dear and safer.** One costs 1,400 euros once, lasts 30 years, and 3 of 100 trees die [src:2]. (medium confidence)
- **Repairs change little.** One reservoir in twenty has to be opened again within ten years, at 600 euros [src:3]. (medium confidence)

## Reservoirs cost 590 euros more a tree over 30 years

| Option | Cost in 30 years (€) | Lost trees of 100 |
| --- | ---: | ---: |
| Watering bags | 900 | 8 |
| Reservoirs | 1,490 | 3 |

## What would change this answer

- A lost tree that costs more than 2,500 euros turns the comparison around.

## Limits

Both trials are short, and their sources are invented.
`,
};
