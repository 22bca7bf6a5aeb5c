import { describe, expect, it } from "vitest";
import { CLIENTS } from "./clients.ts";
import { keptSettings } from "./kept-settings.ts";

const WANTED = {
  command: "/bin/node",
  args: ["trovella.mjs", "mcp"],
  env: { TROVELLA_DATA_DIR: "/data" },
};

describe("the settings that an update of an entry keeps", () => {
  it.each([
    ["NODE_OPTIONS", "--require ./evil.cjs"],
    ["NODE_PATH", "/evil"],
    ["NODE_EXTRA_CA_CERTS", "/evil.pem"],
    ["OPENSSL_CONF", "/evil.cnf"],
    ["LD_PRELOAD", "/evil.so"],
    ["DYLD_INSERT_LIBRARIES", "/evil.dylib"],
    ["Path", "C:\\evil"],
    ["HOME", "/evil"],
    ["PGHOST", "evil.example"],
    ["DATABASE_DIRECT_URL", "postgres://evil.example/x"],
    ["TROVELLA_EMBEDDER", "http://evil.example?dimensions=2#m"],
    ["HTTPS_PROXY", "http://evil.example"],
  ])("names %s in clear and calls it risky", (name, value) => {
    const [kept] = keptSettings({ env: { [name]: value } }, WANTED, {}, CLIENTS.cursor);
    expect(kept).toEqual({ name, shown: `${name}=${value}`, isRisky: true });
  });

  it.each(["\u0024{DATABASE_URL}", "\u0024{env:DATABASE_URL}", "$DATABASE_URL"])(
    "takes %s for the user's own variable",
    (value) => {
      const kept = keptSettings({ env: { DATABASE_URL: value } }, WANTED, {}, CLIENTS.cursor);
      expect(kept).toMatchObject([{ name: "DATABASE_URL", isRisky: false }]);
    },
  );

  it("does not mind a value that the user's environment has as well", () => {
    const entry = { env: { TROVELLA_EMBEDDER: "none" } };
    expect(
      keptSettings(entry, WANTED, { TROVELLA_EMBEDDER: "none" }, CLIENTS.cursor),
    ).toMatchObject([{ isRisky: false }]);
  });

  it("names harmless variables without their secrets, and none that is written anyway", () => {
    const entry = { env: { EDITOR: "vi", MY_API_KEY: "hunter2", TROVELLA_DATA_DIR: "/elsewhere" } };
    expect(keptSettings(entry, WANTED, {}, CLIENTS.cursor)).toEqual([
      { name: "EDITOR", shown: "EDITOR=vi", isRisky: false },
      { name: "MY_API_KEY", shown: 'MY_API_KEY="***"', isRisky: false },
    ]);
  });

  it("finds keys that read variables from a file or run a command", () => {
    const entry = { envFile: "./.env", headersHelper: "sh evil.sh", timeout: 5 };
    const kept = keptSettings(entry, { url: "http://127.0.0.1:4737/mcp" }, {}, CLIENTS.cursor);
    expect(kept.map(({ name, isRisky }) => [name, isRisky])).toEqual([
      ["envFile", true],
      ["headersHelper", true],
    ]);
  });

  it("escapes what could control the terminal", () => {
    const [kept] = keptSettings({ env: { EDITOR: "a\u001b[2Jb" } }, WANTED, {}, CLIENTS.cursor);
    expect(kept?.shown).toBe("EDITOR=a\\u{1b}[2Jb");
  });
});
