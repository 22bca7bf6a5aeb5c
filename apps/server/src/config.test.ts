import { describe, expect, it } from "vitest";
import { CONFIG_SCHEMA, fetchesSources, loadConfig, organizationLimits } from "./config.ts";
import { CommandFailure } from "./exit.ts";
import { describeVariables } from "./read-variables.ts";

describe("the configuration", () => {
  it("listens on loopback, port 4737, and logs at info when nothing is set", () => {
    expect(loadConfig({})).toEqual({
      TROVELLA_MODE: "local",
      TROVELLA_TEAM_DATABASE: "url",
      TROVELLA_AUDIT_OLD_KEYS: [],
      TROVELLA_CLIENT_DOCUMENTS: "on",
      HOST: "127.0.0.1",
      TROVELLA_HOSTS: [],
      TROVELLA_LOCAL_NETWORK: "refuse",
      PORT: 4737,
      LOG_LEVEL: "info",
      TROVELLA_PREPARED: "on",
      TROVELLA_PROXIES: 0,
      TROVELLA_WEB_CLIENTS: [],
      TROVELLA_ORGANIZATIONS: "owners",
      TROVELLA_SECURITY_LOG_DAYS: 400,
      TROVELLA_STALL_MINUTES: 30,
      TROVELLA_DOCUMENT_AFTER_MINUTES: 30,
      TROVELLA_SEARCH_AND_FETCH: "off",
      TROVELLA_EMBEDDER: "local",
    });
  });

  it.each([
    {
      TROVELLA_EXTRACT_PROVIDER: "anthropic",
      TROVELLA_EXTRACT_MODEL: "m",
      TROVELLA_EXTRACT_API_KEY: "k",
    },
    {
      TROVELLA_EXTRACT_PROVIDER: "openai-compatible",
      TROVELLA_EXTRACT_MODEL: "m",
      TROVELLA_EXTRACT_BASE_URL: "http://127.0.0.1:11434/v1",
    },
  ])("takes a model for extraction: $TROVELLA_EXTRACT_PROVIDER", (values) => {
    expect(loadConfig(values)).toMatchObject(values);
  });

  it.each([
    [{ TROVELLA_EXTRACT_PROVIDER: "anthropic", TROVELLA_EXTRACT_API_KEY: "k" }, "_MODEL"],
    [{ TROVELLA_EXTRACT_PROVIDER: "anthropic", TROVELLA_EXTRACT_MODEL: "m" }, "_API_KEY"],
    [{ TROVELLA_EXTRACT_PROVIDER: "openai-compatible", TROVELLA_EXTRACT_MODEL: "m" }, "_BASE_URL"],
    [{ TROVELLA_EXTRACT_MODEL: "m" }, "_PROVIDER"],
    [{ TROVELLA_EXTRACT_API_KEY: "hunter2" }, "_PROVIDER"],
  ])("names what is missing beside %j", (values, missing) => {
    const refusal = refusalOf(values);
    expect(refusal).toMatchObject({ exitCode: 3 });
    expect(refusal?.message).toMatch(
      new RegExp(`^TROVELLA_EXTRACT${missing} is required but not set`),
    );
    expect(refusal?.message).not.toContain("hunter2");
  });

  it("fetches pages of sources in local mode unless told not to, in team mode only if told to", () => {
    const team = {
      TROVELLA_MODE: "team",
      DATABASE_URL: "postgres://127.0.0.1/x",
      TROVELLA_SECRET: "a secret of at least thirty-two characters",
      TROVELLA_PUBLIC_URL: "https://research.example",
    };
    const fetches = (mode: object, capture?: string) =>
      fetchesSources(loadConfig({ ...mode, TROVELLA_CAPTURE: capture }));
    expect([fetches({}), fetches({}, "on"), fetches({}, "off")]).toEqual([true, true, false]);
    expect([fetches(team), fetches(team, "on"), fetches(team, "off")]).toEqual([
      false,
      true,
      false,
    ]);
    expect(refusalOf({ TROVELLA_CAPTURE: "yes" })).toMatchObject({ exitCode: 2 });
  });

  it("takes the origins of web clients, and nothing that browsers would not write so", () => {
    const origins = (text: string) =>
      loadConfig({ TROVELLA_WEB_CLIENTS: text }).TROVELLA_WEB_CLIENTS;
    expect(origins("https://a.example, http://localhost:6274")).toEqual([
      "https://a.example",
      "http://localhost:6274",
    ]);
    for (const text of ["*", "null", "https://a.example/", "a.example", "https://A.example", ","]) {
      expect(refusalOf({ TROVELLA_WEB_CLIENTS: text })).toMatchObject({ exitCode: 2 });
    }
  });

  it.each([
    "local",
    "none",
    "https://key@api.example/v1?dimensions=768#small",
    "http://127.0.0.1:80?dimensions=384#m",
  ])("accepts the embedder %s", (value) => {
    expect(loadConfig({ TROVELLA_EMBEDDER: value }).TROVELLA_EMBEDDER).toBe(value);
  });

  it.each([
    "remote",
    "https://hunter2@a.example/v1#m",
    "https://a.example?dimensions=384",
    "ftp://a?dimensions=384#m",
  ])("refuses the embedder %s without repeating it", (value) => {
    const message = refusalOf({ TROVELLA_EMBEDDER: value })?.message;
    expect(message).toMatch(/^TROVELLA_EMBEDDER has an invalid value/);
    expect(message).not.toContain(value);
  });

  it.each(["30 ", "-1", "0", "0.0001", "43201", "1e3", "abc"])(
    "refuses %j stall minutes",
    (value) => {
      expect(refusalOf({ TROVELLA_STALL_MINUTES: value })).toMatchObject({ exitCode: 2 });
    },
  );

  it("refuses a public URL that is not one, and a short secret without repeating it", () => {
    expect(refusalOf({ TROVELLA_PUBLIC_URL: "research.example" })?.message).toMatch(
      /TROVELLA_PUBLIC_URL/,
    );
    expect(refusalOf({ TROVELLA_SECRET: "tooshort" })?.message).not.toContain("tooshort");
  });

  it("takes values from the environment, and options before those", () => {
    const environment = { HOST: "0.0.0.0", PORT: "5000", LOG_LEVEL: "debug" };
    expect(loadConfig(environment, { PORT: "0", HOST: undefined })).toMatchObject({
      HOST: "0.0.0.0",
      PORT: 0,
      LOG_LEVEL: "debug",
    });
  });

  it("treats an empty variable as unset", () => {
    expect(loadConfig({ PORT: "", HOST: "" })).toEqual(loadConfig({}));
  });

  it("ignores unrelated variables", () => {
    expect(loadConfig({ PATH: "/bin", constructor: "x" })).toEqual(loadConfig({}));
  });

  it.each(["abc", "-1", "65536", "1.5", "0x10", "1e3", " 80", "٣", "123456"])(
    "refuses the port %j, naming the variable, the value and what is allowed",
    (value) => {
      expect(refusalOf({ PORT: value })).toMatchObject({
        message: `PORT is ${JSON.stringify(value)}, but it must be a whole number from 0 to 65535.`,
        exitCode: 2,
      });
    },
  );

  it.each(["localhost", "::1", "0.0.0.0", "my-host.example", "a"])(
    "accepts the host %s",
    (host) => {
      expect(loadConfig({ HOST: host }).HOST).toBe(host);
    },
  );

  it.each(["http://localhost", "a b", "host:80", "[::1]", "-a", "a".repeat(254)])(
    "refuses the host %s",
    (host) => {
      expect(refusalOf({ HOST: host })?.message).toMatch(/an IP address or a host name\.$/);
    },
  );

  it.each([
    "postgres://ada@db.example/trovella",
    "postgresql://ada:p%40ss@db.example:5433/trovella?sslmode=verify-full",
    "postgresql://ada@/trovella?host=/run/postgresql",
    "postgresql:///trovella",
  ])("accepts the database %s", (url) => {
    expect(loadConfig({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
  });

  it.each([
    "mysql://u:hunter2@h/x",
    "u:hunter2@h",
    "postgres:hunter2",
    "postgres://a b:hunter2@ /x",
  ])("refuses the database %s without repeating it", (url) => {
    for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL"]) {
      expect(refusalOf({ DATABASE_URL: "postgres://ada@db/x", [name]: url })).toMatchObject({
        message: `${name} has an invalid value: it must be a URL that begins with postgres:// or postgresql:// and names one host.`,
        exitCode: 2,
      });
    }
  });

  it("needs DATABASE_URL beside DATABASE_DIRECT_URL, so that both are one database", () => {
    expect(refusalOf({ DATABASE_DIRECT_URL: "postgres://ada@db/x" })).toMatchObject({
      message: expect.stringMatching(/^DATABASE_URL is required but not set/),
      exitCode: 3,
    });
  });

  it("uses named prepared statements by default", () => {
    expect(loadConfig({ TROVELLA_PREPARED: "off" }).TROVELLA_PREPARED).toBe("off");
    expect(refusalOf({ TROVELLA_PREPARED: "maybe" })?.message).toMatch(/must be on or off\.$/);
  });

  it("limits each organization of a team, unless that is switched off; local mode has no limits", () => {
    const team = {
      TROVELLA_MODE: "team",
      TROVELLA_SECRET: "a secret of at least thirty-two characters",
      TROVELLA_PUBLIC_URL: "https://research.example",
      DATABASE_URL: "postgres://localhost/trovella",
    };
    const limitsOf = (environment: Record<string, string>) =>
      organizationLimits(loadConfig(environment));
    const NONE = { maxStoredBytes: null, maxDailyTokens: null };
    expect(limitsOf({})).toEqual(NONE);
    expect(limitsOf(team)).toEqual({ maxStoredBytes: 10_000_000_000, maxDailyTokens: 2_000_000 });
    const off = { TROVELLA_STORAGE_BYTES: "0", TROVELLA_EXTRACT_DAILY_TOKENS: "0" };
    expect(limitsOf({ ...team, ...off })).toEqual(NONE);
  });

  it("names every bad value at once", () => {
    const message = refusalOf({ PORT: "abc", LOG_LEVEL: "loud", HOST: "a b" })?.message;
    expect(message?.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "HOST",
      "PORT",
      "LOG_LEVEL",
    ]);
  });

  it("names the option when the bad value came from one", () => {
    expect(refusalOf({ PORT: "1" }, { PORT: "x" })?.message).toMatch(/^--port is "x"/);
  });
});

it("is documented in: docs/configuration.md", async () => {
  const rows = describeVariables(CONFIG_SCHEMA).map(([name, text]) => `- **\`${name}\`**: ${text}`);
  const page = [
    "# Configuration",
    "Generated from the schema in `apps/server/src/config.ts`; after a change there, `npx vitest run --project=fast config.test -u` updates this page.",
    rows.join("\n"),
  ].join("\n\n");
  await expect(`${page}\n`).toMatchFileSnapshot("../../../docs/configuration.md");
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
