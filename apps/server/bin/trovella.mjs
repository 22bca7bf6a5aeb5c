#!/usr/bin/env node
import path from "node:path";
import { pathToFileURL } from "node:url";
import nodeVersion from "./node-version.cjs";

// An older Node.js must get as far as its clear sentence, so this file keeps to old syntax and
// imports nothing of ours before it.
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

async function start() {
  const { main } = await load();
  return main(process.argv.slice(2));
}

/** The bundle if it came from the sources as they are, else these themselves, which takes longer to start. */
async function load() {
  const bundle = await import("./bundle.cjs");
  const folder = bundle.default.findBundle();
  if (folder) {
    // So that an error names the line of the source.
    process.setSourceMapsEnabled(true);
    return import(pathToFileURL(path.join(folder, "main.js")).href);
  }
  const tsx = await import("tsx/esm/api");
  // Otherwise the tsconfig.json of whatever folder the command was called in would apply.
  tsx.register({ tsconfig: false });
  return import("../src/main.ts");
}

function explain(error) {
  if (error.code !== "ERR_MODULE_NOT_FOUND") return error.stack;
  return `${error.message}\nTrovella is not fully installed. Install it again (in a clone: \`npm ci\`).`;
}
