import { parseHex, readableOn, toColour, toHex } from "./colour.ts";
import { type Series, seriesOf, seriesOnDark } from "./series.ts";
import type { Theme } from "./theme.ts";

interface ChipColours {
  readonly ground: string;
  readonly text: string;
}

/** Colours as six hexadecimal digits without `#`, as Office files want them. */
export interface Palette {
  readonly ink: string;
  readonly soft: string;
  readonly deep: string;
  readonly accent: string;
  readonly tint: string;
  readonly panel: string;
  readonly line: string;
  readonly page: string;
  /** The second voice on the cover, whose ground is `coverGround`. */
  readonly coverGround: string;
  readonly coverSoft: string;
  readonly series: Series;
  /** Bars that are not the message. */
  readonly muted: string;
  readonly chips: Readonly<Record<"high" | "medium" | "low", ChipColours>>;
  readonly wrong: string;
}

/** The default theme, drawn by hand. */
const LIGHT: Palette = {
  ink: "17212B",
  soft: "5B6875",
  deep: "0B4541",
  accent: "0F766E",
  tint: "E0F2EF",
  panel: "F4F7F7",
  line: "D5DCE2",
  page: "FFFFFF",
  coverGround: "0B4541",
  coverSoft: "A9DAD2",
  series: ["0F766E", "C2700A", "3F6FB0", "8A5A9E", "8795A3"],
  muted: "B9C6CC",
  chips: {
    high: { ground: "D5EFE8", text: "0A5148" },
    medium: { ground: "FBEBCB", text: "734600" },
    low: { ground: "F8DDDA", text: "8A1C16" },
  },
  wrong: "B3261E",
};

const DARK: Palette = {
  ink: "E6ECEF",
  soft: "9FB0B8",
  deep: "A9E3DA",
  accent: "5ECFC0",
  tint: "12302D",
  panel: "172225",
  line: "33424A",
  page: "0F1416",
  coverGround: "0B4541",
  coverSoft: "A9DAD2",
  series: ["5ECFC0", "F0A84C", "8FB6EA", "C9A0DC", "9FB0B8"],
  muted: "4B5C64",
  chips: {
    high: { ground: "12423A", text: "A7ECDD" },
    medium: { ground: "46340D", text: "F7D48B" },
    low: { ground: "4A1F1C", text: "F7B5AF" },
  },
  wrong: "FF9F97",
};

const TEXT_CONTRAST = 4.5;
const AMBER_HUE = 42;
const MAX_YELLOW_HUE = 70;
const DARKER = { contrast: TEXT_CONTRAST, towards: "black" } as const;
const LIGHTER = { contrast: TEXT_CONTRAST, towards: "white" } as const;

/** The colours of a theme: its brand colour in the lightness that each role needs, dark enough to be read. */
export function paletteOf(theme: Pick<Theme, "brand" | "series">): {
  readonly light: Palette;
  readonly dark: Palette;
} {
  const brand = parseHex(theme.brand) ?? LIGHT.accent;
  const [light, dark] = brand === LIGHT.accent ? [LIGHT, DARK] : [lightOf(brand), darkOf(brand)];
  const own = theme.series.flatMap((colour) => parseHex(colour) ?? []);
  const series = seriesOf(own, light.accent, light.page);
  return {
    light: { ...light, series },
    dark: { ...dark, series: seriesOnDark(series, dark.page) },
  };
}

function lightOf(brand: string): Palette {
  const shade = shadesOf(brand);
  const tint = readableGround(shade({ saturation: 0.45, lightness: 0.92 }), LIGHT.soft);
  const panel = shade({ saturation: 0.16, lightness: 0.965 });
  const dark = withoutOlive(brand);
  const deep = deepOf(dark);
  return {
    ...LIGHT,
    deep,
    accent: readableOn(dark, [LIGHT.page, tint, panel], DARKER),
    tint,
    panel,
    coverGround: deep,
    coverSoft: coverSoftOf(brand, deep),
  };
}

function darkOf(brand: string): Palette {
  const shade = shadesOf(brand);
  const tint = shade({ saturation: 0.45, lightness: 0.13 });
  const grounds = [DARK.page, DARK.panel, tint];
  const ground = deepOf(withoutOlive(brand));
  return {
    ...DARK,
    deep: readableOn(shade({ saturation: 0.51, lightness: 0.78 }), grounds, LIGHTER),
    accent: readableOn(shade({ saturation: 0.6, lightness: 0.6 }), grounds, LIGHTER),
    tint,
    coverGround: ground,
    coverSoft: coverSoftOf(brand, ground),
  };
}

function deepOf(brand: string): string {
  return shadesOf(brand)({ saturation: 0.9, lightness: 0.16 });
}

/** Yellow turns olive when it is darkened; amber stays warm. */
function withoutOlive(brand: string): string {
  const colour = toColour(brand);
  const isYellow = colour.hue > AMBER_HUE && colour.hue < MAX_YELLOW_HUE;
  return isYellow && colour.lightness > 0.3 ? toHex({ ...colour, hue: AMBER_HUE }) : brand;
}

function coverSoftOf(brand: string, ground: string): string {
  return readableOn(shadesOf(brand)({ saturation: 0.4, lightness: 0.76 }), [ground], LIGHTER);
}

/** The hue of the brand in another lightness, and never more vivid than the brand is. */
function shadesOf(brand: string) {
  const { hue, saturation } = toColour(brand);
  return (wanted: { readonly saturation: number; readonly lightness: number }) =>
    toHex({
      hue,
      saturation: Math.min(saturation, wanted.saturation),
      lightness: wanted.lightness,
    });
}

/** Blue tints are darker than others of the same lightness, too dark for grey labels. */
function readableGround(ground: string, text: string): string {
  return readableOn(ground, [text], LIGHTER);
}
