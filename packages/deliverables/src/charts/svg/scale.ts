/** Values between two ends, as places between two others. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  (value: number): number;
}

export function scaleOf(
  domain: { readonly from: number; readonly to: number },
  range: { readonly from: number; readonly to: number },
): Scale {
  const share = (value: number) => (value - domain.from) / (domain.to - domain.from || 1);
  const place = (value: number) => range.from + share(value) * (range.to - range.from);
  return Object.assign(place, domain);
}

/** From zero to the longest bar, on both sides of zero where values are negative. */
export function barDomain(values: readonly number[]): { from: number; to: number } {
  const [from, to] = [Math.min(0, ...values), Math.max(0, ...values)];
  return from === to ? { from, to: from + 1 } : { from, to };
}

export interface Ticks {
  readonly values: readonly number[];
  readonly decimals: number;
}

const ABOUT = 5;
/** Values that all lie far from zero would look like a flat line if the axis began there. */
const MIN_SHARE_FROM_ZERO = 0.6;

/** Round numbers around all values: steps of 1, 2, 2.5 or 5 times a power of ten. */
export function ticksFor(values: readonly number[]): Ticks {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const isFar = least > 0 && least > most * MIN_SHARE_FROM_ZERO;
  const isFarBelow = most < 0 && most < least * MIN_SHARE_FROM_ZERO;
  const from = isFar ? least : Math.min(0, least);
  const to = isFarBelow ? most : Math.max(0, most);
  const step = roundStep((to - from || Math.abs(to) || 1) / ABOUT);
  const first = Math.floor(from / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(to / step - 1e-9));
  const decimals = decimalsOf(step);
  return {
    values: Array.from({ length: last - first + 1 }, (_, index) =>
      Number(((first + index) * step).toFixed(decimals)),
    ),
    decimals,
  };
}

function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 2.5, 5].find((one) => one * power >= raw * 0.999) ?? 10;
  return factor * power;
}

function decimalsOf(step: number): number {
  const digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  return digits.find((count) => Math.abs(step - Number(step.toFixed(count))) < step / 1e6) ?? 10;
}
