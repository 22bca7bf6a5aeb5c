import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { loadConfig } from "./config.ts";
import { CommandFailure } from "./exit.ts";

describe("team mode", () => {
  const TEAM = {
    TROVELLA_MODE: "team",
    DATABASE_URL: "postgres://ada@db.example/trovella",
    TROVELLA_PUBLIC_URL: "https://research.example",
    TROVELLA_SECRET: "kX9v2mQ7Lr4TzB8nWc3HyD6sPf1JgA5u",
  };
  const namesOf = (refusal: CommandFailure | undefined) =>
    refusal?.message.split("\n").map((line) => line.split(" ")[0]);

  it("starts with a database, a public URL and a strong secret", () => {
    expect(loadConfig(TEAM)).toMatchObject(TEAM);
  });

  it("names all missing variables at once, and exits with not configured", () => {
    const refusal = refusalOf({ TROVELLA_MODE: "team" });
    expect(namesOf(refusal)).toEqual(["DATABASE_URL", "TROVELLA_PUBLIC_URL", "TROVELLA_SECRET"]);
    expect(refusal?.message).toMatch(/^DATABASE_URL is required but not set: a URL/);
    expect(refusal?.exitCode).toBe(3);
  });

  it.each(["DATABASE_URL", "TROVELLA_PUBLIC_URL", "TROVELLA_SECRET"])("needs %s", (name) => {
    const refusal = refusalOf({ ...TEAM, [name]: "" });
    expect([namesOf(refusal), refusal?.exitCode]).toEqual([[name], 3]);
  });

  it("needs no DATABASE_URL on the embedded database, but only if that is meant", () => {
    const embedded = { ...TEAM, DATABASE_URL: "", TROVELLA_TEAM_DATABASE: "embedded" };
    expect(refusalOf(embedded)).toBeUndefined();
    expect(namesOf(refusalOf({ ...embedded, TROVELLA_TEAM_DATABASE: "url" }))).toEqual([
      "DATABASE_URL",
    ]);
  });

  it("names missing variables also beside invalid values", () => {
    const refusal = refusalOf({ TROVELLA_MODE: "team", LOG_LEVEL: "loud", TROVELLA_SECRET: "x" });
    expect(namesOf(refusal)?.sort()).toEqual([
      "DATABASE_URL",
      "LOG_LEVEL",
      "TROVELLA_PUBLIC_URL",
      "TROVELLA_SECRET",
    ]);
    expect(refusal?.exitCode).toBe(2);
  });

  it.each([
    "tooshort",
    "a".repeat(64),
    "changeme".repeat(8),
    "0123456789abcdef0123456789abcdef",
    "abcdefghijklmnopqrstuvwxyz0123456789",
    `${"secret-".repeat(9)}sec`,
    "abababababababababababababababababab",
  ])("refuses the weak secret %s without repeating it", (secret) => {
    const refusal = refusalOf({ ...TEAM, TROVELLA_SECRET: secret });
    expect([namesOf(refusal), refusal?.exitCode]).toEqual([["TROVELLA_SECRET"], 3]);
    expect(refusal?.message).not.toContain(secret);
  });

  it("refuses a weak metrics token without repeating it", () => {
    const refusal = refusalOf({ TROVELLA_METRICS_TOKEN: "prometheus" });
    expect(refusal?.message).toMatch(/^TROVELLA_METRICS_TOKEN has an invalid value/);
    expect(refusal?.message).not.toContain("prometheus");
  });

  it("takes the output of a random generator", () => {
    for (let round = 0; round < 1000; round += 1) {
      for (const encoding of ["hex", "base64", "base64url"] as const) {
        const secret = randomBytes(32).toString(encoding);
        expect(loadConfig({ ...TEAM, TROVELLA_SECRET: secret }).TROVELLA_SECRET).toBe(secret);
      }
    }
  });

  it.each([
    "https://a.example",
    "https://a.example:8443/",
    "http://localhost:4737",
    "http://[::1]",
  ])("takes the public URL %s", (url) => {
    expect(refusalOf({ ...TEAM, TROVELLA_PUBLIC_URL: url })).toBeUndefined();
  });

  it.each([
    "http://a.example",
    "https://a.example/trovella",
    "https://ada@a.example",
    "https://a.example?x",
    "https://a.example/#x",
  ])("refuses the public URL %s", (url) => {
    const refusal = refusalOf({ ...TEAM, TROVELLA_PUBLIC_URL: url });
    expect(namesOf(refusal)).toEqual(["TROVELLA_PUBLIC_URL"]);
  });

  it("takes an issuer with its client, but nothing incomplete", () => {
    const oidc = {
      TROVELLA_OIDC_ISSUER: "https://login.example/realms/team",
      TROVELLA_OIDC_CLIENT_ID: "trovella",
      TROVELLA_OIDC_CLIENT_SECRET: "hunter2",
    };
    expect(loadConfig({ ...TEAM, ...oidc })).toMatchObject(oidc);
    for (const name of Object.keys(oidc)) {
      const refusal = refusalOf({ ...TEAM, ...oidc, [name]: "" });
      expect([namesOf(refusal), refusal?.exitCode]).toEqual([[name], 3]);
      expect(refusal?.message).not.toContain("hunter2");
    }
    expect(
      namesOf(refusalOf({ ...TEAM, ...oidc, TROVELLA_OIDC_ISSUER: "http://a.example" })),
    ).toEqual(["TROVELLA_OIDC_ISSUER"]);
  });

  it("asks nothing of local mode", () => {
    expect(loadConfig({ TROVELLA_SECRET: "a".repeat(32) }).TROVELLA_MODE).toBe("local");
    expect(refusalOf({ TROVELLA_MODE: "both" })?.message).toMatch(/must be local or team\.$/);
  });
});

function refusalOf(...values: Parameters<typeof loadConfig>): CommandFailure | undefined {
  try {
    loadConfig(...values);
  } catch (error) {
    if (error instanceof CommandFailure) return error;
    throw error;
  }
  return undefined;
}
