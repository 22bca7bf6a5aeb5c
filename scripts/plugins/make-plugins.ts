import { TOOLS } from "../../packages/mcp/src/tools/index.ts";
import { staleFiles, wantedFiles, writeFiles } from "./generated-files.ts";

const [option] = process.argv.slice(2);
const wanted = await wantedFiles(TOOLS.map(({ name }) => name));

if (option === "--check") {
  const stale = staleFiles(wanted);
  say(stale.length === 0 ? `${wanted.size} files are up to date.` : complaint(stale));
  process.exitCode = stale.length === 0 ? 0 : 1;
} else if (option === undefined) {
  say(`${wanted.size} files; ${writeFiles(wanted).length} of them changed.`);
} else {
  say("The only option is --check, which changes nothing and fails when a file is stale.");
  process.exitCode = 2;
}

function complaint(stale: readonly string[]): string {
  return [...stale, "", `${stale.length} generated files are stale. Next: npm run plugins`].join(
    "\n",
  );
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
