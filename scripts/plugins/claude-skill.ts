import type { Skill } from "../../packages/skills/src/index.ts";
import type { PluginSource } from "./plugin-source.ts";

/** Never allowed in advance: the decision is the user's, so Claude Code has to ask first. */
const CONFIRMED_TOOL = "submit_user_decision";
/** Claude Code names the tools of a server by where it was configured: in this plugin, or by hand. */
const PREFIXES = ["mcp__plugin_trovella_trovella__", "mcp__trovella__"];
const OWN_TOOLS = ["WebSearch", "WebFetch"];

/** The files of a skill, with the frontmatter fields that only Claude Code knows. */
export function claudeSkillFiles(
  skill: Skill,
  { claudeFields, tools }: Pick<PluginSource, "claudeFields" | "tools">,
): [path: string, text: string][] {
  const fields = { ...claudeFields[skill.name], "allowed-tools": allowedTools(tools) };
  return skill.files.map(({ path, content }) => [
    path,
    path === "SKILL.md" ? withFields(content, fields) : content,
  ]);
}

function allowedTools(tools: readonly string[]): string {
  const free = tools.filter((tool) => tool !== CONFIRMED_TOOL);
  return [...PREFIXES.flatMap((prefix) => free.map((tool) => prefix + tool)), ...OWN_TOOLS].join(
    " ",
  );
}

/** Adds fields to the end of the frontmatter; texts are quoted, since some hold brackets. */
function withFields(content: string, fields: Readonly<Record<string, string | boolean>>): string {
  const lines = Object.entries(fields).map(
    ([field, value]) => `${field}: ${JSON.stringify(value)}\n`,
  );
  return content.replace(/^---\n[\s\S]*?\n(?=---\n)/, (head) => head + lines.join(""));
}
