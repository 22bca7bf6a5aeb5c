import { describe, expect, it } from "vitest";
import { z } from "zod";
import { EXIT } from "./exit.ts";
import { describeVariables, documented, readVariables } from "./read-variables.ts";

const SCHEMA = z.object({
  COLOR: z.enum(["red", "blue"]).default("red").register(documented, {
    description: "The colour",
    allowed: "red or blue",
  }),
  KEY: z.string().min(8).register(documented, {
    description: "The key",
    allowed: "at least 8 characters long",
    secret: true,
  }),
  PLACE: z.string().optional().register(documented, {
    description: "The place",
    allowed: "a path",
    whenUnset: "here",
  }),
});

const KEY = "12345678";

describe("reading variables", () => {
  it("says that something required is missing, and ends with not configured", () => {
    expect(() => readVariables(SCHEMA, {}, {})).toThrow(
      expect.objectContaining({
        message: "KEY is required but not set: at least 8 characters long.",
        exitCode: EXIT.notConfigured,
      }),
    );
  });

  it("calls it wrong usage when one variable is missing and another is bad", () => {
    expect(() => readVariables(SCHEMA, { COLOR: "green" }, {})).toThrow(
      expect.objectContaining({ exitCode: EXIT.usage }),
    );
  });

  it("never shows the value of a secret", () => {
    expect(() => readVariables(SCHEMA, { KEY: "hunter2" }, {})).toThrow(
      expect.objectContaining({
        message: "KEY has an invalid value: it must be at least 8 characters long.",
      }),
    );
  });

  it("cuts long values and escapes control characters in what it shows", () => {
    const value = `\u001b[31m${"x".repeat(100_000)}`;
    expect(() => readVariables(SCHEMA, { KEY, COLOR: value }, {})).toThrow(
      `COLOR is "\\u001b[31m${"x".repeat(75)}…", but it must be red or blue.`,
    );
  });
});

describe("describing variables", () => {
  it("gives meaning, allowed values, and the default or that it is required", () => {
    expect(describeVariables(SCHEMA)).toEqual([
      ["COLOR", "The colour (red or blue; default: red)"],
      ["KEY", "The key (at least 8 characters long; required)"],
      ["PLACE", "The place (a path; default: here)"],
    ]);
  });
});
