import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";

const { BUILT, MAX_BYTES, buildBoard } = createRequire(import.meta.url)("./build-board.cjs") as {
  BUILT: string;
  MAX_BYTES: number;
  buildBoard: () => void;
};

it("the board is one file of at most 60 kB that refers to no other", () => {
  buildBoard();
  const page = readFileSync(BUILT, "utf8");
  process.stdout.write(`board.html: ${Buffer.byteLength(page)} bytes\n`);
  expect(MAX_BYTES).toBe(60_000);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(MAX_BYTES);
  expect(page).not.toMatch(/<link|\bsrc=|\bhref=|url\(|@import|\bimport\(/);
  expect(page.match(/<\/script/g)).toHaveLength(1);
});

it("the board makes no markup of texts, and connects to nothing", () => {
  const page = readFileSync(BUILT, "utf8");
  expect(page).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|fetch\(|XMLHttpRequest|WebSocket|EventSource|localStorage|sessionStorage/,
  );
});
