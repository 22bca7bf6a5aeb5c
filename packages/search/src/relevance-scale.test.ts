import { createFakeEmbedder } from "@trovella/testing/search/fake-embedder";
import { expect, it } from "vitest";
import { LOCAL_MODEL } from "./local-model.ts";
import { LOCAL_SCALE } from "./relevance.ts";
import { relevanceScaleOf } from "./relevance-scale.ts";

it("measures unrelated texts once for each embedder", async () => {
  const embedder = createFakeEmbedder();
  const scale = await relevanceScaleOf(embedder);
  expect(scale?.deviation).toBeGreaterThan(0);
  expect(await relevanceScaleOf(embedder)).toBe(scale);
  expect(new Set(embedder.seen).size).toBe(embedder.seen.length);
});

it("knows the local model without measuring", async () => {
  const embedder = createFakeEmbedder({ model: LOCAL_MODEL.id });
  expect(await relevanceScaleOf(embedder)).toBe(LOCAL_SCALE);
  expect(embedder.seen).toEqual([]);
});

it("tries again after a failure", async () => {
  let isDown = true;
  const embedder = createFakeEmbedder({ refuse: () => isDown });
  expect(await relevanceScaleOf(embedder)).toBeNull();
  isDown = false;
  expect(await relevanceScaleOf(embedder)).not.toBeNull();
});
