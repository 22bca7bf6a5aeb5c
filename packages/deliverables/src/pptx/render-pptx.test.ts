import { ARABIC } from "@trovella/testing/deliverables/documents/arabic";
import { DECISION } from "@trovella/testing/deliverables/documents/decision";
import { JAPANESE } from "@trovella/testing/deliverables/documents/japanese";
import { assertOfficePackage } from "@trovella/testing/deliverables/office-package";
import { linkTargets, partsOf } from "@trovella/testing/deliverables/read-back";
import { describe, expect, it } from "vitest";
import type { Deliverable } from "../deliverable.ts";
import { readDocument } from "../read-document.ts";
import { paletteOf } from "../theme/palette.ts";
import { DEFAULT_THEME } from "../theme/theme.ts";
import { renderPptx } from "./render-pptx.ts";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const LOGO = { mediaType: "image/png", data: PIXEL, width: 1, height: 1 } as const;
const render = (deliverable: Deliverable) => renderPptx(readDocument(deliverable));

describe("a presentation", () => {
  it("names colours and fonts of its theme, so that recipients can change them", async () => {
    const theme = { ...DEFAULT_THEME, brand: "#7A1FA2", headingFont: "Georgia", bodyFont: "Arial" };
    const parts = partsOf(await render({ ...DECISION, theme }));
    const slides = xmlOf(parts, /^ppt\/slides\/slide/);
    const { ink, deep, accent, tint } = paletteOf(theme).light;
    for (const hex of [ink, deep, accent, tint]) {
      expect(slides).not.toContain(`<a:srgbClr val="${hex}"/>`);
    }
    expect(slides).not.toContain('typeface="Arial"');
    expect(parts["ppt/theme/theme1.xml"]).toContain('<a:majorFont><a:latin typeface="Georgia"/>');
    expect(xmlOf(parts, /^ppt\/charts\/chart/)).toContain('<a:schemeClr val="accent1"/>');
  });

  it("has real placeholders for title, sources, footer and number, and layouts for each kind of slide", async () => {
    const parts = partsOf(await render(DECISION));
    const slide = parts["ppt/slides/slide5.xml"] ?? "";
    for (const type of [
      'type="title"',
      'type="body" sz="quarter" idx="13"',
      'type="ftr"',
      'type="sldNum"',
    ]) {
      expect(slide).toContain(`<p:ph ${type}`);
    }
    expect(slide).toContain("Sources: 1 Office of Sample Works 2026, 2 Sample City Treasury 2026");
    const names = [1, 2, 3].map(
      (number) =>
        /<p:cSld name="(\w+)"/.exec(parts[`ppt/slideLayouts/slideLayout${number}.xml`] ?? "")?.[1],
    );
    expect(names).toEqual(["Cover", "Message", "Plain"]);
  });

  it("has native charts with a text alternative and a workbook, and tables with coloured confidence", async () => {
    const parts = partsOf(await render(DECISION));
    expect(parts["ppt/slides/slide5.xml"]).toMatch(/descr="Bar chart: Payback[^"]*Nordbad 7\.2/);
    expect(parts["ppt/charts/chart1.xml"]).toContain("<c:v>7.2</c:v>");
    expect(Object.keys(parts).filter((name) => name.startsWith("ppt/embeddings/"))).toHaveLength(2);
    expect(parts["ppt/slides/slide6.xml"]).toContain("<a:tbl>");
    expect(parts["ppt/slides/slide6.xml"]).toContain('<a:srgbClr val="D5EFE8"/>');
  });

  it("links sources, and keeps their words in the notes", async () => {
    const bytes = await render(DECISION);
    expect(linkTargets(bytes)).toContain("https://works.example.org/pool-audit");
    expect(xmlOf(partsOf(bytes), /notesSlide12\.xml$/)).toContain("Three halls account for 5.9");
  });

  it("is mirrored for scripts that run from right to left", async () => {
    const parts = partsOf(await render(ARABIC));
    expect(parts["ppt/presentation.xml"]).toContain(' rtl="1"');
    expect(parts["ppt/slideLayouts/slideLayout2.xml"]).toContain('algn="r" rtl="1"');
    expect(xmlOf(parts, /^ppt\/slides\/slide/)).toContain('<a:tblPr firstRow="1" rtl="1"/>');
    const number = /<p:sp>(?:(?!<\/p:sp>).)*type="sldNum".*?<a:off x="(\d+)"/s.exec(
      parts["ppt/slideLayouts/slideLayout2.xml"] ?? "",
    );
    expect(Number(number?.[1])).toBeLessThan(1_000_000);
  });

  it("names a font for East Asian letters", async () => {
    const parts = partsOf(await render(JAPANESE));
    expect(parts["ppt/theme/theme1.xml"]).toContain('<a:ea typeface="Yu Gothic"/>');
    expect(parts["ppt/slides/slide2.xml"]).toContain('lang="ja-JP"');
  });

  it("shows the organization's logo on its cover, with a name", async () => {
    const bytes = await render({ ...DECISION, theme: { ...DEFAULT_THEME, logo: LOGO } });
    const parts = partsOf(bytes);
    expect(parts["ppt/slideLayouts/slideLayout1.xml"]).toContain(
      'name="Logo" descr="City of Sample',
    );
    expect(Object.keys(parts)).toContain("ppt/media/logo.png");
    await assertOfficePackage(bytes);
  }, 30_000);
});

function xmlOf(parts: Readonly<Record<string, string>>, name: RegExp): string {
  return Object.entries(parts)
    .filter(([part]) => name.test(part))
    .map(([, xml]) => xml)
    .join("\n");
}
