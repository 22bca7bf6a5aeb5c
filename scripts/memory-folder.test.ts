import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { afterEach, expect, it } from "vitest";

interface MemoryFolder {
  isInMemory(mounts: string): boolean;
  withMemoryFolder<T>(work: () => T | Promise<T>): Promise<T>;
}

const { isInMemory, withMemoryFolder }: MemoryFolder = createRequire(import.meta.url)(
  "./memory-folder.cjs",
);
const chosen = process.env.TMPDIR;

afterEach(() => {
  if (chosen === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = chosen;
});

it("takes only a file system in memory that is writable and may execute programs", () => {
  const line = (type: string, options: string) => `none /dev/shm ${type} ${options} 0 0\n`;
  expect(isInMemory(line("tmpfs", "rw,relatime"))).toBe(true);
  expect(isInMemory(line("ext4", "rw,relatime"))).toBe(false);
  expect(isInMemory(line("tmpfs", "rw,noexec"))).toBe(false);
  expect(isInMemory(line("tmpfs", "ro"))).toBe(false);
  expect(isInMemory(line("tmpfs", "rw") + line("tmpfs", "rw,noexec"))).toBe(false);
  expect(isInMemory("none /run tmpfs rw 0 0\n")).toBe(false);
});

it("leaves a TMPDIR that was chosen as it is", async () => {
  process.env.TMPDIR = "/somewhere";
  expect(await withMemoryFolder(() => process.env.TMPDIR)).toBe("/somewhere");
  expect(process.env.TMPDIR).toBe("/somewhere");
});

it("removes its folder afterwards, also after a failure", async () => {
  delete process.env.TMPDIR;
  let folder: string | undefined;
  const failing = withMemoryFolder(() => {
    folder = process.env.TMPDIR;
    throw new Error("failed");
  });
  await expect(failing).rejects.toThrow("failed");
  expect(process.env.TMPDIR).toBeUndefined();
  if (folder !== undefined) expect(existsSync(folder)).toBe(false);
});
