import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { allSkills } from "../../packages/skills/src/index.ts";
import { skillsFolder } from "../../packages/skills/src/skills-folder.ts";
import { GENERATED, pluginFiles } from "./plugin-files.ts";
import type { PluginSource } from "./plugin-source.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Fields that Claude Code knows and other clients do not. */
const CLAUDE_FIELDS: ReadonlyMap<string, "string" | "boolean"> = new Map([
  ["argument-hint", "string"],
  ["user-invocable", "boolean"],
  ["disable-model-invocation", "boolean"],
]);

export type GeneratedFiles = ReadonlyMap<string, string>;

/** The generated files as the repository's skills and tools imply them. */
export async function wantedFiles(tools: readonly string[]): Promise<GeneratedFiles> {
  const skills = await allSkills();
  const fields = skills.map(({ name }) => [name, claudeFieldsOf(name)] as const);
  return pluginFiles({
    version: versionOf(),
    skills,
    tools,
    claudeFields: Object.fromEntries(fields),
  });
}

/** The generated files that differ, are missing or should not exist. */
export function staleFiles(wanted: GeneratedFiles): string[] {
  const present = GENERATED.flatMap(filesAt);
  const different = [...wanted].filter(([file, text]) => readOrNull(file) !== text);
  return [
    ...different.map(([file]) => file),
    ...present.filter((file) => !wanted.has(file)),
  ].sort();
}

/** Updates the generated files and returns those that were stale. */
export function writeFiles(wanted: GeneratedFiles): string[] {
  const stale = staleFiles(wanted);
  for (const file of stale) {
    const text = wanted.get(file);
    if (text === undefined) {
      rmSync(path.join(ROOT, file));
      continue;
    }
    mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
    writeFileSync(path.join(ROOT, file), text);
  }
  return stale;
}

function versionOf(): string {
  return JSON.parse(readFileSync(path.join(ROOT, "apps/server/package.json"), "utf8")).version;
}

function claudeFieldsOf(skill: string): PluginSource["claudeFields"][string] {
  const file = path.join(skillsFolder(), skill, "claude.json");
  if (!existsSync(file)) return {};
  const fields: Record<string, string | boolean> = JSON.parse(readFileSync(file, "utf8"));
  const wrong = Object.entries(fields).find(
    ([field, value]) => typeof value !== CLAUDE_FIELDS.get(field),
  );
  if (!wrong) return fields;
  throw new Error(
    `skills/${skill}/claude.json has a wrong ${wrong[0]}. Next: use ${[...CLAUDE_FIELDS.keys()].join(", ")} alone.`,
  );
}

function filesAt(place: string): string[] {
  const full = path.join(ROOT, place);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [place];
  return readdirSync(full, { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(place, name.split(path.sep).join("/")))
    .filter((file) => statSync(path.join(ROOT, file)).isFile());
}

function readOrNull(file: string): string | null {
  const full = path.join(ROOT, file);
  return existsSync(full) ? readFileSync(full, "utf8") : null;
}
