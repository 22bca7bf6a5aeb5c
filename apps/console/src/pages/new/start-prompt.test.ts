import { describe, expect, it } from "vitest";
import { EMPTY_FORM, readForm } from "./research-form.ts";
import { startPrompt } from "./start-prompt.ts";

const START = { server: "http://localhost:4000", from: null };
const FORM = { ...EMPTY_FORM, question: " Do heat pumps pay off in old houses? " };

describe("the prompt that starts research", () => {
  it("has the question, the depth, the template and the format in the words of the skills", () => {
    const prompt = startPrompt({ ...START, form: { ...FORM, format: "word" } });
    expect(prompt).toContain("\n\nDo heat pumps pay off in old houses?\n\n");
    expect(prompt).toContain('Depth: scan, template "scan/general_topic"');
    expect(prompt).toContain('outputMediaType "word"');
    expect(prompt).toContain("http://localhost:4000");
    expect(prompt).not.toMatch(/checkpoint|earlier|know and want/);
  });

  it("says where a person wants to be asked, and that deep research always asks", () => {
    const first = startPrompt({ ...START, form: { ...FORM, reviewStart: true, isPersonal: true } });
    expect(first).toContain("before the first search");
    expect(first).toContain("human_only");
    expect(first).not.toContain("before the answer");
    const deep = startPrompt({ ...START, form: { ...FORM, depth: "deep" } });
    expect(deep).toContain("before the answer is written");
  });

  it("names the earlier plan by its handle, and the notes as they were typed", () => {
    const form = { ...FORM, notes: "Only Germany" };
    const prompt = startPrompt({ ...START, form, from: "p-k7q2x9" });
    expect(prompt).toContain('get_research_context {"planId":"p-k7q2x9"}');
    expect(prompt).toContain("What I know and want: Only Germany");
  });

  it("can be put into a link, whatever was typed", () => {
    const prompt = startPrompt({ ...START, form: { ...FORM, question: "a\uD800b" } });
    expect(() => encodeURIComponent(prompt)).not.toThrow();
  });
});

describe("a kept form", () => {
  it("is read as it was, without what this version does not know", () => {
    expect(readForm(JSON.stringify({ ...FORM, depth: "deep", other: 1 }))).toEqual({
      ...FORM,
      depth: "deep",
    });
    expect(readForm(JSON.stringify({ question: 7, format: "fax" }))).toEqual(EMPTY_FORM);
  });

  it.each([null, "", "7", "{", "null"])("is not read from %s", (stored) => {
    expect(readForm(stored)).toBeNull();
  });
});
