import { allSkills, linksOf } from "@trovella/skills";
import { describe, expect, it } from "vitest";
import { promptText } from "./prompt-text.ts";

const SKILLS = await allSkills();
const FILES = SKILLS.flatMap(({ name, files }) =>
  files.map(({ path, content }) => ({ skill: name, path, content })),
);

describe("the text of a prompt", () => {
  it.each(SKILLS)("holds $name and every reference that it leads to, each once", (skill) => {
    const text = promptText(skill, SKILLS, "Is tea good for you?");
    expect(text).toContain(skill.body.trimEnd());
    const titles = titlesIn(text);
    expect(titles[0]).toBe(`${skill.name}/SKILL.md`);
    expect(new Set(titles).size).toBe(titles.length);

    const included = FILES.filter(({ skill: name, path }) => titles.includes(`${name}/${path}`));
    const linked = included.flatMap(linksOf).filter(({ path }) => path !== "SKILL.md");
    for (const { skill: name, path } of linked) expect(titles).toContain(`${name}/${path}`);
    for (const { path, content } of included) {
      if (path !== "SKILL.md") expect(text.split(content.trimEnd())).toHaveLength(2);
    }
  });

  it.each(SKILLS)("carries the loop and the skills it hands over to: $name", (skill) => {
    const titles = titlesIn(promptText(skill, SKILLS, "Tea?"));
    expect(titles).toContain("research/references/loop.md");
    const handedTo = linksOf({ skill: skill.name, path: "SKILL.md", content: skill.body })
      .filter(({ path }) => path === "SKILL.md")
      .map((link) => `${link.skill}/SKILL.md`);
    expect(handedTo.length).toBeGreaterThan(0);
    expect(titles).toEqual(expect.arrayContaining(handedTo));
  });

  it.each(SKILLS)("is at most 64 kB long: $name", (skill) => {
    expect(Buffer.byteLength(promptText(skill, SKILLS, "Tea?"))).toBeLessThan(64_000);
  });
});

/** The files that a text holds. */
function titlesIn(text: string): string[] {
  return [...text.matchAll(/^===== (\S+\.md) =====$/gm)].map(([, title = ""]) => title);
}
