import { SAMPLE, source } from "@trovella/testing/deliverables/sample-deliverable";
import { claim, entry, evidence } from "@trovella/testing/deliverables/sample-evidence";
import { describe, expect, it } from "vitest";
import type { DocumentClaim, DocumentEvidence, Source } from "../deliverable.ts";
import { lintDeliverable } from "../lint.ts";
import { documentGate } from "./document-gate.ts";

const LINKED = { url: "https://example.com" };
const SOURCES = [source("1", { ...LINKED, number: 1 }), source("2", { ...LINKED, number: 2 })];
const PRICES = "Prices of heat pumps fell by 12 % in 2024.";
const FELL = claim(7, {
  statement: PRICES,
  evidence: [entry({ passage: "prices of heat pumps fell by 12.1 % in 2024", level: 3 })],
});

const report = (
  markdown: string,
  claims: readonly DocumentClaim[] = [FELL],
  {
    policy = "warn",
    sources = SOURCES,
  }: { policy?: DocumentEvidence["policy"]; sources?: readonly Source[] } = {},
) =>
  lintDeliverable(
    {
      ...SAMPLE,
      // Below the answer, which may go without citations.
      markdown: `Answer.\n\n## Findings\n\n${markdown}`,
      sources,
      evidence: evidence(claims, { policy }),
    },
    { textsOf: () => null },
  );
const codes = (...given: Parameters<typeof report>) =>
  report(...given).findings.map(({ code }) => code);

const STRICT = { policy: "strict" } as const;

describe("a claim that is cited", () => {
  it("has nothing wrong with it where the document says what the claim says", () => {
    expect(report("Prices of heat pumps fell by 12 % in 2024 [clm:7].").findings).toEqual([]);
    expect(codes("In 2024, heat pump prices fell by about 12 % [clm:7].")).toEqual([]);
    expect(codes("Heat pump prices fell by 12.1 %, as the office reports [clm:c7].")).toEqual([]);
  });

  it.each<[Partial<DocumentClaim>, string[]]>([
    [{ status: "unsupported" }, ["CLAIM_UNSUPPORTED"]],
    [{ status: "unchecked" }, ["CLAIM_UNSUPPORTED"]],
    [{ status: "disputed" }, ["CLAIM_UNSUPPORTED"]],
    [{ status: "contradicted" }, ["CLAIM_CONTRADICTED"]],
    [{ status: "weak" }, []],
    [{ status: "weak", isKey: true }, []],
    [{ status: "derived" }, []],
    [{ status: "confirmed" }, []],
  ])("is named by its status %j", (given, expected) => {
    const { findings } = report("Prices of heat pumps fell by 12 % [clm:7].", [
      { ...FELL, ...given },
    ]);
    expect(findings.map(({ code }) => code)).toEqual(expected);
    for (const { message } of findings) expect(message).toMatch(/\[clm:7\].* Next: .*\.$/);
  });

  it("must not be weak under the strict policy, be it a key claim or not", () => {
    const text = "Prices of heat pumps fell by 12 % [clm:7].";
    const weak = { ...FELL, status: "weak" as const };
    expect(codes(text, [{ ...weak, isKey: true }], { policy: "strict" })).toEqual(["CLAIM_WEAK"]);
    expect(codes(text, [weak], { policy: "strict" })).toEqual(["CLAIM_WEAK"]);
  });

  it("is not looked at when it is not cited, or when the plan asks for no evidence", () => {
    const lost = { ...FELL, status: "unsupported" as const };
    expect(codes("Prices fell a little [src:1].", [lost])).toEqual([]);
    expect(codes("Prices fell by 99 % [clm:7].", [lost], { policy: "off" })).toEqual([]);
  });

  it.each([
    ["another figure", "Prices of heat pumps fell by 21 % in 2024 [clm:7]."],
    ["a further figure", "Prices of heat pumps fell by 12 % and costs by 30 % [clm:7]."],
    ["another unit", "Prices of heat pumps fell by 12 kWh in 2024 [clm:7]."],
    ["another year", "Prices of heat pumps fell by 12 % in 2025 [clm:7]."],
    ["a negation", "Prices of heat pumps did not fall by 12 % in 2024 [clm:7]."],
    ["something else", "Glaciers lost mass in 2024, namely 12 % [clm:7]."],
  ])("is misquoted by %s", (_, sentence) => {
    const { findings } = report(sentence);
    expect(findings.map(({ code }) => code)).toEqual(["CLAIM_MISQUOTED"]);
    expect(findings[0]?.message).toContain(PRICES);
    expect(findings[0]?.message).toMatch(/Next: /);
  });

  it("is compared with the sentence that cites it alone", () => {
    const text =
      "Prices of heat pumps fell by 12 % in 2024 [clm:7]. Demand did not rise at all [src:2].";
    expect(codes(text)).toEqual([]);
    expect(codes("Prices of heat pumps fell by 12 % in 2024. [clm:7] It was warm [own].")).toEqual(
      [],
    );
  });

  it("allows what another claim or source of the same sentence says", () => {
    const rose = claim(8, { statement: "Demand rose by 30 %.", evidence: [] });
    const text = "Prices of heat pumps fell by 12 % [clm:7] while demand rose by 30 %";
    expect(codes(`${text} [clm:8].`, [FELL, rose])).toEqual([]);
    const quoting = [
      SOURCES[0] as Source,
      source("2", { ...LINKED, number: 2, quotes: ["Demand rose by 30 %"] }),
    ];
    expect(codes(`${text} [src:2].`, [FELL], { sources: quoting })).toEqual([]);
    expect(codes(`${text} [src:2].`, [FELL])).toEqual(["CLAIM_MISQUOTED"]);
  });

  it("does not lend a sentence the figures of other claims of the same source", () => {
    const other = claim(8, {
      statement: "Sales grew by 44 %.",
      evidence: [entry({ passage: "sales grew by 44 %" })],
    });
    expect(codes("Prices of heat pumps fell by 44 % in 2024 [clm:7].", [FELL, other])).toEqual([
      "CLAIM_MISQUOTED",
    ]);
  });
});

describe("a figure", () => {
  it.each([
    ["without any citation", "Prices fell by 12 % in all of the countries [own].", true],
    [
      "with a source of which nothing has it",
      "Prices fell by 12 % in all countries [src:2].",
      true,
    ],
    [
      "with a source of which a passage has it",
      "Prices fell by 12 % in all countries [src:1].",
      false,
    ],
    [
      "that the next citation of the paragraph covers",
      "They fell by 12 %. That was in 2024 [src:1].",
      false,
    ],
    ["that a later paragraph covers", "They fell by 12 %.\n\nThat was in 2024 [src:1].", true],
    ["that the points below cover", "- They fell by 12 %:\n  - in 2024 [src:1]", false],
    ["that is a year", "In 2024 they fell in all of the countries [own].", false],
    ["that counts little things", "There are 3 kinds of these pumps [own].", false],
    ["in a row with a citation", "|a|b|\n|-|-|\n|Prices|12 % [src:1]|", false],
    ["in a row below a header with a citation", "|a|b [src:1]|\n|-|-|\n|Prices|12 %|", false],
    ["in a row without one", "|a|b|\n|-|-|\n|Prices|12 %|", true],
    ["in a heading", "### Prices fell by 55 %", true],
    ["in a heading that numbers something", "### The top 10 vendors", false],
    ["in a block of code", "```\n12 %\n```", false],
  ])("%s", (_, markdown, isNamed) => {
    const found = codes(markdown, undefined, STRICT).filter(
      (code) => code === "FIGURE_WITHOUT_CLAIM",
    );
    expect(found).toHaveLength(isNamed ? 1 : 0);
  });

  it("in the answer is one that some cited claim has", () => {
    const cited = "\n\nPrices of heat pumps fell by 12 % [clm:7].";
    const inAnswer = (figure: string) =>
      `## Summary\n\nThey fell by ${figure}.\n\n## Details${cited}`;
    expect(codes(inAnswer("12 %"), undefined, STRICT)).toEqual([]);
    expect(codes(inAnswer("13 %"), undefined, STRICT)).toEqual(["FIGURE_WITHOUT_CLAIM"]);
    expect(codes(inAnswer("13 %"))).toEqual([]);
  });

  it("is not looked at when the plan has no claims", () => {
    expect(codes("Prices fell by 12 % in all of the countries [own].", [])).toEqual([]);
  });

  it("needs more than the quote that the assistant stored, under the strict policy", () => {
    const sources = [source("1", { ...LINKED, number: 1, quotes: ["fell by 55 %"] })];
    const text = "They fell by 55 % [src:1].";
    expect(codes(text, [FELL], { sources })).toEqual([]);
    expect(codes(text, [FELL], { sources, policy: "strict" })).toEqual(["FIGURE_WITHOUT_CLAIM"]);
  });
});

describe("markers of claims", () => {
  it("that name none are unresolved, and counted", () => {
    const { findings, claims } = report("They fell [clm:8].");
    expect(findings.map(({ code }) => code)).toEqual(["UNRESOLVED_MARKER"]);
    expect(findings[0]?.message).toMatch(/^\[clm:8\] names no claim of this plan\. Next: /);
    expect(claims).toEqual({ total: 1, cited: 0, unknown: 1 });
  });

  it.each(["(clm:7)", "[clm 7]", "[claim 7]", "[Claim:c7]", "clm:7", "[c7]"])(
    "that cannot be read are named where the plan has claims: %s",
    (marker) => {
      const { findings } = report(`They fell ${marker}.`);
      expect(findings.map(({ code }) => code)).toEqual(["BROKEN_MARKER"]);
      expect(findings[0]?.message).toContain("write [clm:7] instead");
      expect(codes(`They fell ${marker}.`, [])).toEqual([]);
    },
  );

  it("count as the source of a finding", () => {
    const derived = claim(9, {
      statement: "Heat pumps are the better choice in most of these houses.",
      status: "derived",
      evidence: [],
    });
    const text = "Heat pumps are the better choice in most of these houses";
    expect(codes(`${text} [clm:9].`, [derived])).toEqual([]);
    expect(codes(`${text}.`, [derived])).toEqual(["FINDING_WITHOUT_SOURCE"]);
  });
});

describe("what the gate is given", () => {
  it("counts what the bounded list of findings does not show", () => {
    const markdown = "They fell by 55 % [own].\n\n".repeat(40);
    const { findings, ...counts } = report(`${markdown}${PRICES} [clm:7]`, [FELL], {
      policy: "strict",
    });
    expect(findings.length).toBeLessThan(30);
    expect(counts).toMatchObject({
      counts: { FIGURE_WITHOUT_CLAIM: 40 },
      statements: { total: 1, cited: 1 },
      figureSentences: { total: 41, withoutClaim: 40 },
      claims: { total: 1, cited: 1, unknown: 0 },
    });
    expect(documentGate(findings, { policy: "strict", ...counts }).reason).toBe(
      "40 of 41 sentences with figures rest on no claim.",
    );
  });
});

describe("under the strict policy", () => {
  const SELBY = claim(1, {
    statement: "The council of Selby approved the new ferry line to Farrow.",
    kind: "fact",
    evidence: [entry({ passage: "the council of Selby approved the new ferry line to Farrow" })],
  });
  const RENTS = claim(2, {
    statement: "Rents in Corvale may fall by 12 %.",
    evidence: [
      entry({
        quote: "Rents in Corvale may fall by 12 %, and this is what the board expects for the year",
        passage:
          "Rents in Corvale may fall by 12 %, and this is what the board expects for the year",
      }),
    ],
  });
  const strict = (markdown: string, title = "Towns") =>
    lintDeliverable(
      {
        ...SAMPLE,
        title,
        markdown: `## Findings\n\nThe council of Selby approved the new ferry line to Farrow [clm:1].\n\n${markdown}`,
        sources: SOURCES,
        evidence: evidence([SELBY, RENTS], { policy: "strict" }),
      },
      { textsOf: () => null },
    ).findings.map(({ code }) => code);

  it.each([
    ["another name", "The council of Zeeburg approved the new ferry line to Farrow [clm:1]."],
    [
      "names that changed places",
      "The council of Farrow approved the new ferry line to Selby [clm:1].",
    ],
    ["the opposite", "The council of Selby banned the new ferry line to Farrow [clm:1]."],
    ["no reservation", "Rents in Corvale fall by 12 % [clm:2]."],
    ["another town before it", "Rents in Selby are high [src:1]. They may fall by 12 % [clm:2]."],
  ])("a claim is misquoted by %s", (_, markdown) => {
    expect(strict(markdown)).toContain("CLAIM_MISQUOTED");
  });

  it.each([
    ["without a marker", "The council of Farrow bought three old ships.", true],
    [
      "with a source of which no passage says it",
      "The council of Farrow bought old ships [src:2].",
      true,
    ],
    [
      "in a section on the method",
      "## Method\n\nThe council of Farrow bought three old ships.",
      true,
    ],
    ["in a heading", "### The council of Farrow bought three old ships", true],
    ["in a block of code", "```\nThe council of Farrow bought three old ships.\n```", true],
    [
      "in the header of a table",
      "|The council of Farrow bought three old ships|b|\n|-|-|\n|a|b|",
      true,
    ],
    [
      "as the description of an image",
      "![The council of Farrow bought ships](https://e.example/a.png)",
      true,
    ],
    ["of one's own", "The council of Farrow should buy three old ships [own].", false],
    ["of one's own, in words", "We conclude that the council of Farrow should buy ships.", false],
    ["that only announces", "Some points on the council of Farrow in short:", false],
    ["on one's own work", "## Method\n\nWe read the pages of both councils.", false],
    [
      "in a summary of what is cited",
      "## Summary\n\nThe council of Selby approved a ferry line to Farrow.",
      false,
    ],
    [
      "in a summary, and false",
      "## Summary\n\nThe council of Farrow approved a ferry line to Selby.",
      true,
    ],
    [
      "before the sentence that cites",
      "The council of Selby approved it. The new ferry line goes to Farrow [clm:1].",
      false,
    ],
  ])("a statement %s", (_, markdown, isNamed) => {
    expect(strict(markdown).includes("FINDING_WITHOUT_SOURCE")).toBe(isNamed);
  });

  it("a title with a figure repeats a claim", () => {
    const cited = "Rents in Corvale may fall by 12 % [clm:2].";
    expect(strict(cited, "Rents in Corvale may fall by 12 %")).toEqual([]);
    expect(strict(cited, "Rents in Corvale may fall by 44 %")).toEqual(["FINDING_WITHOUT_SOURCE"]);
  });

  it("a document in another language than the claims is not refused for its words", () => {
    const german = (figure: string) =>
      `Das ist ein Bericht über die Städte, und die Ergebnisse sind für alle da. Die Mieten in Corvale könnten um ${figure} sinken [clm:2].`;
    const lint = (figure: string) =>
      codes(german(figure), [RENTS], STRICT).filter((code) => code === "CLAIM_MISQUOTED");
    expect(lint("12 %")).toEqual([]);
    expect(lint("21 %")).toEqual(["CLAIM_MISQUOTED"]);
  });
});
