import { expect, it } from "vitest";
import { loadConfig } from "./config.ts";
import { CommandFailure } from "./exit.ts";
import { requireLoopbackOrConsent } from "./mode.ts";

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
