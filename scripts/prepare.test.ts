import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import server from "../apps/server/package.json" with { type: "json" };
import repository from "../package.json" with { type: "json" };

const require = createRequire(import.meta.url);
const {
  unsupportedNodeMessage,
}: {
  unsupportedNodeMessage(current: string, range: string): string | null;
} = require("../apps/server/bin/node-version.cjs");
const {
  findMissing,
  npmCommand,
}: {
  findMissing(root: string): string[];
  npmCommand(execPath?: string): { file: string; arguments: string[] };
} = require("./prepare.cjs");

interface LockedPackage {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  link?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  bin?: Record<string, string>;
}
type Packages = Record<string, LockedPackage>;

describe("the check of the Node.js version", () => {
  it.each(["0.12.18", "10.24.1", "18.20.4", "20.9.0", "20.18.3"])("refuses %s", (version) => {
    expect(unsupportedNodeMessage(version, ">=20.19")).toBe(
      `Trovella needs Node.js 20.19 or newer, but this is ${version}. Install a newer Node.js and run the command again.`,
    );
  });

  it.each(["20.19.0", "20.19.0-rc.1", "20.100.0", "21.0.0", "22.1.0", "100.0.0"])(
    "accepts %s",
    (version) => {
      expect(unsupportedNodeMessage(version, ">=20.19")).toBeNull();
    },
  );

  it("uses the version that both package.json files require", () => {
    expect(server.engines.node).toMatch(/^>=\d+\.\d+$/);
    expect(repository.engines.node).toBe(server.engines.node);
  });
});

describe("what is missing from node_modules", () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), "trovella-prepare-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it("is everything on a fresh clone", () => {
    lock({ "": {}, "node_modules/a": { version: "1.0.0" }, "node_modules/b": { dev: true } });
    expect(findMissing(root)).toEqual(["node_modules/a", "node_modules/b"]);
  });

  it("is nothing when every package is there in the required version", () => {
    const packages = {
      "": {},
      "node_modules/a": { version: "1.0.0" },
      "node_modules/a/node_modules/b": { version: "2.0.0" },
    };
    lock(packages);
    install(packages);
    expect(findMissing(root)).toEqual([]);
  });

  it("is a package installed in another version", () => {
    lock({ "node_modules/a": { version: "1.0.1" } });
    install({ "node_modules/a": { version: "1.0.0" } });
    expect(findMissing(root)).toEqual(["node_modules/a"]);
  });

  it("is a package whose folder was deleted", () => {
    lock({ "node_modules/a": { version: "1.0.0" } });
    install({ "node_modules/a": { version: "1.0.0" } });
    rmSync(path.join(root, "node_modules/a"), { recursive: true });
    expect(findMissing(root)).toEqual(["node_modules/a"]);
  });

  it("is a workspace that is not linked, and its command", () => {
    lock({
      "apps/server": { version: "0.1.0", bin: { trovella: "bin/trovella.mjs" } },
      "node_modules/trovella": { link: true },
    });
    expect(findMissing(root)).toEqual(["node_modules/trovella", "node_modules/.bin/trovella"]);
  });

  it("is not an optional package for another machine", () => {
    lock({
      "node_modules/other": { optional: true, os: ["plan9"], cpu: ["pdp11"] },
      "node_modules/anywhere": { optional: true },
      "node_modules/other-libc": {
        optional: true,
        os: [process.platform],
        cpu: [process.arch],
        libc: ["musl"],
      },
    });
    expect(findMissing(root)).toEqual([]);
  });

  it("is an optional package for exactly this platform, as after copying node_modules", () => {
    lock({
      "node_modules/native": { optional: true, os: [process.platform], cpu: [process.arch] },
    });
    expect(findMissing(root)).toEqual(["node_modules/native"]);
  });

  function lock(packages: Packages): void {
    writeFileSync(path.join(root, "package-lock.json"), JSON.stringify({ packages }));
  }

  function install(packages: Packages): void {
    for (const location of Object.keys(packages)) {
      mkdirSync(path.join(root, location), { recursive: true });
    }
    const file = path.join(root, "node_modules", ".package-lock.json");
    writeFileSync(file, JSON.stringify({ packages }));
  }
});

describe("the npm that installs", () => {
  it("is the npm that runs the script", () => {
    expect(npmCommand("/lib/npm/bin/npm-cli.js")).toMatchObject({
      file: process.execPath,
      arguments: ["/lib/npm/bin/npm-cli.js"],
    });
  });

  it.each([undefined, "/lib/npm/bin/npx-cli.js", "/lib/yarn.js"])(
    "is the one on the path when the script was run by %s",
    (execPath) => {
      expect(npmCommand(execPath)).toMatchObject({ file: "npm", arguments: [] });
    },
  );
});
