import { readdirSync } from "node:fs";
import { linksOf } from "./links.ts";
import { readSkill, type Skill, SkillError } from "./skill.ts";
import { skillsFolder } from "./skills-folder.ts";

let known: Promise<readonly Skill[]> | undefined;

/** The skills by name, read from the disk at first use and cached. */
export function allSkills(): Promise<readonly Skill[]> {
  known ??= readSkills(skillsFolder());
  return known;
}

/** Reads a folder of skills and checks their links. */
export async function readSkills(folder: string): Promise<readonly Skill[]> {
  // Loaded lazily, since few connections ask for skills.
  const { parse } = await import("yaml");
  const skills = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => readSkill(folder, name, parse));
  if (skills.length === 0) throw new SkillError(folder, "holds no skill");

  const paths = new Set(
    skills.flatMap(({ name, files }) => files.map((file) => `${name}/${file.path}`)),
  );
  for (const skill of skills) {
    for (const { path, content } of skill.files) {
      const place = `${skill.name}/${path}`;
      const lost = linksOf({ skill: skill.name, path, content }).find(
        (link) => !paths.has(`${link.skill}/${link.path}`),
      );
      if (lost)
        throw new SkillError(place, `links to ${lost.skill}/${lost.path}, which is not there`);
    }
  }
  return skills;
}
