import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type OperatingSystemUser,
  spawnIdentity,
} from "../../packages/db/src/embedded/operating-system-user.ts";

/** A proxy process of the tests, with its own port and folder. */
export interface ProxyProcess {
  readonly port: number;
  readonly pid: number;
  /** Output on stderr. */
  output(): string;
  stop(): Promise<void>;
}

/** A folder that this user can write to. */
export function folderFor(user: OperatingSystemUser, name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `trovella-${name}-`));
  chmodSync(folder, 0o755);
  writeAs(user, folder);
  return folder;
}

/** Writes a file owned by this user; without content only changes the owner. */
export function writeAs(user: OperatingSystemUser, file: string, text?: string): void {
  if (text !== undefined) writeFileSync(file, text, { mode: 0o600 });
  const { uid, gid } = spawnIdentity(user);
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
}

/** Starts it as this user and waits until it accepts connections. */
export async function startProxy(
  command: readonly [string, ...string[]],
  { user, port, folder }: { user: OperatingSystemUser; port: number; folder: string },
): Promise<ProxyProcess> {
  const [program, ...options] = command;
  const child = spawn(program, options, {
    ...spawnIdentity(user),
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  await untilReachable(child, port, () => output);
  return {
    port,
    pid: child.pid ?? 0,
    output: () => output,
    async stop() {
      process.off("exit", killAtExit);
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, "close");
        child.kill("SIGTERM");
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether the port accepts connections. */
export function canConnect(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const settle = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.on("connect", () => settle(true)).on("error", () => settle(false));
  });
}

/** Reads a file of the folder deploy. */
export function readDeployed(name: string): string {
  return readFileSync(new URL(`../../deploy/${name}`, import.meta.url), "utf8");
}

async function untilReachable(child: ChildProcess, port: number, output: () => string) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) break;
    if (await canConnect(`http://127.0.0.1:${port}`)) return;
    await sleep(50);
  }
  child.kill("SIGKILL");
  throw new Error(`${child.spawnfile} does not accept connections: ${output()}`);
}
