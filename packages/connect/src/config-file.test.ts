import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeConfig, readConfigFile } from "./config-file.ts";
import { ConnectError } from "./connect-error.ts";
import { listBackups, replaceFile } from "./replace-file.ts";

const NEW = { isPrivate: true };
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "trovella-config-"));
  file = path.join(folder, "mcp.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("readConfigFile", () => {
  it("keeps a byte order mark apart and puts it back", () => {
    writeFileSync(file, "\ufeff{}");
    const found = readConfigFile(file);
    expect(found.text).toBe("{}");
    expect(encodeConfig(found, found.text)).toEqual(readFileSync(file));
  });

  it("tells a missing file from an empty one", () => {
    expect(readConfigFile(path.join(folder, "no", "file"))).toMatchObject({
      bytes: null,
      text: "",
    });
    writeFileSync(file, "");
    expect(readConfigFile(file)).toMatchObject({ bytes: Buffer.alloc(0), text: "" });
  });

  it.each([
    ["a folder", () => mkdirSync(file), /is not a file\. Nothing was changed\. Next: /],
    ["a dangling link", () => symlinkSync("nowhere", file), /link to a file that does not exist/],
    ["a link to itself", () => symlinkSync(file, file), /symbolic link to itself/],
    ["UTF-16", () => writeFileSync(file, Buffer.from("\ufeff{}", "utf16le")), /not UTF-8 text/],
  ])("refuses %s", (_case, make, message) => {
    make();
    expect(() => readConfigFile(file)).toThrow(message);
    expect(() => readConfigFile(file)).toThrow(ConnectError);
  });

  it("refuses a path through a file", () => {
    writeFileSync(file, "");
    expect(() => readConfigFile(path.join(file, "x"))).toThrow(/has a parent that is not a folder/);
  });
});

describe("replaceFile", () => {
  it("replaces the bytes, keeps the mode, and keeps the old bytes with the same mode", () => {
    writeFileSync(file, "old");
    chmodSync(file, 0o640);
    const { backup } = replaceFile(readConfigFile(file), Buffer.from("new"), NEW);
    expect(backup).toBe(`${file}.trovella-backup-1`);
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(readFileSync(backup ?? "", "utf8")).toBe("old");
    for (const each of [file, backup ?? ""]) expect(statSync(each).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it("creates folders that only their owner can enter", () => {
    const inner = path.join(folder, "a", "b", "mcp.json");
    expect(replaceFile(readConfigFile(inner), Buffer.from("x"), NEW)).toEqual({ backup: null });
    expect(statSync(path.dirname(inner)).mode & 0o777).toBe(0o700);
    expect(statSync(inner).mode & 0o777).toBe(0o600);
  });

  it("removes the file, but not without a backup", () => {
    writeFileSync(file, "old");
    const { backup } = replaceFile(readConfigFile(file), null, NEW);
    expect(readdirSync(folder)).toEqual([path.basename(backup ?? "")]);
  });

  it("follows a link and leaves it a link", () => {
    const real = path.join(folder, "real", "settings.json");
    mkdirSync(path.dirname(real));
    writeFileSync(real, "old");
    symlinkSync(real, file);
    replaceFile(readConfigFile(file), Buffer.from("new"), NEW);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, "utf8")).toBe("new");
  });

  it("refuses when another program wrote the file in the meantime", () => {
    writeFileSync(file, "old");
    const found = readConfigFile(file);
    writeFileSync(file, "theirs");
    expect(() => replaceFile(found, Buffer.from("new"), NEW)).toThrow(/changed by another program/);
    expect(readFileSync(file, "utf8")).toBe("theirs");
    expect(readdirSync(folder)).toEqual(["mcp.json"]);

    const missing = readConfigFile(path.join(folder, "x"));
    writeFileSync(missing.file, "theirs");
    expect(() => replaceFile(missing, Buffer.from("new"), NEW)).toThrow(/changed by another/);
  });

  it("keeps the seven newest backups and nothing that only looks like one", () => {
    writeFileSync(`${file}.trovella-backup-x`, "");
    for (let round = 0; round <= 9; round += 1) {
      writeFileSync(file, `${round}`);
      replaceFile(readConfigFile(file), Buffer.from("new"), NEW);
    }
    expect(listBackups(file).map((backup) => readFileSync(backup, "utf8"))).toEqual([
      "9",
      "8",
      "7",
      "6",
      "5",
      "4",
      "3",
    ]);
    expect(readdirSync(folder)).toContain("mcp.json.trovella-backup-x");
  });

  it.runIf(process.getuid?.() === 0)(
    "keeps the owner of files and folders that root changes or creates",
    () => {
      chownSync(folder, 65534, 65534);
      writeFileSync(file, "old");
      chownSync(file, 65534, 65534);
      const { backup } = replaceFile(readConfigFile(file), Buffer.from("new"), NEW);
      const inner = path.join(folder, "a", "mcp.json");
      replaceFile(readConfigFile(inner), Buffer.from("x"), NEW);
      for (const each of [file, backup ?? "", inner, path.dirname(inner)]) {
        expect(statSync(each).uid).toBe(65534);
      }
    },
  );
});
