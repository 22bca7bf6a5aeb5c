import { expect, it } from "vitest";
import { textSize } from "./text-size.ts";

it("counts words without markup and markers", () => {
  const text = "## Growth\n\n- It **grew** by 3.5 % [src:7, 9]. [own]\n| a | b |\n|---|---|\n";
  expect(textSize(text)).toEqual({ words: 7, pages: 1 });
});

it("counts pages, and scripts without spaces", () => {
  expect(textSize("word ".repeat(901))).toEqual({ words: 901, pages: 3 });
  expect(textSize("茶は眠気を覚ます")).toEqual({ words: 4, pages: 1 });
  expect(textSize("")).toEqual({ words: 0, pages: 1 });
});
