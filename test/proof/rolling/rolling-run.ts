import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { ConnectionSettings } from "@trovella/db";
import { LOCAL_ORGANIZATION_ID } from "@trovella/db/identity";
import { freePort } from "@trovella/testing/programs/free-port";
import { findLosses } from "../support/acknowledged-writes.ts";
import { type ServerProcess, startServerProcess } from "../support/mcp-server.ts";
import { type AgentsReport, describeRetries, startAgents } from "../support/retrying-agents.ts";

export interface RollingOptions {
  readonly oldProgram: string;
  readonly newProgram: string;
  /** Of both versions, also DATABASE_URL. */
  readonly environment: Readonly<Record<string, string>>;
  readonly target: ConnectionSettings["target"];
  readonly asSuperuser: ConnectionSettings["target"];
  readonly agents: number;
  /** Writes that are acknowledged between any two events. */
  readonly writes: number;
  /** How often both servers are upgraded, with the way back to the old version in between. */
  readonly rounds: number;
}

/**
 * Two servers are upgraded one after the other while agents work through both: migration first, then each server is replaced. In
 * between one of the old version is killed and starts again on the migrated database. Prints the result; true if nothing failed.
 */
export async function proveRollingUpgrade(options: RollingOptions): Promise<boolean> {
  const { agents, environment, newProgram, oldProgram, writes } = options;
  const servers = await Promise.all([
    startSlot(environment, oldProgram),
    startSlot(environment, oldProgram),
  ]);
  const [one, other] = servers;
  const crew = startAgents({ agents, urls: () => servers.map(({ url }) => url) });
  const more = () => crew.untilMore(writes);
  const versions: string[] = [];
  try {
    await more();
    const migrating = performance.now();
    const migrated = await runCommand(newProgram, ["migrate"], environment);
    versions.push(`${migrated} (${Math.round(performance.now() - migrating)} ms)`);
    await more();
    for (let round = 0; round < options.rounds; round += 1) {
      if (round > 0) {
        // The way back, without restoring anything.
        await one.replace(oldProgram);
        await other.replace(oldProgram);
        await more();
      }
      await one.replace(newProgram);
      await more();
      await other.crash(oldProgram);
      await more();
      await other.replace(newProgram);
      await more();
    }
  } catch (error) {
    console.log(`VIOLATED: ${error instanceof Error ? error.message : error}`);
    await crew.stop();
    await Promise.all(servers.map((server) => server.stop()));
    return false;
  }
  const report = await crew.stop();
  await Promise.all(servers.map((server) => server.stop()));
  const complaints = servers.map((server) => server.complaints()).join("");
  return judge(options, report, { migrated: versions.join(), complaints });
}

async function judge(
  { target, asSuperuser, rounds }: RollingOptions,
  { acknowledged, failed, calls, retried, longestGapMs }: AgentsReport,
  { migrated, complaints }: { readonly migrated: string; readonly complaints: string },
): Promise<boolean> {
  const organizationId = LOCAL_ORGANIZATION_ID;
  const losses = await findLosses({ target, asSuperuser, organizationId }, acknowledged);
  const { plans, events, differenceCount } = losses.verification;
  const notices = complaints.split("\n").filter((line) => line.includes("serves on"));
  const others = complaints.split("\n").filter((line) => line && !line.includes("serves on"));
  console.log(
    [
      `${migrated} while the old version served`,
      `${calls} calls, ${failed.length} failed after retries; retried: ${describeRetries(retried)}`,
      `${acknowledged.length} writes acknowledged, ${losses.missing.length} missing, ${losses.doubled} steps with something twice; longest gap ${(longestGapMs / 1000).toFixed(1)} s`,
      `${notices.length} starts of the old version on the newer database; ${others.length} other lines on stderr${others[0] ? `, first ${others[0].slice(0, 300)}` : ""}`,
      `verify: ${plans} plans, ${events} events, ${differenceCount} differences`,
    ].join("\n"),
  );
  for (const { tool, text } of failed.slice(0, 5)) console.log(`FAILED: ${tool}: ${text}`);
  const isSignificant = notices.length >= rounds && acknowledged.length > 0;
  if (!isSignificant) console.log("VIOLATED: the old version did not start on the newer database");
  return (
    isSignificant && failed.length + losses.missing.length + losses.doubled + differenceCount === 0
  );
}

/** A server that keeps its port whatever program runs there. */
async function startSlot(environment: Readonly<Record<string, string>>, program: string) {
  const PORT = String(await freePort());
  const start = (next: string) => startServerProcess({ ...environment, PORT }, next);
  let server: ServerProcess = await start(program);
  const past: ServerProcess[] = [server];
  const renew = async (next: string) => {
    server = await start(next);
    past.push(server);
  };
  return {
    url: server.url,
    complaints: () => past.map((one) => one.complaints()).join(""),
    async replace(next: string) {
      await server.stop();
      await renew(next);
    },
    async crash(next: string) {
      await server.kill();
      await renew(next);
    },
    stop: () => server.stop(),
  };
}

async function runCommand(
  program: string,
  options: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...options], {
    env: { PATH: process.env.PATH ?? "", ...environment },
  });
  return stdout.trim();
}
