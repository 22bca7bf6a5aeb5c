import { expect, it } from "vitest";
import { readDraft } from "./draft.ts";

it.each([
  [null, { feedback: "", answers: [] }],
  ["Look at Norway", { feedback: "Look at Norway", answers: [] }],
  ["{not json", { feedback: "{not json", answers: [] }],
  ["null", { feedback: "null", answers: [] }],
  ['{"feedback":"a","answers":["b",null]}', { feedback: "a", answers: ["b", ""] }],
])("a stored draft %j is read as what was written", (stored, draft) => {
  expect(readDraft(stored)).toEqual(draft);
});
