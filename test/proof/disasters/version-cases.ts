import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { FIXTURE_MIGRATIONS } from "../rolling/fixture-migrations.ts";
import { copyProgram } from "../rolling/program-copy.ts";
import { type CaseResult, endStage, join, require, runCommand } from "./stage.ts";

const GOLDEN = fileURLToPath(new URL("../../golden/0.1/backup.jsonl.gz", import.meta.url));

/** A backup of 0.1 is restored by this version; one of a newer version is refused, as is saving a newer database. */
export async function otherVersions(): Promise<CaseResult> {
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-versions-"));
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  const [old, next, empty] = ["old", "next", "empty"].map((name) => path.join(folder, name));
  if (!old || !next || !empty) throw new Error("There is no folder.");
  const program = copyProgram(path.join(folder, "program"), FIXTURE_MIGRATIONS);
  const backup = path.join(folder, "newer.jsonl.gz");
  try {
    const restored = await runCommand(old, ["restore", GOLDEN]);
    const verified = await runCommand(old, ["verify"]);
    await runCommand(next, ["migrate"], program);
    const saved = await runCommand(next, ["backup", backup], program);
    const refused = await runCommand(empty, ["restore", backup]);
    const unsaved = await runCommand(next, ["backup", path.join(folder, "mine.jsonl.gz")]);
    return join(
      {
        lines: [
          `0.1 here: ${restored.exitCode}, ${restored.stdout}; ${verified.stdout}`,
          `newer here: ${refused.exitCode}, ${refused.stderr}`,
          `saving a newer database: ${unsaved.exitCode}, ${unsaved.stderr}`,
        ],
        violations: [],
      },
      require(restored.exitCode === 0, "a backup of 0.1 was not restored"),
      require(verified.exitCode === 0, "verify found differences"),
      require(saved.exitCode === 0, `the newer program made no backup: ${saved.stderr}`),
      require(refused.exitCode === 1 &&
        refused.stderr.includes("newer version of Trovella"), "the newer backup was not refused"),
      require(unsaved.exitCode === 1 &&
        unsaved.stderr.includes("newer than this program"), "a newer database was saved"),
    );
  } finally {
    for (const directory of [old, next, empty]) await endStage(directory);
    rmSync(folder, { recursive: true, force: true });
  }
}
