import { spawnSync } from "node:child_process";

const MARK = "TROVELLA_CLIENTS_OFFLINE";

/**
 * Runs this program again where only loopback exists: a network namespace of its own. Returns its exit code, or null if this
 * already is that run. Fails where the system has no such thing, since clients must not reach anybody.
 */
export function runOffline(): number | null {
  if (process.env[MARK]) return null;
  const script = 'ip link set lo up && exec "$@"';
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const { status, error } = spawnSync(
    "unshare",
    [...namespaceOptions(), "sh", "-c", script, "sh", ...program],
    { stdio: "inherit", env: { ...process.env, [MARK]: "1" } },
  );
  if (error) {
    console.error(`There is no way to cut off the network (${error.message}).`);
    console.error("Next: run this on Linux with util-linux and iproute2.");
  }
  return status ?? 1;
}

function namespaceOptions(): string[] {
  if (process.getuid?.() === 0) return ["--net"];
  return ["--user", "--map-current-user", "--keep-caps", "--net"];
}
