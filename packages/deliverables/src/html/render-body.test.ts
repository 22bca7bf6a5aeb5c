import { activeInPage } from "@trovella/testing/deliverables/active-content";
import { hostileDeliverable } from "@trovella/testing/deliverables/hostile-deliverable";
import { formulaPayloads, scriptPayloads } from "@trovella/testing/deliverables/hostile-payloads";
import { tagsOf } from "@trovella/testing/deliverables/read-back";
import { SAMPLE } from "@trovella/testing/deliverables/sample-deliverable";
import { strFromU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { readDocument } from "../document.ts";
import { MAX_BODY_CHARACTERS, renderBody } from "./render-body.ts";
import { renderHtml } from "./render-html.ts";

const LONGEST = 300_000;
const TIMEOUT_MS = 60_000;

const bodyOf = (markdown: string, given = {}) =>
  renderBody(readDocument({ ...SAMPLE, markdown, ...given }));
const filled = (text: string) => text.repeat(Math.ceil(LONGEST / text.length)).slice(0, LONGEST);

describe("the body of a deliverable", () => {
  it("is what the page of the same deliverable has in its middle", () => {
    const document = readDocument(SAMPLE);
    const page = strFromU8(renderHtml(document));
    const middle = /<main>(.*)<\/main>/s.exec(page)?.[1];
    const { html, sources } = renderBody(document);
    expect(html.replaceAll(/>\n</g, "><")).toBe(middle);
    expect(sources).toEqual(document.sources.map(({ number, isCited }) => ({ number, isCited })));
    expect(sources.map(({ isCited }) => isCited)).toEqual([true, true, true, false]);
  });

  it("has an outline that leads to its headings, without numbers of sources", () => {
    const { html, outline } = bodyOf(
      "## One [src:src_field]\n\ntext\n\n#### Two *and* `three`\n\n## ",
    );
    expect(outline).toEqual([
      { level: 1, anchor: "section-1", text: "One" },
      { level: 3, anchor: "section-2", text: "Two and three" },
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
