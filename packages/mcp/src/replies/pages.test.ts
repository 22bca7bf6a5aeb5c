import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { showInvisible } from "../text/show-invisible.ts";
import { type Entry, entriesFrom, fillPage, type Position, rangesToRead } from "./pages.ts";

describe("a reply in pages", () => {
  it("gives everything at once when there is room", () => {
    const entries = [step("a", { found: 1 }), artifact("b", "text"), review("c")];
    const page = pageOf(entries, null, 5_000);
    expect(page.items.map(({ item }) => item)).toEqual([
      { stepId: "a", result: { found: 1 } },
      { artifactId: "b", text: "text" },
      { stepId: "c" },
    ]);
    expect(page.next).toBeNull();
  });

  it("cuts the text that does not fit and says where to go on", () => {
    const entries = [artifact("a", "x".repeat(3_000)), artifact("b", "y")];
    const first = pageOf(entries, null, 1_000);
    expect(first.items).toHaveLength(1);
    expect(first.next).toMatchObject({ id: "a" });
    expect(first.left.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("refuses a cursor for something that is not there", () => {
    expect(() => entriesFrom([], { id: "gone", from: 0 })).toThrow(/^cursor: .*Next: /);
    expect(() => entriesFrom([artifact("a", "x")], { id: "a", from: 2 })).toThrow(/^cursor: /);
  });

  it("never exceeds its size, and the pages together give every text whole", () => {
    fc.assert(
      fc.property(
        fc.array(anyEntry, { maxLength: 12 }),
        fc.integer({ min: 700, max: 6_000 }),
        (drawn, budget) => {
          const entries = drawn.map((entry, index) => entry(`e${index}`));
          const texts = new Map<string, string>();
          let position: Position | null = null;
          let pages = 0;
          do {
            const page = pageOf(entries, position, budget);
            const size = Buffer.byteLength(JSON.stringify(page.items.map(({ item }) => item)));
            expect(size).toBeLessThanOrEqual(budget);
            for (const { item } of page.items) collect(texts, item);
            expect(page.next).not.toEqual(position ?? "nothing");
            position = page.next;
            pages += 1;
          } while (position && pages < 500);
          expect(position).toBeNull();
          for (const entry of entries) {
            if (entry.characters > 0)
              expect(shown(entry, texts.get(entry.id))).toEqual(shown(entry, STORED.get(entry)));
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** What is given whole has its invisible characters written out; parts get that later. */
function shown({ kind }: Entry, text = ""): unknown {
  return showInvisible(kind === "step" ? JSON.parse(text) : text, text);
}

const STORED = new WeakMap<Entry, string>();

const anyEntry = fc.oneof(
  fc
    .string({ maxLength: 4_000, unit: "grapheme" })
    .map((text) => (id: string) => artifact(id, text)),
  fc.jsonValue().map((value) => (id: string) => step(id, value)),
  fc.constant((id: string) => review(id)),
  fc.constant((id: string) => artifact(id, '"\\\n'.repeat(900))),
  fc.constant((id: string) => artifact(id, "研究结果".repeat(900))),
);

function step(id: string, result: unknown): Entry {
  return stored({ id, kind: "step", head: { stepId: id }, characters: 0 }, JSON.stringify(result));
}

function artifact(id: string, text: string): Entry {
  return stored({ id, kind: "artifact", head: { artifactId: id }, characters: 0 }, text);
}

function review(id: string): Entry {
  return stored({ id, kind: "review", head: { stepId: id }, characters: 0 }, "");
}

function stored(entry: Entry, text: string): Entry {
  const complete = { ...entry, characters: [...text].length };
  STORED.set(complete, text);
  return complete;
}

function pageOf(entries: readonly Entry[], position: Position | null, budget: number) {
  const wanted = entriesFrom(entries, position);
  const from = position?.from ?? 0;
  const texts = new Map(
    rangesToRead(wanted, { from, budget }).map(({ entry, from: start, count }) => [
      entry.id,
      [...(STORED.get(entry) ?? "")].slice(start, start + count).join(""),
    ]),
  );
  return fillPage(wanted, texts, { from, budget });
}

interface Item {
  readonly stepId?: string;
  readonly artifactId?: string;
  readonly result?: unknown;
  readonly text?: string;
  readonly resultPart?: { readonly text: string };
  readonly textPart?: { readonly text: string };
}

function collect(texts: Map<string, string>, item: object): void {
  const { stepId, artifactId, result, text, resultPart, textPart } = item as Item;
  const id = stepId ?? artifactId ?? "";
  const part = resultPart ?? textPart;
  if (part) texts.set(id, (texts.get(id) ?? "") + part.text);
  else if (text !== undefined) texts.set(id, text);
  else if ("result" in item) texts.set(id, JSON.stringify(result));
}
