/** Installs the image's packages with npm ci, and runs it as an unprivileged user on a PostgreSQL prepared by init.sql. */
import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readPassword } from "@trovella/db/embedded";
import { startGateway } from "@trovella/testing/database/postgres-gateway";
import { readDockerfile } from "@trovella/testing/deployment/dockerfile";
import { assembleImage } from "@trovella/testing/deployment/image-files";
import { ROOT } from "@trovella/testing/sources";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";
import { runTrovella, whileServing } from "./support/trovella-commands.ts";

const PASSWORD = "5f0d9c1b7e3a48629d41c07be85f2a63";
const SECRET = "kX9v2mQ7Lr4TzB8nWc3HyD6sPf1JgA5u";
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const folder = mkdtempSync(path.join(tmpdir(), "trovella-image-"));
chmodSync(folder, 0o755);
try {
  const app = path.join(folder, "app");
  run(process.execPath, [path.join(ROOT, "scripts/build.cjs")], { cwd: ROOT });
  assembleImage(app, install);
  const packages = readdirSync(path.join(app, "node_modules")).length;
  await withTemporaryCluster("image", async ({ socketDirectory }) => {
    prepareDatabase(socketDirectory);
    const gateway = await startGateway(socketDirectory);
    const answers = await serveFrom(app, gateway.port);
    gateway.close();
    console.log(`${packages} folders of packages; ${answers.join("; ")}`);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Uses the command of the Dockerfile. */
function install(target: string): void {
  const stage = readDockerfile().find(({ name }) => name === "dependencies");
  const command = stage?.instructions.find(({ name }) => name === "RUN")?.text ?? "";
  for (const file of ["package-lock.json", ".npmrc"]) {
    cpSync(path.join(ROOT, file), path.join(target, file));
  }
  const manifest = "apps/console/package.json";
  cpSync(path.join(ROOT, manifest), path.join(target, manifest));
  run("sh", ["-c", `${command} --prefer-offline`], { cwd: target });
}

function prepareDatabase(socketDirectory: string): void {
  const sql = path.join(ROOT, "deploy/postgres/init.sql");
  const options = ["--no-psqlrc", "-h", socketDirectory, "-U", "trovella", "-d", "postgres"];
  const env = {
    ...process.env,
    PGPASSWORD: readPassword(path.dirname(socketDirectory)),
    TROVELLA_DATABASE_PASSWORD: PASSWORD,
  };
  // The test cluster already has a login of that name.
  run("psql", [...options, "-c", "ALTER ROLE trovella_server RENAME TO former_login"], { env });
  run("psql", [...options, "-f", sql], { env });
}

async function serveFrom(app: string, port: number): Promise<string[]> {
  const dataDirectory = path.join(folder, "data");
  mkdirSync(dataDirectory);
  if (UNPRIVILEGED.uid && UNPRIVILEGED.gid)
    chownSync(dataDirectory, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  const program = path.join(app, "apps/server/bin/trovella.mjs");
  const env = {
    TROVELLA_MODE: "team",
    DATABASE_URL: `postgresql://trovella_server:${PASSWORD}@127.0.0.1:${port}/trovella`,
    TROVELLA_PUBLIC_URL: "https://research.example",
    TROVELLA_SECRET: SECRET,
    TROVELLA_DATA_DIR: dataDirectory,
    TROVELLA_EMBEDDER: "none",
    TROVELLA_CAPTURE: "off",
    HOST: "0.0.0.0",
  };
  const running = { env, program, user: UNPRIVILEGED };
  const migrated = await runTrovella(["migrate"], running);
  return whileServing(running, async (url) => {
    const paths = ["/readyz", "/", "/.well-known/oauth-authorization-server"];
    const statuses = await Promise.all(
      paths.map(async (pathname) => [pathname, (await fetch(url + pathname)).status] as const),
    );
    if (statuses.some(([, status]) => status !== 200)) process.exitCode = 1;
    return [migrated, ...statuses.map((pair) => pair.join(" "))];
  });
}

function run(program: string, options: string[], settings: SpawnSyncOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, options, {
    ...settings,
    encoding: "utf8",
  });
  if (status === 0) return stdout;
  throw error ?? new Error(`${program} ${options.join(" ")} failed: ${stdout}${stderr}`);
}
