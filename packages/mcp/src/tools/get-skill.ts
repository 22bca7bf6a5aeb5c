import { invalidField } from "@trovella/foundation";
import { allSkills } from "@trovella/skills";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { next } from "../fields.ts";
import { pageInWords, skillText } from "../skills/prompt-text.ts";

const DEFAULT_SKILL = "research";
const NEXT = "Work as it says.";

export const getSkill = defineTool({
  name: "get_skill",
  title: "Read how to work",
  description:
    "How to work with these tools, if your client has not loaded the skills: research (start here), research-deep, research-output, research-resume, research-scan.",
  input: {
    name: z.string().max(100).optional().describe("Default research"),
    page: z.string().max(200).optional(),
  },
  output: { name: z.string(), text: z.string(), next },
  permission: "read",
  writes: "nothing",

  async run({ name = DEFAULT_SKILL, page }, { pageBytes }) {
    const skills = await allSkills();
    const skill = skills.find((one) => one.name === name.trim().toLowerCase());
    if (!skill) {
      const names = skills.map((one) => one.name).join(", ");
      throw invalidField(
        "name",
        `there is no such skill. Next: call get_skill with one of ${names}.`,
      );
    }
    if (page === undefined) {
      const { text, left } = skillText(skill, skills, pageBytes);
      const more = left.map((one) => ` Then call get_skill with ${pageInWords(one)}.`);
      return { name: skill.name, text, next: `${NEXT}${more.join("")}` };
    }
    const file = skill.files.find(({ path }) => path === page.trim());
    if (!file) {
      const pages = skill.files.map(({ path }) => path).join(", ");
      throw invalidField(
        "page",
        `this skill has no such page. Next: call get_skill with one of ${pages}.`,
      );
    }
    return { name: skill.name, text: file.content, next: NEXT };
  },
});
