import type { Deliverable } from "../../../../deliverables/src/deliverable.ts";
import { source } from "../sample-deliverable.ts";

const CHAPTERS = 14;
const ENTRIES = 300;
const WORDS =
  "the survey of operators shows that demand in winter depends on insulation, ventilation and the price of power, while the age of a building explains less than was assumed in earlier work on comparable houses across the region".split(
    " ",
  );

/** A report of some seventy pages with contents, tables, charts and 300 sources. */
export const LONG: Deliverable = {
  title: "The state of municipal heating: a long report",
  researchQuestion: "How do towns heat their buildings, what does it cost, and what works?",
  planName: "The state of municipal heating",
  organization: "Association of Sample Towns",
  createdAt: new Date("2026-10-01T12:00:00Z"),
  version: 3,
  confidence: 0.8,
  made: {
    searches: 214,
    pagesRead: 1_024,
    steps: 48,
    assistants: ["Claude Code", "Codex"],
    startedAt: new Date("2026-08-01T12:00:00Z"),
    endedAt: new Date("2026-10-01T11:00:00Z"),
    approvals: [],
  },
  sources: Array.from({ length: ENTRIES }, (_, index) =>
    source(String(index + 1), {
      number: index + 1,
      title: `Heating of ${townOf(index)}, report ${index + 1} (sample)`,
      url: `https://town-${index % 90}.example.org/reports/${index + 1}`,
      author: `Works of ${townOf(index)}`,
      publishedAt: `${2015 + (index % 11)}-0${1 + (index % 9)}-15`,
      quotes: [sentence(index, 14)],
    }),
  ),
  markdown: [
    "Most towns save most by insulating first and changing the heat source second [src:1, 2, 3]. What a measure costs depends more on the building than on the town [src:4].",
    "## Key findings",
    Array.from(
      { length: 9 },
      (_, index) =>
        `${index + 1}. **${capital(sentence(index * 3, 8))}** ${capital(sentence(index * 5, 30))} [src:${index + 1}, ${index + 20}]. (${["high", "medium", "low"][index % 3]} confidence)`,
    ).join("\n"),
    ...Array.from({ length: CHAPTERS }, (_, chapter) => chapterText(chapter)),
    "## What would change this answer\n\n- Power at half its price [src:7].\n- A ban on gas before 2030 [src:8].",
    "## Limits\n\nFigures of small towns are few, and most are reported by the towns themselves [src:9].",
    "## Method\n\nA survey of the reports of 90 towns.",
  ].join("\n\n"),
};

function chapterText(chapter: number): string {
  const first = chapter * 20 + 10;
  const paragraphs = Array.from({ length: 11 }, (_, index) => {
    const cited = Math.min(ENTRIES, first + index * 2 + 1);
    return `${capital(sentence(chapter * 31 + index * 7, 70))} [src:${cited}]. ${capital(sentence(chapter * 13 + index * 3, 55))} [src:${Math.min(ENTRIES, cited + 1)}].`;
  });
  const rows = Array.from(
    { length: 6 },
    (_, index) =>
      `| ${townOf(chapter + index)} | ${1_000 + ((chapter * 37 + index * 211) % 900)} | ${(3 + ((chapter + index * 5) % 17) / 2).toFixed(1)} |`,
  );
  return [
    `## Chapter ${chapter + 1}: ${sentence(chapter * 11, 7)}`,
    ...paragraphs.slice(0, 4),
    `### What ${townOf(chapter)} did`,
    ...paragraphs.slice(4, 8),
    ["| Town | Cost (k€) | Payback (years) |", "|---|---:|---:|", ...rows].join("\n"),
    "### What followed",
    ...paragraphs.slice(8),
    "- One measure at a time, in the order of its cost.\n- No measure without a meter.\n- A review after two winters.",
  ].join("\n\n");
}

function townOf(index: number): string {
  const [one, two] = [
    ["North", "South", "East", "West", "Upper", "Lower", "New", "Old", "Great", "Little"],
    ["bridge", "ford", "haven", "field", "wood", "mouth", "ham", "stead", "burn"],
  ];
  return `${one?.[index % 10]}${two?.[index % 9]}`;
}

function sentence(start: number, length: number): string {
  return Array.from({ length }, (_, index) => WORDS[(start + index * 3) % WORDS.length])
    .join(" ")
    .replaceAll(",", "");
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
