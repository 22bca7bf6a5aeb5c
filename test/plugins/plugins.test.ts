import { readFileSync } from "node:fs";
import path from "node:path";
import { CLIENTS, type ClientId, entryFor } from "@trovella/connect";
import { TOOLS } from "@trovella/mcp";
import { filesBelow, ROOT } from "@trovella/testing/sources";
import { describe, expect, it } from "vitest";
import { allSkills, type Skill } from "../../packages/skills/src/index.ts";
import { staleFiles, wantedFiles } from "../../scripts/plugins/generated-files.ts";

const { version } = readJson("apps/server/package.json");
const SKILLS = await allSkills();
const CLAUDE = "plugins/claude-code/trovella";
const AGENT_PLUGINS = "plugins/agent-plugins/trovella";
const CODEX = "plugins/codex/trovella";
const GEMINI = "plugins/gemini";
const PORTABLE = [AGENT_PLUGINS, CODEX, GEMINI];
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;

it("are up to date", async () => {
  const stale = staleFiles(await wantedFiles(TOOLS.map(({ name }) => name)));
  expect(stale, "Next: npm run plugins").toEqual([]);
});

it("all have the version of the program, and so do the skills", () => {
  const manifests = [
    `${CLAUDE}/.claude-plugin/plugin.json`,
    `${AGENT_PLUGINS}/plugin.json`,
    `${CODEX}/.codex-plugin/plugin.json`,
    `${GEMINI}/gemini-extension.json`,
    "server.json",
  ];
  for (const file of manifests) expect(readJson(file).version, file).toBe(version);
  for (const { metadata, name } of SKILLS) expect(metadata.version, name).toBe(version);
});

describe("the command that starts the server", () => {
  const server = {
    transport: "stdio",
    command: "trovella",
    args: ["mcp"],
    env: {},
  } as const;

  it("is the installed one: no file has npm fetch it by its name, which anybody could register", () => {
    const folders = ["plugins", ".claude-plugin", ".agents", "skills"].flatMap(filesBelow);
    const files = [...folders, "server.json"].filter((file) => /\.(json|md)$/.test(file));
    expect(files.length).toBeGreaterThan(20);
    const fetching = /npx\s+(-y|--yes)|npm (i|install|exec) .*\btrovella\b|trovella@\d|"npx"/;
    expect(files.filter((file) => fetching.test(read(file)))).toEqual([]);
  });

  it.each([
    ["claude-code", `${CLAUDE}/.mcp.json`],
    ["codex", `${CODEX}/.mcp.json`],
    ["gemini-cli", `${GEMINI}/gemini-extension.json`],
  ] as const)("has the form that trovella connect writes for %s", (client: ClientId, file) => {
    const { mcpServers } = readJson(file);
    expect(mcpServers).toEqual({ trovella: entryFor(CLIENTS[client], server) });
  });
});

describe("skills in plugins", () => {
  it.each(PORTABLE)("are in %s exactly the files that the server serves", (tree) => {
    const expected = SKILLS.flatMap(({ name, files }) =>
      files.map((file) => [`${tree}/skills/${name}/${file.path}`, file.content]),
    );
    const present = filesBelow(`${tree}/skills`).filter((file) => file.endsWith(".md"));
    expect(present.sort()).toEqual(expected.map(([file]) => file).sort());
    for (const [file = "", content] of expected) expect(read(file)).toBe(content);
  });

  it.each(SKILLS)("for Claude Code are $name with additional fields", (skill) => {
    const { head, body } = claudeSkill(skill);
    const source = read(`skills/${skill.name}/SKILL.md`).split("---\n")[1] ?? "";
    expect(head.startsWith(source)).toBe(true);
    const added = head.slice(source.length).trim().split("\n");
    expect(added.map((line) => line.split(":")[0])).toEqual([
      ...Object.keys(readJson(`skills/${skill.name}/claude.json`)),
      "allowed-tools",
    ]);
    expect(body.trim()).toBe(skill.body.trim());
    for (const { path: file, content } of skill.files.slice(1)) {
      expect(read(`${CLAUDE}/skills/${skill.name}/${file}`)).toBe(content);
    }
  });

  it.each(SKILLS)("let $name use every tool without asking, except decisions", (skill) => {
    const [, list = ""] = /^allowed-tools: "(.*)"$/m.exec(claudeSkill(skill).head) ?? [];
    const allowed = list.split(" ");
    const tools = TOOLS.map(({ name }) => name).filter((name) => name !== "submit_user_decision");
    expect(TOOLS).toHaveLength(tools.length + 1);
    expect(new Set(allowed).size).toBe(allowed.length);
    expect(allowed.sort()).toEqual(
      [
        ...tools.map((name) => `mcp__plugin_trovella_trovella__${name}`),
        ...tools.map((name) => `mcp__trovella__${name}`),
        "WebFetch",
        "WebSearch",
      ].sort(),
    );
    for (const name of allowed) expect(name.length).toBeLessThanOrEqual(64);
  });
});

describe("manifests", () => {
  const PLUGIN = { name: "trovella", description: expect.any(String), license: "Apache-2.0" };

  it("of Claude Code name the plugin and its path", () => {
    expect(readJson(`${CLAUDE}/.claude-plugin/plugin.json`)).toMatchObject(PLUGIN);
    const { name, owner, plugins } = readJson(".claude-plugin/marketplace.json");
    expect(name).toMatch(KEBAB);
    expect(owner.name).toBeTruthy();
    expect(plugins).toMatchObject([{ name: "trovella", source: `./${CLAUDE}` }]);
  });

  it("of Agent Plugins 1.0.0 have no field that its closed schemas do not know", () => {
    const { $schema, ...plugin } = readJson(`${AGENT_PLUGINS}/plugin.json`);
    expect($schema).toBe("https://agent-plugins.org/schemas/1.0.0/plugin.schema.json");
    expect(plugin).toMatchObject(PLUGIN);
    const known =
      "name version description author homepage repository license keywords extensions".split(" ");
    expect(Object.keys(plugin).filter((field) => !known.includes(field))).toEqual([]);
    expect(Object.keys(plugin.author)).toEqual(["name"]);
    expect(plugin.keywords.every((word: unknown) => typeof word === "string")).toBe(true);
    expect(readJson(`${AGENT_PLUGINS}/mcp.json`)).toEqual({
      $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json",
      mcpServers: {
        trovella: { type: "stdio", command: "trovella", args: ["mcp"] },
      },
    });
  });

  it("of Codex lead to files that exist and keep its limits", () => {
    const plugin = readJson(`${CODEX}/.codex-plugin/plugin.json`);
    expect(plugin).toMatchObject(PLUGIN);
    expect([plugin.skills, plugin.mcpServers]).toEqual(["./skills/", "./.mcp.json"]);
    const { displayName, shortDescription, longDescription, defaultPrompt } = plugin.interface;
    expect([displayName, shortDescription, longDescription].every(Boolean)).toBe(true);
    expect(defaultPrompt.length).toBeLessThanOrEqual(3);
    for (const prompt of defaultPrompt) expect(prompt.length).toBeLessThanOrEqual(128);
    const { name, plugins } = readJson(".agents/plugins/marketplace.json");
    expect(name).toMatch(KEBAB);
    expect(plugins).toEqual([
      {
        name: "trovella",
        source: { source: "local", path: `./${CODEX}` },
        policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
        category: "Productivity",
      },
    ]);
  });

  it("of Gemini CLI name a context file that exists and is short", () => {
    const extension = readJson(`${GEMINI}/gemini-extension.json`);
    expect(extension.name).toMatch(KEBAB);
    expect(extension.mcpServers.trovella).not.toHaveProperty("trust");
    expect(read(`${GEMINI}/${extension.contextFileName}`).length).toBeLessThan(1_000);
  });

  it("of the MCP registry have the fields that it requires, within its limits", () => {
    const entry = readJson("server.json");
    expect(entry.$schema).toMatch(/\/2025-12-11\/server\.schema\.json$/);
    expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(entry.description.length).toBeLessThanOrEqual(100);
    // A release adds its files by URL and hash; a package would be fetched by its name.
    expect(entry).not.toHaveProperty("packages");
  });
});

function claudeSkill({ name }: Skill): { head: string; body: string } {
  const text = read(`${CLAUDE}/skills/${name}/SKILL.md`);
  const [, head = "", body = ""] = /^---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(text) ?? [];
  return { head, body };
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}

function readJson(file: string) {
  return JSON.parse(read(file));
}
