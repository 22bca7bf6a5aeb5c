import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrast, toColour } from "./colour.ts";
import { type Palette, paletteOf } from "./palette.ts";
import { DEFAULT_THEME } from "./theme.ts";

const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);
const themes = fc.record({ brand: hex, series: fc.array(hex, { maxLength: 8 }) });

describe("the colours of a theme", () => {
  it("are those drawn by hand for the default theme", () => {
    const { light, dark } = paletteOf(DEFAULT_THEME);
    expect(light).toMatchObject({
      deep: "0B4541",
      accent: "0F766E",
      tint: "E0F2EF",
      panel: "F4F7F7",
      line: "D5DCE2",
      coverGround: "0B4541",
      coverSoft: "A9DAD2",
      series: ["0F766E", "C2700A", "3F6FB0", "8A5A9E", "8795A3"],
    });
    expect(dark).toMatchObject({
      deep: "A9E3DA",
      accent: "5ECFC0",
      tint: "12302D",
      series: ["5ECFC0", "F0A84C", "8FB6EA", "C9A0DC", "9FB0B8"],
    });
  });

  it("let every text be read, whatever the brand colour is, light and dark", () => {
    fc.assert(
      fc.property(themes, (theme) => {
        const { light, dark } = paletteOf(theme);
        return lowestContrast(light) >= 4.5 && lowestContrast(dark) >= 4.5;
      }),
      { numRuns: 2_000 },
    );
  });

  it("let every series of a chart be told from the page", () => {
    fc.assert(
      fc.property(themes, (theme) => {
        const { light, dark } = paletteOf(theme);
        return [light, dark].every(({ series, page }) =>
          series.every((colour) => contrast(colour, page) >= 3),
        );
      }),
    );
  });

  it("have five series that differ, though the theme repeats one", () => {
    fc.assert(
      fc.property(hex, (colour) => {
        const { series } = paletteOf({ brand: colour, series: [colour, colour] }).light;
        return new Set(series).size === 5;
      }),
    );
  });

  it("keep a brand colour that is dark enough, and darken one that is not", () => {
    const { accent } = paletteOf({ brand: "#1E3A8A", series: [] }).light;
    expect(accent).toBe("1E3A8A");
    const { accent: yellow, deep } = paletteOf({ brand: "#FFD500", series: [] }).light;
    expect([toColour(yellow).hue, toColour(deep).hue].map(Math.round)).toEqual([42, 42]);
    expect(yellow).not.toBe("FFD500");
    expect(contrast(yellow, "FFFFFF")).toBeLessThan(6);
  });

  it("begin charts with the series of the theme and then the accent", () => {
    const { series } = paletteOf({ brand: "#B91C1C", series: ["#1E3A8A", "#15803D"] }).light;
    expect(series.slice(0, 3)).toEqual(["1E3A8A", "15803D", "B91C1C"]);
  });

  it("stay grey where the brand is", () => {
    const { deep, tint, accent } = paletteOf({ brand: "#777", series: [] }).light;
    for (const colour of [deep, tint, accent]) expect(colour).toMatch(/^(..)\1\1$/);
  });

  it("are those of the default theme where a stored colour cannot be read", () => {
    expect(paletteOf({ brand: "red", series: ["url(x)"] })).toEqual(paletteOf(DEFAULT_THEME));
  });
});

/** Of every text on every ground that it stands on. */
function lowestContrast(palette: Palette): number {
  const { ink, soft, deep, accent, wrong, page, panel, tint, coverGround, coverSoft } = palette;
  const texts = [ink, soft, deep, accent].flatMap((text) =>
    [page, panel, tint].map((ground) => contrast(text, ground)),
  );
  const chips = Object.values(palette.chips).map(({ ground, text }) => contrast(text, ground));
  return Math.min(
    ...texts,
    ...chips,
    contrast(wrong, page),
    contrast(wrong, panel),
    contrast("FFFFFF", coverGround),
    contrast(coverSoft, coverGround),
  );
}
