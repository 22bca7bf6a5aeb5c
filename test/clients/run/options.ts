import { parseArgs } from "node:util";
import { TEST_CLIENTS } from "../catalog/index.ts";
import type { Transport } from "../catalog/test-client.ts";
import { INSPECTOR_ID } from "./check-inspector.ts";

export const USAGE = `Usage: npm run proof -- clients [options]

Runs real AI clients against Trovella, with a scripted model and without a network, and prints what works.

  --only NAME[,NAME]    These clients only: ${[...TEST_CLIENTS.map(({ id }) => id), INSPECTOR_ID].join(", ")}
  --transport NAME      stdio or http; both if it is left out
  --short               Connect, list, loop and undo only, without dialogs
  --write               Puts the table into docs/clients.md; only with all clients and transports
  -h, --help            This text

The clients are installed once, into ~/.cache/trovella-test-clients (TROVELLA_CLIENTS_CACHE chooses another folder).`;

export interface Options {
  readonly only: readonly string[];
  readonly transports: readonly Transport[];
  readonly isShort: boolean;
  readonly isWritten: boolean;
}

/** The options of the command, null if it asks for help; throws a sentence for people. */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      transport: { type: "string" },
      short: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return null;
  const known = [...TEST_CLIENTS.map(({ id }) => id), INSPECTOR_ID];
  const only = values.only?.split(",") ?? known;
  const unknown = only.filter((id) => !known.includes(id));
  if (unknown.length > 0) {
    throw new Error(`Unknown client: ${unknown.join(", ")}. Available: ${known.join(", ")}.`);
  }
  const isPartial = values.only !== undefined || values.transport !== undefined || values.short;
  if (values.write && isPartial) throw new Error("--write needs all clients and transports.");
  const transports = transportsOf(values.transport);
  return { only, transports, isShort: values.short, isWritten: values.write };
}

function transportsOf(name: string | undefined): readonly Transport[] {
  if (name === undefined) return ["stdio", "http"];
  if (name === "stdio" || name === "http") return [name];
  throw new Error(`Unknown transport: ${name}. Available: stdio, http.`);
}
