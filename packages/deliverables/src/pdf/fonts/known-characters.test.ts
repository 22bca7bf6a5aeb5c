import { expect, it } from "vitest";
import { labelsFor } from "../../languages/labels-for.ts";
import { withKnownCharacters } from "./known-characters.ts";

const known = (text: string, ...missing: string[]) =>
  withKnownCharacters(
    JSON.stringify(text),
    new Set(missing.map((character) => character.codePointAt(0) ?? 0)),
    labelsFor("en"),
  );

it("replaces a rare sign by what means the same", () => {
  const { text, note } = known("21 ℃ ✅ ﬃ", "℃", "✅", "ﬃ");
  expect(JSON.parse(text)).toBe("21 °C ✓ ffi");
  expect(note).toBe("");
});

it("shows a placeholder for any other, and says which", () => {
  const { text, note } = known("Done 😀 and 💥", "😀", "💥");
  expect(JSON.parse(text)).toBe("Done □ and □");
  expect(note).toMatch(/□ stands for characters .* U\+1F600, U\+1F4A5\. .* Word document/);
});

it("brings no quotation mark or markup into the text", () => {
  const hostile = ["＂", "＼", "＜", "＆", "﹤"];
  const { text } = known(hostile.join(" "), ...hostile);
  expect(JSON.parse(text)).toBe("□ □ □ □ □");
});
