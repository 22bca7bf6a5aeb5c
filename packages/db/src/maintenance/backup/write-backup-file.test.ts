import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkBackup } from "./read-backup.ts";
import { writeBackupFile } from "./write-backup-file.ts";

const HEADER =
  '{"format":"trovella-backup","formatVersion":1,"migration":"m","tables":{"t":["a"]}}\n';
const COUNTS = { rows: 1, organizations: 0 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "trovella-backup-file-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("writing a backup's file", () => {
  it.each(["x.jsonl", "x.jsonl.gz"])(
    "leaves an older %s alone when it cannot be finished",
    async (name) => {
      const file = path.join(folder, name);
      writeFileSync(file, "older");
      const interrupted = async function* () {
        yield HEADER;
        throw new Error("The connection broke.");
      };
      await expect(writeBackupFile(file, interrupted(), COUNTS)).rejects.toThrow(
        "connection broke",
      );
      expect(readFileSync(file, "utf8")).toBe("older");
      expect(readdirSync(folder)).toEqual([name]);
    },
  );

  it("is read back by its first bytes, whatever it is called", async () => {
    const file = path.join(folder, "x.gz");
    await writeBackupFile(file, lines(), COUNTS);
    expect(await checkBackup(file)).toMatchObject({ migration: "m", tables: { t: ["a"] } });
  });
});

describe("reading a backup's file", () => {
  it("notices a file that was cut off at any byte", async () => {
    const file = path.join(folder, "x.jsonl");
    await writeBackupFile(file, lines(), COUNTS);
    const whole = readFileSync(file);
    for (let length = 0; length < whole.length; length += 1) {
      writeFileSync(file, whole.subarray(0, length));
      await expect(checkBackup(file), `cut to ${length} bytes`).rejects.toMatchObject({
        code: "INVALID_INPUT",
      });
    }
  });

  it("notices any changed byte", async () => {
    const file = path.join(folder, "x.jsonl");
    await writeBackupFile(file, lines(), COUNTS);
    const whole = readFileSync(file);
    for (let index = 0; index < whole.length; index += 1) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      writeFileSync(file, changed);
      await expect(checkBackup(file), `changed at ${index}`).rejects.toMatchObject({
        code: "INVALID_INPUT",
      });
    }
  });

  it("notices lines behind the end, a missing file and a compressed one that was cut off", async () => {
    const file = path.join(folder, "x.jsonl.gz");
    await writeBackupFile(file, lines(), COUNTS);
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, whole.length - 12));
    await expect(checkBackup(file)).rejects.toThrow(/incomplete or damaged/);
    await expect(checkBackup(`${file}.x`)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(checkBackup(folder)).rejects.toMatchObject({ code: "INVALID_INPUT" });

    const plain = path.join(folder, "x.jsonl");
    await writeBackupFile(plain, lines(), COUNTS);
    writeFileSync(plain, `${readFileSync(plain, "utf8")}["more"]\n`);
    await expect(checkBackup(plain)).rejects.toThrow(/incomplete or damaged/);
  });

  it.each([
    ["hello\n", /is not a backup made by Trovella/],
    ['{"format":"trovella-backup","formatVersion":2}\n', /backup format 2/],
  ])("says what %j is", async (text, reason) => {
    const file = path.join(folder, "x");
    writeFileSync(file, text);
    await expect(checkBackup(file)).rejects.toThrow(reason);
  });
});

async function* lines() {
  yield HEADER;
  yield '{"table":"t"}\n["a \u2028 b"]\n';
}
