import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "@trovella/testing/sources";
import { describe, expect, it } from "vitest";

const BUILT = path.join(ROOT, "apps/console/dist");
const MAX_BYTES = 230_000;

interface Part {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

describe("the built console", () => {
  const manifest: Record<string, Part> = JSON.parse(
    readFileSync(path.join(BUILT, ".vite/manifest.json"), "utf8"),
  );

  const firstFiles = new Set(
    ["index.html", "src/app.tsx"].flatMap((name) => filesOf(name, manifest)),
  );

  it("loads at most 230 kB, compressed, to show its first page", () => {
    const files = ["index.html", "favicon.svg", ...firstFiles];
    const bytes = files.map((file) => gzipSync(readFileSync(path.join(BUILT, file))).length);
    const total = bytes.reduce((sum, size) => sum + size, 0);
    console.log(`first route: ${total} bytes packed in ${files.length} files`);
    expect(total).toBeLessThan(MAX_BYTES);
  });

  it("loads no texts before their translations", () => {
    const before = ["index.html", "src/language/german-messages.ts"];
    const files = before.flatMap((name) => filesOf(name, manifest));
    const names = files.map((file) => path.basename(file).split("-")[0]);
    expect(new Set(names)).toEqual(new Set(["index", "start", "rolldown", "german"]));
  });

  it("writes no script or style into its page, which the Content-Security-Policy would block", () => {
    const html = readFileSync(path.join(BUILT, "index.html"), "utf8");
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?:\/\//i);
  });

  it.each(["command-palette", "chart-drawing", "rendered-markdown"])(
    "has %s in a file of its own",
    (name) => {
      const file = readdirSync(path.join(BUILT, "assets")).find((each) => each.startsWith(name));
      expect(file).toBeDefined();
      expect(firstFiles).not.toContain(`assets/${file}`);
    },
  );
});

/** A chunk and all its static imports. */
function filesOf(name: string, manifest: Record<string, Part>, seen = new Set<string>()): string[] {
  const part = manifest[name];
  if (!part || seen.has(name)) return [];
  seen.add(name);
  const imported = (part.imports ?? []).flatMap((other) => filesOf(other, manifest, seen));
  return [part.file, ...(part.css ?? []), ...imported];
}
