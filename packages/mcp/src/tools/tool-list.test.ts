import { readFileSync } from "node:fs";
import { ERROR_CODES, PERMISSIONS } from "@trovella/foundation";
import { MODIFICATION_ACTIONS, MODIFICATIONS } from "@trovella/plan-engine";
import { describe, expect, it } from "vitest";
import { INSTRUCTIONS } from "../instructions.ts";
import { TOOLS } from "./index.ts";

const page = readFileSync(new URL("../../../../docs/tools.md", import.meta.url), "utf8");
const listings = TOOLS.map(({ listing }) => listing);

describe("the tool list", () => {
  it("costs the model at most 36,000 bytes", () => {
    expect(bytes(JSON.stringify(listings))).toBeLessThanOrEqual(36_000);
  });

  it.each(listings)("describes $name in at most 600 bytes", ({ description }) => {
    expect(bytes(description ?? "")).toBeGreaterThan(20);
    expect(bytes(description ?? "")).toBeLessThanOrEqual(600);
  });

  it.each(listings)("gives $name a title, both schemas and all four hints", (tool) => {
    expect(tool.title).toBeTruthy();
    expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(tool.outputSchema).toMatchObject({ type: "object" });
    expect(Object.keys(tool.annotations ?? {}).sort()).toEqual([
      "destructiveHint",
      "idempotentHint",
      "openWorldHint",
      "readOnlyHint",
    ]);
  });

  it.each(TOOLS)("lets $name be named by session, and repeated if it changes a plan", (tool) => {
    const fields = Object.keys(tool.input.shape);
    expect(fields).toContain("sessionId");
    expect(fields.includes("idempotencyKey")).toBe(tool.isMutating);
    const isAboutAStep =
      fields.includes("stepId") && !["modify_plan", "submit_user_decision"].includes(tool.name);
    expect(fields.includes("leaseToken")).toBe(isAboutAStep);
  });

  it.each(TOOLS)("$name names the permission that it needs", ({ permission, isMutating }) => {
    expect(PERMISSIONS).toContain(permission);
    // What changes something needs more than reading.
    if (isMutating) expect(permission).not.toBe("read");
  });

  it("names only tools that exist, in descriptions and instructions", () => {
    const names = TOOLS.map(({ name }) => name);
    const texts = [INSTRUCTIONS, ...listings.map((listing) => JSON.stringify(listing))];
    const mentioned = texts.flatMap(
      (text) =>
        text.match(/\b(get|submit|create|list|request|store|search|log|extract)_[a-z_]+\b/g) ?? [],
    );
    expect(mentioned.length).toBeGreaterThan(10);
    expect(mentioned.filter((name) => !names.includes(name))).toEqual([]);
  });

  it("is described in docs/tools.md, with every error code", () => {
    const words = [...TOOLS.map(({ name }) => name), ...ERROR_CODES];
    expect(words.filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
  });

  it.each(listings)("has the input of $name in docs/tools.md", ({ name, inputSchema }) => {
    const { properties = {}, required = [] } = inputSchema;
    const fields = Object.keys(properties)
      .filter((field) => !["sessionId", "idempotencyKey"].includes(field))
      .map((field) => (required.includes(field) ? field : `${field}?`));
    expect(documented("Inputs", name)).toEqual(fields);
  });

  it.each(MODIFICATION_ACTIONS)("has the action %s of modify_plan in docs/tools.md", (action) => {
    const { required, optional, usage } = MODIFICATIONS[action];
    const fields = [...required, ...optional];
    expect(documented("Inputs", action)).toEqual([
      ...required,
      ...optional.map((field) => `${field}?`),
    ]);
    // The tool's description names the same fields.
    expect(fields.filter((field) => !usage.includes(field))).toEqual([]);
  });

  it("keeps the instructions of the server under 2 kB", () => {
    expect(bytes(INSTRUCTIONS)).toBeLessThan(2_048);
  });
});

function bytes(text: string): number {
  return Buffer.byteLength(text);
}

/** The fields in the second column of the row that begins with this name, below this heading. */
function documented(heading: string, name: string): string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? "";
  const row = section.split("\n").find((line) => line.startsWith(`| \`${name}\` `)) ?? "";
  const cell = row.split("|")[2] ?? "";
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, field = ""]) => field);
}
