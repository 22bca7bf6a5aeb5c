import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { Typesetter, type TypesetterOptions, TypesettingEnded } from "./typesetter.ts";

const FOLDER = mkdtempSync(path.join(tmpdir(), "trovella-typesetter-"));
const started: Typesetter[] = [];
afterEach(() => {
  for (const typesetter of started.splice(0)) typesetter.close();
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Does what its document says, and answers with the id of its process. */
const OBEDIENT = `process.on("message", ({ document }) => {
  if (document === "stuck") for (;;);
  if (document === "crash") process.abort();
  if (document === "none") return process.send({ unavailable: "No binary." });
  const memory = document === "large" ? 1e9 : 0;
  process.send({ file: { bytes: Buffer.from(String(process.pid)), pages: 1, isAccessible: true, memory } });
});
process.on("disconnect", () => process.exit());`;

describe("typesetting in a process of its own", () => {
  it("reuses the process, one document after the other", async () => {
    const typesetter = start();
    const files = await Promise.all(
      ["a", "b", "c"].map((document) => typesetter.typeset(job(document))),
    );
    expect(new Set(files.map(pidOf)).size).toBe(1);
  });

  it.each(["stuck", "crash"])(
    "ends one that is %s, and makes the next document",
    async (document) => {
      const typesetter = start({ timeoutMs: 1_500 });
      const first = pidOf(await typesetter.typeset(job("fine")));
      const [bad, good] = await Promise.allSettled(
        [document, "fine"].map((name) => typesetter.typeset(job(name))),
      );
      expect(bad).toMatchObject({ status: "rejected", reason: expect.any(TypesettingEnded) });
      expect(good).toMatchObject({ status: "fulfilled", value: { pages: 1 } });
      await vi.waitFor(() => expect(isAlive(first)).toBe(false), 5_000);
    },
  );

  it("starts afresh after a large document, and when idle", async () => {
    const typesetter = start({ idleMs: 1 });
    const large = pidOf(await typesetter.typeset(job("large")));
    const small = pidOf(await typesetter.typeset(job("small")));
    expect(small).not.toBe(large);
    await vi.waitFor(() => expect([isAlive(large), isAlive(small)]).toEqual([false, false]), 5_000);
  });

  it("says where there is no compiler", async () => {
    await expect(start().typeset(job("none"))).rejects.toThrow("No binary.");
  });
});

describe("the guard of the process", () => {
  const program = new URL("./typst-process.mjs", import.meta.url);

  it("ends it when it takes more memory than it may", async () => {
    const typesetter = start({ program, memoryMb: 20 });
    await expect(typesetter.typeset(job("{}"))).rejects.toThrow(TypesettingEnded);
  });

  it("leaves no orphan when the parent is killed", async () => {
    const parent = spawn(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "-e", PARENT],
      {
        cwd: fileURLToPath(new URL("../../../../../", import.meta.url)),
        stdio: "ignore",
      },
    );
    const child = await vi.waitFor(() => childOf(parent.pid ?? 0), {
      timeout: 30_000,
      interval: 50,
    });
    expect(isAlive(child)).toBe(true);
    parent.kill("SIGKILL");
    await vi.waitFor(() => expect(isAlive(child)).toBe(false), { timeout: 10_000, interval: 50 });
  });
});

const PARENT = `const { Typesetter } = await import(${JSON.stringify(new URL("./typesetter.ts", import.meta.url).href)});
await new Typesetter({ idleMs: 1e6 }).typeset({ document: "{}", files: {}, fonts: [] }).catch(() => {});
setInterval(() => {}, 1e6);`;

function start(options: TypesetterOptions = {}): Typesetter {
  const file = path.join(FOLDER, "obedient.mjs");
  writeFileSync(file, OBEDIENT);
  const typesetter = new Typesetter({ program: pathToFileURL(file), ...options });
  started.push(typesetter);
  return typesetter;
}

function job(document: string) {
  return { document, files: {}, fonts: [] };
}

function pidOf({ bytes }: { readonly bytes: Uint8Array }): number {
  return Number(Buffer.from(bytes).toString());
}

/** A process that nobody waits for stays in the table, but runs no more. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** The typesetting process of a parent. */
function childOf(parent: number): number {
  const found = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .find((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return status.includes(`PPid:\t${parent}\n`) && command.includes("typst-process");
      } catch {
        return false;
      }
    });
  if (!found) throw new Error("It has not started yet.");
  return Number(found);
}
