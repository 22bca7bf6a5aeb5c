const { spawnSync } = require("node:child_process");
const { existsSync, readdirSync, readFileSync } = require("node:fs");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const FOLDER = path.join(ROOT, "test", "proof");
const USAGE = `Usage: npm run proof [-- NAME …]             runs the proofs named, or all of them
       npm run proof -- NAME [OPTION …]    passes options to the one named; clients has --help
       npm run proof -- --all [OPTION …]   runs every one in its long form, resumes, writes a report; see --all --help`;

/** Runs the named proofs sequentially, or lists them; returns the exit code. */
function runProofs(args) {
  const all = listProofs(FOLDER);
  const { names, options } = splitArguments(args);
  if (names.length === 0 && ["--help", "-h", "--list"].includes(options[0])) {
    console.log([USAGE, "", ...all.map(describe)].join("\n"));
    return 0;
  }
  if (options.length > 0 && names.length !== 1) {
    console.error(`Options are for one proof by its name.\n${USAGE}`);
    return 2;
  }

  const unknown = names.filter((name) => !all.some((proof) => proof.name === name));
  if (unknown.length > 0) {
    console.error(`Unknown proof: ${unknown.join(", ")}. Available:`);
    console.error(all.map(describe).join("\n"));
    return 2;
  }

  const chosen = all.filter(({ name }) => names.length === 0 || names.includes(name));
  const failed = chosen.filter((proof) => !runProof(proof, options)).length;
  console.log(`\n${chosen.length - failed} passed, ${failed} failed`);
  return failed > 0 || chosen.length === 0 ? 1 : 0;
}

/** Runs all of them in their long form; returns the exit code. */
function runAllProofs(args) {
  const file = path.join(FOLDER, "all", "run-all.ts");
  const command = ["--import", "tsx", file, ...args];
  return spawnSync(process.execPath, command, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
}

/** Names come first; the options begin with a dash or a number and take the rest with them. */
function splitArguments(args) {
  const first = args.findIndex((argument) => /^[-\d]/.test(argument));
  const count = first < 0 ? args.length : first;
  return { names: args.slice(0, count), options: args.slice(count) };
}

/**
 * The proofs in the folder, each described by the comment on its first line. Files with exports are modules, not proofs.
 */
function listProofs(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), "utf8") }))
    .filter(({ text }) => !/^export /m.test(text))
    .map(({ file, text }) => {
      const [, description = ""] = /^\/\*\*\s*(.*?)\s*\*\//.exec(text) ?? [];
      return { name: path.basename(file, ".ts"), description };
    });
}

function runProof({ name, description }, options) {
  console.log(`\n${name}: ${description}`);
  const startedAt = performance.now();
  const file = path.join(FOLDER, `${name}.ts`);
  const { status } = spawnSync(process.execPath, ["--import", "tsx", file, ...options], {
    cwd: ROOT,
    stdio: "inherit",
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${status === 0 ? "ok    " : "failed"}  ${name}  ${seconds} s`);
  return status === 0;
}

function describe({ name, description }) {
  return `  ${name.padEnd(24)} ${description}`;
}

module.exports = { listProofs, runAllProofs, runProofs, splitArguments };
