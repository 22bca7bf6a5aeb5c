import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../support/mcp-server.ts";
import { describeRetries, type RetryingAgents, startAgents } from "../support/retrying-agents.ts";
import { type Disk, makeDisk } from "./disk.ts";
import { type CaseResult, endStage, join, judgeStage, require, runCommand } from "./stage.ts";

const DISK_MB = 500;
const WRITES = 60;
const OUTAGE_MS = 8_000;

/** The disk of the embedded database runs full under load, and later has room again. */
export function diskFull(): Promise<CaseResult> {
  return onDisk({
    harm: (disk) => disk.fill(),
    heal: async (disk) => disk.free(),
    message: /disk .*is full/,
  });
}

/** The file system becomes read-only under load, and is writable again after a repair. */
export function readOnly(): Promise<CaseResult> {
  return onDisk({
    harm: (disk) => disk.makeReadOnly(),
    heal: async (disk, dataDirectory) => {
      await endStage(dataDirectory);
      disk.makeWritable();
    },
    message: /read-only/,
  });
}

interface DiskDisaster {
  readonly harm: (disk: Disk) => void;
  readonly heal: (disk: Disk, dataDirectory: string) => Promise<void>;
  /** What agents and commands are told. */
  readonly message: RegExp;
}

async function onDisk({ harm, heal, message }: DiskDisaster): Promise<CaseResult> {
  const disk = makeDisk(DISK_MB);
  const dataDirectory = path.join(disk.folder, "data");
  mkdirSync(dataDirectory, { mode: 0o755 });
  try {
    const server = await startServer(dataDirectory);
    const urls = () => [server.url];
    const crew = startAgents({ agents: 4, urls, giveUpMs: 180_000, payloadBytes: 30_000 });
    await crew.untilMore(WRITES);
    harm(disk);
    await untilTold(crew, message);
    await sleep(OUTAGE_MS);
    const ready = await fetch(`${server.url}/readyz`).then(async (reply) => [
      reply.status,
      await reply.text(),
    ]);
    const doctor = await runCommand(dataDirectory, ["doctor", "--start"]);
    const told = describeRetries(crew.retried);
    await heal(disk, dataDirectory);
    await crew.untilMore(WRITES, 120_000);
    const report = await crew.stop();
    await server.stop();
    const judged = await judgeStage(dataDirectory, report);
    return join(
      {
        lines: [
          `agents were told: ${told}`,
          `/readyz: ${ready.join(" ")}`,
          `doctor: ${doctor.exitCode}, ${doctor.stdout.slice(0, 800)}`,
        ],
        violations: [],
      },
      require(message.test(told), `no agent was told ${message}`),
      require(doctor.exitCode !== 0 &&
        message.test(doctor.stdout), `doctor does not say ${message}`),
      judged,
    );
  } finally {
    await endStage(dataDirectory);
    disk.remove();
  }
}

/** Until an agent is told the reason, or had enough time for it. */
async function untilTold(crew: RetryingAgents, message: RegExp): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!message.test(describeRetries(crew.retried)) && Date.now() < deadline) await sleep(200);
}
