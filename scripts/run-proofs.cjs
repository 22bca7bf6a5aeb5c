const { spawnSync } = require("node:child_process");
const { existsSync, readdirSync, readFileSync } = require("node:fs");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const FOLDER = path.join(ROOT, "test", "proof");
const USAGE = "Usage: npm run proof [-- NAME …]    runs the proofs named, or all of them";

/** Runs the named proofs sequentially, or lists them; returns the exit code. */
function runProofs(options) {
  const all = listProofs(FOLDER);
  if (options.includes("--help") || options.includes("-h") || options.includes("--list")) {
    console.log([USAGE, "", ...all.map(describe)].join("\n"));
    return 0;
  }

  const unknown = options.filter((name) => !all.some((proof) => proof.name === name));
  if (unknown.length > 0) {
    console.error(`Unknown proof: ${unknown.join(", ")}. Available:`);
    console.error(all.map(describe).join("\n"));
    return 2;
  }

  const chosen = all.filter(({ name }) => options.length === 0 || options.includes(name));
  const failed = chosen.filter((proof) => !runProof(proof)).length;
  console.log(`\n${chosen.length - failed} passed, ${failed} failed`);
  return failed > 0 || chosen.length === 0 ? 1 : 0;
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

function runProof({ name, description }) {
  console.log(`\n${name}: ${description}`);
  const startedAt = performance.now();
  const file = path.join(FOLDER, `${name}.ts`);
  const { status } = spawnSync(process.execPath, ["--import", "tsx", file], {
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

module.exports = { runProofs };
