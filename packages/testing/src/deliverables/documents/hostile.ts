import type { Deliverable } from "../../../../deliverables/src/deliverable.ts";
import { source } from "../sample-deliverable.ts";

const ROWS = 500;
const levels = (text: (level: number) => string) =>
  Array.from({ length: 12 }, (_, index) => text(index + 1)).join("\n");

/** Text that looks like code of every format, and more of everything than fits. */
export const HOSTILE: Deliverable = {
  title: `=HYPERLINK("https://example.org") #eval("1") </w:t> {{title}} ${"wide ".repeat(40)}`,
  researchQuestion: `$ x^2 $ @label <script>alert(1)</script> #import "@preview/x:1.0.0" ]]> ${"&amp;".repeat(5)}`,
  planName: '#read("/etc/passwd")',
  organization: "A & B <C> \"D\" 'E' \u202Ereversed",
  createdAt: new Date("2026-03-04T10:20:30Z"),
  version: 999,
  confidence: 7,
  made: {
    searches: 1e9,
    pagesRead: -3,
    steps: 0,
    assistants: ["<b>", "#emph[x]", "=1+1", "a", "b", "c", "d"],
    startedAt: null,
    endedAt: null,
    approvals: Array.from({ length: 40 }, (_, index) => ({
      what: `#panic() </a:t> ${index} ${"long ".repeat(100)}`,
      decision: "modify" as const,
      by: "=cmd|' /C calc'!A0",
      at: new Date("2026-03-01T00:00:00Z"),
      isRelayed: index % 2 === 0,
    })),
  },
  sources: Array.from({ length: 30 }, (_, index) =>
    source(String(index + 1), {
      number: index + 1,
      title: index % 2 === 0 ? `#let x = ${index} </w:p>` : "مصدر 日本語 עברית ไทย 😀",
      url: index % 3 === 0 ? "javascript:alert(1)" : `https://example.org/?a=1&b="${index}"`,
      author: "*bold* _it_ `raw` $math$ \\ #",
      publishedAt: "=TODAY()",
      quotes: [`"quoted" #quote[x] ${"very ".repeat(60)}long`],
    }),
  ),
  markdown: [
    '#eval("panic()") $ \\infty $ `#raw` @ref <label> // comment /* open [src:1] '.repeat(3),
    "![picture](https://example.org/pixel.png) ![](file:///etc/passwd) <img src=x onerror=alert(1)>",
    "## Key findings",
    `- **=1+1 is not a formula here.** +1 -1 @SUM(A1) [src:2]. (high confidence)\n- ${"one very long finding ".repeat(120)} [src:3] [src:999]`,
    "#### A heading that skips levels \\ # $ * _ ` < > @ [src:4]",
    levels((level) => `${"#".repeat(Math.min(6, level))} Level ${level}`),
    levels((level) => `${"  ".repeat(level - 1)}- item ${level}`),
    levels((level) => `${"> ".repeat(level)}quote ${level}\n`),
    [
      "| =A1 | #let | </a:t> | $x$ | 数 | عدد |",
      "|---|---|---|---|---|---|",
      ...Array.from(
        { length: ROWS },
        (_, row) => `| =SUM(${row}) | #${row} | <w:p> | ${row} | ${row * 3} | ${row}.5 |`,
      ),
    ].join("\n"),
    "[chart:line </text><script>alert(1)</script>]\n\n| a<b | \"c\" & 'd' |\n|---|---|\n| <x> | 1 |\n| &y; | -2.5 |\n| 💥 ] } | 3 |",
    "| n | v |\n|---|---|\n| 1 | 1e308 |\n| 2 | 99999999999999999999 |\n| 3 | -0 |",
    "مرحبا بالعالم mixed with English and 日本語 and עברית. ".repeat(20),
    `\`\`\`typst\n#eval("1")\n${"x".repeat(500)}\n\`\`\``,
    `${"unbreakable".repeat(60)} \u0000\u0007\uFFFE\uD800 end`,
    "\\u{202e}\u202Egnirts desrever\u202C [x](javascript:alert(1)) [y](https://example.org/a'b)",
  ].join("\n\n"),
};
