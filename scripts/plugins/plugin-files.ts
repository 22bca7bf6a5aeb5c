import type { Skill } from "../../packages/skills/src/index.ts";
import { claudeSkillFiles } from "./claude-skill.ts";
import { jsonText } from "./json-text.ts";
import {
  agentPluginManifest,
  claudeManifest,
  claudeMarketplace,
  codexManifest,
  codexMarketplace,
  geminiContext,
  geminiManifest,
  mcpRegistryEntry,
} from "./manifests.ts";
import type { PluginSource } from "./plugin-source.ts";
import { portableServers, serversOf } from "./server-entries.ts";

/** Folders and files that hold generated files alone. */
export const GENERATED = ["plugins", ".claude-plugin", ".agents/plugins", "server.json"];

const CLAUDE = "plugins/claude-code/trovella";
const AGENT_PLUGINS = "plugins/agent-plugins/trovella";
const CODEX = "plugins/codex/trovella";
const GEMINI = "plugins/gemini";

/** The text of every generated file, by its path in the repository. */
export function pluginFiles(source: PluginSource): ReadonlyMap<string, string> {
  const { version, skills } = source;
  const manifests: Record<string, object> = {
    [`${CLAUDE}/.claude-plugin/plugin.json`]: claudeManifest(version),
    [`${CLAUDE}/.mcp.json`]: serversOf({ namesType: true }),
    ".claude-plugin/marketplace.json": claudeMarketplace(`./${CLAUDE}`),
    [`${AGENT_PLUGINS}/plugin.json`]: agentPluginManifest(version),
    [`${AGENT_PLUGINS}/mcp.json`]: portableServers(),
    [`${CODEX}/.codex-plugin/plugin.json`]: codexManifest(version),
    [`${CODEX}/.mcp.json`]: serversOf({ namesType: false }),
    ".agents/plugins/marketplace.json": codexMarketplace(`./${CODEX}`),
    [`${GEMINI}/gemini-extension.json`]: geminiManifest(version),
    "server.json": mcpRegistryEntry(version),
  };
  return new Map([
    ...Object.entries(manifests).map(([path, value]) => [path, jsonText(value)] as const),
    [`${GEMINI}/GEMINI.md`, geminiContext(skills)],
    ...skills.flatMap((skill) => [
      ...claudeSkillFiles(skill, source).map(([path, text]) => inTree(CLAUDE, skill, path, text)),
      ...[AGENT_PLUGINS, CODEX, GEMINI].flatMap((tree) =>
        skill.files.map(({ path, content }) => inTree(tree, skill, path, content)),
      ),
    ]),
  ]);
}

function inTree(tree: string, { name }: Skill, path: string, text: string): [string, string] {
  return [`${tree}/skills/${name}/${path}`, text];
}
