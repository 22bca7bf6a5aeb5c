import { expect, it } from "vitest";
import { artifactText, extractionText, outputText } from "./search-texts.ts";

it("searches the summary of an artifact in front of its text", () => {
  const artifact = { id: "a", title: "T", contentText: "Long text." };
  expect(artifactText({ ...artifact, summary: "Short." }).text).toBe("Short.\n\nLong text.");
  expect(artifactText({ ...artifact, summary: null }).text).toBe("Long text.");
});

it("searches the content of an output", () => {
  const text = outputText({ id: "o", title: "T", content: "# Head" });
  expect(text).toEqual({
    sourceTable: "research_output",
    sourceId: "o",
    title: "T",
    text: "# Head",
  });
});

it("spells extracted data the same whatever the order of its keys", () => {
  const one = { name: "Ada", born: 1815, works: [{ title: "Notes", isFirst: true }, null] };
  const other = { works: [{ isFirst: true, title: "Notes" }, null], born: 1815, name: "Ada" };
  const text = (data: unknown) => extractionText({ id: "e", instructions: null, data }).text;
  expect(text(one)).toBe("born: 1815\nname: Ada\nworks:\nisFirst: true\ntitle: Notes\nnull");
  expect(text(other)).toBe(text(one));
  expect(text("plain")).toBe("plain");
});

it("spells extracted data as it is stored, without infinities", () => {
  const data: unknown = JSON.parse('{"a":1e999,"b":[-1e999,1e300]}');
  const text = (of: unknown) => extractionText({ id: "e", instructions: null, data: of }).text;
  expect(text(data)).toBe("a: null\nb:\nnull\n1e+300");
  expect(text(data)).toBe(text(JSON.parse(JSON.stringify(data))));
});

it("makes a text of about the size of the data, however deep and long", () => {
  let data: unknown = Array.from({ length: 1000 }, (_, index) => index);
  for (let depth = 0; depth < 60; depth += 1) data = { ["k".repeat(100)]: data };
  const { text } = extractionText({ id: "e", instructions: null, data });
  expect(text.length).toBeLessThan(JSON.stringify(data).length);
});
