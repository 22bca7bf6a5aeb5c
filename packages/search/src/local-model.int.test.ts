import { createTestEmbedder } from "@trovella/testing/search/search-model";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Embedder } from "./embedder.ts";
import { similarity } from "./vector.ts";

let embedder: Embedder;
beforeAll(async () => {
  embedder = await createTestEmbedder();
}, 240_000);
afterAll(() => embedder.close());

it("knows which sentences mean something similar", async () => {
  const [food, bread, baby] = await embedder.embed([
    "A man is eating food.",
    "A man is eating a piece of bread.",
    "The girl is carrying a baby.",
  ]);
  if (!food || !bread || !baby) throw new Error("There are no vectors.");
  expect(food).toHaveLength(384);
  expect(similarity(food, food)).toBeCloseTo(1, 5);
  expect(similarity(food, bread)).toBeCloseTo(0.75, 1);
  expect(similarity(food, baby)).toBeLessThan(0);
});

it("gives a text the same vector whatever others it comes with", async () => {
  const [alone] = await embedder.embed(["Heat in supersonic flow."]);
  const [, among] = await embedder.embed(["x ".repeat(500), "Heat in supersonic flow.", ""]);
  expect(among).toEqual(alone);
});

it.each([
  ["no text", ""],
  ["a long text", "word ".repeat(20_000)],
  ["emoji", "💥".repeat(300)],
  ["another script", "漢字 كلمة слово"],
  ["control characters", "\u0000\u0001\ud800"],
])("embeds %s", async (_name, text) => {
  const [vector] = await embedder.embed([text]);
  expect(vector && similarity(vector, vector)).toBeCloseTo(1, 5);
});
