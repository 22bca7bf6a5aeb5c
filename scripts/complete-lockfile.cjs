// `node scripts/complete-lockfile.cjs`, after `npm install` has changed the lockfile.
//
// npm leaves packages for other platforms out of the lockfile, without a word, when the registry it
// asks does not have them, as mirrors often do not; and `npm ci` then refuses the lockfile on every
// platform. This puts them back. Their version is certain, since whoever needs them names it
// exactly; only their checksum is not known here.
require("./prepare.cjs");

const { readFileSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const LOCKFILE = path.join(ROOT, "package-lock.json");
const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "openharmony", "sunos", "win32"];
const PROCESSORS = ["arm", "arm64", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/** The optional packages that some package names and the lockfile does not have, as entries. */
function findOmitted(packages) {
  const omitted = {};
  for (const [parent, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const isLocked =
        packages[`node_modules/${name}`] ?? packages[`${parent}/node_modules/${name}`];
      if (isLocked || !/^\d+\.\d+\.\d+/.test(version)) continue;
      const { cpu, libc, os } = machineOf(name);
      // In the order in which npm writes them, so that it does not rewrite the file.
      omitted[`node_modules/${name}`] = { version, cpu, dev, libc, optional: true, os };
    }
  }
  return omitted;
}

/** What a name such as "binding-linux-arm64-musl" says about the machine a package is for. */
function machineOf(name) {
  const words = name.split(/[^a-z0-9]+/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  const libc = name.includes("-musl") ? ["musl"] : name.includes("-gnu") ? ["glibc"] : [];
  return { cpu: orNone(cpu), libc: orNone(libc), os: orNone(os) };
}

/** JSON leaves out what is undefined. */
function orNone(words) {
  return words.length > 0 ? words : undefined;
}

function completeLockfile() {
  const lockfile = JSON.parse(readFileSync(LOCKFILE, "utf8"));
  const omitted = findOmitted(lockfile.packages);
  const all = { ...lockfile.packages, ...omitted };
  lockfile.packages = Object.fromEntries(
    Object.keys(all)
      .sort(byName)
      .map((key) => [key, all[key]]),
  );
  writeFileSync(LOCKFILE, `${JSON.stringify(lockfile, null, 2)}\n`);
  console.log(`${Object.keys(omitted).length} packages for other platforms were put back.`);
}

/** The order npm itself writes. */
function byName(left, right) {
  return left.localeCompare(right, "en");
}

if (require.main === module) completeLockfile();

module.exports = { findOmitted };
