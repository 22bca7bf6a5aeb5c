export { type Link, linksOf } from "./links.ts";
export type { Skill, SkillFile } from "./skill.ts";
export { allSkills } from "./skills.ts";
export { builtInTemplates } from "./templates/built-in-templates.ts";
export { type Expansion, expandTemplate, type OwnStep } from "./templates/expand-template.ts";
export { COMMON_PLACES, type Template, templateShape } from "./templates/template.ts";
