import { expect, it } from "vitest";
import { z } from "zod";
import { inputError } from "./input-error.ts";

const shape = z.strictObject({ steps: z.array(z.object({ name: z.string() })).max(9) });

it("names the field and what to do next", () => {
  const error = explain({ steps: [{ name: "a" }, { name: 1 }] });
  expect(error.code).toBe("INVALID_INPUT");
  expect(error.details.field).toBe("steps[1].name");
  expect(error.message).toMatch(/^steps\[1\]\.name: .+\. Next: correct this\.$/);
});

it("names three fields and counts the others", () => {
  const error = explain({ steps: Array.from({ length: 5 }, () => ({})) });
  expect(error.message.split("; ")).toHaveLength(3);
  expect(error.message).toContain(" (and 2 more). Next:");
});

it("repeats unknown names cut and without control characters", () => {
  const error = explain({ steps: [], [`a\u0007${"b".repeat(1_000)}`]: 1 });
  expect(error.message).toContain("a?bb");
  expect(error.message.length).toBeLessThan(400);
});

function explain(value: unknown) {
  const { error } = shape.safeParse(value);
  if (!error) throw new Error("The value is valid.");
  return inputError(error, "correct this");
}
