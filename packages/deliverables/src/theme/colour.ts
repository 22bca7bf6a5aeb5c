/** A colour as its hue in degrees, and its saturation and lightness between 0 and 1. */
export interface Colour {
  readonly hue: number;
  readonly saturation: number;
  readonly lightness: number;
}

const STEP = 0.01;

/** Reads `#0f766e`, `#abc` and both without `#`; null when it is neither. */
export function parseHex(text: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toUpperCase();
  if (!digits) return null;
  return digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join("");
}

/** How well two colours can be told apart, from 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

export function toColour(hex: string): Colour {
  const [red, green, blue] = channels(hex);
  const highest = Math.max(red, green, blue);
  const range = highest - Math.min(red, green, blue);
  const lightness = highest - range / 2;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  return { hue: 60 * sixthOf({ red, green, blue, highest, range }), saturation, lightness };
}

export function toHex({ hue, saturation, lightness }: Colour): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    const value = lightness - reach * Math.max(-1, Math.min(position - 3, 9 - position, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `${channel(0)}${channel(8)}${channel(4)}`.toUpperCase();
}

/** Changes the lightness as little as needed for the contrast with every ground. */
export function readableOn(
  hex: string,
  grounds: readonly string[],
  { contrast: wanted, towards }: { readonly contrast: number; readonly towards: "black" | "white" },
): string {
  const colour = toColour(hex);
  const step = towards === "black" ? -STEP : STEP;
  const isReadable = (candidate: string) =>
    grounds.every((ground) => contrast(candidate, ground) >= wanted);
  for (let { lightness } = colour; lightness > 0 && lightness < 1; lightness += step) {
    const candidate = lightness === colour.lightness ? hex : toHex({ ...colour, lightness });
    if (isReadable(candidate)) return candidate;
  }
  return towards === "black" ? "000000" : "FFFFFF";
}

function channels(hex: string): readonly [number, number, number] {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [channel(0), channel(2), channel(4)];
}

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The hue in sixths of the circle. */
function sixthOf(given: {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly highest: number;
  readonly range: number;
}): number {
  const { red, green, blue, highest, range } = given;
  if (highest === red) return ((green - blue) / range + 6) % 6;
  return highest === green ? (blue - red) / range + 2 : (red - green) / range + 4;
}
