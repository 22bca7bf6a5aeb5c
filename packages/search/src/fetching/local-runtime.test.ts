import { expect, it } from "vitest";
import { isNeededOn } from "./local-runtime.ts";

const BINARIES = "package/bin/napi-v6";

it("needs the code and the binaries of its own system alone", () => {
  const isNeeded = (name: string) => isNeededOn({ platform: "linux", architecture: "x64" }, name);
  expect(
    [
      "package/package.json",
      "package/dist/binding.js",
      "package/dist/cjs/package.json",
      `${BINARIES}/linux/x64/libonnxruntime.so.1`,
    ].filter((name) => !isNeeded(name)),
  ).toEqual([]);
  expect(
    [
      `${BINARIES}/linux/arm64/libonnxruntime.so.1`,
      `${BINARIES}/darwin/arm64/libonnxruntime.1.dylib`,
      `${BINARIES}/win32/x64/onnxruntime.dll`,
      "package/script/install.js",
      "package/dist/esm/index.js",
      "package/dist/index.js.map",
      "package/README.md",
    ].filter(isNeeded),
  ).toEqual([]);
});
