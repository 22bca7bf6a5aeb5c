#!/usr/bin/env node
import nodeVersion from "./node-version.cjs";

// An older Node.js must get as far as its clear sentence, so this file keeps to old syntax and
// imports nothing else before it.
nodeVersion.requireSupportedNode();

start().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  },
);

/** Runs the TypeScript source as it is; there is no build to forget. */
async function start() {
  const tsx = await import("tsx/esm/api");
  // Otherwise the tsconfig.json of whatever folder the command was called in would apply.
  tsx.register({ tsconfig: false });
  const { main } = await import("../src/main.ts");
  return main(process.argv.slice(2));
}

function explain(error) {
  if (error.code !== "ERR_MODULE_NOT_FOUND") return error.stack;
  return `${error.message}\nTrovella is not fully installed. Run \`npm ci\` in its repository and try again.`;
}
