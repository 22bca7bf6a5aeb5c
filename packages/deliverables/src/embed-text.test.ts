import { formulaPayloads, scriptPayloads } from "@trovella/testing/deliverables/hostile-payloads";
import { SAMPLE, source } from "@trovella/testing/deliverables/sample-deliverable";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { embedBlocks, embedInline, mentionedRefs } from "./embed-text.ts";
import { lintDeliverable } from "./lint.ts";
import { readDocument } from "./read-document.ts";

const SOURCE = { ...source("7", { url: "https://example.com" }), number: 7, refs: ["7"] };
const isKnown = (ref: string) => ref === "7";
const blocks = (text: string, maxCharacters = 10_000) =>
  embedBlocks(text, { isKnown, maxCharacters }).markdown;
const line = (text: string) => embedInline(text, { isKnown, maxCharacters: 2_000 });

describe("a stored text in a composed document", () => {
  it("keeps lists, tables, emphasis and known citations", () => {
    const text =
      "It **grew** [src:7].\n\n- one\n  1. two [src:7, 9]\n\n| a | b |\n|---|---|\n| 1 | 2 [src:7] |";
    expect(blocks(text)).toBe(text.replace("[src:7, 9]", "[src:7]"));
  });

  it.each([
    ["# Sources\ntext", "**Sources**\n\ntext"],
    ["Title\n=====\nmore", "Title\n\nmore"],
    ["```js\ncode\n", "code"],
    ["> quoted\n>> twice", "quoted\ntwice"],
    ["[a]: https://evil.example", "\\[a\\]: https://evil.example"],
    ["[^1]: note", "\\[^1\\]: note"],
    ["see [here](https://a.example/x)", "see here (https://a.example/x)"],
    ['She said "it is so and not otherwise"', "She said 'it is so and not otherwise'"],
    ["R&D &#91;1&#93;", "R&amp;D &amp;#91;1&amp;#93;"],
  ])("has no structure beyond its place: %j", (text, expected) => {
    expect(blocks(text)).toBe(expected);
  });

  it.each([
    ["a [src:8] b", "a  b"],
    ["a [src 7] b (source: 7)", "a [src:7] b [src:7]"],
    ["a [src 8] b", "a  b"],
    ["as [1] and [2, 3] say", "as (1) and (2, 3) say"],
    ["\\[1\\] and [<b>1</b>]", "(1) and (1)"],
    ["src_abcdefgh and src:7", " and [src:7]"],
    ["[src [src 8] 8]", ""],
    ["_src_abcdefgh_ and __see src:7__ in file_name", " and see [src:7] in file_name"],
  ])("cites only what leads to a source: %j", (text, expected) => {
    expect(line(text)).toBe(expected);
  });

  it.each([
    ["see src:\n7 there", "see src 7 there"],
    ["[\n*<br>", "\\-"],
  ])("keeps only the words where lines would join to something else: %j", (text, expected) => {
    expect(blocks(text)).toBe(expected);
  });

  it("names every reference, well-formed or not", () => {
    expect(mentionedRefs("[src:7, p-k7q2x9/2] (src:9) [1] src_abcdefgh")).toEqual([
      "7",
      "p-k7q2x9/2",
      "9",
      "src_abcdefgh",
    ]);
  });

  it("is cut between lines, and one line by its length", () => {
    expect(embedBlocks("one\ntwo\nthree", { isKnown, maxCharacters: 9 })).toEqual({
      markdown: "one\ntwo",
      isCut: true,
    });
    expect(embedInline("# 12345", { isKnown, maxCharacters: 5 })).toBe("\\# 12…");
  });

  const hostile = [
    ...scriptPayloads(),
    ...formulaPayloads(),
    "```\nnever closed",
    "[own] [1] [src:99] 【src:7】",
    "a\n-\nb\n=\nc",
    "<!-- \n# x",
    "\u202e[1]\u0000\ud800",
  ];

  it("lets the lint and the sections after it alone, whatever it says", () => {
    for (const text of hostile) expectContained(text);
  });

  it("does so for any mixture of what Markdown knows", () => {
    const piece = fc.constantFrom(
      ...[
        "[",
        "]",
        "(",
        ")",
        "src",
        ":",
        "7",
        "8",
        "1",
        "\\",
        "`",
        "```",
        "\n",
        " ",
        "#",
        ">",
        "-",
        "*",
        "_",
      ],
      ...[
        "|",
        "<b>",
        "</b>",
        "<br>",
        "<!--",
        "-->",
        "&#91;",
        "&",
        "src_abcdefgh",
        '"',
        "“",
        "”",
        "word",
        "^",
        "~",
        "=",
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => expectContained(pieces.join(""))),
      { numRuns: 400 },
    );
  });
});

/** Embedded both ways between sections of the composer, whose own structure and citation must stay. */
function expectContained(text: string): void {
  const markdown = [
    "## Answer",
    blocks(text),
    `- Item: ${line(text)}`,
    "## Findings",
    "- A finding that is long enough to be taken for one [src:7].",
  ].join("\n\n");
  const deliverable = { ...SAMPLE, markdown, sources: [SOURCE] };
  const { blocks: read } = readDocument(deliverable, { keepsOwn: true });
  const headings = read.flatMap((block) => (block.kind === "heading" ? [block] : []));
  const shown = headings.map(({ level, inlines }) => [
    level,
    inlines.map((one) => "text" in one && one.text),
  ]);
  expect([text, shown]).toEqual([
    text,
    [
      [1, ["Answer"]],
      [1, ["Findings"]],
    ],
  ]);
  const { findings } = lintDeliverable(deliverable, { textsOf: () => ["stored"] });
  expect([text, findings]).toEqual([text, []]);
}
