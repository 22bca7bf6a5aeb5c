import { type Link, linksOf, type Skill } from "@trovella/skills";

const MANIFEST = "SKILL.md";

/** A skill with all files it needs, each once, for clients that cannot load them. */
export function promptText(skill: Skill, skills: readonly Skill[], request: string): string {
  const linked = linkedFrom(skill, skills);
  return [
    `Follow the skill ${skill.name} of the Trovella server. Its text comes first, then the files it refers to, last the person's request.`,
    section(`${skill.name}/${MANIFEST}`, skill.body),
    ...linked.map((link) => section(`${link.skill}/${link.path}`, contentOf(link, skills))),
    section("Request", request),
  ].join("\n\n");
}

/** The files that a skill and its references link to; of other skills only the linked references. */
function linkedFrom(skill: Skill, skills: readonly Skill[]): Link[] {
  const start: Link = { skill: skill.name, path: MANIFEST };
  const found = new Map([[keyOf(start), start]]);
  const follow = (link: Link, content: string) => {
    for (const next of linksOf({ ...link, content })) {
      const isFurther = next.path === MANIFEST && link.skill !== skill.name;
      if (isFurther || found.has(keyOf(next))) continue;
      found.set(keyOf(next), next);
      follow(next, contentOf(next, skills));
    }
  };
  follow(start, skill.body);
  return [...found.values()].slice(1);
}

function keyOf({ skill, path }: Link): string {
  return `${skill}/${path}`;
}

function contentOf(link: Link, skills: readonly Skill[]): string {
  const skill = skills.find(({ name }) => name === link.skill);
  if (skill && link.path === MANIFEST) return skill.body;
  const file = skill?.files.find(({ path }) => path === link.path);
  if (!file) throw new Error(`There is no ${keyOf(link)}.`);
  return file.content;
}

function section(title: string, text: string): string {
  return `===== ${title} =====\n\n${text.trimEnd()}`;
}
