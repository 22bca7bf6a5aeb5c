// `node scripts/complete-lockfile.cjs`, after `npm install` has changed a lockfile.
//
// npm silently omits packages for other platforms from the lockfile when the registry does not have them,
// which is common for mirrors; `npm ci` then refuses the lockfile on every platform. This puts them back.
// Their version is known, since their dependents pin it exactly; only their checksum is not.
require("./prepare.cjs");

const { readFileSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const LOCKFILES = ["package-lock.json", "test/clients/package-lock.json"];
const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "openharmony", "sunos", "win32"];
const PROCESSORS = ["arm", "arm64", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/** Lockfile entries of the optional dependencies that it lacks. */
function findOmitted(packages) {
  const omitted = {};
  for (const [parent, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const isLocked =
        packages[`node_modules/${name}`] ?? packages[`${parent}/node_modules/${name}`];
      if (isLocked || !/^\d+\.\d+\.\d+/.test(version)) continue;
      const { cpu, libc, os } = machineOf(name);
      // In npm's order, so that npm does not rewrite the file.
      omitted[`node_modules/${name}`] = { version, cpu, dev, libc, optional: true, os };
    }
  }
  return omitted;
}

/** The os, cpu and libc fields implied by a name such as "binding-linux-arm64-musl". */
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

function completeLockfile(name) {
  const file = path.join(ROOT, name);
  const lockfile = JSON.parse(readFileSync(file, "utf8"));
  const omitted = findOmitted(lockfile.packages);
  const all = { ...lockfile.packages, ...omitted };
  lockfile.packages = Object.fromEntries(
    Object.keys(all)
      .sort(byName)
      .map((key) => [key, all[key]]),
  );
  writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`);
  console.log(
    `${name}: ${Object.keys(omitted).length} packages for other platforms were put back.`,
  );
}

/** npm's order. */
function byName(left, right) {
  return left.localeCompare(right, "en");
}

if (require.main === module) LOCKFILES.forEach(completeLockfile);

module.exports = { LOCKFILES, findOmitted };
