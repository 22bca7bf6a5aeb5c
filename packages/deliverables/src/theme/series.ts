import { readableOn, toColour } from "./colour.ts";

export type Series = readonly [string, string, string, string, string];

/** Follow the colours of a theme; teal, the first of the default theme, takes the place of one that is too near to them. */
const FURTHER = ["C2700A", "3F6FB0", "8A5A9E", "8795A3", "0F766E"];

/** Drawn by hand for the dark page; others are lightened. */
const ON_DARK: Readonly<Record<string, string>> = {
  "0F766E": "5ECFC0",
  C2700A: "F0A84C",
  "3F6FB0": "8FB6EA",
  "8A5A9E": "C9A0DC",
  "8795A3": "9FB0B8",
};

const MIN_CONTRAST = 3;
const MIN_CONTRAST_ON_DARK = 6;
const MIN_DISTANCE = 60;

/** The colours of charts: those of the theme, then the accent, then the defaults that differ from them. */
export function seriesOf(own: readonly string[], accent: string, page: string): Series {
  const dark = { contrast: MIN_CONTRAST, towards: "black" } as const;
  const chosen = [...new Set(own.map((colour) => readableOn(colour, [page], dark)))];
  const candidates = [accent, ...FURTHER];
  for (const candidate of candidates) {
    if (chosen.every((other) => distance(candidate, other) >= MIN_DISTANCE)) chosen.push(candidate);
  }
  const [one = accent, two = "C2700A", three = "3F6FB0", four = "8A5A9E", five = "8795A3"] = [
    ...new Set([...chosen, ...candidates]),
  ];
  return [one, two, three, four, five];
}

/** The same colours on a dark page. */
export function seriesOnDark([one, two, three, four, five]: Series, page: string): Series {
  const lightened = (colour: string) =>
    ON_DARK[colour] ??
    readableOn(colour, [page], { contrast: MIN_CONTRAST_ON_DARK, towards: "white" });
  return [lightened(one), lightened(two), lightened(three), lightened(four), lightened(five)];
}

/** Roughly how different two colours look: in hue where both have one, and in lightness. */
function distance(one: string, other: string): number {
  const [a, b] = [toColour(one), toColour(other)];
  const turn = Math.abs(a.hue - b.hue);
  const hue = Math.min(turn, 360 - turn) * Math.min(a.saturation, b.saturation);
  const saturation = Math.abs(a.saturation - b.saturation) * 100;
  return hue * 2 + saturation + Math.abs(a.lightness - b.lightness) * 100;
}
