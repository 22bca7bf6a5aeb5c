import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stopPostgres } from "@trovella/db/embedded";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BUDGETS } from "../bench/tax/budgets.ts";
import type { Figures } from "../bench/tax/figures.ts";
import { runNewWay, runOldWay } from "../bench/tax/run-tasks.ts";

// A store of its own: what other tests stored would change what searches find.
const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-budgets-"));

afterAll(async () => {
  await stopPostgres({ dataDirectory });
  rmSync(dataDirectory, { recursive: true, force: true });
});

describe("research as the skills teach it", () => {
  let figures: Figures;

  beforeAll(async () => {
    figures = await runNewWay({ dataDirectory });
  });

  it.each(BUDGETS)("$name: at most $limit $unit", ({ limit, spent }) => {
    expect(spent(figures)).toBeLessThanOrEqual(limit);
  });
});

it("the calls that the skills of 0.1 taught still do the same tasks, and their replies are shorter", async () => {
  const recorded: Figures = JSON.parse(
    readFileSync(new URL("../bench/tax/recorded-0.1.json", import.meta.url), "utf8"),
  );
  const { tasks } = await runOldWay({ dataDirectory });
  for (const task of ["scan", "deep", "follow-up"] as const) {
    const { calls, read } = tasks[task];
    expect(calls).toBeLessThanOrEqual(recorded.tasks[task].calls);
    expect(read.tokens).toBeLessThan(recorded.tasks[task].read.tokens);
  }
});
