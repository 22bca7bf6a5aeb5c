import { expect, it } from "vitest";
import { z } from "zod";
import { readCursor, writeCursor } from "./cursor.ts";

const shape = z.strictObject({ id: z.string() });

it("reads the position that was written", () => {
  expect(readCursor(writeCursor({ id: "plan_1" }), shape)).toEqual({ id: "plan_1" });
});

it.each([null, undefined])("starts at the beginning when there is no cursor: %s", (cursor) => {
  expect(readCursor(cursor, shape)).toBeNull();
});

it.each([
  "",
  "x",
  "%%%",
  writeCursor({ id: 1 }),
  writeCursor({ id: "a", more: 1 }),
  writeCursor([]),
])("refuses a cursor of another list: %s", (cursor) => {
  expect(() => readCursor(cursor, shape)).toThrow(
    "cursor: is not one that this list gave. Next: call again without cursor to start from the beginning.",
  );
});
