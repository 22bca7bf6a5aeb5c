import { describe, expect, it } from "vitest";
import { paletteOf } from "../theme/palette.ts";
import { DEFAULT_THEME } from "../theme/theme.ts";
import type { Chart } from "./chart.ts";
import { type SvgLook, svgChart } from "./svg-chart.ts";

const POOLS: Chart = {
  kind: "bar",
  title: "Payback (years)",
  suffix: "",
  labels: ["Nordbad", "Harbour", "School pool West"],
  series: [{ name: "Payback (years)", values: [7.2, 7.9, 14.1] }],
  decimals: 1,
  highlighted: [0, 1],
  sources: [1],
};
const LOOK: SvgLook = {
  palette: "css",
  font: "Source Sans 3",
  language: "en",
  direction: "ltr",
  width: 640,
};
const draw = (chart: Partial<Chart> = {}, look: Partial<SvgLook> = {}) =>
  svgChart({ ...POOLS, ...chart }, { ...LOOK, ...look }).svg;

describe("bars", () => {
  it("begin at zero, are as long as their values, and carry them", () => {
    const bars = barsIn(draw());
    expect(bars.map(({ value }) => value)).toEqual([7.2, 7.9, 14.1]);
    expect(new Set(bars.map(({ x }) => x)).size).toBe(1);
    for (const { width, value } of bars) expect(width / value).toBeCloseTo(perUnit(bars), 1);
    expect(textsIn(draw())).toEqual([
      "Nordbad",
      "7.2",
      "Harbour",
      "7.9",
      "School pool West",
      "14.1",
    ]);
  });

  it("are grey where the heading does not name them", () => {
    expect(barsIn(draw()).map(({ fill }) => fill)).toEqual([
      "var(--chart-1)",
      "var(--chart-1)",
      "var(--chart-muted)",
    ]);
  });

  it("lie on both sides of zero where values are negative", () => {
    const series = [{ name: "a", values: [-7.2, 7.9, 0] }];
    const [below, above, none] = barsIn(draw({ series, highlighted: [] }));
    expect((below?.x ?? 0) + (below?.width ?? 0)).toBeCloseTo(above?.x ?? 0, 1);
    expect(none?.width).toBe(0);
    expect(textsIn(draw({ series }))).toContain("−7.2");
  });

  it("are grouped and named by a legend where there are several series", () => {
    const series = ["A", "B", "C", "D"].map((name, index) => ({
      name: `Pool ${name}`,
      values: [1, 2, 3].map((value) => value + index),
    }));
    const svg = draw({ series, highlighted: [] });
    expect(barsIn(svg)).toHaveLength(12);
    expect(textsIn(svg).slice(0, 4)).toEqual(["Pool A", "Pool B", "Pool C", "Pool D"]);
    expect(new Set(barsIn(svg).map(({ fill }) => fill)).size).toBe(4);
  });

  it("have labels of two lines at most, inside the picture", () => {
    const labels = ["Nordbad", "Harbour", "A name that has no end ".repeat(9).trim()];
    const texts = textsIn(draw({ labels }));
    expect(texts.filter((text) => text.includes("A name") || text.includes("…"))).toHaveLength(2);
  });

  it("are mirrored from right to left", () => {
    const [left, right] = [barsIn(draw()), barsIn(draw({}, { direction: "rtl" }))];
    for (const [index, bar] of left.entries()) {
      expect((right[index]?.x ?? 0) + bar.width).toBeCloseTo(LOOK.width - bar.x, 0);
    }
  });
});

describe("columns", () => {
  it("are as high as their values and stand on one line", () => {
    const columns = barsIn(draw({ kind: "column" }));
    for (const { height, value } of columns) expect(height / value).toBeCloseTo(190 / 14.1, 0);
    expect(new Set(columns.map(({ y, height }) => Math.round(y + height))).size).toBe(1);
  });

  it("become bars where labels have no room", () => {
    const labels = Array.from({ length: 24 }, (_, index) => `Municipality ${index}`);
    const series = [{ name: "a", values: labels.map((_, index) => index - 3) }];
    const bars = barsIn(draw({ kind: "column", labels, series, highlighted: [] }));
    expect(bars).toHaveLength(24);
    expect(new Set(bars.map(({ height }) => height)).size).toBe(1);
  });
});

describe("lines", () => {
  const years = Array.from({ length: 24 }, (_, index) => String(2000 + index));
  const names = ["North", "South", "East", "A name that is far too long for the end of a line"];
  const series = names.map((name, index) => ({
    name,
    values: years.map((_, year) => 1_000 + year * 50 - index),
  }));
  const svg = draw({ kind: "line", labels: years, series, decimals: 0, highlighted: [] });

  it("lie where their values are, and differ in marker and dashes", () => {
    const points = [...svg.matchAll(/d="M([\d.]+) ([\d.]+)m[^"]*"[^>]*data-value="([\d.]+)"/g)];
    expect(points).toHaveLength(96);
    const [first, last] = [points[0], points[23]].map((point) =>
      (point ?? []).slice(1).map(Number),
    );
    const middle = (points[12] ?? []).slice(1).map(Number);
    const share = (from = 0, to = 0, at = 0) => (at - from) / (to - from);
    expect(share(first?.[1], last?.[1], middle[1])).toBeCloseTo(
      share(first?.[2], last?.[2], middle[2]),
      2,
    );
    expect(new Set(svg.match(/m-?[\d.]+[^"]*z/g)).size).toBe(4);
    expect(new Set(svg.match(/stroke-dasharray="[^"]+"/g)).size).toBe(3);
  });

  it("have round numbers at the axis, as many years as fit, and names that do not overlap", () => {
    const texts = textsIn(svg);
    expect(texts).toContain("1,500");
    expect(texts).toContain("2023");
    expect(texts.filter((text) => /^20\d\d$/.test(text)).length).toBeLessThan(24);
    const ends = names.slice(0, 3).map((name) => {
      return Number(new RegExp(`y="([\\d.]+)"[^>]*>${name}<`).exec(svg)?.[1]);
    });
    for (const [index, end] of ends.slice(1).entries()) {
      expect(Math.abs(end - (ends[index] ?? 0))).toBeGreaterThan(14);
    }
  });

  it("follow the language of the document", () => {
    const german = draw({ kind: "line", labels: years, series, decimals: 0 }, { language: "de" });
    expect(textsIn(german)).toContain("1.500");
  });
});

describe("every chart", () => {
  it("says in words what it shows", () => {
    const svg = draw();
    expect(svg).toMatch(/^<svg [^>]*role="img"/);
    expect(svg).toContain("<title>Payback (years)</title>");
    expect(svg).toContain("<desc>Bar chart: Payback (years). Nordbad 7.2; Harbour 7.9;");
  });

  it("has literal colours and a quoted font for Typst, and no style sheet", () => {
    const svg = draw({}, { palette: paletteOf(DEFAULT_THEME).light });
    expect(svg).toContain(`font-family="'Source Sans 3', sans-serif"`);
    expect(svg).toContain('fill="#0F766E"');
    expect(svg).not.toMatch(/var\(|style|class/);
  });

  it("shows hostile texts as texts", () => {
    const evil = `</text><script>alert(1)</script>"'&<`;
    const hostile: Partial<Chart> = {
      title: evil,
      suffix: "<i>",
      labels: [evil, `${evil}2`, "c"],
      series: [{ name: evil, values: [1, 2, 3] }],
    };
    for (const kind of ["bar", "column", "line"] as const) {
      const svg = draw({ ...hostile, kind }, { font: `x'"><script>` });
      expect(svg).not.toContain("<script");
      expect(svg.match(/<text/g)?.length).toBe(svg.match(/<\/text>/g)?.length);
      expect(svg).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
    }
  });

  it("has finite numbers, whatever the values are", () => {
    for (const kind of ["bar", "column", "line"] as const) {
      for (const values of [
        [0, 0, 1e-9],
        [1e14, -1e14, 3],
        [-5, -4.9, -4.8],
        [100, 101, 100.5],
      ]) {
        expect(draw({ kind, series: [{ name: "a", values }] })).not.toMatch(/NaN|Infinity|e\+/);
      }
    }
  });
});

function barsIn(svg: string) {
  const numbers =
    /<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)" rx="2" fill="([^"]+)" data-value="([\d.e-]+)"/g;
  return [...svg.matchAll(numbers)].map(([, x, y, width, height, fill, value]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
    fill,
    value: Number(value),
  }));
}

function perUnit(bars: readonly { width: number; value: number }[]): number {
  const [first] = bars;
  return first ? first.width / first.value : 0;
}

function textsIn(svg: string): string[] {
  return [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? "");
}
