import { allSkills, linksOf } from "@trovella/skills";
import { describe, expect, it } from "vitest";
import { pageInWords, promptText, skillText } from "./prompt-text.ts";

const SKILLS = await allSkills();

describe("the text of a prompt", () => {
  it.each(SKILLS)("holds $name and its pages, each once", (skill) => {
    const text = promptText(skill, SKILLS, "Is tea good for you?");
    expect(text).toContain(skill.body.trimEnd());
    const titles = titlesIn(text);
    expect(titles[0]).toBe(`${skill.name}/SKILL.md`);
    expect(new Set(titles).size).toBe(titles.length);
    const own = linksOf({ skill: skill.name, path: "SKILL.md", content: skill.body })
      .filter((link) => link.skill === skill.name && link.path !== "SKILL.md")
      .map((link) => `${link.skill}/${link.path}`);
    expect(titles).toEqual(expect.arrayContaining(own));
  });

  it.each([
    ["research", ["research/SKILL.md", "research/references/loop.md", "research-output/SKILL.md"]],
    ["research-deep", ["research-deep/SKILL.md"]],
    ["research-resume", ["research-resume/SKILL.md", "research/references/loop.md"]],
  ])("brings what its reader has not read yet: %s", (name, titles) => {
    const skill = SKILLS.find((one) => one.name === name);
    expect(skill && titlesIn(promptText(skill, SKILLS, "Tea?"))).toEqual(titles);
  });

  it.each(SKILLS)("is at most 12 kB long: $name", (skill) => {
    const text = promptText(skill, SKILLS, "Tea?");
    expect(Buffer.byteLength(text)).toBeLessThan(12_000);
  });
});

describe("the text of a skill", () => {
  it("leaves pages that do not fit to later calls, and names them", () => {
    const skill = SKILLS.find(({ name }) => name === "research");
    if (!skill) throw new Error("There is no skill research.");
    const { text, left } = skillText(skill, SKILLS, 5_000);
    expect(titlesIn(text)).toEqual(["research/SKILL.md"]);
    expect(left.map(pageInWords)).toEqual([
      'name: "research", page: "references/loop.md"',
      'name: "research-output"',
    ]);
  });
});

/** The files that a text holds. */
function titlesIn(text: string): string[] {
  return [...text.matchAll(/^===== (\S+\.md) =====$/gm)].map(([, title = ""]) => title);
}
