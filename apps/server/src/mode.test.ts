import { describe, expect, it } from "vitest";
import { loadConfig } from "./config.ts";
import { CommandFailure } from "./exit.ts";
import { requireLoopbackOrConsent, requireReachableTeam } from "./mode.ts";

it.each(["0.0.0.0", "::", "192.168.1.5", "my-host.lan", "::ffff:127.0.0.1"])(
  "does not start local mode on %s, and names the settings that would",
  (HOST) => {
    const start = () => requireLoopbackOrConsent(loadConfig({ HOST }));
    expect(start).toThrow(CommandFailure);
    expect(start).toThrow(/Next: .*TROVELLA_LOCAL_NETWORK=allow.*TROVELLA_MODE=team/);
  },
);

it.each([
  { HOST: "127.0.0.1" },
  { HOST: "localhost" },
  { HOST: "::1" },
  { HOST: "0.0.0.0", TROVELLA_LOCAL_NETWORK: "allow" },
])("starts local mode with %o", (environment) => {
  expect(() => requireLoopbackOrConsent(loadConfig(environment))).not.toThrow();
});

it("starts team mode anywhere, where everyone signs in", () => {
  const config = { ...loadConfig({ HOST: "0.0.0.0" }), TROVELLA_MODE: "team" } as const;
  expect(() => requireLoopbackOrConsent(config)).not.toThrow();
});

describe("a team on one machine", () => {
  const check = (variables: Record<string, string | undefined>) => () =>
    requireReachableTeam(
      loadConfig({
        TROVELLA_MODE: "team",
        TROVELLA_TEAM_DATABASE: "embedded",
        TROVELLA_SECRET: "kX9v2mQ7Lr4TzB8nWc3HyD6sPf1JgA5u",
        ...variables,
      }),
    );

  it.each([
    { TROVELLA_PUBLIC_URL: "http://127.0.0.1:4737" },
    { TROVELLA_PUBLIC_URL: "http://localhost:5000", PORT: "5000" },
    { TROVELLA_PUBLIC_URL: "https://research.example", PORT: "5000", HOST: "0.0.0.0" },
  ])("is served with %j", (variables) => {
    expect(check(variables)).not.toThrow();
  });

  it("is not offered to other computers without encryption", () => {
    const variables = { TROVELLA_PUBLIC_URL: "http://127.0.0.1:4737", HOST: "0.0.0.0" };
    expect(check(variables)).toThrow(/sign in unencrypted\. Next: /);
  });

  it("is not served at another port than its URL says", () => {
    const variables = { TROVELLA_PUBLIC_URL: "http://127.0.0.1:4737", PORT: "5000" };
    expect(check(variables)).toThrow(/would lead nowhere\. Next: .*127\.0\.0\.1:5000/);
  });
});
