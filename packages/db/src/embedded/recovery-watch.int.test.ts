import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { scratchDirectory } from "@trovella/testing/database/scratch-directory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clusterPaths } from "./cluster-paths.ts";
import { ensurePostgres } from "./index.ts";
import { livePostmaster, parentOf } from "./postmaster.ts";
import { probe } from "./probe.ts";
import { RecoveryWatch } from "./recovery-watch.ts";

const scratch = scratchDirectory();
const dataDirectory = path.join(scratch.directory, "data");
const paths = clusterPaths(dataDirectory);

describe.runIf(process.platform === "linux")("a PostgreSQL whose recovery was killed", () => {
  beforeAll(async () => {
    await ensurePostgres({ dataDirectory, idleStopMs: 0 });
    process.kill(await processTitled("walwriter"), "SIGKILL");
    const startup = await processTitled("startup");
    // Before it has recovered.
    process.kill(startup, "SIGSTOP");
    expect(await untilRecovering()).toBe("recovering");
  }, 60_000);

  afterAll(() => scratch.remove("data"), 60_000);

  it("is left alone while its startup process lives", () => {
    const watch = new RecoveryWatch(paths);
    const postmaster = livePostmaster(paths);
    for (const now of [0, 60_000, 120_000]) watch.observe({ state: "recovering" }, now);
    expect(livePostmaster(paths)).toBe(postmaster);
  });

  it("is ended once it has waited longer than PostgreSQL does, and is served again", async () => {
    const postmaster = livePostmaster(paths);
    process.kill(await processTitled("startup"), "SIGKILL");
    await delay(200);
    expect(await probe(paths)).toEqual({ state: "recovering" });

    const watch = new RecoveryWatch(paths);
    for (const now of [0, 9_000]) watch.observe({ state: "recovering" }, now);
    watch.observe({ state: "busy" }, 10_000);
    for (const now of [11_000, 20_000]) watch.observe({ state: "recovering" }, now);
    expect(livePostmaster(paths)).toBe(postmaster);
    watch.observe({ state: "recovering" }, 21_001);

    await ensurePostgres({ dataDirectory, idleStopMs: 0 });
    expect(livePostmaster(paths)).not.toBe(postmaster);
    expect((await probe(paths)).state).toBe("served");
  });
});

async function processTitled(title: string): Promise<number> {
  for (;;) {
    const found = children().find((one) => one.title.includes(title));
    if (found) return found.processId;
    await delay(1);
  }
}

function children(): { processId: number; title: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const parent = parentOf(readFileSync(`/proc/${name}/stat`, "utf8"));
      if (parent !== livePostmaster(paths)) return [];
      return [{ processId: Number(name), title: readFileSync(`/proc/${name}/cmdline`, "utf8") }];
    } catch {
      return [];
    }
  });
}

async function untilRecovering(): Promise<string> {
  for (;;) {
    const { state } = await probe(paths);
    if (state !== "busy") return state;
    await delay(20);
  }
}
