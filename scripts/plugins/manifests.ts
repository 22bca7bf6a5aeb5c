import type { Skill } from "../../packages/skills/src/index.ts";
import { serversOf } from "./server-entries.ts";

const NAME = "trovella";
const TITLE = "Trovella";
const DESCRIPTION =
  "Research that is planned, done step by step, reviewed and resumed, with checked sources";
const AUTHOR = { name: "Trovella contributors" };
const LICENSE = "Apache-2.0";
const KEYWORDS = ["research", "planning", "citations", "review", "mcp"];
const CATEGORY = "productivity";

export function claudeManifest(version: string): object {
  return common(version);
}

export function claudeMarketplace(source: string): object {
  return {
    $schema: "https://anthropic.com/claude-code/marketplace.schema.json",
    name: NAME,
    description: "Trovella and its research skills",
    owner: AUTHOR,
    // The version is in the plugin alone, so that there is only one to change.
    plugins: [{ name: NAME, source, description: DESCRIPTION, category: CATEGORY }],
  };
}

export function agentPluginManifest(version: string): object {
  return {
    $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
    ...common(version),
  };
}

export function codexManifest(version: string): object {
  return {
    ...common(version),
    skills: "./skills/",
    mcpServers: "./.mcp.json",
    interface: {
      displayName: TITLE,
      shortDescription: "Research as durable plans with sources",
      longDescription: `${DESCRIPTION}. Plans outlive the conversation and can be continued from any client.`,
      developerName: AUTHOR.name,
      category: "Productivity",
      capabilities: ["Interactive", "Write"],
      defaultPrompt: [
        "Research this question and give me a cited answer.",
        "Compare these options thoroughly and recommend one.",
        "Which of my research is unfinished? Continue it.",
      ],
    },
  };
}

export function codexMarketplace(path: string): object {
  return {
    name: NAME,
    interface: { displayName: TITLE },
    plugins: [
      {
        name: NAME,
        source: { source: "local", path },
        policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
        category: "Productivity",
      },
    ],
  };
}

export function geminiManifest(version: string): object {
  return {
    name: NAME,
    version,
    description: DESCRIPTION,
    contextFileName: "GEMINI.md",
    ...serversOf({ namesType: false }),
  };
}

/** Read at the start of every conversation, so it must be short. */
export function geminiContext(skills: readonly Skill[]): string {
  const names = skills.map(({ name }) => `\`${name}\``).join(", ");
  return [
    "# Trovella",
    "",
    "When the person wants something researched, compared or backed with sources, activate the skill",
    "`research`; to continue or look up earlier research, `research-resume`. The plan and its findings",
    "are kept by the tools of the MCP server `trovella`.",
    "",
    `Skills: ${names}.`,
    "",
  ].join("\n");
}

/** Without packages, which a release adds with the hashes of its files (`npm run package -- mcpb`). */
export function mcpRegistryEntry(version: string): object {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: "io.github.trovella/trovella",
    title: TITLE,
    description: DESCRIPTION,
    version,
  };
}

function common(version: string): object {
  return {
    name: NAME,
    version,
    description: DESCRIPTION,
    author: AUTHOR,
    license: LICENSE,
    keywords: KEYWORDS,
  };
}
