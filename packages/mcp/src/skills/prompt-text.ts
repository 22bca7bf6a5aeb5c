import { type Link, linksOf, type Skill } from "@trovella/skills";

const MANIFEST = "SKILL.md";

/** A skill as a message to the model, with the person's request. */
export function promptText(skill: Skill, skills: readonly Skill[], request: string): string {
  return [
    `Follow the skill ${skill.name} of the Trovella server. Its text comes first, then the pages it needs, last the person's request. Read another skill with get_skill when this one leads to it.`,
    skillText(skill, skills).text,
    section("Request", request),
  ].join("\n\n");
}

/** Skills on the way of every research; the others are read when a skill leads to them. */
const BROUGHT_ALONG: Readonly<Record<string, readonly string[]>> = {
  research: ["research-output"],
};
/** Skills that a conversation begins with, so that nothing was read before. */
const BEGINNINGS = ["research", "research-resume"];

interface SkillPage {
  readonly skill: string;
  readonly path: string;
  readonly content: string;
}

/** A skill with as many of the pages that it needs as fit, and the others. Of a skill alone there is always the text. */
export function skillText(
  skill: Skill,
  skills: readonly Skill[],
  maxBytes = Number.POSITIVE_INFINITY,
): { readonly text: string; readonly left: readonly SkillPage[] } {
  const [manifest, ...others] = pagesOf(skill, skills);
  const shown = [sectionOf(manifest)];
  const left: SkillPage[] = [];
  let room = maxBytes - Buffer.byteLength(shown.join(""));
  for (const page of others) {
    const text = sectionOf(page);
    room -= Buffer.byteLength(text);
    if (room < 0) left.push(page);
    else shown.push(text);
  }
  return { text: shown.join("\n\n"), left };
}

/** The skill itself and the pages it needs, each once; what those lead to is read when it is needed. */
function pagesOf(skill: Skill, skills: readonly Skill[]): [SkillPage, ...SkillPage[]] {
  const manifest = { skill: skill.name, path: MANIFEST, content: skill.body };
  const isWanted = (link: Link) =>
    link.path !== MANIFEST && (link.skill === skill.name || BEGINNINGS.includes(skill.name));
  const along = skills.filter(({ name }) => BROUGHT_ALONG[skill.name]?.includes(name));
  return [
    manifest,
    ...linksOf(manifest)
      .filter(isWanted)
      .map((link) => ({ ...link, content: contentOf(link, skills) })),
    ...along.map(({ name, body }) => ({ skill: name, path: MANIFEST, content: body })),
  ];
}

/** How to ask get_skill for a page. */
export function pageInWords({ skill, path }: SkillPage): string {
  return path === MANIFEST ? `name: "${skill}"` : `name: "${skill}", page: "${path}"`;
}

function sectionOf({ skill, path, content }: SkillPage): string {
  return section(`${skill}/${path}`, content);
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
