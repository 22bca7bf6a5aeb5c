/** Upgrades 1,000 plans of version 0.1, in their database and from their backup: every old id and citation resolves, and verify finds no difference. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runUpgrade } from "@trovella/testing/upgrade/upgrade-run";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

const PLANS = Number(process.argv[2] ?? 1000);
const GOLDEN = new URL("../golden/0.1/backup.jsonl.gz", import.meta.url);

const folder = await mkdtemp(path.join(tmpdir(), "trovella-upgrade-"));
await withTemporaryCluster("upgrade", async ({ socketDirectory }) => {
  const goldenFile = fileURLToPath(GOLDEN);
  const { from, migrated, restored, texts } = await runUpgrade({
    socketDirectory,
    goldenFile,
    plans: PLANS,
    folder,
  });
  const isSame = restored.names.join("\n") === migrated.names.join("\n");
  const areRendered = texts.every((text) => text.includes("Finding 1. [") && !text.includes("[?]"));
  const { plans, events, steps, mentions, sources, outputs, citations } = migrated;
  console.log(
    `${plans} plans with ${events} events, ${steps} steps and ${outputs} outputs, migrated from ${from} in ${migrated.ms} ms; ` +
      `restored from a backup in ${restored.ms} ms`,
  );
  console.log(
    `${mentions} mentions of sources became ${sources} numbered sources; ${citations} old citations checked; faults: ` +
      `${migrated.faults.length} migrated, ${restored.faults.length} restored; handles and numbers of both ` +
      `${isSame ? "are the same" : "differ"}; an old output is ${areRendered ? "" : "not "}rendered from both`,
  );
  const faults = [...migrated.faults, ...restored.faults];
  if (faults.length > 0) console.log(faults.slice(0, 10).join("\n"));
  if (faults.length > 0 || !isSame || !areRendered || plans !== PLANS) process.exitCode = 1;
});
await rm(folder, { recursive: true });
