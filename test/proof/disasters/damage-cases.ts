import { randomBytes } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startAgents } from "../support/retrying-agents.ts";
import {
  type CaseResult,
  endStage,
  findMissing,
  join,
  judgeStage,
  killPostgres,
  require,
  runCommand,
} from "./stage.ts";
import { superviseServer } from "./supervised-server.ts";

const PAGE = 8192;
const WRITES = 100;

/** Power fails in the middle of a write: what follows the last complete record of the write-ahead log is rubbish. */
export function tornTail(): Promise<CaseResult> {
  return damaged(async ({ dataDirectory, server, report }) => {
    tearTail(dataDirectory, 0);
    await server.restart();
    await server.stop();
    return judgeStage(dataDirectory, await report());
  });
}

const LOST_PAGES = 4;
/** Agents write at the same time, so that their acknowledgements are not quite in the order of the log. */
const OUT_OF_ORDER = 16;

/** The disk loses pages that it had confirmed: the newest writes go with them, and everything before is whole. */
export function lostTail(): Promise<CaseResult> {
  return damaged(async ({ dataDirectory, server, report }) => {
    tearTail(dataDirectory, LOST_PAGES);
    await server.restart();
    await server.stop();
    const { acknowledged, ...rest } = await report();
    const missing = new Set(await findMissing(dataDirectory, acknowledged));
    const first = acknowledged.findIndex((entry) => missing.has(entry));
    const behind = first < 0 ? 0 : acknowledged.length - first - missing.size;
    const kept = acknowledged.filter((entry) => !missing.has(entry));
    return join(
      {
        lines: [
          `${LOST_PAGES} pages of the log lost: with them the newest ${missing.size} of ${acknowledged.length} acknowledged writes`,
        ],
        violations: [],
      },
      require(behind <=
        OUT_OF_ORDER, `${behind} later writes are there although earlier ones are not`),
      await judgeStage(dataDirectory, { ...rest, acknowledged: kept }),
    );
  });
}

/** The write-ahead log is gone with its last checkpoint: PostgreSQL cannot start, and the message leads to the newest backup. */
export function lostLog(): Promise<CaseResult> {
  return damaged(async ({ dataDirectory, report, acknowledgedAtBackup }) => {
    for (const file of segments(dataDirectory)) {
      writeAt(file, 0, Buffer.alloc(statSync(file).size));
    }
    const refused = await runCommand(dataDirectory, ["verify"]);
    const [, backup = ""] = /"trovella restore ([^"]+)"/.exec(refused.stderr) ?? [];
    const cluster = path.join(dataDirectory, "pg");
    renameSync(cluster, path.join(dataDirectory, "pg.damaged"));
    const restored = await runCommand(dataDirectory, ["restore", backup]);
    const { acknowledged, ...rest } = await report();
    const saved = acknowledged.slice(0, acknowledgedAtBackup);
    return join(
      {
        lines: [
          `${refused.exitCode}: ${refused.stderr}`,
          `restore: ${restored.exitCode}, ${restored.stdout || restored.stderr}; ${acknowledged.length - saved.length} writes acknowledged after the backup`,
        ],
        violations: [],
      },
      require(refused.exitCode === 1 && backup !== "", "the message does not name the backup"),
      require(restored.exitCode === 0, "the backup was not restored"),
      await judgeStage(dataDirectory, { ...rest, acknowledged: saved }),
    );
  });
}

interface Scene {
  readonly dataDirectory: string;
  readonly server: Awaited<ReturnType<typeof superviseServer>>;
  readonly report: () => ReturnType<ReturnType<typeof startAgents>["stop"]>;
  /** So many writes were acknowledged before the backup began. */
  readonly acknowledgedAtBackup: number;
}

/** Agents work, a backup is made, they go on; then server and PostgreSQL are killed, and `work` damages what is left. */
async function damaged(work: (scene: Scene) => Promise<CaseResult>): Promise<CaseResult> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-damage-"));
  try {
    const server = await superviseServer({ TROVELLA_DATA_DIR: dataDirectory });
    const crew = startAgents({ agents: 4, urls: () => [server.url], giveUpMs: 120_000 });
    await crew.untilMore(WRITES);
    const acknowledgedAtBackup = crew.acknowledged.length;
    const backup = path.join(
      dataDirectory,
      "backups",
      "before-restore-20260101T000000000Z.jsonl.gz",
    );
    mkdirSync(path.dirname(backup), { mode: 0o700 });
    const saved = await runCommand(dataDirectory, ["backup", backup]);
    if (saved.exitCode !== 0) throw new Error(saved.stderr);
    await crew.untilMore(WRITES);
    const stopped = crew.stop();
    await stopped;
    await server.kill();
    killPostgres(dataDirectory);
    return await work({ dataDirectory, server, report: () => stopped, acknowledgedAtBackup });
  } finally {
    await endStage(dataDirectory);
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** Overwrites everything behind the last page that was written to, and so many pages before. */
function tearTail(dataDirectory: string, lostPages: number): void {
  const newest = segments(dataDirectory)
    .toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
    .at(0);
  if (newest === undefined) throw new Error("There is no write-ahead log.");
  const bytes = readFileSync(newest);
  let end = bytes.length;
  while (end > 0 && bytes.subarray(end - PAGE, end).every((byte) => byte === 0)) end -= PAGE;
  if (end === bytes.length) throw new Error("The segment has no free page to tear.");
  const start = Math.max(0, end - lostPages * PAGE);
  writeAt(newest, start, randomBytes(bytes.length - start));
}

function segments(dataDirectory: string): string[] {
  const folder = path.join(dataDirectory, "pg", "pg_wal");
  return readdirSync(folder)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .map((name) => path.join(folder, name));
}

function writeAt(file: string, position: number, bytes: Buffer): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, bytes, 0, bytes.length, position);
  closeSync(descriptor);
}
