// Tests create hundreds of databases. In memory they do not wait for the disk; killed processes lose as little there.
const { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } = require("node:fs");
const path = require("node:path");

const MEMORY = "/dev/shm";
const NEEDED_BYTES = 8_000_000_000;

/** Gives the child processes of `work` a TMPDIR in memory, unless there is too little of it or the caller chose one. */
async function withMemoryFolder(work) {
  if (process.env.TMPDIR || !isUsable()) return work();
  // Short, since paths of sockets are limited to about 100 characters.
  const folder = mkdtempSync(path.join(MEMORY, "t-"));
  // As /tmp is: tests run programs as other users.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Containers often have 64 MB of it, or let nothing in it be executed. */
function isUsable() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES && isInMemory(readFileSync("/proc/mounts", "utf8"));
  } catch {
    return false;
  }
}

function isInMemory(mounts) {
  const mount = mounts.split("\n").findLast((line) => line.split(" ")[1] === MEMORY);
  const [, , type, options = ""] = (mount ?? "").split(" ");
  return type === "tmpfs" && !options.split(",").some((one) => one === "noexec" || one === "ro");
}

module.exports = { isInMemory, withMemoryFolder };
