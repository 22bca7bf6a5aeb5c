import { activeInPage } from "@trovella/testing/deliverables/active-content";
import { DECISION } from "@trovella/testing/deliverables/documents/decision";
import { DOCUMENTS } from "@trovella/testing/deliverables/documents/documents";
import { tagsOf } from "@trovella/testing/deliverables/read-back";
import { strFromU8 } from "fflate";
import { describe, expect, it } from "vitest";
import type { Deliverable } from "../deliverable.ts";
import { readDocument } from "../read-document.ts";
import { DEFAULT_THEME } from "../theme/theme.ts";
import { renderHtml } from "./render-html.ts";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const pageOf = (deliverable: Deliverable) => strFromU8(renderHtml(readDocument(deliverable)));
const themed = (theme: object) => pageOf({ ...DECISION, theme: { ...DEFAULT_THEME, ...theme } });

describe("the page of a report", () => {
  const html = pageOf(DECISION);

  it("has a cover, the answer, findings, charts, boxes, how it was made, and sources, in this order", () => {
    const order = [
      "<header>",
      'class="organization"',
      "<h1 ",
      'class="question"',
      "16 November 2026 · Version 2 · Prepared with Trovella",
      "<nav ",
      '<section class="answer">',
      'class="chip medium">medium confidence</span> 3 independent sources · 2 of 5 findings with high confidence',
      '<ol class="findings">',
      "<figcaption>Payback (years)</figcaption>",
      "<figcaption>Gas burnt per winter, MWh</figcaption>",
      '<section class="box"><h2 id="section-4">What would change this answer',
      '<section class="box"><h2 id="section-5">Limits',
      '<section class="made" id="how-made">',
      "Approved by M. Lind, 4 November 2026",
      '<section class="sources" id="sources">',
      "<footer>",
    ];
    const places = order.map((part) => html.indexOf(part));
    expect(places.filter((place) => place < 0)).toEqual([]);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("has citations that follow each other as numbers without brackets", () => {
    expect(html).toContain(
      '<a href="#source-1" id="cite-1-1">1</a>, <a href="#source-2" id="cite-2-1">2</a>, <a href="#source-3" id="cite-3-1">3</a></sup>',
    );
    expect(html).not.toMatch(/>\[\d+\]</);
  });

  it("shows the confidence of a column as chips with the author's words", () => {
    expect(html).toContain('<td><span class="chip low">low</span></td>');
    expect(html).toContain('<th scope="row">Nordbad</th><td class="right">1,240</td>');
  });

  it("is small, loads nothing, and follows the reader's colour scheme", () => {
    expect(html.length).toBeLessThan(36_000);
    expect(html).toContain("@media screen and (prefers-color-scheme:dark)");
    expect(html).not.toMatch(/<(script|img|link|iframe)|url\(|@import/i);
  });

  it("has the logo and the fonts of the theme, and nothing that a theme smuggles in", () => {
    const logo = { mediaType: "image/png", data: PIXEL, width: 1, height: 1 };
    const page = themed({ logo, headingFont: 'Georgia";} body{display:none' });
    expect(page).toContain(
      `<img src="data:image/png;base64,${PIXEL}" alt="City of Sample · Department of Sports"`,
    );
    expect(page).toContain('--heading-font:"Georgia bodydisplaynone"');
    expect(activeInPage(page)).toEqual([]);
    const forged = themed({ logo: { ...logo, data: '"><script>' } });
    expect(forged).not.toContain("<script");
  });
});

describe("the pages of all documents", () => {
  it.each(Object.entries(DOCUMENTS))(
    "hold nothing active, and every link arrives: %s",
    (_, given) => {
      const html = pageOf(given);
      expect(activeInPage(html)).toEqual([]);
      const tags = tagsOf(html);
      const ids = tags.flatMap(({ attributes }) => attributes.id ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      const anchors = tags.flatMap(({ attributes }) =>
        attributes.href?.startsWith("#") ? [attributes.href.slice(1)] : [],
      );
      expect(anchors.filter((anchor) => !ids.includes(anchor))).toEqual([]);
    },
  );

  it("say their language and direction, and mirror their charts", () => {
    const arabic = pageOf(DOCUMENTS.arabic ?? DECISION);
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
    expect(arabic).toContain('aria-label="المحتويات"');
    expect(pageOf(DOCUMENTS.japanese ?? DECISION)).toContain('<html lang="ja">');
  });
});
