import { readFileSync } from "node:fs";
import { ERROR_CODES, PERMISSIONS } from "@trovella/foundation";
import { LIMITS, MODIFICATION_ACTIONS, MODIFICATIONS } from "@trovella/plan-engine";
import { MAX_REPORT, MAX_TEXT } from "@trovella/research";
import { DEFAULT_LIMIT } from "@trovella/search";
import { inputSchema } from "@trovella/testing/mcp/tool-texts";
import { describe, expect, it } from "vitest";
import { MAX_DATA, MAX_SOURCE } from "../extraction/prepare-extraction.ts";
import {
  MAX_PATTERN_CHARACTERS,
  MAX_SCHEMA_CHARACTERS,
  MAX_SCHEMA_DEPTH,
} from "../extraction/schema-limits.ts";
import { MAX_PAGE_BYTES } from "../fields.ts";
import { MAX_BODY_BYTES } from "../http/request-body.ts";
import { INSTRUCTIONS } from "../instructions.ts";
import { DEFAULT_PAGE_BYTES } from "../replies/context-page.ts";
import { MAX_DEPTH } from "../text/check-arguments.ts";
import { TOOLS } from "./index.ts";
import { REPLY_BYTES } from "./search-sources.ts";
import { MAX_JSON_CHARACTERS } from "./submit-step-result.ts";

const page = readFileSync(new URL("../../../../docs/tools.md", import.meta.url), "utf8");
const LOOP = ["create_research_plan", "get_next_step", "submit_step_result", "search_sources"];
const listings = TOOLS.map(({ listing }) => listing);

/** The enumerations of all inputs; the actions of modify_plan have a table of their own. */
const { action: _actions, ...ENUMERATIONS } = Object.assign(
  {},
  ...listings.map(({ name }) => enumerationsIn(inputSchema(name).properties ?? {})),
) as Record<string, string[]>;

/** Limits that the schemas do not tell. */
const DOCUMENTED_LIMITS: [number, string][] = [
  [LIMITS.stepsInPlan, "steps in a plan"],
  [MAX_JSON_CHARACTERS, "characters of a result"],
  [MAX_REPORT, "characters of a subagent's report"],
  [MAX_TEXT, "characters of an artifact"],
  [MAX_DEPTH, "levels of nesting in arguments"],
  [MAX_BODY_BYTES, "bytes of an HTTP request"],
  [DEFAULT_PAGE_BYTES, "bytes of a reply in pages"],
  [MAX_PAGE_BYTES, "bytes that `maxChars` may ask for"],
  [REPLY_BYTES, `bytes of a reply of \`search_sources\` with ${DEFAULT_LIMIT} hits`],
  [MAX_SOURCE, "characters of a text to extract from"],
  [MAX_DATA, "characters of extracted data"],
  [MAX_SCHEMA_CHARACTERS, "characters of a schema"],
  [MAX_SCHEMA_DEPTH, "levels of nesting in a schema"],
  [MAX_PATTERN_CHARACTERS, "characters of a pattern"],
];

describe("the tool list", () => {
  it("has at most 32,000 bytes, schemas of replies included", () => {
    expect(bytes(JSON.stringify(listings))).toBeLessThanOrEqual(32_000);
  });

  it.each(listings)("describes $name in at most 300 bytes", ({ description }) => {
    expect(bytes(description ?? "")).toBeGreaterThan(20);
    expect(bytes(description ?? "")).toBeLessThanOrEqual(300);
  });

  it.each(listings)("gives every field of $name a type, and no limit", ({ inputSchema }) => {
    for (const field of fieldsIn(inputSchema as Property)) {
      expect(field).toHaveProperty("type");
      const known = ["type", "properties", "required", "items", "enum", "description", "const"];
      expect(Object.keys(field).filter((keyword) => !known.includes(keyword))).toEqual([]);
    }
  });

  it.each(TOOLS)("takes more for $name than it lists", ({ input, listing }) => {
    const listed = Object.keys(listing.inputSchema.properties ?? {});
    expect(listed).not.toContain("sessionId");
    expect(listed).not.toContain("idempotencyKey");
    expect(Object.keys(input.shape)).toEqual(expect.arrayContaining([...listed, "sessionId"]));
  });

  it("asks for approval only of decisions, so that clients without a person can do the rest", () => {
    const hinted = (hint: "destructiveHint" | "openWorldHint") =>
      listings.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name);
    expect(hinted("destructiveHint")).toEqual(["submit_user_decision"]);
    expect(hinted("openWorldHint")).toEqual([]);
  });

  it("is loaded at once for the loop, and found by other words for the rest", () => {
    const loaded = listings.filter(({ _meta: meta }) => meta?.["anthropic/alwaysLoad"]);
    expect(loaded.map(({ name }) => name)).toEqual(LOOP);
    for (const { name, _meta: meta } of listings) {
      const hint = meta?.["anthropic/searchHint"];
      expect(typeof hint).toBe(LOOP.includes(name) ? "undefined" : "string");
    }
  });

  it("asks clients to show the longest page of tools that reply in pages", () => {
    const sized = listings.filter(({ _meta: meta }) => meta?.["anthropic/maxResultSizeChars"]);
    const paged = TOOLS.filter(({ input }) => "maxChars" in input.shape);
    expect(sized.map(({ name }) => name)).toEqual(paged.map(({ name }) => name));
    for (const { _meta: meta } of sized) {
      expect(meta?.["anthropic/maxResultSizeChars"]).toBeGreaterThan(MAX_PAGE_BYTES);
    }
  });

  it.each(listings)("gives $name a title, both schemas and all four hints", (tool) => {
    expect(tool.title).toBeTruthy();
    expect(tool.inputSchema).toMatchObject({ type: "object" });
    expect(tool.outputSchema).toMatchObject({ type: "object" });
    expect(Object.keys(tool.annotations ?? {}).sort()).toEqual([
      "destructiveHint",
      "idempotentHint",
      "openWorldHint",
      "readOnlyHint",
    ]);
  });

  // A skill is itself about what to call.
  const telling = listings.filter(({ name }) => name !== "get_skill");
  it.each(telling)("makes $name say what to call next", ({ outputSchema }) => {
    const { required = [], properties = {} } = outputSchema ?? {};
    // Where the reply hands out a step, what to do with it stands there.
    const { nextStep } = properties as { nextStep?: { required?: string[] } };
    expect(nextStep ? nextStep.required : required).toContain("next");
    expect(properties).toMatchObject({ next: { type: "string" } });
  });

  it.each([
    "get_next_step",
    "get_step_context",
    "get_plan_status",
    "list_active_plans",
    "get_research_context",
    "search_sources",
    "extract_data",
  ])("has a notice in the replies of %s, which hold stored text", (name) => {
    const { outputSchema } = listings.find((tool) => tool.name === name) ?? {};
    expect(outputSchema?.properties).toMatchObject({ notice: { type: "string" } });
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

  it.each(listings)("has the input of $name in docs/tools.md", ({ name }) => {
    const { properties = {}, required = [] } = inputSchema(name);
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

  it.each(Object.entries(ENUMERATIONS))(
    "has the values of %s in docs/tools.md",
    (field, values) => {
      expect(documented("Values", field)).toEqual(values);
    },
  );

  it.each(DOCUMENTED_LIMITS)("has the limit of %s %s in docs/tools.md", (value, what) => {
    const row = new RegExp(`^\\| ${value.toLocaleString("en")} +\\| ${what}\\b`, "m");
    expect(page).toMatch(row);
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

interface Property {
  readonly enum?: string[];
  readonly items?: Property;
  readonly properties?: Record<string, Property>;
}

/** A schema and all schemas inside of it. */
function fieldsIn(schema: Property): Property[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
  ];
  return [schema, ...inner.flatMap(fieldsIn)];
}

/** The values of every enumerated field, also inside lists and objects. */
function enumerationsIn(properties: object): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, property] of Object.entries<Property>(properties as Record<string, Property>)) {
    if (property.enum) found[name] = property.enum;
    const { properties: inner } = property.items ?? property;
    if (inner) Object.assign(found, enumerationsIn(inner));
  }
  return found;
}
