import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { ROOT } from "@trovella/testing/sources";
import { describe, expect, it } from "vitest";
import { WAYS } from "./support/mcp-connections.ts";
import { newSession } from "./support/mcp-rows.ts";
import { useTrovella } from "./support/mcp-support.ts";

const SKILLS = path.join(ROOT, "skills");
const NAMES = readdirSync(SKILLS).sort();
const ON_PLANS = ["research-output", "research-resume"];
const LOOP = readFileSync(path.join(SKILLS, "research/references/loop.md"), "utf8");

describe.each(WAYS)("over $transport in $era", (way) => {
  const trovella = useTrovella(way);

  describe("prompts", () => {
    it("are listed, one for each skill, each with one argument", async () => {
      const { prompts } = await trovella.client.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual(NAMES);
      for (const { name, title, description, arguments: given } of prompts) {
        expect(title).toMatch(/^Research/);
        expect(description?.length).toBeGreaterThan(100);
        const argument = ON_PLANS.includes(name) ? "plan" : "question";
        expect(given).toMatchObject([{ name: argument, required: true }]);
      }
    });

    it.each(NAMES)(
      "give %s, the loop where a conversation begins, and the request at the end",
      async (name) => {
        const argument = ON_PLANS.includes(name) ? "plan" : "question";
        const text = await textOf(name, { [argument]: "  Is tea good for you? \n" });
        const source = readFileSync(path.join(SKILLS, name, "SKILL.md"), "utf8");
        expect(text).toContain(source.replace(/^---\n[\s\S]*?\n---\n/, "").trim());
        const begins = ["research", "research-resume"].includes(name);
        expect(text.split(LOOP.trim())).toHaveLength(begins ? 2 : 1);
        expect(text).toMatch(/===== Request =====\n\nIs tea good for you\?$/);
      },
    );

    it("ask for a missing argument", async () => {
      expect(await textOf("research")).toMatch(/ask them what they want researched\.$/);
      expect(await textOf("research-resume", { plan: " " })).toMatch(
        /No plan was passed on\. .*\.$/,
      );
    });

    it("say that a single word may be the first of several", async () => {
      const text = await textOf("research", { question: "which" });
      expect(text).toMatch(/===== Request =====\n\nwhich\n\n\(.*only the first word.*\)$/);
    });

    it.each(["no-such-prompt", "__proto__", "", "research/SKILL.md"])(
      "are refused when unknown: %j",
      async (name) => {
        await expect(trovella.client.getPrompt({ name })).rejects.toMatchObject({
          code: -32602,
          message: expect.stringContaining(`Unknown prompt: ${name}`),
        });
      },
    );

    it("take at most 10,000 characters", async () => {
      const question = "?".repeat(10_001);
      await expect(
        trovella.client.getPrompt({ name: "research", arguments: { question } }),
      ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("Next:") });
    });

    it("complete the plan they ask for", async () => {
      const name = `[Scan] ${newSession()}`;
      const { planId } = await trovella.createPlan(1, { name });
      expect(await completed("research-resume", "plan", name)).toEqual([planId]);
      expect(await completed("research-output", "plan", planId)).toEqual([planId]);
      expect(await completed("research", "question", name)).toEqual([]);
      expect(await completed("research-resume", "question", name)).toEqual([]);
    });
  });

  describe("skills", () => {
    it("are announced, listed with the digests of their files, and found one by one", async () => {
      const skills = new SkillsClient(trovella.client);
      expect(skills.supported).toBe(true);
      const { skills: listed, ...kept } = await skills.list();
      expect(listed.map(({ frontmatter }) => frontmatter.name)).toEqual(NAMES);
      const isModern = way.era === "2026-07-28";
      expect(kept.ttlMs).toBe(isModern ? 300_000 : undefined);
      expect(kept.cacheScope).toBe(isModern ? "public" : undefined);
      for (const skill of listed) expect((await skills.get(skill.uri)).skill).toEqual(skill);
    });

    it("pass the checks that a client makes before it loads one, byte for byte", async () => {
      const skills = new SkillsClient(trovella.client);
      for (const skill of (await skills.list()).skills) {
        const files = skill.resources === "dynamic" ? [] : skill.resources;
        expect(files.length).toBeGreaterThan(0);
        for (const { uri } of files) {
          const file = await skills.read(skill, uri);
          const source = path.join(SKILLS, uri.replace("skill://trovella/", ""));
          expect(file).toMatchObject({ verified: true, mimeType: "text/markdown" });
          expect(Buffer.from(file.bytes).equals(readFileSync(source))).toBe(true);
        }
      }
    });

    it("are among the resources", async () => {
      const { resources } = await trovella.client.listResources();
      const listed = resources.filter(({ uri }) => uri.startsWith("skill:"));
      expect(listed.map(({ uri }) => uri)).toEqual(
        NAMES.map((name) => `skill://trovella/${name}/SKILL.md`),
      );
      expect(listed).toMatchObject(NAMES.map((name) => ({ name, mimeType: "text/markdown" })));
    });

    it.each([
      "skill://trovella/research/claude.json",
      "skill://trovella/research/../research-scan/SKILL.md",
      "skill://trovella/research/references",
      "skill://other/research/SKILL.md",
    ])("have no file at %s", async (uri) => {
      await expect(trovella.client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
      await expect(new SkillsClient(trovella.client).get(uri)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining("No skill is served at skill://"),
      });
    });

    it("are refused with a clear message when the URI is invalid", async () => {
      const asked = trovella.client.request(
        { method: "skills/get", params: { uri: 7 } },
        { "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) } },
      );
      await expect(asked).rejects.toMatchObject({
        code: -32602,
        message: expect.stringMatching(/parameters of skills\/get do not have the form.* Next:/),
      });
    });

    it("are named by the server's instructions", () => {
      const instructions = trovella.client.getInstructions() ?? "";
      expect(instructions).toContain("skill://trovella/research/SKILL.md");
      expect(Buffer.byteLength(instructions)).toBeLessThan(2_048);
    });
  });

  async function textOf(name: string, input?: Record<string, string>): Promise<string> {
    const { messages } = await trovella.client.getPrompt({
      name,
      ...(input ? { arguments: input } : {}),
    });
    expect(messages).toMatchObject([{ role: "user", content: { type: "text" } }]);
    const [message] = messages;
    return message?.content.type === "text" ? message.content.text : "";
  }

  async function completed(prompt: string, name: string, value: string): Promise<string[]> {
    const { completion } = await trovella.client.complete({
      ref: { type: "ref/prompt", name: prompt },
      argument: { name, value },
    });
    return completion.values;
  }
});
