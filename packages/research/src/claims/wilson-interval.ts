export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** 95 %. */
const Z = 1.959964;

/** Between which shares the true one lies, given how often something was seen; null when nothing was looked at. */
export function wilsonInterval(hits: number, seen: number): Interval | null {
  if (seen <= 0) return null;
  const share = hits / seen;
  const spread = Z ** 2 / seen;
  const center = (share + spread / 2) / (1 + spread);
  const half = (Z * Math.sqrt((share * (1 - share)) / seen + spread / (4 * seen))) / (1 + spread);
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}
