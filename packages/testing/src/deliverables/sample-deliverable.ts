import type { Deliverable, Source } from "../../../deliverables/src/deliverable.ts";

/** A report as a research plan submits it, with everything that formats must support. */
export const SAMPLE: Deliverable = {
  title: "Heat pumps for older houses",
  researchQuestion: "Which heat pump suits a house from the 1960s without floor heating?",
  planName: "[Deep] Heat pumps for older houses",
  createdAt: new Date("2026-03-04T10:20:30Z"),
  version: 2,
  sources: [
    source("src_field", {
      number: 1,
      title: "Field study of 77 heat pumps in existing buildings",
      url: "https://example.org/field-study?year=2024&lang=en",
      author: "A. Miara; D. Günther",
      publishedAt: "2024-05-12",
      retrievedAt: "2026-03-01T09:00:00Z",
      quotes: ["The mean seasonal performance factor of air source systems was 3.1."],
    }),
    source("src_price", {
      number: 2,
      title: "Electricity prices for households",
      url: "https://example.com/prices",
      author: "Statistics Office",
      publishedAt: "2025",
    }),
    source("src_noise", {
      number: 3,
      title: "Noise limits at night",
      doi: "10.1000/noise.2023.17",
      author: "Lee, K. and Brown, P.",
      publishedAt: "2023-11",
    }),
    source("src_unused", {
      number: 4,
      title: "Background reading on refrigerants",
      url: "https://example.net/r290",
    }),
  ],
  markdown: `# Heat pumps for older houses

An **air source heat pump** suits most houses of this age, provided that the flow temperature can be
kept *below 55 °C* on the coldest day [src:src_field]. Replacing two or three radiators is usually
enough [src:src_field][src:src_price].

## Key findings

- The seasonal performance factor was 3.1 on average, in a range from 2.6 to 3.6 [src:src_field].
- Running costs are below those of gas when electricity costs less than 3.1 times as much as gas [src:src_price, src_field].
  - With a special tariff the limit moves to 3.6 [src:src_price].
- At night 40 dB(A) are allowed at the neighbour's window [src:src_noise]; see [the calculator](https://example.org/noise).

### What would change this answer

1. A flow temperature above 60 °C.
2. No place outside for the unit.

## Comparison

| System | Cost (EUR) | Efficiency | Share | Checked | Suitable |
|---|---:|---:|---:|---|---|
| Air source | 28,500 | 3.1 | 72% | 2026-02-28 | true |
| Ground source | 41,000 | 4.2 | 19% | 2026-02-27 | true |
| Air to air | 12,900 | 3.4 | 9% | 2026-02-26 | false |

## Method

> Three databases were searched; only studies with measured values count.

The energy balance was computed as follows:

\`\`\`python
def seasonal_factor(heat, power):
    return heat / power  # [src:src_field] is left alone in code
\`\`\`

- [x] Field studies read
- [ ] Installer interviews

## Limits and open questions

Noise was not measured.[^1] One claim has no source yet [src:src_missing].

[^1]: Measurements are planned for autumn.
`,
};

/** A source that is cited by this reference. */
export function source(ref: string, given: Partial<Source> = {}): Source {
  return {
    number: 1,
    refs: [ref],
    title: `Source ${ref}`,
    url: null,
    author: null,
    publishedAt: null,
    retrievedAt: null,
    doi: null,
    quotes: [],
    ...given,
  };
}
