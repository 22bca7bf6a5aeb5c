import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { linksOf } from "./links.ts";
import { allSkills, readSkills } from "./skills.ts";
import { skillsFolder } from "./skills-folder.ts";

const SKILLS = await allSkills();
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe("the skills of this repository", () => {
  it("are five, read once", async () => {
    expect(SKILLS.map(({ name }) => name)).toEqual([
      "research",
      "research-deep",
      "research-output",
      "research-resume",
      "research-scan",
    ]);
    expect(await allSkills()).toBe(SKILLS);
  });

  it.each(SKILLS)("have the bytes and digests of their files: $name", ({ name, files }) => {
    expect(files[0]?.path).toBe("SKILL.md");
    for (const { path: file, content, sha256, sizeBytes } of files) {
      const bytes = readFileSync(path.join(skillsFolder(), name, file));
      expect(Buffer.from(content)).toEqual(bytes);
      expect(sizeBytes).toBe(bytes.length);
      expect(sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    }
  });
});

describe("reading skills", () => {
  it("takes SKILL.md and the Markdown in references/, and nothing else", async () => {
    const folder = folderWith({
      "tea/SKILL.md": skillText("tea", "See [brewing](references/brewing.md#water)."),
      "tea/references/brewing.md": "Hot.\n",
      "tea/references/notes.txt": "Cold.\n",
      "tea/claude.json": "{}\n",
    });
    const [tea] = await readSkills(folder);
    expect(tea?.files.map((file) => file.path)).toEqual(["SKILL.md", "references/brewing.md"]);
    expect(tea).toMatchObject({
      name: "tea",
      description: "Makes tea.",
      metadata: { version: "1" },
      body: "# Tea\n\nSee [brewing](references/brewing.md#water).\n",
    });
  });

  it.each([
    ["no frontmatter", "# Tea\n", "does not begin with frontmatter"],
    ["no text", "---\nname: tea\ndescription: Makes tea.\n---\n", "has no text"],
    ["another name", skillText("coffee"), "must have its folder's name"],
    ["an unknown field", skillText("tea", "Hot.", "model: large\n"), "has the field model"],
    ["a field of a prototype", skillText("tea", "Hot.", "toString: x\n"), "has the field toString"],
    ["a long description", skillText("tea").replace("Makes", "M".repeat(1100)), "at most 1024"],
    ["no description", "---\nname: tea\n---\nHot.\n", "has no description"],
    ["a number in its metadata", skillText("tea").replace('"1"', "1"), "nothing but text"],
    ["a lost link", skillText("tea", "[more](../coffee/SKILL.md)"), "links to coffee/SKILL.md"],
    ["lines of Windows", skillText("tea", "Hot.\r"), "LF alone"],
    ["too much text", skillText("tea", "a".repeat(70_000)), "64 KiB"],
  ])("refuses %s", async (_what, content, complaint) => {
    const folder = folderWith({ "tea/SKILL.md": content });
    await expect(readSkills(folder)).rejects.toThrow(complaint);
  });

  it("refuses bytes that are no UTF-8, and a folder without skills", async () => {
    const folder = folderWith({ "tea/SKILL.md": Buffer.from([0x2d, 0xff, 0xfe]) });
    await expect(readSkills(folder)).rejects.toThrow("tea/SKILL.md is not UTF-8. Next: fix it.");
    await expect(readSkills(folderWith({}))).rejects.toThrow("holds no skill");
  });
});

describe("links", () => {
  it("are those to Markdown files here, each once, by the skill they belong to", () => {
    const content =
      "[a](references/a.md) [b](../b/SKILL.md#x) [a](references/a.md) [c](https://c.example/c.md) [d](d.png)";
    expect(linksOf({ skill: "tea", path: "SKILL.md", content })).toEqual([
      { skill: "tea", path: "references/a.md" },
      { skill: "b", path: "SKILL.md" },
    ]);
    expect(linksOf({ skill: "tea", path: "references/a.md", content: "[b](b.md)" })).toEqual([
      { skill: "tea", path: "references/b.md" },
    ]);
  });
});

function folderWith(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-skills-"));
  folders.push(folder);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  return folder;
}

function skillText(name: string, text = "Hot.", fields = ""): string {
  const head = `name: ${name}\ndescription: Makes tea.\n${fields}metadata:\n  version: "1"\n`;
  return `---\n${head}---\n\n# Tea\n\n${text}\n`;
}
