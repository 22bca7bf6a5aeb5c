import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runUpgrade } from "@trovella/testing/upgrade/upgrade-run";
import { expect, inject, it } from "vitest";

const PLANS = 100;

it("upgrades the research of version 0.1, in its database and from its backup", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-upgrade-"));
  const { from, migrated, restored, texts } = await runUpgrade({
    socketDirectory: inject("socketDirectory"),
    goldenFile: path.join(import.meta.dirname, "0.1", "backup.jsonl.gz"),
    plans: PLANS,
    folder,
  });
  rmSync(folder, { recursive: true });
  expect(from).toBe("0005_tokens");
  expect(migrated).toMatchObject({ faults: [], plans: PLANS });
  // One more for each plan than the samples have.
  expect(migrated.outputs).toBeGreaterThan(PLANS);
  expect(migrated.mentions).toBeGreaterThanOrEqual(9 * PLANS);
  expect(migrated.sources).toBeLessThan(migrated.mentions);
  expect(migrated.steps).toBeGreaterThan(2 * PLANS);
  expect({ ...restored, ms: 0 }).toEqual({ ...migrated, ms: 0 });

  for (const text of texts) {
    // Three mentions of one page, the paper under its DOI and its URL, and the other plan's sources after the own ones.
    expect(text).toContain("- Finding 1. [1]");
    expect(text).toContain("- Finding 4. [1]");
    expect(text).toContain("- Finding 5. [4]");
    expect(text).toContain("- Finding 7. [4]");
    expect(text).toContain("- Finding 8. [1]");
    expect(text).toContain("- Finding 10. [6]");
    expect(text).not.toContain("[?]");
  }
});
