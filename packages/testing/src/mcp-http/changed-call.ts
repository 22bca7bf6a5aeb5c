import fc from "fast-check";
import { CALL, OLD_CALL, type RawCase } from "./route-cases.ts";
import { modernRequest } from "./test-requests.ts";

const PROGRESS_CALL = modernRequest("tools/call", { name: "progress" }, { progressToken: "p" });

/** A call of either protocol era with one to three values or headers dropped or replaced. */
export function changedCall(): fc.Arbitrary<RawCase> {
  const replacement = fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    0,
    -1,
    1.5,
    "",
    "echo",
    "tools/list",
    "2025-06-18",
    [],
    {},
    [{}],
    { a: 1 },
  );
  const change = fc.record({ at: fc.nat(), replacement });
  return fc
    .record({
      original: fc.constantFrom(CALL, OLD_CALL, PROGRESS_CALL),
      changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    })
    .map(({ original, changes }) => {
      const copy = structuredClone(original) as unknown as Record<string, unknown>;
      for (const { at, replacement } of changes) replaceAt(copy, at, replacement);
      return { headers: textHeaders(copy.headers), body: copy.body ?? null };
    });
}

function replaceAt(root: Record<string, unknown>, at: number, replacement: unknown): void {
  const places = placesBelow(root.headers).concat(placesBelow(root.body));
  const place = places[at % places.length];
  if (place) place.holder[place.key] = structuredClone(replacement);
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function placesBelow(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesBelow(holder[key])]);
}

/** Headers are strings or missing; without a content type the server checks nothing else. */
function textHeaders(headers: unknown): Record<string, string> {
  const entries = Object.entries(headers as object).filter(([, value]) => value !== undefined);
  const texts = entries.map(([name, value]) => [name, typeof value === "string" ? value : "x"]);
  return { ...Object.fromEntries(texts), "Content-Type": "application/json" };
}
