import type { Json } from "../history/record.ts";
import { leaseOf, type MemoryCase } from "./memory-case.ts";
import { hostileSchemas } from "./memory-schemas.ts";
import type { KnownArtifact } from "./world.ts";

const INVALID = ["INVALID_INPUT"];
const TOO_MUCH = ["LIMIT_EXCEEDED"];
const MILLION = 1_000_000;

/** Hostile input for the tools of the research memory, sent for a held step. */
export function memoryCases(own: KnownArtifact): MemoryCase[] {
  return [...artifactCases(own), ...searchCases(own), ...outputCases(own), ...hostileSchemas(own)];
}

function artifactCases(own: KnownArtifact): MemoryCase[] {
  const artifact = { ...leaseOf(own), artifactType: "note", title: "A note", content: "So it is." };
  const withFields = (what: string, fields: Json, expects: MemoryCase["expects"]): MemoryCase => ({
    what,
    tool: "store_research",
    input: { ...artifact, ...fields },
    expects,
  });
  const withSource = (what: string, fields: Json, expects: MemoryCase["expects"] = INVALID) =>
    withFields(what, { sources: [{ title: "Good" }, { title: "Bad", ...fields }] }, expects);
  return [
    withFields("5 MB of text", { content: "word ".repeat(MILLION) }, TOO_MUCH),
    withFields("5 MB of JSON", { content: { a: "b".repeat(5 * MILLION) } }, TOO_MUCH),
    withFields("5 MB in words", { contentText: "word ".repeat(MILLION) }, TOO_MUCH),
    withFields("2 MB of one word", { content: "w".repeat(2 * MILLION - 2) }, "success"),
    withFields("20,000 different words", { content: differentWords() }, "success"),
    withFields("nothing but punctuation", { content: "… — ! ? ".repeat(500) }, "success"),
    withFields("null", { content: null }, "success"),
    withFields("60 levels", { content: nested(60) }, "success"),
    withFields("100 sources", { sources: Array(100).fill({ title: "Same" }) }, "success"),
    withFields("101 sources", { sources: Array(101).fill({ title: "Same" }) }, INVALID),
    withFields("a step without its plan", { planId: undefined }, INVALID),
    withFields("the words of a query as a title", { title: "' & | ! <-> :* \\ $1 %" }, "success"),
    ...[
      "javascript:alert(1)",
      "JavaScript:alert(1)",
      " javascript:alert(1)",
      "data:text/html,<script>1</script>",
      "file:///etc/passwd",
      "ftp://example.com/",
      "//example.com",
      "http://",
      "https://exa mple.com/",
      "https://example.com/\njavascript:alert(1)",
    ].map((url) => withSource(`the URL ${JSON.stringify(url)}`, { url })),
    withSource("NUL in a quote", { quote: "a\0b" }),
    withSource("half a surrogate pair in a title", { title: "\ud800" }),
    withSource("half a surrogate pair in an author", { author: "x\udfff" }),
    withSource("an unknown type of a field", { author: { isTrusted: true } }),
    withSource("no DOI", { doi: "11.1000/182" }),
    withSource("a DOI with more behind it", { doi: "10.1000/182\n<script>" }),
    ...ODD_MOMENTS.map((retrievedAt) => withSource(`read at ${retrievedAt}`, { retrievedAt })),
  ];
}

const ODD_MOMENTS = [
  "2026-02-30",
  "2025-02-29T12:00Z",
  "2026-13-01",
  "2026-01-01T24:30:00Z",
  "2026-01-01T10:00:00+99:00",
  "0000-00-00",
  "-271821-04-20",
  "+275760-09-13T00:00:00Z",
  "infinity",
  "now",
  "epoch",
  "yesterday",
  "01/02/2026",
  "1767225600",
  "2026-01-01' OR '1'='1",
];

function searchCases(own: KnownArtifact): MemoryCase[] {
  const search = (what: string, input: Json, expects: MemoryCase["expects"] = "success") => ({
    what,
    tool: "search_sources",
    input: { query: "prepared finding", ...input },
    expects,
  });
  const nothing = (what: string, input: Json) => ({ ...search(what, input), findsNothing: true });
  const asked = [
    "' & | ! ( ) <-> <2> :* :A \\ ",
    "finding & !prepared | (what <-> was) ",
    "((((((((((",
    "))))))))))",
    "'; DROP TABLE posting; -- ",
    "prepared:*ABCD ",
    '"prepared finding" OR -what ',
    "%_*?[]^$.+{}",
    "<b>prepared</b> ",
    "\u202e\u200b\u{e0041}prepared ",
    "e\u0301\u0301\u0301",
    "a ",
    "the of and to in ",
    "日本語の文",
    "🧪",
    "\\\\",
    "$1 $2 {0} ",
  ];
  return [
    ...asked.map((query) =>
      search(`1,000 characters of ${JSON.stringify(query)}`, {
        query: query.repeat(1_000).slice(0, 1_000).toWellFormed(),
      }),
    ),
    search("a word of 1,000 letters", { query: "x".repeat(1_000) }),
    search("4,000 letters", { query: "x".repeat(4_000) }),
    search("4,001 characters", { query: "x".repeat(4_001) }, INVALID),
    search("NUL", { query: "prepared\0finding" }, INVALID),
    search("half a surrogate pair", { query: "prepared \ud83e" }, INVALID),
    nothing("punctuation", { query: "… — !? <-> & |" }),
    nothing("a space", { query: " " }),
    nothing("stop words", { query: "the of and" }),
    nothing("an empty time range", {
      createdAfter: "2026-01-02",
      createdBefore: "2026-01-01",
    }),
    nothing("the far future", { createdAfter: "9999-12-30T23:59:59.999Z" }),
    nothing("the far past", { createdBefore: "1000-01-01T00:00:00Z" }),
    nothing("another user", { userId: "usr_'; --" }),
    nothing("a plan id with a wildcard", { planId: `${own.planId}%` }),
    nothing("outputs of an artifact type", {
      sourceTable: "research_output",
      artifactType: "finding",
    }),
    search("a plan", { planId: own.planId, limit: 100 }),
    search("20 lengthy hits", { query: "lengthy" }),
    search("100 lengthy hits", { query: "lengthy note", limit: 100 }),
    search("another table", { sourceTable: "plan_step" }, INVALID),
    ...ODD_MOMENTS.flatMap((moment) => [
      search(`after ${moment}`, { createdAfter: moment }, INVALID),
      search(`before ${moment}`, { createdBefore: moment }, INVALID),
    ]),
  ];
}

function outputCases(own: KnownArtifact): MemoryCase[] {
  const { planId } = own;
  const output = { planId, title: "An output", mediaType: "html", content: "# So it is." };
  const feedback = {
    planId,
    feedbackType: "initial",
    satisfaction: "neutral",
    feedbackSummary: "So so.",
  };
  const run = { skillName: "research", status: "started" };
  const report = { ...leaseOf(own), task: "Look.", report: "Looked." };
  const cases: readonly (readonly [string, string, Json, MemoryCase["expects"]])[] = [
    ["store_research_output", "5 MB", { ...output, content: "word ".repeat(MILLION) }, TOO_MUCH],
    ["store_research_output", "no content", { ...output, content: "" }, INVALID],
    ["store_research_output", "an unknown kind", { ...output, mediaType: "odt" }, INVALID],
    [
      "store_research_output",
      "scripts and citations of nothing",
      {
        ...output,
        content:
          "<script>1</script> [x](javascript:1) [src:] [src:]] [src:src_x] [src:a,b] ".repeat(9),
      },
      "success",
    ],
    [
      "submit_research_feedback",
      "5 MB",
      { ...feedback, feedbackSummary: "x".repeat(5 * MILLION) },
      INVALID,
    ],
    ["submit_research_feedback", "another mood", { ...feedback, satisfaction: "angry" }, INVALID],
    [
      "submit_research_feedback",
      "words for yes",
      { ...feedback, followUpRequested: "yes" },
      INVALID,
    ],
    ["store_subagent_report", "5 MB", { ...report, report: "x".repeat(5 * MILLION) }, TOO_MUCH],
    [
      "store_subagent_report",
      "a million characters",
      { ...report, report: "x".repeat(MILLION) },
      "success",
    ],
    ["log_skill_execution", "no name", { status: "started" }, INVALID],
    ["log_skill_execution", "another status", { ...run, status: "over" }, INVALID],
    ["log_skill_execution", "a list as metadata", { ...run, metadata: [1] }, INVALID],
    ["log_skill_execution", "an unknown record", { ...run, executionId: "exec_x" }, ["NOT_FOUND"]],
    ["log_skill_execution", "5 MB", { ...run, metadata: { x: "x".repeat(5 * MILLION) } }, TOO_MUCH],
    [
      "log_skill_execution",
      "names of the prototype",
      { ...run, metadata: JSON.parse('{"__proto__":{"x":1},"constructor":1}') as Json },
      "success",
    ],
    ["store_subagent_report", "no step", { ...report, stepId: undefined }, INVALID],
  ];
  return cases.map(([tool, what, input, expects]) => ({ tool, what, input, expects }));
}

/** As many distinct terms as fit: each has its own posting and count. */
function differentWords(): string {
  return Array.from({ length: 20_000 }, (_, index) => `w${index.toString(36)}q`).join(" ");
}

function nested(levels: number): unknown {
  return levels === 0 ? "bottom" : { a: nested(levels - 1) };
}
