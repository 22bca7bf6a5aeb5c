import { activeInPage } from "@trovella/testing/deliverables/active-content";
import { hostileDeliverable } from "@trovella/testing/deliverables/hostile-deliverable";
import { formulaPayloads, scriptPayloads } from "@trovella/testing/deliverables/hostile-payloads";
import { tagsOf } from "@trovella/testing/deliverables/read-back";
import { SAMPLE } from "@trovella/testing/deliverables/sample-deliverable";
import { strFromU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { readDocument } from "../read-document.ts";
import { MAX_BODY_CHARACTERS, renderBody } from "./render-body.ts";
import { renderHtml } from "./render-html.ts";

const LONGEST = 300_000;
const TIMEOUT_MS = 60_000;

const bodyOf = (markdown: string, given = {}) =>
  renderBody(readDocument({ ...SAMPLE, markdown, ...given }));
const filled = (text: string) => text.repeat(Math.ceil(LONGEST / text.length)).slice(0, LONGEST);

describe("the body of a deliverable", () => {
  it("has the words of the page of the same deliverable, with citations in brackets", () => {
    const document = readDocument(SAMPLE);
    const page = strFromU8(renderHtml(document));
    const [, middle = ""] = /<main>(.*)<section class="sources"/s.exec(page) ?? [];
    const { html, sources } = renderBody(document);
    const bare = html.replaceAll("</sup><sup>", ", ").replaceAll(/>\[(\d+)\]</g, ">$1<");
    expect(wordsIn(bare)).toEqual(wordsIn(middle));
    expect(sources).toEqual(document.sources.map(({ number, isCited }) => ({ number, isCited })));
    expect(sources.map(({ isCited }) => isCited)).toEqual([true, true, true, false]);
  });

  it("has an outline that leads to its headings, without numbers of sources", () => {
    const { html, outline } = bodyOf(
      "## One [src:src_field]\n\ntext\n\n#### Two *and* `three`\n\n## ",
    );
    expect(outline).toEqual([
      { level: 1, anchor: "section-1", text: "One" },
      { level: 2, anchor: "section-2", text: "Two and three" },
      { level: 1, anchor: "section-3", text: "" },
    ]);
    const ids = tagsOf(html).flatMap(({ attributes }) => attributes.id ?? []);
    expect(ids).toEqual(["section-1", "cite-1-1", "section-2", "section-3"]);
  });

  it("sets right-to-left texts from their side, and leaves others alone", () => {
    const { html } = bodyOf("شكرا\n\nThanks\n\n- שלום\n\n| عربي |\n|---|\n| a |");
    expect(html.match(/<\w+[^>]* dir="auto"/g)).toEqual([
      '<p dir="auto"',
      '<ul dir="auto"',
      '<table dir="auto"',
    ]);
  });

  it("marks citations that name no source, and names them", () => {
    const { html, unknownIds } = bodyOf("One [src:src_gone], two [src:src_field, <b>]. [?]");
    expect(html).toContain('One <span class="unresolved">[?]</span>, two<sup>');
    expect(html.match(/class="unresolved"/g)).toHaveLength(2);
    expect(unknownIds).toEqual(["src_gone", "<b>"]);
  });

  it("holds nothing active, whatever headings and texts say", () => {
    const payloads = [...scriptPayloads(), ...formulaPayloads()];
    const headings = payloads
      .map((payload) => `## ${payload.replace(/[\r\n]+/g, " ")}`)
      .join("\n\n");
    const { html, outline } = bodyOf(headings);
    expect(activeInPage(html)).toEqual([]);
    expect(outline).toHaveLength(payloads.length);
    // Texts, to be shown as such: nothing of them was taken for a tag.
    expect(outline.map(({ text }) => text).join()).toContain("<script>alert(1)</script>");
    const hostile = hostileDeliverable(scriptPayloads());
    expect(activeInPage(renderBody(readDocument(hostile)).html)).toEqual([]);
  });
});

describe("the parts of a report", () => {
  const REPORT =
    "Yes, it pays [src:src_field].\n\n## Key findings\n\n### One is true\n\nBecause [src:src_field]. (high confidence)\n\n### Two is true\n\nPerhaps. (low confidence)\n\n## Pool A pays back first\n\n| Pool | Payback (years) | Confidence |\n|---|---|---|\n| Pool A | 7.2 | high |\n| Pool B | 9 | low |\n\n## Limits\n\nFew.";

  it("are boxes, findings with chips, and charts", () => {
    const { html, outline } = bodyOf(REPORT);
    expect(html).toMatch(/^<section class="answer"><h2 id="answer">Answer<\/h2><p>Yes, it pays/);
    expect(html).toContain(
      '<li><h3 id="section-2">One is true</h3><p>Because.<sup>\u2060<a href="#source-1" id="cite-1-2">[1]</a></sup></p><p class="rating"><span class="chip high">high confidence</span> 1 independent source</p></li>',
    );
    expect(html).toContain('<figure class="chart"><figcaption>Payback (years)</figcaption><svg ');
    expect(html).toContain(
      '<td class="right">7.2</td><td><span class="chip high">high</span></td>',
    );
    expect(html).toContain('<section class="box"><h2 id="section-5">Limits</h2>');
    expect(outline.map(({ level, anchor }) => `${level} ${anchor}`)).toEqual([
      "1 answer",
      "1 section-1",
      "2 section-2",
      "2 section-3",
      "1 section-4",
      "1 section-5",
    ]);
    expect(activeInPage(html)).toEqual([]);
  });

  it("stand below a second title, one level deeper", () => {
    const { html, outline } = bodyOf("# Second title\n\nYes.\n\n## A\n\na\n\n### B\n\nb");
    expect(outline.map(({ level, text }) => `${level} ${text}`)).toEqual([
      "1 Second title",
      "2 Answer",
      "2 A",
      "3 B",
    ]);
    expect(html.match(/<h\d/g)).toEqual(["<h2", "<h3", "<h3", "<h4"]);
  });

  it("have at most a hundred charts, and all their tables", () => {
    const { html } = bodyOf("| a | b |\n|---|---|\n| x | 1 |\n| y | 2 |\n\ntext\n\n".repeat(150));
    expect(html.match(/<figure/g)).toHaveLength(100);
    expect(html.match(/<table/g)).toHaveLength(150);
  });
});

describe("the body of the longest deliverable", () => {
  it(
    "is whole where it is a text that people read",
    () => {
      const section = `${SAMPLE.markdown.replace("# Heat", "# All heat")}\n\n`;
      const { html, outline } = bodyOf(filled(section));
      expect(html.length).toBeGreaterThan(LONGEST);
      expect(html.length).toBeLessThan(MAX_BODY_CHARACTERS);
      expect(html).not.toMatch(/This (page|document) is cut/);
      expect(outline).toHaveLength(500);
    },
    TIMEOUT_MS,
  );

  it.each([
    ["signs that are longer in HTML", "&<".repeat(30).concat("\n\n")],
    ["code", "```\n&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&\n```\n"],
    ["citations", "[src:a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p]\n\n"],
    ["headings", "# a\n"],
  ])(
    "has at most a million characters, and says what is missing: %s",
    (_, text) => {
      const { html, outline, unknownIds } = bodyOf(filled(text));
      expect(html.length).toBeLessThan(MAX_BODY_CHARACTERS + 500);
      expect(html.length).toBeGreaterThan(MAX_BODY_CHARACTERS / 4);
      expect(activeInPage(html)).toEqual([]);
      expect(html).toMatch(/<p><em>This (page|document) is cut.*<\/em><\/p>$/);
      expect(outline.length).toBeLessThanOrEqual(500);
      expect(unknownIds.length).toBeLessThanOrEqual(50);
    },
    TIMEOUT_MS,
  );
});

function wordsIn(html: string): string[] {
  const words = html.replace(/<svg.*?<\/svg>/gs, "").replace(/<[^>]*>/g, " ");
  return words.split(/[\s\u2060]+/).filter(Boolean);
}
