/** A key or value without case and separators: `plan_id` and `PlanID` mean planId. */
export function plainKey(text: string): string {
  return text.toLowerCase().replace(/[\s_\-./]/g, "");
}

const MAX_COMPARED = 60;

/** The known key that differs from this one in a single letter, or undefined. */
export function similarKey(key: string, known: Iterable<string>): string | undefined {
  if (key.length > MAX_COMPARED) return undefined;
  const plain = plainKey(key);
  for (const candidate of known) {
    if (isOneEditAway(plain, plainKey(candidate))) return candidate;
  }
  return undefined;
}

/** One letter added, dropped or replaced, or two neighbours swapped. */
function isOneEditAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 3 || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = short.slice(start);
  if (rest === long.slice(start + 1)) return true;
  if (short.length !== long.length) return false;
  const isSwapped = rest[0] === long[start + 1] && rest[1] === long[start];
  return (
    rest.slice(1) === long.slice(start + 1) ||
    (isSwapped && rest.slice(2) === long.slice(start + 2))
  );
}
