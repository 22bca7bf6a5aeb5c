import { PERMISSIONS } from "@trovella/foundation";
import { expect, it } from "vitest";
import { appRouter } from "./app-router.ts";

interface Described {
  readonly _def: {
    readonly meta?: { readonly permission?: string; readonly changes?: readonly string[] };
    readonly type: string;
  };
}

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, Described>,
);

it("has procedures to look at", () => {
  expect(procedures.length).toBeGreaterThanOrEqual(20);
});

it.each(procedures)("%s names the permission that it needs", (_path, { _def }) => {
  expect(PERMISSIONS).toContain(_def.meta?.permission);
  // What changes something needs more than reading.
  if (_def.type === "mutation") expect(_def.meta?.permission).not.toBe("read");
});

it.each(procedures)("%s announces what it changes, if it is a mutation", (_path, { _def }) => {
  const isAnnouncing = (_def.meta?.changes ?? []).length > 0;
  expect(isAnnouncing).toBe(_def.type === "mutation");
});
