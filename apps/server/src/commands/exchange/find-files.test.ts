import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findFiles } from "./find-files.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "trovella-find-")));
  for (const name of ["notes/a.md", "notes/sub/b.md", "notes/.obsidian/x.json", "secret.txt"]) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), name);
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the files to import", () => {
  it("are those of folders and below, by their paths in them, each once", async () => {
    const { files, skipped } = await find("notes", "notes/a.md", "secret.txt");
    const base = path.basename(folder);
    expect(files.map((file) => file.path)).toEqual([
      "notes/a.md",
      "notes/sub/b.md",
      `${base}/secret.txt`,
    ]);
    expect(skipped).toEqual([]);
    expect(Buffer.from((await files[1]?.read()) ?? []).toString()).toBe("notes/sub/b.md");
  });

  it("are never outside of the folder, wherever links lead", async () => {
    const link = (target: string, name: string) =>
      symlinkSync(target, path.join(folder, "notes", name));
    link("../secret.txt", "out.txt");
    link("/etc", "etc");
    link("gone.md", "gone.md");
    link("..", "parent");
    link("sub", "inside");
    link("sub/b.md", "again.md");
    const { files, skipped } = await find("notes");
    expect(files.map((file) => file.path)).toEqual(["notes/a.md", "notes/again.md"]);
    expect(skipped.map((report) => report.path)).toEqual([
      "notes/etc",
      "notes/gone.md",
      "notes/out.txt",
      "notes/parent",
    ]);
  });

  it("may be hidden only where they are named", async () => {
    const { files } = await find("notes/.obsidian");
    expect(files.map((file) => file.path)).toEqual([".obsidian/x.json"]);
  });

  it("are not looked for without end", async () => {
    mkdirSync(path.join(folder, "deep", ...Array.from({ length: 40 }, () => "d")), {
      recursive: true,
    });
    const { skipped } = await find("deep");
    expect(skipped).toEqual([
      expect.objectContaining({ text: "The folder is nested too deeply." }),
    ]);
  });

  it("must be there", async () => {
    await expect(find("nothing")).rejects.toThrow(/There is no file or folder/);
    await expect(findFiles(["/dev/null"])).rejects.toThrow(
      "/dev/null is neither a file nor a folder.",
    );
  });
});

function find(...names: string[]) {
  return findFiles(names.map((name) => path.join(folder, name)));
}
