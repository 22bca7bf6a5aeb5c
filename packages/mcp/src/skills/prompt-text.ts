import { type Link, linksOf, type Skill } from "@trovella/skills";

const MANIFEST = "SKILL.md";

/** A skill as a message to the model, with the person's request. */
export function promptText(skill: Skill, skills: readonly Skill[], request: string): string {
  return [
    `Follow the skill ${skill.name} of the Trovella server. Its text comes first, then the pages it needs, last the person's request. Read another skill with get_skill when this one leads to it.`,
    skillText(skill, skills),
    section("Request", request),
  ].join("\n\n");
}

/** Skills on the way of every research; the others are read when a skill leads to them. */
const BROUGHT_ALONG: Readonly<Record<string, readonly string[]>> = {
  research: ["research-output"],
};
/** Skills that a conversation begins with, so that nothing was read before. */
const BEGINNINGS = ["research", "research-resume"];

/** A skill with the pages that it needs, each once; what those lead to is read when it is needed. */
export function skillText(skill: Skill, skills: readonly Skill[]): string {
  const page = { skill: skill.name, path: MANIFEST, content: skill.body };
  const isWanted = (link: Link) =>
    link.path !== MANIFEST && (link.skill === skill.name || BEGINNINGS.includes(skill.name));
  const along = skills.filter(({ name }) => BROUGHT_ALONG[skill.name]?.includes(name));
  return [
    section(`${skill.name}/${MANIFEST}`, skill.body),
    ...linksOf(page)
      .filter(isWanted)
      .map((link) => section(`${link.skill}/${link.path}`, contentOf(link, skills))),
    ...along.map(({ name, body }) => section(`${name}/${MANIFEST}`, body)),
  ].join("\n\n");
}

function contentOf(link: Link, skills: readonly Skill[]): string {
  const skill = skills.find(({ name }) => name === link.skill);
  const file = skill?.files.find(({ path }) => path === link.path);
  if (!file) throw new Error(`There is no ${link.skill}/${link.path}.`);
  return file.content;
}

function section(title: string, text: string): string {
  return `===== ${title} =====\n\n${text.trimEnd()}`;
}
