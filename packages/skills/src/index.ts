export { type Link, linksOf } from "./links.ts";
export type { Skill, SkillFile } from "./skill.ts";
export { allSkills } from "./skills.ts";
