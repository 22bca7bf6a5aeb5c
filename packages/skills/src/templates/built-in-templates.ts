import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { skillsFolder } from "../skills-folder.ts";
import { type Template, templateShape } from "./template.ts";

const PREFIX = "research-";
const FOLDER = "templates";

let known: ReadonlyMap<string, Template> | undefined;

/** The templates beside the skills by name, such as `deep/decision_support`; read from the disk at first use and cached. */
export function builtInTemplates(): ReadonlyMap<string, Template> {
  known ??= readTemplates(skillsFolder());
  return known;
}

function readTemplates(folder: string): ReadonlyMap<string, Template> {
  const found = readdirSync(folder)
    .sort()
    .flatMap((skill) => templatesOf(path.join(folder, skill), skill));
  return new Map(found);
}

function templatesOf(folder: string, skill: string): [string, Template][] {
  if (!readdirSync(folder).includes(FOLDER)) return [];
  const names = readdirSync(path.join(folder, FOLDER)).filter((name) => name.endsWith(".json"));
  return names.sort().map((file) => {
    const place = path.join(folder, FOLDER, file);
    const parsed = templateShape.safeParse(JSON.parse(readFileSync(place, "utf8")));
    if (!parsed.success) throw new Error(`${skill}/${FOLDER}/${file}: ${parsed.error.message}`);
    return [`${skill.replace(PREFIX, "")}/${path.basename(file, ".json")}`, parsed.data];
  });
}
