import type { Skill } from "../../packages/skills/src/index.ts";

export interface PluginSource {
  readonly version: string;
  readonly skills: readonly Skill[];
  /** The fields in a skill's claude.json, by the skill's name. */
  readonly claudeFields: Readonly<Record<string, Readonly<Record<string, string | boolean>>>>;
  /** The names of all tools. */
  readonly tools: readonly string[];
}
