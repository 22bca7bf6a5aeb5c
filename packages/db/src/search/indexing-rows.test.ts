import { expect, it } from "vitest";
import { newChunkIds } from "./indexing-rows.ts";

it("makes short ids that never collide and rise with time", () => {
  const first = newChunkIds(4000, Date.UTC(2026, 0, 1));
  const later = newChunkIds(4000, Date.UTC(2026, 0, 1) + 1);
  expect(new Set([...first, ...later]).size).toBe(8000);
  expect(first.every((id) => /^c[-\w]{16}$/.test(id))).toBe(true);
  expect((first.toSorted().at(-1) ?? "") < (later.toSorted()[0] ?? "")).toBe(true);
});
