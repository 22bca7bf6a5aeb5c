import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, open, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { Config } from "../config.ts";
import { databaseSettings } from "../database.ts";

/** A server that runs, or ran, on a database, as other processes on this computer find it. */
export interface RunningServer {
  /** Where people reach it. */
  readonly url: string;
  /** Where this computer reaches it. */
  readonly listensAt: string;
  /** Proves that a reply is from this server and not from another program on its port. */
  readonly key: string;
  /** It is removed when the server stops. */
  readonly file: string;
}

const FOLDER = "running";
/** A killed server leaves its file behind. */
const MAX_FILES = 8;
const MAX_BYTES = 10_000;
const PROBE_TIMEOUT_MS = 1_000;
const CHALLENGE = /^[0-9a-f]{32}$/;
const webUrl = z.url({ protocol: /^https?$/ }).max(2_000);
const SHAPE = z.object({ url: webUrl, listensAt: webUrl, key: z.string().min(32).max(100) });

/** What a running server leaves in the data directory, so that processes over stdio name its URL. */
export class ServerPresence {
  private readonly key = randomBytes(32).toString("base64url");
  private readonly folder: string;
  private readonly file: string;

  constructor(config: Config) {
    this.folder = folderOf(config);
    this.file = path.join(this.folder, `${Date.now()}-${randomBytes(4).toString("hex")}.json`);
  }

  /** The reply to a challenge; null for one that is none. */
  prove(challenge: string | undefined): string | null {
    return challenge && CHALLENGE.test(challenge) ? proofOf(this.key, challenge) : null;
  }

  async announce({ url, listensAt }: Pick<RunningServer, "url" | "listensAt">): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const text = JSON.stringify({ url, listensAt, key: this.key });
    await writeFile(this.file, text, { mode: 0o600, flag: "wx" });
    const stale = (await fileNames(this.folder)).slice(MAX_FILES);
    for (const name of stale) await rm(path.join(this.folder, name), { force: true });
  }

  async withdraw(): Promise<void> {
    await rm(this.file, { force: true });
  }
}

/** The newest server on the database of this configuration that proves to be running; null when none does. */
export async function findRunningServer(config: Config): Promise<RunningServer | null> {
  const folder = folderOf(config);
  const names = (await fileNames(folder)).slice(0, MAX_FILES);
  const servers = await Promise.all(names.map((name) => readServer(path.join(folder, name))));
  const probed = servers.map(async (server) => (server && (await isAlive(server)) ? server : null));
  return (await Promise.all(probed)).find((server) => server !== null) ?? null;
}

/** One folder per database: two may share a data directory for their backups. */
function folderOf(config: Config): string {
  const { dataDirectory, databaseUrl = "embedded" } = databaseSettings(config);
  const database = createHash("sha256").update(databaseUrl).digest("hex").slice(0, 16);
  return path.join(dataDirectory, FOLDER, database);
}

/** The newest first: names begin with the time. */
async function fileNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^\d+-[0-9a-f]+\.json$/.test(name)).sort(newestFirst);
}

function newestFirst(left: string, right: string): number {
  return Number.parseInt(right, 10) - Number.parseInt(left, 10);
}

async function readServer(file: string): Promise<RunningServer | null> {
  try {
    const handle = await open(file);
    try {
      if ((await handle.stat()).size > MAX_BYTES) return null;
      return { ...SHAPE.parse(JSON.parse(await handle.readFile("utf8"))), file };
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

async function isAlive({ listensAt, key }: RunningServer): Promise<boolean> {
  const challenge = randomBytes(16).toString("hex");
  try {
    const response = await fetch(`${listensAt}/healthz?challenge=${challenge}`, {
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      redirect: "error",
    });
    const { proof } = (await response.json()) as { readonly proof?: unknown };
    return typeof proof === "string" && isSame(proof, proofOf(key, challenge));
  } catch {
    return false;
  }
}

function proofOf(key: string, challenge: string): string {
  return createHmac("sha256", key).update(challenge).digest("hex");
}

function isSame(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
